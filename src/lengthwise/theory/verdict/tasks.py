"""Answers about the tasks of the catalogue."""

from collections.abc import Mapping
from functools import lru_cache

from lengthwise.crasp.facts import facts
from lengthwise.crasp.parser import parse
from lengthwise.crasp.program import Program
from lengthwise.tasks.catalogue import task as named
from lengthwise.tasks.formats import Format
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence import Positions
from lengthwise.theory.verdict.answer import Answer, Evidence
from lengthwise.theory.verdict.comparison import compared
from lengthwise.theory.verdict.growth import CLOSED_FORMS, growth_answer
from lengthwise.theory.verdict.languages import POSITIONS, language_answers
from lengthwise.theory.verdict.machines import machine_answers
from lengthwise.theory.verdict.programs import program_answer
from lengthwise.theory.verdict.reductions import REDUCTIONS, reduced_answer
from lengthwise.theory.verdict.sources import GROWING, source

THEOREMS: Mapping[str, str] = {
    "bin_majority_interleave": "counts without positions do not tell the columns apart",
    "unique_copy": "no program without positions copies over every alphabet",
}
"""What is taken from :cite:p:`huang2025formal` for the class without positions."""

GROWING_NOTE = (
    "about growing alphabets: words are no longer than the alphabet allows, and there "
    "is one program for each alphabet"
)

_BOTH: tuple[Format, ...] = ("recognize-end", "recognize-last")


def task_answers(task: Task) -> tuple[Answer, ...]:
    """Returns the answers for a task, in both classes.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> [row.answer for row in task_answers(task("parity"))]
        ['no', 'no']
    """
    formats = _BOTH if task.format in _BOTH else (*_BOTH, task.format)
    if task.dfa is not None:
        if task.format == "state-blank":
            formats = ("state-blank", "recognize-last")
        return language_answers(task.dfa, formats)
    if task.language is not None:
        return tuple(
            _program(_in_format(task, form), positions)
            for positions in POSITIONS
            for form in formats
        )
    if task.format == "real":
        return machine_answers(task)
    return tuple(_question(task, positions) for positions in POSITIONS)


def task_notes(task: Task) -> tuple[str, ...]:
    """Returns what a reader should know about the verdict of a task."""
    return (GROWING_NOTE,) if task.name in GROWING else ()


def _in_format(task: Task, form: Format) -> Task:
    numbers = ",".join(f"{name}={value}" for name, value in task.numbers)
    return named(f"{task.name}{':' if numbers else ''}{numbers}@{form}")


def _question(task: Task, positions: Positions) -> Answer:
    if task.name in CLOSED_FORMS:
        return growth_answer(task, positions)
    reduction = REDUCTIONS.get(task.name)
    if reduction is not None and positions in {"none", reduction.positions}:
        return reduced_answer(reduction, positions)
    if positions == "none" and task.name in THEOREMS:
        return _theorem(task)
    return _program(task, positions)


def _theorem(task: Task) -> Answer:
    return Answer(
        positions="none",
        acceptance="next",
        answer="no",
        format=task.format,
        basis="class",
        evidence=Evidence(
            kind="theorem",
            text=f"{THEOREMS[task.name]} (huang2025formal; not computed here)",
            details=(("key", "huang2025formal"),),
        ),
        bound="none: the guarantee is not known to hold",
    )


def _program(task: Task, positions: Positions) -> Answer:
    program, text, compared_on = _compared(task)
    return program_answer(
        program, text, positions, task.format, facts(program), compared_on
    )


@lru_cache(maxsize=64)
def _compared(task: Task) -> tuple[Program, str, str]:
    """The program for a task, its text, and on what the two were compared."""
    found = source(task)
    assert found is not None, task
    program = parse(found.text)
    return program, found.text, compared(program, found.task)
