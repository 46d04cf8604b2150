"""Automata from automata: Boolean combinations, and what may stand before a word."""

from collections.abc import Callable, Iterable

from lengthwise.automata.dfa import DFA
from lengthwise.errors import SpecError


def combine(first: DFA, second: DFA, keep: Callable[[bool, bool], bool]) -> DFA:
    """Returns an automaton that runs both and asks `keep` whether to accept.

    Raises:
        SpecError: The alphabets differ.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> import operator
        >>> even_a = regex("b*(ab*ab*)*").dfa
        >>> even_b = regex("a*(ba*ba*)*", alphabet="ab").dfa
        >>> both = combine(even_a, even_b, operator.and_)
        >>> len(both), both.accepts("abab"), both.accepts("aab")
        (4, True, False)
    """
    if first.alphabet != second.alphabet:
        raise SpecError(
            f"the alphabets {first.alphabet} and {second.alphabet} differ; "
            "give both automata the same one"
        )
    numbers = {(first.start, second.start): 0}
    pairs = [(first.start, second.start)]
    rows = []
    for p, q in pairs:
        targets = list(zip(first.transitions[p], second.transitions[q], strict=True))
        for pair in targets:
            if pair not in numbers:
                numbers[pair] = len(pairs)
                pairs.append(pair)
        rows.append(tuple(numbers[pair] for pair in targets))
    accepting = frozenset(
        number
        for number, (p, q) in enumerate(pairs)
        if keep(p in first.accepting, q in second.accepting)
    )
    return DFA(first.alphabet, tuple(rows), 0, accepting)


def complement(dfa: DFA) -> DFA:
    """Returns an automaton for the words that `dfa` does not accept.

    Examples:
        >>> complement(DFA.from_table("ab", {0: {"a": 0, "b": 0}}, [0])).accepts("ab")
        False
    """
    rest = frozenset(range(len(dfa))) - dfa.accepting
    return DFA(dfa.alphabet, dfa.transitions, dfa.start, rest)


def before_word(dfa: DFA, word: Iterable[str]) -> DFA:
    """Returns an automaton for the words `u` such that `u` followed by `word` is in it.

    Examples:
        >>> dfa = DFA.from_table("ab", {0: {"a": 1}, 1: {"b": 0}}, [0])
        >>> before_word(dfa, "b").accepts("aba")
        True
    """
    ends = list(range(len(dfa)))
    for symbol in word:
        ends = [dfa.step(state, symbol) for state in ends]
    accepting = frozenset(s for s, end in enumerate(ends) if end in dfa.accepting)
    return DFA(dfa.alphabet, dfa.transitions, dfa.start, accepting)
