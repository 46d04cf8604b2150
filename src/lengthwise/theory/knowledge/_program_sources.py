"""The program for a task, and the small task on which it is tested."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from lengthwise.crasp.language.builder import Commented
from lengthwise.crasp.language.program import Program
from lengthwise.names import spelled_name
from lengthwise.tasks.catalogue import task as named
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence.evidence_kinds import Positions

FEW = 7
"""The number of symbols of a program written for a task with more."""


@dataclass(frozen=True)
class Source:
    """A program for a task.

    Attributes:
        program: The program.
        text: Its text, preceded by a comment.
        task: The task on which it is tested; the same, possibly with fewer symbols.
    """

    program: Program
    text: str
    task: Task


ProgramOf: TypeAlias = Callable[[Task, Positions], Source]
"""Writes the program of a task, for the given class if there are two."""


def in_library(
    *, symbols: int = FEW, without_positions: str | None = None
) -> ProgramOf:
    """The library programs with the name of the task.

    Args:
        symbols: The largest number of symbols of the program.
        without_positions: The name of another program, for the class without positions.

    Examples:
        >>> one = named("unique_copy")
        >>> str(in_library(symbols=5)(one, "none").task)
        'unique_copy:symbols=5'
    """
    return _made(lambda task: _of_library(str(task), task), symbols, without_positions)


def written_by(
    write: Callable[..., Commented],
    *,
    symbols: int = FEW,
    without_positions: str | None = None,
) -> ProgramOf:
    """The programs that `write` builds from a task's parameters, or the library's."""

    def source(task: Task) -> Source:
        numbers = {name: int(value) for name, value in task.numbers}
        return _built(write(**numbers), task)

    return _made(source, symbols, without_positions)


def of_language(write_next: Callable[[Task], Commented] | None = None) -> ProgramOf:
    """The programs of a language: from the library, or `write_next` for next sets.

    Examples:
        >>> from lengthwise.theory.knowledge.lookup import knowledge_of
        >>> text = knowledge_of(named("dyck1")).program(named("dyck1"), "none").text
        >>> print(text.splitlines()[3])
        next ")" = # "(" > # ")"
    """

    def source(task: Task, _positions: Positions) -> Source:
        if task.format == "next-set" and write_next is not None:
            return _built(write_next(task), task)
        return _of_library(spelled_name(task.name, task.numbers), task)

    return source


def _made(
    write: Callable[[Task], Source], symbols: int, without_positions: str | None
) -> ProgramOf:
    def source(task: Task, positions: Positions) -> Source:
        small = _small(task, symbols)
        if positions == "none" and without_positions is not None:
            return _of_library(spelled_name(without_positions, small.numbers), small)
        return write(small)

    return source


def _built(commented: Commented, task: Task) -> Source:
    return Source(commented.program, commented.text, task)


def _of_library(name: str, task: Task) -> Source:
    # The parser is missing where models are measured, and no program is needed there.
    from lengthwise.crasp.library import programs

    return Source(programs.program(name), programs.text(name), task)


def _small(task: Task, symbols: int) -> Task:
    """The same task with no more symbols than its program."""
    numbers = dict(task.numbers)
    if "symbols" in numbers:
        few = max(symbols, 2 * int(numbers.get("k", 0)))
        numbers["symbols"] = min(numbers["symbols"], few)
    return named(task.name, **numbers)
