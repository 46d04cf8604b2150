"""Constructs a C-RASP program that tests letters at the relevant distances.

It exists for two kinds of languages. In the first, the last letters determine
membership. In the second, the automaton has one state that is never left: windows
determine whether a run enters it, and which words it accepts before.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import merge_letters
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.core.shared_parts import share
from lengthwise.crasp.language.builder import FALSE, TRUE, Builder, all_of, any_of
from lengthwise.crasp.language.program import Program, subexpressions
from lengthwise.crasp.language.syntax import BoolExpr, Exists, Never
from lengthwise.theory.membership.programs._letter_sets import LetterSets
from lengthwise.theory.membership.programs._window_values import NotLocal, WindowValues
from lengthwise.theory.membership.programs._window_writer import WindowWriter


@lru_cache(maxsize=4)  # both conventions use the same one
def window_program(dfa: DFA) -> Program | None:
    """Returns a program for the language; ``None`` if it is not of these kinds.

    Args:
        dfa: The minimal automaton.

    Raises:
        SpecError: A symbol cannot be written in a program.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.crasp.language.printer import show
        >>> print(show(window_program(regex("(a|b|c)*b(a|b|c){9}").dfa)), end="")
        alphabet "a" "c" "b"
        accept #[i - j == 9] "b" >= 1
        >>> print(show(window_program(regex("(a|b)*aab(a|b)*").dfa)), end="")
        alphabet "a" "b"
        accept exists("b" && #[i - j == 1] "a" >= 1 && #[i - j == 2] "a" >= 1)
    """
    merged = merge_letters(dfa)
    rows = merged.dfa.transitions
    sinks = [state for state, row in enumerate(rows) if set(row) == {state}]
    if len(rows) == 1 or len(sinks) > 1:
        return None
    accepting = np.isin(np.arange(len(rows)), list(dfa.accepting))
    inside = ~np.isin(np.arange(len(rows)), sinks)
    values = WindowValues(rows, dfa.start, inside)
    try:
        ends = values.decision(accepting & inside, ~accepting & inside)
        leaves = values.decision(~inside, inside)
    except NotLocal:
        return None
    letters = LetterSets(merged.letters)

    def written(named: Iterable[BoolExpr]) -> tuple[Program, list[BoolExpr]]:
        build = Builder(letters.alphabet)
        writer = WindowWriter(letters, build, named)
        left, inner = writer.said(leaves), writer.said(ends)
        if dfa.accepting.intersection(sinks):
            here = any_of(FALSE if left == FALSE else Exists(left), inner)
        else:
            here = all_of(TRUE if left == FALSE else Never(left), inner)
        build.lines[:0] = letters.lines()
        return share(build.program(here, only_needed=True)), list(writer.tests)

    plain, tests = written(())
    uses = Counter(part for e in plain.expressions for part in subexpressions(e))
    repeated = [test for test in tests if uses[test] > 1]
    programs = [plain, *([written(repeated)[0]] if repeated else [])]
    return min(programs, key=lambda program: facts(program).size)
