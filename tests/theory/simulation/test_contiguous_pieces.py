import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.theory.simulation._contiguous_pieces import blocks
from tests.theory.simulation.sequences import sequence


def windows(word, size):
    found = Counter(zip(*(word[k:] for k in range(size)), strict=False))
    return {window: n / found.total() for window, n in found.items()}


def apart(x, z, size=3):
    """The l1 distance of the frequencies of windows."""
    a, b = windows(x, size), windows(z, size)
    return sum(abs(a.get(w, 0) - b.get(w, 0)) for w in a | b)


@given(st.integers(0, 2**32), st.integers(1, 30), st.integers(0, 4))
def test_what_is_kept_is_in_order_and_ends_like_x(seed, n, tau):
    x = tuple(map(str, range(70)))
    z = blocks(x, n=n, tau=tau, rng=np.random.default_rng(seed))
    places = [int(symbol) for symbol in z]
    assert places == sorted(set(places))
    assert z[-tau - 1 :] == x[-tau - 1 :]


@pytest.mark.parametrize("block_length", [None, 1.0, 30.0])
def test_the_mean_lengths_are_those_that_were_asked_for(block_length):
    x = tuple(map(str, range(20_000)))
    rng = np.random.default_rng(0)
    draws = [
        blocks(x, n=1000, tau=0, rng=rng, block_length=block_length) for _ in range(100)
    ]
    assert np.mean([len(z) for z in draws]) == pytest.approx(1000, rel=0.05)
    pieces = sum(
        1
        for z in draws
        for a, b in itertools.pairwise([-2, *map(int, z)])
        if b != a + 1
    )
    kept = sum(map(len, draws))
    assert kept / pieces == pytest.approx(block_length or 10.0, rel=0.05)


def test_pieces_beat_single_symbols_on_sticky_words():
    x = sequence("sticky", 50_000)
    rng = np.random.default_rng(1)
    errors = {
        length: np.mean(
            [
                apart(x, blocks(x, n=2000, tau=2, rng=rng, block_length=length))
                for _ in range(10)
            ]
        )
        for length in (None, 1.0)
    }
    assert 3 * errors[None] < errors[1.0]


def test_numbers_out_of_range_are_refused():
    rng = np.random.default_rng(0)
    with pytest.raises(SpecError, match="at least 20 are needed"):
        blocks(("a",) * 19, n=10, tau=0, rng=rng)
    with pytest.raises(SpecError, match="must be at least 1"):
        blocks(("a",) * 20, n=10, tau=0, rng=rng, block_length=0.5)
