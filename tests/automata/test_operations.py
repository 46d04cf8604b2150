"""The operations that other tests rest on."""

import operator

from hypothesis import given
from hypothesis import strategies as st

from tests.automata.automaton_strategies import dfas
from tests.automata.operations import combine, complement


@given(
    dfas(symbols=("ab",)),
    dfas(symbols=("ab",)),
    st.sampled_from([operator.and_, operator.or_, operator.xor]),
)
def test_combinations_are_pointwise(first, second, keep):
    both = combine(first, second, keep)
    for length in range(5):
        for word in first.alphabet.words(length):
            assert both.accepts(word) == keep(first.accepts(word), second.accepts(word))


@given(dfas(), st.integers(0, 3))
def test_the_complement_accepts_what_the_automaton_does_not(dfa, length):
    for word in dfa.alphabet.words(length):
        assert complement(dfa).accepts(word) != dfa.accepts(word)
