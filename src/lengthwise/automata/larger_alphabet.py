"""The same language over a larger alphabet."""

from collections.abc import Iterable

from lengthwise.automata.automaton_size import require_cells
from lengthwise.automata.dfa import DFA
from lengthwise.errors import SpecError
from lengthwise.words import Alphabet


def over_alphabet(dfa: DFA, symbols: Iterable[str]) -> DFA:
    """Returns an automaton of the same language over a larger alphabet.

    Symbols outside the alphabet of `dfa` lead to a sink.

    Args:
        dfa: An automaton.
        symbols: All symbols of the new alphabet, in order.

    Raises:
        SpecError: A symbol of `dfa` is missing.
        FormatError: The table is too large.

    Examples:
        >>> dfa = over_alphabet(DFA.from_table("a", {0: {"a": 0}}, [0]), "ba")
        >>> dfa.alphabet.symbols, dfa.accepts("aa"), dfa.accepts("ab")
        (('b', 'a'), True, False)
    """
    alphabet = Alphabet(symbols)
    for symbol in dfa.alphabet:
        if symbol not in alphabet:
            raise SpecError(
                f"the automaton has the symbol {symbol!r}, which is not in the "
                f"alphabet {alphabet}; add it there"
            )
    require_cells(len(dfa) + 1, alphabet)
    dead = len(dfa)
    columns = [
        dfa.alphabet.index(symbol) if symbol in dfa.alphabet else None
        for symbol in alphabet
    ]
    rows = [
        tuple(dead if k is None else row[k] for k in columns) for row in dfa.transitions
    ]
    if None in columns:
        rows.append((dead,) * len(alphabet))
    return DFA(alphabet, tuple(rows), dfa.start, dfa.accepting)
