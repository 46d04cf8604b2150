"""Programs that say what may follow a prefix of a member of a regular language."""

from collections.abc import Iterable

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.words_of_length import next_symbols
from lengthwise.errors import SpecError
from lengthwise.theory.membership.evidence.evidence_kinds import Definite, Potentials
from lengthwise.theory.membership.membership_answer import LastSymbols
from lengthwise.theory.membership.programs._condition import any_of, condition
from lengthwise.theory.membership.programs._neighborhood import Looks
from lengthwise.theory.membership.programs._writer import Writer
from lengthwise.theory.membership.programs.definite_program import DefiniteWriter

END = "<eos>"
"""What is emitted where a word may end."""


def next_program_text(evidence: Potentials | Definite | LastSymbols, dfa: DFA) -> str:
    """Returns a program that is right on all non-empty prefixes of members.

    Args:
        evidence: Of a yes in the format next-set.
        dfa: The minimal automaton of the language.

    Raises:
        SpecError: The alphabet has the symbol by which the end of a word is said.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decided_formats import (
        ...     membership_in_format,
        ... )
        >>> language = regex("(ab)*").dfa
        >>> found = membership_in_format(language, "next-set")
        >>> print(next_program_text(found.evidence, language))
        alphabet "a" "b" "<eos>"
        next "a" = "b"
        next "b" = "a"
        next "<eos>" = "b"
    """
    if END in dfa.alphabet:
        raise SpecError(f"the alphabet has {END}, which says that a word ends; rename")
    if isinstance(evidence, LastSymbols):
        return _from_table(evidence, dfa)
    if isinstance(evidence, Definite):
        return _from_definite(evidence, dfa)
    return _from_potentials(evidence, dfa)


def _lines(texts: Iterable[tuple[str, str]]) -> list[str]:
    return [f'next "{symbol}" = {text}' for symbol, text in texts]


def _from_potentials(potentials: Potentials, dfa: DFA) -> str:
    """The state before a letter is known, and so is the one after it."""
    assert potentials.machine.acceptance == "last"
    rows = list(dict.fromkeys(merge_letters(dfa).dfa.transitions))
    follows = next_symbols(dfa)
    writer = Writer(potentials, lambda state, k: rows[state][k] in dfa.live)
    writer.follow()

    def emits(symbol: str) -> str:
        def holds(state: int, letter: int) -> bool:
            legal, ends = follows[rows[state][letter]]
            return ends if symbol == END else symbol in legal

        return any_of(writer.at_letter(holds))

    texts = [(symbol, emits(symbol)) for symbol in (*dfa.alphabet, END)]
    return writer.finished(_lines(texts), END)


def _from_definite(definite: Definite, dfa: DFA) -> str:
    """The same, where letters and position tell the state before a letter."""
    assert definite.machine.acceptance == "last"
    rows = list(dict.fromkeys(merge_letters(dfa).dfa.transitions))
    follows = next_symbols(dfa)
    writer = DefiniteWriter(definite)

    def emits(symbol: str) -> str:
        def holds(state: int, letter: int) -> bool:
            legal, ends = follows[rows[state][letter]]
            return ends if symbol == END else symbol in legal

        return writer.at_letter(holds)

    texts = [(symbol, emits(symbol)) for symbol in (*dfa.alphabet, END)]
    return writer.finished(_lines(texts), END)


def _from_table(found: LastSymbols, dfa: DFA) -> str:
    """What is seen at the last symbols decides."""
    looks = Looks(tuple((s,) for s in dfa.alphabet), found.window, found.period)
    number = {symbol: k for k, symbol in enumerate(dfa.alphabet)}

    def emits(symbol: str) -> str:
        cases = {}
        for seen, residue, legal, ends in found.table:
            *earlier, last = (number[s] for s in seen)
            case = looks.before((0, tuple(earlier), residue), last)
            cases[case] = ends if symbol == END else symbol in legal
        return condition(cases, looks.before_questions())

    body = "\n".join(_lines((s, emits(s)) for s in (*dfa.alphabet, END)))
    return "\n".join([looks.alphabet(END), *looks.definitions(body), body])
