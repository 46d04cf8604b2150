"""The next sets of a regular language."""

from lengthwise.automata.dfa import DFA


def next_symbols(dfa: DFA) -> tuple[tuple[frozenset[str], bool], ...]:
    """The next set of each state: the legal symbols, and whether a word may end.

    A symbol is legal if the word can still be completed after it.

    Examples:
        >>> dfa = DFA.from_table("ab", {0: {"a": 1}, 1: {"b": 0}}, [0])
        >>> [(sorted(symbols), end) for symbols, end in next_symbols(dfa)]
        [(['a'], True), (['b'], False), ([], False)]
    """
    return tuple((dfa.legal(s), s in dfa.accepting) for s in range(len(dfa)))
