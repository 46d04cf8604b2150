"""What the idealized learner finds for a task about which nothing is known.

A candidate is not a yes: it is right on all short words and on many long ones, but
nothing more is known about it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from lengthwise.crasp.core.program_facts import Positions as Class
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.language.program import Program
from lengthwise.errors import LengthwiseError
from lengthwise.printable import shown_word
from lengthwise.tasks.labels.rules import resolve
from lengthwise.tasks.outputs import Accept, NextSet, NextToken
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_format import Format
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.programs.candidate import (
    Candidate,
    following_candidates,
    language_candidates,
)
from lengthwise.theory.programs.next_target import asks_what_follows
from lengthwise.theory.verdict._program_answers import reads_last_symbol
from lengthwise.theory.verdict.language_answers import POSITIONS

_LIMITS: Mapping[str, str] = {
    "none": "without positions (constants up to 1)",
    "periodic-local": "(constants up to 1, distances and periods up to 2)",
}
"""The limits on the lines of a candidate, in short; the details give them in full."""

LONGEST_TEXT = 200
"""The largest number of characters of a program in a sentence."""


@dataclass(frozen=True)
class Found:
    """The learner's result for one row of a verdict.

    Attributes:
        text: A sentence.
        details: The same by name, as JSON types.
        sources: Sources of the search, as keys of the bibliography.
    """

    text: str
    details: dict[str, Any]
    sources: tuple[str, ...]


def learned_for(
    task: Task, positions: Positions, form: Format, seconds: int | float
) -> Found | None:
    """Returns the learner's result for a row; ``None`` if there is nothing to learn.

    Args:
        task: The task.
        positions: The class.
        form: The format.
        seconds: Time limit for search and tests, for all classes together.

    Examples:
        >>> from dataclasses import replace
        >>> from lengthwise.tasks.catalogue import task
        >>> mine = replace(task("majority_language"), name="mine")
        >>> found = learned_for(mine, "none", "recognize-last", 2.0)
        >>> found.details["size"], found.details["first_error"]
        (5, None)
        >>> print(found.text.partition(", the")[0])
        a candidate, not a proof: accept # "b" <= # "a" (5 lines)
    """
    learns = _learner(task, form)
    if learns is None:
        return None
    function = resolve(task.rule, task.origin)
    both = _learner(task, "recognize-last") and _learner(task, "next-set")
    found = _candidates(task, learns, function, seconds / 2 if both else seconds)
    if isinstance(found, str):
        return Found(f"no candidate: {found}", {"failed": found}, ())
    one = found[positions]
    return Found(_sentence(one, form, positions), _data(one), one.learned.sources)


def _learner(
    task: Task, form: Format
) -> Callable[..., Mapping[Class, Candidate]] | None:
    if form in {"recognize-end", "recognize-last"}:
        if isinstance(task.output, Accept) or task.language is not None:
            return language_candidates
        return None
    follows = isinstance(task.output, NextSet | NextToken) or asks_what_follows(task)
    return following_candidates if follows else None


@lru_cache(maxsize=32)
def _candidates(
    task: Task,
    learns: Callable[..., Mapping[Class, Candidate]],
    function: Callable[..., Any],
    seconds: int | float,
) -> Mapping[Class, Candidate] | str:
    """Candidates of both classes, or why there are none.

    The label function is an argument because it may change while its path does not.
    """
    del function
    try:
        found = learns(task, POSITIONS, seconds)
    except LengthwiseError as error:
        return str(error)
    if any(one.learned.stop == "interrupted" for one in found.values()):
        raise KeyboardInterrupt
    return found


def _sentence(found: Candidate, form: Format, positions: Positions) -> str:
    learned = found.learned
    last = learned.rows[-1]
    inputs, limits = learned.inputs, _LIMITS[learned.hypotheses]
    if found.program is None:
        missing = next(row.n for row in learned.rows if row.hypothesis is None)
        return (
            f"no candidate: no program with at most {learned.sized(learned.searched)} "
            f"{limits} is right on all {inputs} up to length {missing}"
        )
    smallest = "the smallest" if last.size == learned.searched else "a small"
    if inputs == "inputs":
        smallest = "the smallest line for each symbol, as a"
    right = f"that is right on all {inputs} up to length {last.n}"
    if found.wrong is not None:
        return (
            f"no candidate: {smallest} program {limits} {right} has "
            f"{learned.sized(last.size)} and is wrong on {shown_word(found.wrong)}"
        )
    lines = learned.sized(last.size)
    text = (
        f"a candidate, not a proof: {_one_line(found.program)} ({lines}), "
        f"{smallest} program {limits} {right}"
    )
    if found.tested:
        kinds = "random and adversarial" if inputs == "words" else "drawn"
        text += (
            f", and right on {found.tested:,} {kinds} {inputs} up to length "
            f"{found.longest}"
        )
    counted = form == "recognize-end" and positions == "none"
    if counted and reads_last_symbol(found.program):
        text += (
            "; it reads the last symbol itself, which the convention end does not "
            "allow without positions"
        )
    return f"{text}; if you can prove it, state it: Task(program=...)"


def _one_line(program: Program) -> str:
    text = ", ".join(show(replace(program, alphabet=None)).splitlines())
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]} …"


def _data(found: Candidate) -> dict[str, Any]:
    learned = found.learned
    last = learned.rows[-1]
    return {
        "program": None if found.program is None else str(found.program),
        "size": last.size,
        "length": last.n,
        "limits": learned.limits,
        "searched": {"size": learned.searched, "positions": learned.hypotheses},
        "stop": learned.stop,
        "tested": found.tested,
        "tested_length": found.longest,
        "first_error": None if found.wrong is None else list(found.wrong),
    }
