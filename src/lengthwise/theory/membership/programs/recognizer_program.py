"""Chooses the program behind a yes: one that tracks states, or one with a window."""

from lengthwise.automata.dfa import DFA
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.program import Program
from lengthwise.theory.membership.evidence.evidence_kinds import Definite, Potentials
from lengthwise.theory.membership.programs._from_potentials import program_of_potentials
from lengthwise.theory.membership.programs.definite_program import definite_program
from lengthwise.theory.membership.programs.program_size import is_little_work
from lengthwise.theory.membership.programs.window_program import window_program


def recognizer_program(evidence: Potentials | Definite, dfa: DFA) -> Program:
    """Returns a program for the language, the smaller of two if both exist.

    One tracks the states of `evidence`. The other tests letters at the relevant
    distances; it exists only if `evidence` looks at earlier letters. In that case, the
    first is written only if that takes little work.

    Args:
        evidence: The evidence of a yes.
        dfa: The minimal automaton.

    Raises:
        SpecError: A symbol cannot be written in a program.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.crasp.language.printer import show
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> language = regex("(a|b|c)*b(a|b|c){9}").dfa
        >>> found = membership(language, positions="periodic-local")
        >>> print(show(recognizer_program(found.evidence, language)), end="")
        alphabet "a" "c" "b"
        accept #[i - j == 9] "b" >= 1
    """
    window = window_program(dfa) if evidence.window else None
    if window is not None and not is_little_work(evidence):
        return window
    if isinstance(evidence, Definite):
        tracking = definite_program(evidence)
    else:
        tracking = program_of_potentials(evidence)
    if window is None or facts(tracking).size <= facts(window).size:
        return tracking
    return window
