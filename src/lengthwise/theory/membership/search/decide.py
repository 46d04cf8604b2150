r"""Is a regular language in C-RASP?

Without positions the decision is exact and takes polynomial time
:cite:p:`yang2026algebraic`; only automata that are too large stay ``unknown``. With
periodic and local predicates it is exact as well, but takes exponential time in the
worst case: docs/theory.md has the proof. The answer is ``unknown`` if the search takes
too long or reaches the user's limits.
"""

from typing import Literal

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.minimize import minimize
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    Positions,
    Searched,
)
from lengthwise.theory.membership.evidence.no_certificate import certificate_by_blocks
from lengthwise.theory.membership.membership_answer import Evidence, Membership
from lengthwise.theory.membership.search.exact_decision import without_positions
from lengthwise.theory.membership.search.paired_loops import blocks_from_loops
from lengthwise.theory.membership.search.position_search import with_positions
from lengthwise.theory.membership.search.prefix_states import Acceptance
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
        acceptance: The convention. With positions the answer is the same for both.
        limits: The limits of the search with positions.

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
    try:
        merged = merge_letters(minimize(dfa))
        evidence: Evidence
        if positions == "none":
            evidence = without_positions(merged, acceptance)
        else:
            evidence = with_positions(merged, acceptance, limits)
    except (TooLargeError, MemoryError) as error:
        why = str(error) if isinstance(error, TooLargeError) else "the memory is full"
        evidence = _from_loops(dfa) or Searched(-1, 1, 0, all_blocks=False, stopped=why)
    return Membership(
        answer_of(evidence),
        positions,
        acceptance,
        "recognize-end" if acceptance == "end" else "recognize-last",
        dfa.alphabet,
        evidence,
    )


def _from_loops(dfa: DFA) -> Certificate | None:
    """A no with positions that holds without them too, if the rest took too long."""
    try:
        merged = merge_letters(minimize(dfa)).dfa
        found = blocks_from_loops(merged)
        return None if found is None else certificate_by_blocks(merged, found)
    except (TooLargeError, MemoryError):
        return None


def answer_of(evidence: Evidence) -> Literal["yes", "no", "unknown"]:
    """The verdict that a piece of evidence proves."""
    if isinstance(evidence, Searched):
        return "unknown"
    return "no" if isinstance(evidence, Certificate) else "yes"
