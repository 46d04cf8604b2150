"""Questions have the laws that they document."""

import math
from itertools import pairwise, permutations, product
from random import Random

import pytest

from lengthwise.tasks.questions import question_laws as questions
from lengthwise.words import Alphabet
from tests.tasks.chance import assert_law, uniform


def bit_law(length):
    """The number of 1 uniform, then every order equally likely."""
    return {
        word: 1 / (length + 1) / math.comb(length, word.count("1"))
        for word in Alphabet("01").words(length)
    }


def conditioned(law, keep):
    kept = {word: p for word, p in law.items() if keep(word)}
    return {word: p / sum(kept.values()) for word, p in kept.items()}


@pytest.mark.parametrize("length", [0, 1, 5])
def test_bits_have_a_uniform_number_of_ones(length):
    assert_law(lambda rng: questions.bits(rng, length), bit_law(length))


@pytest.mark.parametrize("length", [1, 2, 5, 6])
def test_untied_bits_are_bits_without_ties(length):
    law = conditioned(bit_law(length), lambda w: w.count("0") != w.count("1"))
    assert_law(lambda rng: questions.untied_bits(rng, length), law)


def test_interleaved_bits_are_independent_columns():
    column = conditioned(bit_law(2), lambda w: w.count("0") != w.count("1"))
    law = {
        (a[0], b[0], a[1], b[1]): column[a] * column[b]
        for a, b in product(column, repeat=2)
    }
    assert_law(lambda rng: questions.interleaved_bits(rng, 4, period=2), law)


def test_letters_are_independent_and_uniform():
    law = uniform(Alphabet("abc").words(3))
    assert_law(lambda rng: questions.letters(rng, 3, symbols=3), law)


def test_letters_with_a_mode_are_letters_without_ties():
    def has_mode(word):
        counts = sorted((word.count(letter) for letter in "abc"), reverse=True)
        return counts[0] > counts[1]

    law = conditioned(uniform(Alphabet("abc").words(4)), has_mode)
    draw = questions.letters_with_a_mode
    assert_law(lambda rng: draw(rng, 4, symbols=3), law)


def test_distinct_numbers_are_drawn_without_replacement():
    law = uniform(permutations("0123", 3))
    assert_law(lambda rng: questions.distinct(rng, 3, symbols=4), law)


def test_stepped_questions_begin_with_marks():
    law = uniform(("#", *numbers) for numbers in permutations("0123", 2))
    assert_law(lambda rng: questions.stepped(rng, 3, k=2, symbols=4), law)


def test_short_questions_with_distinct_pairs_are_uniform():
    words = Alphabet("012").words(3)
    law = uniform(w for w in words if len(set(pairwise(w))) == 2)
    assert_law(lambda rng: questions.distinct_pairs(rng, 3, symbols=3), law)


@pytest.mark.parametrize(
    ("symbols", "length"), [(2, 5), (3, 10), (4, 12), (16, 150), (16, 192)]
)
def test_long_questions_have_distinct_pairs(symbols, length):
    rng = Random(0)
    for _ in range(20):
        word = questions.distinct_pairs(rng, length, symbols=symbols)
        assert len(word) == length
        assert len(set(pairwise(word))) == length - 1


def test_operands_split_uniformly_and_begin_with_1():
    def numbers(size):
        if size == 1:
            return ["0", "1"]
        return ["1" + "".join(rest) for rest in product("01", repeat=size - 1)]

    length = 7
    law = {}
    for size in range(1, length - 2):
        pairs = list(product(numbers(size), numbers(length - 2 - size)))
        for first, second in pairs:
            law[(*first, "+", *second)] = 1 / (length - 3) / len(pairs)
    assert_law(lambda rng: questions.operands(rng, length), law)


def test_intervals_begin_anywhere():
    law = uniform([("0", "2"), ("1", "3"), ("2", "4")])
    assert_law(lambda rng: questions.interval(rng, 3, symbols=5), law)


@pytest.mark.parametrize(
    ("name", "places"), [("once_with_right", (0, 1, 2)), ("once_with_left", (1, 2, 3))]
)
def test_a_query_that_stands_once_has_a_uniform_place(name, places):
    def question(place, query, others):
        context = [*others[:place], query, *others[place:]]
        return (*context, query)

    law = uniform(
        question(place, query, others)
        for place in places
        for query in "012"
        for others in product([s for s in "012" if s != query], repeat=3)
    )
    assert_law(lambda rng: getattr(questions, name)(rng, 4, symbols=3), law)


@pytest.mark.parametrize(
    ("name", "keep"),
    [
        ("repeated", lambda _: True),
        ("repeated_after_first", lambda w: w[0] != w[-1]),
        ("repeated_before_last", lambda w: w[-2] != w[-1]),
    ],
)
def test_a_repeated_query_is_the_symbol_of_a_uniform_place(name, keep):
    weights = {
        (*context, query): context.count(query)
        for context in product("01", repeat=4)
        for query in set(context)
    }
    law = conditioned(weights, lambda w: w[:-1].count(w[-1]) > 1 and keep(w))
    assert_law(lambda rng: getattr(questions, name)(rng, 4, symbols=2), law)
