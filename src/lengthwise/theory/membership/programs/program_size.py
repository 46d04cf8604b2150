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
    from lengthwise.theory.membership.programs.next_program import next_program
    from lengthwise.theory.membership.programs.recognizer_program import (
        recognizer_program,
    )
    from lengthwise.theory.membership.programs.window_program import window_program

    try:
        if emits or isinstance(evidence, LastSymbols):
            little = is_little_work(evidence)
            return facts(next_program(evidence, dfa)) if little else None
        if is_little_work(evidence):
            return facts(recognizer_program(evidence, dfa))
        window = window_program(dfa) if evidence.window else None
        return None if window is None else facts(window)
    except SpecError:  # a symbol that programs cannot express
        return None


def is_little_work(evidence: Potentials | Definite | LastSymbols) -> bool:
    """Whether a program that tracks states is constructed in little time."""
    work = _work(evidence)
    return work is not None and work <= MOST_WORK


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
