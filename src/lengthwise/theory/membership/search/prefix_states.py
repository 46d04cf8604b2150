r"""What must be known about a prefix, and what is visible next to a position.

A program knows the current letter at the last position only if it may look at it. Under
Under ``last`` it must know the state before the last letter, and states with equal
transitions need not be separated.

A program with local and periodic predicates also sees the :math:`d` letters before a
position and the position modulo :math:`\Delta`. Lifting a machine makes both part of
the state; lifted states that differ in them are already separated.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from lengthwise.automata.dfa import DFA
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.search.component import Component, large_components

Acceptance: TypeAlias = Literal["end", "last"]
"""Whether a word is accepted after its last letter or at it."""

Window: TypeAlias = tuple[int, ...]
"""The indices of the last letters, the oldest first; fewer at the beginning."""

LiftedState: TypeAlias = tuple[int, Window, int]
"""State of the machine, letters before the next position, residue of that position."""


@dataclass(frozen=True)
class Machine:
    """A machine that reads letters, with the last letters that make a word accepted.

    Attributes:
        dfa: Its states and transitions.
        ends: For each state, the indices of the letters that may end a word there.
        acceptance: The convention.
    """

    dfa: DFA
    ends: tuple[frozenset[int], ...]
    acceptance: Acceptance

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """For each state and letter, the next state."""
        return self.dfa.transitions


@lru_cache(maxsize=4)  # each search uses the same two
def machine(dfa: DFA, acceptance: Acceptance) -> Machine:
    """Returns the smallest machine that decides a language.

    For ``last``, states with equal transitions are merged.

    Args:
        dfa: The minimal automaton of the language.
        acceptance: The convention.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> ends_in_b = regex("(a|b)*b").dfa
        >>> len(machine(ends_in_b, "end").dfa), len(machine(ends_in_b, "last").dfa)
        (2, 1)
    """
    ends = tuple(
        frozenset(k for k, target in enumerate(row) if target in dfa.accepting)
        for row in dfa.transitions
    )
    if acceptance == "end":
        return Machine(dfa, ends, acceptance)
    numbers: dict[tuple[int, ...], int] = {}
    for row in dfa.transitions:
        numbers.setdefault(row, len(numbers))
    merged = [numbers[row] for row in dfa.transitions]
    rows = tuple(tuple(merged[target] for target in row) for row in numbers)
    first = {number: state for state, number in reversed(list(enumerate(merged)))}
    return Machine(
        DFA(dfa.alphabet, rows, merged[dfa.start], frozenset()),
        tuple(ends[first[state]] for state in range(len(rows))),
        acceptance,
    )


@dataclass(frozen=True)
class Lifted:
    """A machine whose states remember the last letters and the position.

    Attributes:
        states: The reachable states, the initial one first.
        rows: For each state and letter, the index of the next state.
        visible: For each state, an identifier of what is visible at the next position.
    """

    states: tuple[LiftedState, ...]
    rows: tuple[tuple[int, ...], ...]
    visible: tuple[int, ...]

    def components(self) -> tuple[Component, ...]:
        """The components with at least two states."""
        return large_components(self.rows, self.visible)


def lift(
    machine: Machine, window: int, period: int, *, limit: int | None = None
) -> Lifted:
    """Returns the lifted machine.

    Args:
        machine: The machine to lift.
        window: The number of visible letters before a position.
        period: The period of positions, which are counted from 1.
        limit: The largest number of states.

    Raises:
        TooLargeError: It has more states.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> lift(machine(regex("(aa)*").dfa, "end"), 0, 2).states
        ((0, (), 1), (1, (), 0))
    """
    start: LiftedState = (machine.dfa.start, (), 1 % period)
    numbers = {start: 0}
    states = [start]
    rows = []
    for state in states:
        row = []
        for target in next_states(machine.rows, state, window, period):
            if target not in numbers:
                numbers[target] = len(states)
                states.append(target)
            row.append(numbers[target])
        rows.append(tuple(row))
        if limit is not None and len(states) > limit:
            raise TooLargeError(
                f"the machine with a window of {window} and a period of {period} has "
                f"more than {limit} states",
                size=len(states),
                limit=limit,
            )
    seen: dict[tuple[Window, int], int] = {}
    visible = tuple(seen.setdefault(state[1:], len(seen)) for state in states)
    return Lifted(tuple(states), tuple(rows), visible)


def next_states(
    rows: tuple[tuple[int, ...], ...], state: LiftedState, window: int, period: int
) -> Iterator[LiftedState]:
    """Yields the successor of a lifted state under each letter."""
    before, letters, residue = state
    for letter, target in enumerate(rows[before]):
        last = (*letters, letter)[-window:] if window else ()
        yield target, last, (residue + 1) % period
