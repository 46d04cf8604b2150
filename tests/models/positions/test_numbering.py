"""How schemes number positions: offsets, random subsets, places in numbers."""

import itertools
from collections import Counter

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.models.positions import Abacus, Absolute, Randomized, Rope, layout

ROWS = 400
LENGTHS = (3, 5, 1)  # of the words of a row
BEGINS = np.repeat([0, 3, 8], LENGTHS)


def packed(rows=ROWS, padding=3):
    begins = np.concatenate([BEGINS, np.full(padding, 9)])
    tokens = jnp.zeros((rows, 9 + padding), int)
    return layout(tokens, jnp.full(rows, 9), jnp.asarray(np.tile(begins, (rows, 1))))


def alone(lengths, padded):
    return layout(jnp.zeros((len(lengths), padded), int), jnp.asarray(lengths))


def words_of(numbers):
    """The numbers of each word of rows of three."""
    return [
        [tuple(map(int, word)) for word in np.split(row[:9], [3, 8])]
        for row in np.asarray(numbers)
    ]


def test_a_word_begins_at_every_offset_that_fits_and_at_no_other():
    lengths = np.repeat([1, 4, 8, 10], ROWS)
    numbers = Absolute(10).numbering(alone(lengths, 16), jax.random.key(0))
    assert numbers.shape == (4 * ROWS, 16)
    np.testing.assert_array_equal(np.diff(numbers, axis=1), 1)
    for length in (1, 4, 8, 10):
        firsts = np.asarray(numbers)[lengths == length, 0]
        assert set(firsts) == set(range(1, 10 - length + 2))
        lasts = np.asarray(numbers)[lengths == length, length - 1]
        assert lasts.max() == 10


def test_each_word_of_a_row_has_its_own_offset():
    numbers = Absolute(6).numbering(packed(), jax.random.key(0))
    offsets = [tuple(word[0] - 1 for word in row) for row in words_of(numbers)]
    assert set(offsets) == set(itertools.product(range(4), range(2), range(6)))
    for word in itertools.chain(*words_of(numbers)):
        assert word == tuple(range(word[0], word[0] + len(word)))


def test_offsets_are_uniform():
    numbers = Absolute(8).numbering(alone([5] * 4000, 5), jax.random.key(1))
    counts = Counter(np.asarray(numbers)[:, 0].tolist())
    assert set(counts) == {1, 2, 3, 4}
    assert max(abs(count - 1000) for count in counts.values()) < 120  # 4 deviations


@pytest.mark.parametrize("scheme", [Absolute(6), Absolute()])
def test_positions_begin_at_1_without_a_key(scheme):
    numbers = scheme.numbering(packed(rows=1), None)
    assert words_of(numbers) == [[(1, 2, 3), (1, 2, 3, 4, 5), (1,)]]


def test_schemes_of_distances_number_the_places_of_a_row_alike():
    assert Rope().numbering(packed(), jax.random.key(0)).shape == (12,)


def test_random_numbers_are_a_uniform_ordered_subset():
    """All subsets of 2 of 4 numbers, about as often as each other."""
    numbers = Randomized(4).numbering(alone([2] * 3000, 3), jax.random.key(2))
    counts = Counter(map(tuple, np.asarray(numbers)[:, :2].tolist()))
    assert set(counts) == set(itertools.combinations(range(1, 5), 2))
    assert max(abs(count - 500) for count in counts.values()) < 90  # 4 deviations


def test_each_word_of_a_row_has_its_own_random_numbers():
    rows = words_of(Randomized(9).numbering(packed(), jax.random.key(0)))
    for word in itertools.chain(*rows):
        assert all(a < b for a, b in itertools.pairwise(word))
        assert set(word) <= set(range(1, 10))
    assert len({row[1] for row in rows}) > 50
    assert {row[2] for row in rows} == {(number,) for number in range(1, 10)}


def test_an_evaluation_has_one_fixed_subset_for_each_length():
    scheme = Randomized(50)
    one = scheme.numbering(packed(rows=2), None)
    np.testing.assert_array_equal(one, scheme.numbering(packed(rows=2), None))
    (first, second) = words_of(one)
    assert first == second
    own = np.asarray(scheme.numbering(alone([3, 5, 1], 8), None))
    assert first == [
        tuple(row[:length]) for row, length in zip(own.tolist(), LENGTHS, strict=True)
    ]
    assert first[1] != (1, 2, 3, 4, 5)


def test_more_padding_than_numbers_is_no_harm():
    for key in (None, jax.random.key(0)):
        numbers = Randomized(4).numbering(alone([4], 9), key)
        assert numbers[0, :4].tolist() == [1, 2, 3, 4]


def naive_abacus(word, digits):
    run, numbers = 0, []
    for symbol in word:
        run = run + 1 if symbol < digits else 0
        numbers.append(run)
    return numbers


def test_places_in_numbers_restart_at_each_run_of_digits():
    rng = np.random.default_rng(0)
    tokens = rng.integers(0, 4, (50, 12))
    where = layout(jnp.asarray(tokens), jnp.full(50, 12))
    found = Abacus(digits=3).numbering(where, None)
    assert found.tolist() == [naive_abacus(word, 3) for word in tokens]


def test_places_in_numbers_restart_at_each_word_of_a_row():
    found = words_of(Abacus().numbering(packed(rows=1), None))
    assert found == [[(1, 2, 3), (1, 2, 3, 4, 5), (1,)]]


def test_all_numbers_of_a_word_have_one_offset_that_stays_in_the_table():
    word = [0, 1, 3, 1, 1, 1]  # runs of 2 and 3 digits
    where = layout(jnp.asarray([word] * ROWS), jnp.full(ROWS, 6))
    plain = np.array(naive_abacus(word, 2))
    for places, most in ((20, 7), (9, 5)):  # the table ends before the largest offset
        scheme = Abacus(offset=7, places=places)
        numbers = np.asarray(scheme.numbering(where, jax.random.key(0)))
        offsets = np.unique((numbers - plain)[:, plain > 0], axis=0)
        assert offsets.tolist() == [[offset] * 5 for offset in range(most + 1)]
        assert not numbers[:, plain == 0].any()
        assert numbers.max() <= places - 1
