"""Which program stands for a task, and on which small task it is compared."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from lengthwise.crasp.library import programs
from lengthwise.names import written
from lengthwise.tasks.catalogue import task as named
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence.evidence_kinds import Positions

FEW = 7
"""So many symbols a program has that is written for a task with more."""


@dataclass(frozen=True)
class Source:
    """A program for a task.

    Attributes:
        text: The program.
        task: The task that it is compared with; the same with fewer symbols, perhaps.
    """

    text: str
    task: Task


ProgramOf: TypeAlias = Callable[[Task, Positions], Source]
"""Writes the program of a task; for a class, if there are two."""


def in_library(
    *, symbols: int = FEW, without_positions: str | None = None
) -> ProgramOf:
    """The programs of the library under the name of the task.

    Args:
        symbols: At most so many symbols the program has.
        without_positions: The name of another one, for the class without positions.

    Examples:
        >>> one = named("unique_copy")
        >>> str(in_library(symbols=5)(one, "none").task)
        'unique_copy:symbols=5'
    """
    return _made(lambda task: programs.text(str(task)), symbols, without_positions)


def written_by(
    write: Callable[..., str],
    *,
    symbols: int = FEW,
    without_positions: str | None = None,
) -> ProgramOf:
    """The programs that `write` makes from the numbers of a task; else the same."""

    def text(task: Task) -> str:
        return write(**{name: int(value) for name, value in task.numbers})

    return _made(text, symbols, without_positions)


def of_language(next_text: Callable[[Task], str] | None = None) -> ProgramOf:
    """The programs of a language: of the library, or `next_text` for what may follow.

    Examples:
        >>> from lengthwise.theory.knowledge.lookup import known
        >>> text = known(named("dyck1")).program(named("dyck1"), "none").text
        >>> print(text.splitlines()[3])
        next ")" = # "(" > # ")"
    """

    def source(task: Task, _positions: Positions) -> Source:
        if task.format == "next-set" and next_text is not None:
            return Source(next_text(task), task)
        return Source(programs.text(written(task.name, task.numbers)), task)

    return source


def _made(
    text: Callable[[Task], str], symbols: int, without_positions: str | None
) -> ProgramOf:
    def source(task: Task, positions: Positions) -> Source:
        small = _small(task, symbols)
        if positions == "none" and without_positions is not None:
            name = written(without_positions, small.numbers)
            return Source(programs.text(name), small)
        return Source(text(small), small)

    return source


def _small(task: Task, symbols: int) -> Task:
    """The same task with no more symbols than its program has."""
    numbers = dict(task.numbers)
    if "symbols" in numbers:
        few = max(symbols, 2 * int(numbers.get("k", 0)))
        numbers["symbols"] = min(numbers["symbols"], few)
    return named(task.name, **numbers)
