r"""Is a regular language in C-RASP?

Without positions the decision is exact and takes polynomial time
:cite:p:`yang2026algebraic`. With periodic and local predicates no procedure is known; a
yes is searched among windows and periods, a no among blocks, and the answer is
``unknown`` where neither is found within the limits.
"""

from typing import Literal

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import Merged, merge_letters
from lengthwise.automata.minimize import minimize
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    ComponentPotentials,
    Positions,
    Potentials,
    Searched,
)
from lengthwise.theory.membership.evidence.no_certificate import (
    certificate_without_positions,
)
from lengthwise.theory.membership.membership_answer import Evidence, Membership
from lengthwise.theory.membership.search.component import large_components
from lengthwise.theory.membership.search.position_search import with_positions
from lengthwise.theory.membership.search.potentials import Stuck, separate
from lengthwise.theory.membership.search.prefix_states import Acceptance, machine
from lengthwise.theory.membership.search.search_limits import LIMITS, Limits


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
