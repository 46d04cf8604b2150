"""Alphabets, and which statistics the words of a length have."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError, WordError
from lengthwise.words import (
    Alphabet,
    Statistics,
    all_statistics,
    class_sizes,
    compositions,
    statistics_count,
)
from tests import strategies as our

PERIODS_AND_LAGS = list(itertools.product((1, 2, 3, 4), (0, 1, 2, 3)))
LONGEST = {1: 12, 2: 8, 3: 6}


@pytest.mark.parametrize(
    ("symbols", "reason"),
    [
        ("", "without symbols"),
        ("aba", "'a' stands twice"),
        (["a", "$"], "marks the beginning"),
        (["a b"], "without blanks"),
        (["a", ""], "without blanks"),
        ([" "], "without blanks"),
        ([1], "without blanks"),
    ],
)
def test_what_cannot_be_an_alphabet_is_refused(symbols, reason):
    with pytest.raises(SpecError, match=reason):
        Alphabet(symbols)


@given(our.alphabets())
def test_symbols_have_distinct_places_in_order(alphabet):
    assert [alphabet.index(symbol) for symbol in alphabet] == list(range(len(alphabet)))
    assert alphabet.encode(alphabet.symbols) == tuple(range(len(alphabet)))
    assert all(symbol in alphabet for symbol in alphabet)
    assert "z" not in alphabet


def test_a_symbol_outside_the_alphabet_is_named():
    with pytest.raises(WordError, match=r"'z' is not one of the symbols \{a, b\}"):
        Alphabet("ab").encode("az")
    with pytest.raises(WordError, match="'z' at place 2"):
        Alphabet("ab").word("a z")
    with pytest.raises(WordError, match=r"\['a'\] is not one"):
        Alphabet("ab").index(["a"])


@given(st.data())
def test_a_word_is_read_as_it_is_written(data):
    alphabet = data.draw(st.sampled_from([*our.ALPHABETS, Alphabet(["aa", "b"])]))
    word = data.draw(our.words(alphabet, min_size=0))
    assert alphabet.word(" ".join(word)) == word
    if all(len(symbol) == 1 for symbol in alphabet):
        assert alphabet.word("".join(word)) == word


def test_words_of_a_length_come_once_and_in_alphabet_order():
    words = list(Alphabet("ba").words(3))
    assert len(set(words)) == len(words) == 8
    assert words[:3] == [("b", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    assert list(Alphabet("ab").words(0)) == [()]


@given(st.integers(0, 60), st.integers(1, 9))
def test_class_sizes_count_positions(positions, delta):
    found = [sum(i % delta == r for i in range(1, positions + 1)) for r in range(delta)]
    assert class_sizes(positions, delta) == tuple(found)


@given(st.integers(0, 6), st.integers(1, 4))
def test_compositions_are_all_ordered_sums(total, parts):
    found = list(compositions(total, parts))
    every = itertools.product(range(total + 1), repeat=parts)
    assert set(found) == {numbers for numbers in every if sum(numbers) == total}
    assert len(found) == len(set(found)) == math.comb(total + parts - 1, parts - 1)


@pytest.mark.parametrize(("delta", "tau"), PERIODS_AND_LAGS)
@pytest.mark.parametrize("alphabet", our.ALPHABETS, ids=str)
def test_exactly_the_statistics_of_words_are_enumerated(alphabet, delta, tau):
    for length in range(LONGEST[len(alphabet)] + 1):
        first = {}
        for word in alphabet.words(length):
            found = Statistics.of(word, alphabet, delta=delta, tau=tau)
            first.setdefault(found, word)
        listed = list(all_statistics(alphabet, length, delta=delta, tau=tau))
        assert len(listed) == len(set(listed))
        assert set(listed) == set(first)
        count = statistics_count(len(alphabet), length, delta=delta, tau=tau)
        assert count == len(listed)
        for found, word in first.items():
            assert found.word() == word
            assert found.length == length


@given(st.data())
def test_statistics_are_the_counts_of_the_prefix_and_the_last_symbols(data):
    alphabet = data.draw(our.alphabets())
    word = data.draw(our.words(alphabet, min_size=0, max_size=15))
    delta, tau = data.draw(st.sampled_from(PERIODS_AND_LAGS))
    found = Statistics.of(word, alphabet, delta=delta, tau=tau)
    cut = max(0, len(word) - (tau + 1))
    assert found.suffix == word[cut:]
    for s, symbol in enumerate(alphabet):
        for r in range(delta):
            places = [i for i in range(1, cut + 1) if i % delta == r]
            assert found.counts[s][r] == sum(word[i - 1] == symbol for i in places)


@pytest.mark.parametrize(("delta", "tau"), [(1, 0), (1, 2), (2, 0), (2, 1), (3, 1)])
def test_statistics_can_be_built_exactly_where_a_word_has_them(delta, tau):
    alphabet = Alphabet("ab")
    occur = {
        found
        for length in range(2 * 2 * delta + tau + 2)
        for found in all_statistics(alphabet, length, delta=delta, tau=tau)
        if max(map(max, found.counts)) <= 2
    }
    built = set()
    for numbers in itertools.product(range(3), repeat=2 * delta):
        counts = (numbers[:delta], numbers[delta:])
        for size in range(tau + 3):
            for suffix in alphabet.words(size):
                try:
                    built.add(
                        Statistics(
                            alphabet=alphabet,
                            delta=delta,
                            tau=tau,
                            counts=counts,
                            suffix=suffix,
                        )
                    )
                except SpecError:
                    continue
    assert built == occur


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"delta": 0}, "the period delta is 0; it must be at least 1"),
        ({"tau": -1}, "the lag tau is -1; it must be at least 0"),
        ({"counts": ((1, 1),)}, "2 rows"),
        ({"counts": ((1, 1), (1,))}, "of 2 numbers"),
        ({"counts": ((1, 2), (0, -1))}, "not negative"),
        ({"suffix": ("a",)}, "a suffix of 1 symbols; .* length 3 has one of 2"),
        ({"suffix": ("a", "b", "a")}, "a suffix of 3 symbols; .* has one of 2"),
        ({"counts": ((2, 0), (0, 0))}, r"have \(1, 1\) .*the counts say \(2, 0\)"),
    ],
)
def test_the_reason_why_no_word_has_such_statistics_is_told(change, reason):
    fine = {"delta": 2, "tau": 1, "counts": ((1, 1), (0, 0)), "suffix": ("a", "b")}
    Statistics(alphabet=Alphabet("ab"), **fine)
    with pytest.raises(SpecError, match=reason):
        Statistics(alphabet=Alphabet("ab"), **(fine | change))


def test_statistics_of_a_foreign_word_are_refused():
    for word in ("zab", "abz"):
        with pytest.raises(WordError, match="'z'"):
            Statistics.of(word, Alphabet("ab"), delta=1, tau=0)


def test_lists_are_as_good_as_tuples():
    listed = Statistics(
        alphabet=Alphabet("ab"), delta=1, tau=0, counts=[[1], [0]], suffix=["b"]
    )
    assert listed == Statistics.of("ab", Alphabet("ab"), delta=1, tau=0)
    assert hash(listed) == hash(Statistics.of("ab", Alphabet("ab"), delta=1, tau=0))


def test_a_negative_length_has_no_statistics():
    with pytest.raises(SpecError, match="the length is -1"):
        statistics_count(2, -1, delta=1, tau=0)
    with pytest.raises(SpecError, match="the length is -1"):
        list(all_statistics(Alphabet("ab"), -1, delta=1, tau=0))
    with pytest.raises(SpecError, match="delta is 0"):
        Statistics.of("ab", Alphabet("ab"), delta=0, tau=0)


def test_the_count_is_that_of_the_manual():
    assert statistics_count(3, 1000, delta=1, tau=0) == 1501500
