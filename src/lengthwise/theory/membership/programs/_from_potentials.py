"""From potentials to a C-RASP program that equals the language."""

from lengthwise.theory.membership.evidence.evidence_kinds import Potentials
from lengthwise.theory.membership.programs._condition import any_of
from lengthwise.theory.membership.programs._writer import Writer


def program_text(potentials: Potentials) -> str:
    """Returns a program for the language, as text.

    It accepts where the state that its lines know accepts.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> print(program_text(membership(regex("(a(ab)*b)*").dfa).evidence))
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
    return writer.finished([f"accept {any_of(parts)}"])
