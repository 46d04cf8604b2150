"""The most frequent letter: exact shares, and never many draws for one word."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from lengthwise.tasks.catalogue import task
from lengthwise.training.samplers._mode_counts import (
    GOOD,
    SHORT,
    mode_counts,
    mode_weights,
)
from tests.training.law_tests import assert_drawn_from
from tests.training.samplers.device_draws import draws, words_in


@pytest.mark.parametrize(("letters", "length"), [(2, 5), (3, 6), (4, 4)])
def test_shares_are_those_of_all_words(letters, length):
    shares = np.zeros(length)
    for word in product(range(letters), repeat=length):
        counts = sorted((word.count(letter) for letter in range(letters)), reverse=True)
        if counts[0] > counts[1]:
            shares[counts[0] - 1] += letters**-length
    assert mode_weights(letters, length)[0][length] == pytest.approx(shares)


@pytest.mark.parametrize("letters", range(2, 27))
def test_a_quarter_of_the_draws_is_good_at_every_length(letters):
    shares = mode_weights(letters, 60)[0].sum(axis=1)
    direct = mode_counts(letters).direct
    for length in range(1, 61):
        first = length <= SHORT and direct[length]
        assert first or shares[length] >= GOOD, length


@pytest.mark.parametrize(("letters", "length"), [(3, 10), (3, 7), (9, 8)])
def test_the_most_frequent_letter_stands_as_often_as_in_all_words(letters, length):
    one = task(f"majority:symbols={letters}")
    batch = draws(one, np.full(1 << 15, length), length + 4)
    words = (one.output.split(word)[0] for word in words_in(one, batch))
    times = [max(map(word.count, set(word))) for word in words]
    shares = mode_weights(letters, length)[0][length]
    law = {m: share / shares.sum() for m, share in enumerate(shares, 1)}
    # numbers that are expected fewer than 20 times count as the nearest one that is not
    kept = [m for m, chance in law.items() if chance * len(times) >= 20]
    near = {m: min(max(m, kept[0]), kept[-1]) for m in law}
    exact = Counter()
    for m, chance in law.items():
        exact[near[m]] += chance
    assert_drawn_from([near[m] for m in times], exact)
