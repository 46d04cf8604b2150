import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.regex import regex
from lengthwise.automata.words_of_length import WordCounts, next_symbols
from lengthwise.errors import WordError
from tests.automata.automaton_strategies import dfas


@given(dfas(), st.integers(0, 5))
def test_words_come_in_order_each_once_and_are_counted(dfa, length):
    counts = WordCounts(dfa)
    expected = [w for w in dfa.alphabet.words(length) if dfa.accepts(w)]
    assert list(counts.all(length)) == expected
    assert counts.count(length) == len(expected)
    assert [counts.nth(length, k) for k in range(len(expected))] == expected


def test_samples_are_uniform():
    counts = WordCounts(regex("(a|bb)*").dfa)
    rng = random.Random(1)
    seen = Counter(counts.sample(6, rng) for _ in range(13_000))
    assert len(seen) == counts.count(6) == 13
    # 1000 each; five standard deviations are 155.
    assert all(abs(n - 1000) < 155 for n in seen.values())


def test_counts_of_long_words_are_exact():
    counts = WordCounts(regex("(a|b)*").dfa)
    assert counts.count(3000) == 2**3000
    assert len(counts.sample(3000, random.Random(0))) == 3000


def test_a_word_that_is_not_there_is_refused():
    counts = WordCounts(regex("(aa)*").dfa)
    with pytest.raises(WordError, match="no word of length 3"):
        counts.sample(3, random.Random(0))
    with pytest.raises(WordError, match=r"number 1 of length 4 .* there are 1"):
        counts.nth(4, 1)


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
