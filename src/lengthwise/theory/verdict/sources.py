"""Which program stands for a task, and on which small task it is compared."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lengthwise.crasp import library
from lengthwise.tasks.brackets import Shuffle
from lengthwise.tasks.catalogue import task as named
from lengthwise.tasks.counters import EqualBlocks
from lengthwise.tasks.expressions import PrefixNotation
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence import Positions
from lengthwise.theory.verdict import texts

SYMBOLS: Mapping[str, int] = {"unique_bigram_copy": 3, "majority": 26}
"""So many symbols a program has that is written for a task; otherwise `FEW`."""

FEW = 7

WRITTEN: Mapping[str, Callable[..., str]] = {
    "step_copy": texts.step_copy,
    "unique_reverse": texts.unique_reverse,
    "unique_bigram_copy": texts.unique_bigram_copy,
    "count": texts.count,
    "retrieve_right": texts.retrieve_right,
    "retrieve_right_first": texts.retrieve_right,
}
"""Programs that are not in the library, by the name of the task."""

NOPE = "_nope"
"""The library has programs without positions under the name of the task with this."""


@dataclass(frozen=True)
class Source:
    """A program for a task.

    Attributes:
        text: The program.
        task: The task that it is compared with; the same with fewer symbols, perhaps.
    """

    text: str
    task: Task


def source(task: Task, positions: Positions = "periodic-local") -> Source | None:
    """Returns the program for a task, if there is one.

    Args:
        task: The task.
        positions: Of which class the program should be; where the library has one
            program only, it may be of a larger class.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> str(source(task("unique_copy")).task)
        'unique_copy:symbols=7'
        >>> source(task("repeat_copy")) is None
        True
    """
    if task.language is not None:
        text = (
            next_text(task)
            if task.format == "next-set"
            else library.text(str(task).partition("@")[0])
        )
        return Source(text, task)
    numbers = {name: int(value) for name, value in task.numbers}
    if "symbols" in numbers:
        few = max(SYMBOLS.get(task.name, FEW), 2 * numbers.get("k", 0))
        numbers["symbols"] = min(numbers["symbols"], few)
    small = named(task.name, **numbers)
    if positions == "none" and task.name + NOPE in library.names():
        name = str(small).replace(task.name, task.name + NOPE, 1)
        return Source(library.text(name), small)
    if task.name in WRITTEN:
        return Source(WRITTEN[task.name](**numbers), small)
    if task.name in library.names():
        return Source(library.text(str(small)), small)
    return None


def next_text(task: Task) -> str:
    """Returns the program for what may follow in a language that counts.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> print(next_text(task("dyck1")).splitlines()[3])
        next ")" = # "(" > # ")"
    """
    match task.language:
        case Shuffle(pairs=kinds):
            return texts.next_of_brackets(kinds)
        case EqualBlocks() as blocks:
            return texts.next_of_blocks(len(blocks.alphabet))
        case language:
            assert isinstance(language, PrefixNotation)
            return texts.next_of_prefix_notation(language.arity)
