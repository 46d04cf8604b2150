"""The minimal automaton of a regular expression given as postfix steps.

Every symbol occurrence is a position, and a state is the set of positions that a match
may have reached (Glushkov's automaton, then the subset construction). Sets are bits of
an integer. The subset construction can be exponential, so both the number of states and
the work are limited.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.errors import TooLargeError
from lengthwise.words import Alphabet

MAX_POSITIONS = 2_000
"""The largest number of symbol occurrences of an expression, repeats expanded."""

MAX_STATES = 50_000
"""The largest number of states that are built."""

MAX_WORK = 300_000
"""The largest number of positions visited: less than a second."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an expression in postfix order: an operand or an operator.

    Attributes:
        kind: ``symbols`` and ``empty`` are operands; ``then`` and ``or`` combine the
            last two, ``plus`` (at least once) and ``optional`` modify the last one.
        symbols: The symbols that ``symbols`` matches.
        negated: Whether it matches all other symbols instead.
    """

    kind: Literal["symbols", "empty", "then", "or", "plus", "optional"]
    symbols: frozenset[str] = frozenset()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class _Part:
    """A subexpression: whether it is nullable, and its first and last positions."""

    empty: bool
    first: int
    last: int
    loops: bool = False


class _Positions:
    """Positions, their successors, and a counter of the work."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.follow: list[int] = []
        self.work = 0

    def bits(self, mask: int) -> Iterator[int]:
        while mask:
            low = mask & -mask
            self.work += 1
            if self.work > MAX_WORK:
                raise TooLargeError(
                    "the automaton of this expression is too large to build; write it "
                    "with fewer repeats, or give the automaton as JSON",
                    size=self.work,
                    limit=MAX_WORK,
                )
            yield low.bit_length() - 1
            mask ^= low

    def link(self, last: int, first: int) -> None:
        for position in self.bits(last):
            self.follow[position] |= first

    def apply(self, step: Step, stack: list[_Part]) -> None:
        match step.kind:
            case "symbols":
                bit = 1 << len(self.steps)
                self.steps.append(step)
                self.follow.append(0)
                stack.append(_Part(empty=False, first=bit, last=bit))
            case "empty":
                stack.append(_Part(empty=True, first=0, last=0))
            case "then":
                right, left = stack.pop(), stack.pop()
                self.link(left.last, right.first)
                first = left.first | (right.first if left.empty else 0)
                last = right.last | (left.last if right.empty else 0)
                stack.append(_Part(left.empty and right.empty, first, last))
            case "or":
                right, left = stack.pop(), stack.pop()
                first, last = left.first | right.first, left.last | right.last
                stack.append(_Part(left.empty or right.empty, first, last))
            case "plus":
                part = stack.pop()
                if not part.loops:
                    self.link(part.last, part.first)
                stack.append(replace(part, loops=True))
            case "optional":
                part = stack.pop()
                stack.append(replace(part, empty=True))


def build(steps: Sequence[Step], alphabet: Alphabet) -> DFA:
    """Returns the minimal automaton of the expression given by `steps`.

    Raises:
        TooLargeError: There are too many positions or states, or too much work.

    Examples:
        >>> a, b = Step("symbols", frozenset("a")), Step("symbols", frozenset("b"))
        >>> build([a, b, Step("then"), Step("plus")], Alphabet("ab")).transitions
        ((1, 2), (2, 3), (2, 2), (1, 2))
    """
    positions = _Positions()
    stack: list[_Part] = []
    for step in steps:
        positions.apply(step, stack)
    (whole,) = stack
    allowed = [
        sum(
            1 << p
            for p, step in enumerate(positions.steps)
            if (symbol in step.symbols) != step.negated
        )
        for symbol in alphabet
    ]
    return minimize(_subsets(positions, whole, allowed, alphabet))


def _subsets(
    positions: _Positions, whole: _Part, allowed: Sequence[int], alphabet: Alphabet
) -> DFA:
    start = 1 << len(positions.steps)
    positions.follow.append(whole.first)
    ends = whole.last | (start if whole.empty else 0)
    numbers = {start: 0}
    subsets = [start]
    rows = []
    for subset in subsets:
        reached = 0
        for position in positions.bits(subset):
            reached |= positions.follow[position]
        row = []
        for mask in allowed:
            target = reached & mask
            if target not in numbers:
                numbers[target] = len(subsets)
                subsets.append(target)
            row.append(numbers[target])
        rows.append(tuple(row))
        if len(subsets) > MAX_STATES:
            raise TooLargeError(
                f"the automaton of this expression has more than {MAX_STATES} states; "
                "write it with fewer repeats, or give the automaton as JSON",
                size=len(subsets),
                limit=MAX_STATES,
            )
    accepting = frozenset(k for k, subset in enumerate(subsets) if subset & ends)
    return DFA(alphabet, tuple(rows), 0, accepting)
