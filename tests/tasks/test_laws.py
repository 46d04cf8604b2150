"""The exact samplers have exactly the laws that they document."""

import math
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from lengthwise.tasks.laws import (
    composition,
    composition_word,
    pick,
    residue_counts,
    residue_word,
    shuffled,
    urn_word,
)
from lengthwise.words import Alphabet, compositions
from tests.tasks.chance import assert_law, uniform

TERNARY = Alphabet("012")


@pytest.mark.parametrize(("total", "parts"), [(0, 3), (1, 3), (5, 3), (6, 2), (4, 1)])
def test_every_composition_is_equally_likely(total, parts):
    law = uniform(compositions(total, parts))
    assert_law(lambda rng: composition(rng, total, parts), law)


def dirichlet_probability(word, symbols):
    """The integral of a product of frequencies over the uniform simplex."""
    counts = [word.count(symbol) for symbol in symbols]
    top = math.factorial(len(symbols) - 1) * math.prod(map(math.factorial, counts))
    return Fraction(top, math.factorial(len(word) + len(symbols) - 1))


def test_a_composition_word_is_a_dirichlet_mixture_of_independent_symbols():
    words = list(TERNARY.words(3))
    law = {word: float(dirichlet_probability(word, "012")) for word in words}
    assert_law(lambda rng: composition_word(rng, 3, TERNARY), law)


def test_a_word_with_neither_0_nor_1_has_the_stated_probability():
    for length in range(1, 30):
        word = ("2",) * length
        stated = Fraction(2, (length + 1) * (length + 2))
        assert dirichlet_probability(word, "012") == stated


def test_shuffled_has_every_order_equally_likely():
    law = uniform({w for w in Alphabet("ab").words(4) if w.count("a") == 2})
    assert_law(lambda rng: shuffled(rng, (2, 2), "ab"), law)


@pytest.mark.parametrize("period", [1, 2, 3])
def test_the_ones_of_a_residue_class_are_uniform_and_independent(period):
    length = 5
    sizes = [sum(t % period == r for t in range(1, length + 1)) for r in range(period)]
    law = uniform(product(*(range(size + 1) for size in sizes)))
    assert_law(lambda rng: residue_counts(rng, length, period), law)


@pytest.mark.parametrize(("length", "period"), [(4, 2), (4, 3), (2, 5), (4, 1)])
def test_a_residue_word_is_a_mixture_of_independent_bits(length, period):
    def probability(word):
        result = Fraction(1)
        for residue in range(period):
            own = [b for t, b in enumerate(word, 1) if t % period == residue]
            result *= dirichlet_probability(own, "01")
        return float(result)

    law = {word: probability(word) for word in Alphabet("01").words(length)}
    assert_law(lambda rng: residue_word(rng, length, period), law)


def chain_probability(word, symbols, order):
    """The same integral for each context: rows uniform on the simplex."""
    result = Fraction(1, len(symbols) ** min(order, len(word)))
    for context in product(symbols, repeat=order):
        after = [
            word[t]
            for t in range(order, len(word))
            if tuple(word[t - order : t]) == context
        ]
        result *= dirichlet_probability(after, symbols)
    return float(result)


@pytest.mark.parametrize(
    ("symbols", "order", "length"),
    [("01", 1, 5), ("01", 2, 5), ("012", 1, 3), ("01", 3, 2), ("01", 1, 1)],
)
def test_an_urn_word_is_a_mixture_of_markov_chains(symbols, order, length):
    alphabet = Alphabet(symbols)
    words = list(alphabet.words(length))
    law = {word: chain_probability(word, symbols, order) for word in words}
    assert_law(lambda rng: urn_word(rng, length, alphabet, order), law)


def test_equal_seeds_give_equal_words():
    draws = [urn_word(Random(7), 40, TERNARY, 2) for _ in range(2)]
    assert draws[0] == draws[1]
    assert draws[0] != urn_word(Random(8), 40, TERNARY, 2)


def test_an_urn_word_is_drawn_as_the_law_says():
    """Against the definition: count in the word so far, for every symbol anew."""

    def slow(rng, length, order):
        word = ()
        for place in range(length):
            weights = dict.fromkeys(TERNARY, 1)
            for t in range(order, place):
                if place >= order and word[t - order : t] == word[place - order :]:
                    weights[word[t]] += 1
            word += (TERNARY.symbols[pick(rng, list(weights.values()))],)
        return word

    for seed, order in product(range(20), (0, 1, 2)):
        fast = urn_word(Random(seed), 30, TERNARY, order)
        assert fast == slow(Random(seed), 30, order)
