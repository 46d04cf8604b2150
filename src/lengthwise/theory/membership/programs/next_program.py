"""Programs for the symbols that may follow a prefix of a regular language's members."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.next_symbols import next_symbols
from lengthwise.crasp.core.shared_parts import share
from lengthwise.crasp.language.builder import Builder, any_of
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import BoolExpr
from lengthwise.errors import SpecError
from lengthwise.theory.membership.evidence.evidence_kinds import Definite, Potentials
from lengthwise.theory.membership.membership_answer import LastSymbols
from lengthwise.theory.membership.programs._condition import condition
from lengthwise.theory.membership.programs._neighborhood import Looks
from lengthwise.theory.membership.programs._writer import Writer
from lengthwise.theory.membership.programs.definite_program import DefiniteWriter

END = "<eos>"
"""The symbol emitted where a word may end."""


def next_program(evidence: Potentials | Definite | LastSymbols, dfa: DFA) -> Program:
    """Returns a program that is correct on all non-empty prefixes of members.

    Args:
        evidence: The evidence of a yes in the format next-set.
        dfa: The minimal automaton of the language.

    Raises:
        SpecError: The alphabet contains the symbol reserved for the end of a word.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.crasp.language.printer import show
        >>> from lengthwise.theory.membership.search.decided_formats import (
        ...     membership_in_format,
        ... )
        >>> language = regex("(ab)*").dfa
        >>> decision = membership_in_format(language, "next-set")
        >>> print(show(next_program(decision.evidence, language)), end="")
        alphabet "a" "b" "<eos>"
        next "a" = "b"
        next "b" = "a"
        next "<eos>" = "b"
    """
    if END in dfa.alphabet:
        raise SpecError(
            f"the alphabet contains {END}, which marks the end of a word; rename it"
        )
    if isinstance(evidence, LastSymbols):
        return _from_table(evidence, dfa)
    return _from_states(evidence, dfa)


def _from_states(evidence: Potentials | Definite, dfa: DFA) -> Program:
    """Uses tracked states: the state before a letter determines the one after it."""
    assert evidence.machine.acceptance == "last"
    rows = list(dict.fromkeys(merge_letters(dfa).dfa.transitions))
    writer: Writer | DefiniteWriter
    if isinstance(evidence, Definite):
        writer = DefiniteWriter(evidence, (END,))
    else:
        writer = Writer(evidence, lambda state, k: rows[state][k] in dfa.live, (END,))
        writer.follow()

    def where(states: frozenset[int]) -> BoolExpr:
        parts = writer.at_letter(lambda state, letter: rows[state][letter] in states)
        return any_of(*parts)

    return writer.emitting(_conditions(where, next_symbols(dfa), dfa))


def _from_table(last_symbols: LastSymbols, dfa: DFA) -> Program:
    """Uses a table over the last symbols."""
    looks = Looks(
        tuple((s,) for s in dfa.alphabet), last_symbols.window, last_symbols.period
    )
    number = {symbol: k for k, symbol in enumerate(dfa.alphabet)}
    cases = []
    for symbols, residue, _, _ in last_symbols.table:
        *earlier, last = (number[s] for s in symbols)
        cases.append(looks.before((0, tuple(earlier), residue), last))

    def where(rows: frozenset[int]) -> BoolExpr:
        holds = {case: k in rows for k, case in enumerate(cases)}
        return condition(holds, looks.before_questions())

    build = Builder((*looks.alphabet, END))
    build.lines += looks.lines()
    follows = [(legal, ends) for _, _, legal, ends in last_symbols.table]
    for symbol, emits in _conditions(where, follows, dfa):
        build.emit(symbol, emits)
    return share(build.program(only_needed=True))


def _conditions(
    where: Callable[[frozenset[int]], BoolExpr],
    follows: Sequence[tuple[frozenset[str], bool]],
    dfa: DFA,
) -> Iterator[tuple[str, BoolExpr]]:
    """Each symbol with the condition that it may follow; symbols share conditions.

    Args:
        where: Maps indices into `follows` to a condition that holds there.
        follows: The symbols that may follow, and whether the word may end.
        dfa: The automaton.
    """
    condition_at = cache(where)
    for symbol in (*dfa.alphabet, END):
        places = (
            place
            for place, (legal, ends) in enumerate(follows)
            if (ends if symbol == END else symbol in legal)
        )
        yield symbol, condition_at(frozenset(places))
