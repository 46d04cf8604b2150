"""Known results on counting languages: brackets, blocks, prefix notation, leads."""

from collections.abc import Mapping

from lengthwise.crasp.language.builder import Commented
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge import _task_programs as task_programs
from lengthwise.theory.knowledge._program_sources import of_language
from lengthwise.theory.knowledge.known import Known


def _brackets(task: Task) -> Commented:
    return task_programs.next_of_brackets(len(task.alphabet) // 2)


def _blocks(task: Task) -> Commented:
    return task_programs.next_of_blocks(len(task.alphabet))


def _prefix_notation(task: Task) -> Commented:
    return task_programs.next_of_prefix_notation(int(dict(task.numbers)["n"]))


_BRACKETS = Known(program=of_language(_brackets))
_BLOCKS = Known(program=of_language(_blocks))

KNOWN: Mapping[str, Known] = {
    "dyck1": _BRACKETS,
    "shuffle": _BRACKETS,
    "anbn": _BLOCKS,
    "anbncn": _BLOCKS,
    "anbncndn": _BLOCKS,
    "boolean": Known(program=of_language(_prefix_notation)),
    "majority_language": Known(program=of_language()),
    "maj_k": Known(program=of_language()),
}
"""By the name of the family."""
