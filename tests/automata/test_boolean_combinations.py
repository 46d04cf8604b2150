import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.boolean_combinations import before_word, combine, complement
from lengthwise.automata.regex import regex
from lengthwise.errors import SpecError
from tests.automata.automaton_strategies import dfas


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
def test_complement_and_what_stands_before_a_word(dfa, length):
    for word in dfa.alphabet.words(length):
        assert complement(dfa).accepts(word) != dfa.accepts(word)
        for end in list(dfa.alphabet.words(2))[:3]:
            assert before_word(dfa, end).accepts(word) == dfa.accepts(word + end)


def test_different_alphabets_are_refused():
    with pytest.raises(SpecError, match=r"the alphabets .a. and .b. differ"):
        combine(regex("a").dfa, regex("b").dfa, operator.and_)
