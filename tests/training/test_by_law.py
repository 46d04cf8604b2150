"""Words in arrays follow the law of the task, tested against exact probabilities."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from lengthwise.tasks.catalogue import task
from lengthwise.tasks.laws import Balanced, Sparse, UniformWords
from lengthwise.training.samplers import _acceptors as acceptors
from lengthwise.training.samplers import _by_law as by_law
from lengthwise.training.samplers._by_law import law_words, sparse_words, urn_words
from lengthwise.words import Alphabet
from tests.training.law_tests import assert_drawn_from

DRAWS = 1 << 13


def drawn(one, length, *, longest=6):
    lengths = np.full(DRAWS, length)
    tokens = law_words(one, np.random.default_rng(5), lengths, longest)
    assert tokens.shape == (DRAWS, longest)
    assert not tokens[:, length:].any()
    return list(map(tuple, tokens[:, :length].tolist()))


def urn_probability(word, *, symbols, period=1, order=0):
    """By the rule of the urn; contexts and classes by definition."""
    found = Fraction(1)
    for t, symbol in enumerate(word):
        before = [
            word[u]
            for u in range(order, t)
            if (u - t) % period == 0 and word[u - order : u] == word[t - order : t]
        ]
        before = before if t >= order else []
        found *= Fraction(1 + before.count(symbol), symbols + len(before))
    return found


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("simple", {"symbols": 3}),
        ("modp:p=2", {"symbols": 2, "period": 2}),
        ("kgram:k=1,S=2", {"symbols": 2, "order": 1}),
        ("kgram:k=2,S=2", {"symbols": 2, "order": 2}),
    ],
)
def test_urns_follow_the_law(name, shape):
    exact = {
        word: urn_probability(word, **shape)
        for word in product(range(shape["symbols"]), repeat=4)
    }
    assert_drawn_from(drawn(task(name), 4), exact)


def test_too_many_urns_are_drawn_by_the_reference(monkeypatch):
    monkeypatch.setattr(by_law, "URNS", 1)
    one = task("kgram:k=1,S=2")
    exact = {
        word: urn_probability(word, symbols=2, order=1)
        for word in product(range(2), repeat=4)
    }
    assert_drawn_from(drawn(one, 4), exact)


def test_sparse_words_follow_the_law():
    one = task("parity_k:k=2")
    assert one.law == Sparse(2)
    sizes = Counter(sum(word) for word in product(range(2), repeat=4))
    exact = {
        word: Fraction(1, 3 * sizes[sum(word)])
        for word in product(range(2), repeat=4)
        if sum(word) <= 2
    }
    assert_drawn_from(drawn(one, 4), exact)
    lengths = np.array([0, 1, 7])
    tokens = sparse_words(np.random.default_rng(0), 9, lengths, 7)
    assert (tokens.sum(1) <= lengths).all()


def test_bits_are_the_symbols_0_and_1_of_the_alphabet():
    one = task("modp:p=2")
    object.__setattr__(one, "alphabet", Alphabet("x10"))
    tokens = law_words(one, np.random.default_rng(0), np.array([4, 6] * 20), 6)
    assert set(tokens[1::2].flat) == {1, 2}
    assert not tokens[::2, 4:].any()


@pytest.mark.parametrize(
    "text", ["tomita4", "012_0_2", "dyck1", "boolean3", "shuffle2"]
)
@pytest.mark.parametrize("table", [True, False])
def test_members_are_uniform(text, table, monkeypatch):
    if not table:
        monkeypatch.setattr(acceptors, "ENTRIES", 0)
    one = task(text)
    assert isinstance(one.law, UniformWords)
    words = product(range(len(one.alphabet)), repeat=4)
    symbols = one.alphabet.symbols
    members = [w for w in words if one.language.accepts([symbols[k] for k in w])]
    exact = dict.fromkeys(members, Fraction(1, len(members)))
    assert_drawn_from(drawn(one, 4), exact)


@pytest.mark.parametrize("text", ["parity_language", "dyck1@recognize-end"])
@pytest.mark.parametrize("length", [3, 4])
def test_members_and_others_are_balanced(text, length):
    one = task(text)
    assert isinstance(one.law, Balanced)
    words = list(product(range(2), repeat=length))
    symbols = one.alphabet.symbols
    inside = [w for w in words if one.language.accepts([symbols[k] for k in w])]
    outside = [w for w in words if w not in inside]
    coin = Fraction(1, 2) if inside else 1
    exact = {w: coin / len(group) for group in (inside, outside) for w in group}
    assert_drawn_from(drawn(one, length), exact)


def test_long_words_are_members():
    """Far more words than any float counts exactly."""
    one = task("tomita5")
    lengths = np.full(16, 300)
    tokens = law_words(one, np.random.default_rng(2), lengths, 300)
    symbols = one.alphabet.symbols
    assert all(one.language.accepts([symbols[k] for k in row]) for row in tokens)


def test_words_of_mixed_lengths_end_where_they_should():
    rng = np.random.default_rng(0)
    lengths = np.array(Random(0).choices(range(1, 9), k=200))
    tokens = urn_words(rng, 3, lengths, 8)
    assert not tokens[np.arange(8) >= lengths[:, None]].any()
