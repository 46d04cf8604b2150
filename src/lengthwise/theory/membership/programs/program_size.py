"""How large the program of a yes is, before and after it is written."""

from functools import lru_cache

from lengthwise.automata.dfa import DFA
from lengthwise.crasp.core.program_facts import Facts
from lengthwise.theory.membership.evidence.evidence_kinds import Definite, Potentials
from lengthwise.theory.membership.membership_answer import LastSymbols
from lengthwise.theory.membership.search.prefix_states import lift

MEASURED = 5_000
"""Programs with so many tests at most are written to know their size."""


def size_bound(evidence: Potentials | Definite | LastSymbols) -> int:
    """How many tests the program has at most, known before it is written.

    Every edge is asked for once a level, once for leaving and once for accepting, each
    time by its letter, the window, the residue and a count. A table has a test for
    each symbol that is seen, the residue, and each symbol that may follow.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> size_bound(membership(regex("(a(ab)*b)*").dfa).evidence)
        72
    """
    if isinstance(evidence, LastSymbols):
        return sum(
            (len(seen) + 1) * (len(follows) + ends)
            for seen, _, follows, ends in evidence.table
        )
    machine = evidence.machine.dfa
    if isinstance(evidence, Definite):
        edges = len(machine) * len(machine.alphabet)
        return edges * (evidence.window + 3)
    states = len(lift(evidence.machine, evidence.window, evidence.period).states)
    levels = max((len(c.levels) for c in evidence.components), default=0)
    edges = states * len(machine.alphabet)
    return edges * (levels + 2) * (evidence.window + 3)


@lru_cache(maxsize=64)
def measured(
    evidence: Potentials | Definite | LastSymbols, dfa: DFA, *, emits: bool
) -> Facts:
    """Returns lines, size and counting depth of the program, which is written for it.

    Args:
        evidence: Of a yes.
        dfa: The minimal automaton.
        emits: Whether the program says what may follow.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> language = regex("(ab)*").dfa
        >>> found = measured(membership(language).evidence, language, emits=False)
        >>> found.lines, found.size, found.counting_depth
        (2, 26, 2)
    """
    from lengthwise.crasp.core.program_facts import facts
    from lengthwise.crasp.language.parser import parse
    from lengthwise.theory.membership.programs._from_potentials import program_text
    from lengthwise.theory.membership.programs.definite_program import (
        definite_program_text,
    )
    from lengthwise.theory.membership.programs.next_program import next_program_text

    if emits or isinstance(evidence, LastSymbols):
        return facts(parse(next_program_text(evidence, dfa)))
    if isinstance(evidence, Definite):
        return facts(parse(definite_program_text(evidence)))
    return facts(parse(program_text(evidence)))
