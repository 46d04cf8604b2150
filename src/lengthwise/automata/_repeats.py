"""Repeats in an expression, and the steps they expand to."""

from typing import Literal

from lengthwise.automata._glushkov import MAX_POSITIONS, Step
from lengthwise.errors import TooLargeError

MAX_DIGITS = 100
"""Digits of a number in a repeat, leading zeros among them."""


def number(digits: str) -> int:
    """Returns the number of a repeat.

    Raises:
        TooLargeError: It has more than `MAX_DIGITS` digits.

    Examples:
        >>> number("007")
        7
    """
    if len(digits) > MAX_DIGITS:
        raise _too_large(f"a number of {len(digits)} digits of", 10**MAX_DIGITS)
    return int(digits)


def repeated(steps: list[Step], low: int, high: int | None) -> list[Step]:
    """Returns the steps for `low` to `high` copies of `steps`; no limit without `high`.

    Raises:
        TooLargeError: They expand to more than `MAX_POSITIONS` symbols.

    Examples:
        >>> a = [Step("symbols", frozenset("a"))]
        >>> [step.kind for step in repeated(a, 1, 2)]
        ['symbols', 'symbols', 'optional', 'then']
    """
    copies = max(low, 1) if high is None else high
    size = copies * max(1, sum(step.kind == "symbols" for step in steps))
    if size > MAX_POSITIONS:
        raise _too_large(str(size), size)
    if high == 0:
        return [Step("empty")]
    parts = [steps] * low
    if high is None:
        loop = [*steps, Step("plus")]
        parts = [*parts[:-1], loop] if low else [[*loop, Step("optional")]]
    else:
        parts += [[*steps, Step("optional")]] * (high - low)
    return joined(parts, "then")


def joined(parts: list[list[Step]], kind: Literal["then", "or"]) -> list[Step]:
    """Returns the steps of all `parts`, one after the other or as alternatives."""
    steps: list[Step] = []
    for place, part in enumerate(parts):
        steps += part
        if place:
            steps.append(Step(kind))
    return steps


def _too_large(shown: str, size: int) -> TooLargeError:
    return TooLargeError(
        f"a repeat stands for {shown} symbols; allowed are at most {MAX_POSITIONS}; "
        "give the automaton as JSON instead",
        size=size,
        limit=MAX_POSITIONS,
    )
