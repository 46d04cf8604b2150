"""Constructs a C-RASP program for a language from potentials."""

from lengthwise.crasp.language.builder import any_of
from lengthwise.crasp.language.program import Program
from lengthwise.theory.membership.evidence.evidence_kinds import Potentials
from lengthwise.theory.membership.programs._writer import Writer


def program_of_potentials(potentials: Potentials) -> Program:
    """Returns a program for the language.

    Its lines track the state, and it accepts in accepting states.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.crasp.language.printer import show
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> decision = membership(regex("(a(ab)*b)*").dfa)
        >>> print(show(program_of_potentials(decision.evidence)), end="")
        alphabet "a" "b"
        count1 = # "a" - # "b"
        out1 = "a" && count1 == 3 || "b" && count1 == -1
        accept never out1 && count1 == 0
    """
    writer = Writer(potentials)
    writer.follow()
    ends = potentials.machine.ends
    if potentials.machine.acceptance == "end":
        parts = writer.at_end()
    else:
        parts = writer.at_letter(lambda state, letter: letter in ends[state])
    return writer.accepting(any_of(*parts))
