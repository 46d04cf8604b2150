"""The decision without positions: exact, with potentials or a certificate."""

from functools import lru_cache

from lengthwise.automata.equal_letters import Merged
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    ComponentPotentials,
    Potentials,
)
from lengthwise.theory.membership.evidence.no_certificate import (
    certificate_without_positions,
)
from lengthwise.theory.membership.search.component import large_components
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.potentials import Stuck, separate
from lengthwise.theory.membership.search.prefix_states import Acceptance, machine

CELLS = 100_000_000
"""Entries that the linear systems of one decision may touch: a few seconds."""


@lru_cache(maxsize=4)  # the search with positions starts with it
def without_positions(
    merged: Merged, acceptance: Acceptance
) -> Potentials | Certificate:
    """Decides whether a minimal automaton is in C-RASP without positions.

    Raises:
        TooLargeError: The linear systems touch more than `CELLS` entries.

    Examples:
        >>> from lengthwise.automata.equal_letters import merge_letters
        >>> from lengthwise.automata.regex import regex
        >>> type(without_positions(merge_letters(regex("(aa)*").dfa), "end")).__name__
        'Certificate'
    """
    reader = machine(merged.dfa, acceptance)
    budget = Budget(CELLS)
    found = []
    for component in large_components(reader.rows, [0] * len(reader.dfa)):
        outcome = separate(component, budget)
        if isinstance(outcome, Stuck):
            return certificate_without_positions(
                merged.dfa, reader, component, outcome, budget
            )
        states = tuple((state, (), 0) for state in component.states)
        found.append(ComponentPotentials(states, outcome.levels))
    return Potentials(reader, 0, 1, tuple(found), merged.letters)
