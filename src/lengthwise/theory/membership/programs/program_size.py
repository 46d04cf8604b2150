"""The size of the program behind a yes, which is constructed unless too large."""

from functools import lru_cache

from lengthwise.automata.components import components
from lengthwise.automata.dfa import DFA
from lengthwise.crasp.core.program_facts import Facts
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.theory.membership.evidence.evidence_kinds import Definite, Potentials
from lengthwise.theory.membership.membership_answer import LastSymbols
from lengthwise.theory.membership.search.prefix_states import lift

MOST_WORK = 10_000
"""Programs that take more work (about a quarter of a second) are not constructed."""

_COMPONENT = 10
"""Cost of the lines of a component, in units of edge tests."""


@lru_cache(maxsize=64)
def facts_of_program(
    evidence: Potentials | Definite | LastSymbols, dfa: DFA, *, emits: bool
) -> Facts | None:
    """Returns the lines, size and counting depth of the program.

    ``None`` if constructing it would take too long or is impossible.

    Args:
        evidence: The evidence of a yes.
        dfa: The minimal automaton.
        emits: Whether it is a next-set program.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> language = regex("(ab)*").dfa
        >>> evidence = membership(language).evidence
        >>> measures = facts_of_program(evidence, language, emits=False)
        >>> measures.lines, measures.size, measures.counting_depth
        (2, 26, 2)
    """
    from lengthwise.crasp.core.program_facts import facts
    from lengthwise.theory.membership.programs._from_potentials import (
        program_of_potentials,
    )
    from lengthwise.theory.membership.programs.definite_program import definite_program
    from lengthwise.theory.membership.programs.next_program import next_program

    work = _work(evidence)
    if work is None or work > MOST_WORK:
        return None
    try:
        if emits or isinstance(evidence, LastSymbols):
            return facts(next_program(evidence, dfa))
        if isinstance(evidence, Definite):
            return facts(definite_program(evidence))
        return facts(program_of_potentials(evidence))
    except SpecError:  # a symbol that programs cannot express
        return None


def _work(evidence: Potentials | Definite | LastSymbols) -> int | None:
    """The number of edges or table entries to express; ``None``: too many."""
    if isinstance(evidence, LastSymbols):
        return sum(
            (len(symbols) + 1) * (len(follows) + ends)
            for symbols, _, follows, ends in evidence.table
        )
    machine = evidence.machine
    letters = len(machine.dfa.alphabet)
    if isinstance(evidence, Definite):
        return len(machine.dfa) * letters * (evidence.window + 2)
    try:
        limit = MOST_WORK // letters
        lifted = lift(machine, evidence.window, evidence.period, limit=limit)
    except TooLargeError:
        return None
    return len(lifted.states) * letters + _COMPONENT * len(components(lifted.rows))
