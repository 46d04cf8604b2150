from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.next_symbols import next_symbols
from tests.automata.automaton_strategies import dfas


@given(dfas(max_states=4, symbols=("a", "ab")), st.integers(0, 4))
def test_next_symbols_are_those_that_a_word_can_continue_with(dfa, length):
    table = next_symbols(dfa)
    for prefix in dfa.alphabet.words(length):
        symbols, end = table[dfa.run(prefix)]
        assert end == dfa.accepts(prefix)
        for symbol in dfa.alphabet:
            completed = any(
                dfa.accepts((*prefix, symbol, *rest))
                for n in range(len(dfa))
                for rest in dfa.alphabet.words(n)
            )
            assert (symbol in symbols) == completed
