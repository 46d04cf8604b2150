r"""Is a regular language in C-RASP?

Without positions the decision is exact and takes polynomial time
:cite:p:`yang2026algebraic`. With periodic and local predicates no procedure is known; a
yes is searched among windows and periods, a no among blocks, and the answer is
``unknown`` where neither is found within the limits.
"""

import itertools
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import Merged, merge_letters
from lengthwise.automata.minimize import minimize
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    ComponentPotentials,
    Positions,
    Potentials,
    Searched,
)
from lengthwise.theory.membership.evidence.no_certificate import (
    certificate_by_blocks,
    certificate_without_positions,
)
from lengthwise.theory.membership.membership_answer import Evidence, Membership
from lengthwise.theory.membership.search.component import large_components
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.neutral_blocks import search_blocks
from lengthwise.theory.membership.search.potentials import Stuck, separate
from lengthwise.theory.membership.search.prefix_states import Acceptance, lift, machine


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How far a search with positions goes.

    Attributes:
        window: The most letters before a position that a program may look at.
        period: The largest period of positions.
        block: The longest blocks of a certificate.
        states: The largest lifted machine.
        work: How many entries of maps are computed in the search for blocks.
        cells: How many numbers the linear systems for windows and periods may touch.
    """

    window: int = 4
    period: int = 4
    block: int = 64
    states: int = 20_000
    work: int = 2_000_000
    cells: int = 150_000_000


LIMITS = Limits()


def membership(
    dfa: DFA,
    *,
    positions: Positions = "none",
    acceptance: Acceptance = "end",
    limits: Limits = LIMITS,
) -> Membership:
    """Returns whether the language of `dfa` is in a class of C-RASP, with evidence.

    Args:
        dfa: Any automaton for the language.
        positions: ``none`` or ``periodic-local``.
        acceptance: The convention. With positions both get the same answer.
        limits: How far to search with positions.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> membership(regex("(ab|bbaa)*").dfa).answer
        'yes'
        >>> ends_in_b = regex("(a|b)*b").dfa
        >>> (
        ...     membership(ends_in_b).answer,
        ...     membership(ends_in_b, acceptance="last").answer,
        ... )
        ('no', 'yes')
        >>> found = membership(ends_in_b, positions="periodic-local")
        >>> found.answer, found.evidence.window
        ('yes', 1)
    """
    merged = merge_letters(minimize(dfa))
    evidence: Evidence
    if positions == "none":
        evidence = without_positions(merged, acceptance)
    else:
        evidence = with_positions(merged, acceptance, limits)
    return Membership(
        answer_of(evidence),
        positions,
        acceptance,
        "recognize-end" if acceptance == "end" else "recognize-last",
        dfa.alphabet,
        evidence,
    )


def answer_of(evidence: Evidence) -> Literal["yes", "no", "unknown"]:
    """What a piece of evidence says."""
    if isinstance(evidence, Searched):
        return "unknown"
    return "no" if isinstance(evidence, Certificate) else "yes"


def without_positions(
    merged: Merged, acceptance: Acceptance
) -> Potentials | Certificate:
    """Decides a minimal automaton for C-RASP without positions."""
    dfa = merged.dfa
    reader = machine(dfa, acceptance)
    found = []
    for component in large_components(reader.rows, [0] * len(reader.dfa)):
        outcome = separate(component)
        if isinstance(outcome, Stuck):
            return certificate_without_positions(dfa, reader, component, outcome)
        states = tuple((state, (), 0) for state in component.states)
        found.append(ComponentPotentials(states, outcome.levels))
    return Potentials(reader, 0, 1, tuple(found), merged.letters)


def with_positions(
    merged: Merged, acceptance: Acceptance, limits: Limits
) -> Potentials | Certificate | Searched:
    """Searches both ways for a minimal automaton and periodic and local predicates.

    What a program can decide at the last letter with a window of ``d`` letters, it can
    decide after it with ``d + 1``; so the search is made for ``last``, and ``end``
    follows with at most one letter more.
    """
    found = _for_last(merged, limits)
    if acceptance == "last" or not isinstance(found, Potentials):
        return found
    return _for_end(_Search(merged, "end", Budget()), found, limits.period)


@lru_cache(maxsize=4)  # both conventions ask, one after the other
def _for_last(merged: Merged, limits: Limits) -> Potentials | Certificate | Searched:
    found = _Search(merged, "last", Budget()).potentials(0, 1)
    if found is not None:
        return found
    blocks = search_blocks(merged.dfa, longest=limits.block, work=limits.work)
    if blocks.found is not None:
        return certificate_by_blocks(merged.dfa, blocks.found)
    search = _Search(merged, "last", Budget(limits.cells))
    found, window = _smallest(search, limits)
    if found is None:
        return Searched(window, limits.period, blocks.length, blocks.exhausted)
    return found


def _smallest(search: "_Search", limits: Limits) -> tuple[Potentials | None, int]:
    """The smallest window and period that do, or the largest window that was tried."""
    for window in range(limits.window + 1):
        for period in range(1, limits.period + 1):
            try:
                found = search.potentials(window, period, limits.states)
            except TooLargeError:
                return None, window - 1
            if found is not None:
                return found, window
    return None, limits.window


def _for_end(search: "_Search", last: Potentials, largest: int) -> Potentials:
    """The smallest window and period for ``end``, given those for ``last``."""
    sizes = itertools.product((last.window, last.window + 1), range(1, largest + 1))
    found = (
        search.potentials(window, period)
        for window, period in sizes
        if (window, period) >= (last.window, last.period)
    )
    return next(potentials for potentials in found if potentials is not None)


class _Search:
    """A search for potentials with positions, and what work is left for it."""

    def __init__(self, merged: Merged, acceptance: Acceptance, budget: Budget) -> None:
        self._reader = machine(merged.dfa, acceptance)
        self._letters = merged.letters
        self._budget = budget

    def potentials(
        self, window: int, period: int, states: int | None = None
    ) -> Potentials | None:
        """Potentials that tell all states of the lifted machine apart, if there are.

        Raises:
            TooLargeError: The lifted machine has more states, or the work is spent.
        """
        lifted = lift(self._reader, window, period, limit=states)
        found = []
        for component in lifted.components():
            outcome = separate(component, self._budget)
            if isinstance(outcome, Stuck):
                return None
            states_ = tuple(lifted.states[state] for state in component.states)
            found.append(ComponentPotentials(states_, outcome.levels))
        return Potentials(self._reader, window, period, tuple(found), self._letters)
