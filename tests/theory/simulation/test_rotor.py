import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.theory.simulation._contiguous_pieces import blocks
from lengthwise.theory.simulation._rotor import rotor
from tests.strategies import words
from tests.theory.simulation.sequences import ABC, KINDS, sequence
from tests.theory.simulation.test_contiguous_pieces import apart


@given(words(ABC, min_size=24, max_size=60), st.data())
def test_the_length_and_the_suffix_are_as_asked_for(x, data):
    tau = data.draw(st.integers(0, 3))
    n = data.draw(st.integers(tau + 2, len(x) // 2))
    bins = data.draw(st.integers(1, 4))
    z = rotor(x, n=n, tau=tau, bins=bins)
    assert len(z) == n
    assert z[-tau - 1 :] == x[-tau - 1 :]
    assert set(z) <= set(x)
    assert z == rotor(x, n=n, tau=tau, bins=bins)


def test_windows_come_in_proportion_in_every_part():
    x = tuple("aab" * 1000 + "ab" * 1500)
    z = rotor(x, n=600, tau=1, bins=2)
    assert "".join(z[:297]) == "aab" * 99
    assert apart(x[3000:], z[300:], size=2) < 0.01


@pytest.mark.parametrize("kind", KINDS)
def test_the_walk_beats_random_pieces(kind):
    x = sequence(kind, 20_000)
    rng = np.random.default_rng(0)
    random = [apart(x, blocks(x, n=2000, tau=2, rng=rng)) for _ in range(8)]
    assert 2 * apart(x, rotor(x, n=2000, tau=2, bins=11)) < np.mean(random)


def test_a_walk_does_not_stay_on_one_side_of_a_rare_edge():
    x = ("a",) * 3000 + ("b",) * 3000
    z = rotor(x, n=300, tau=1, bins=1)
    assert 100 < z.count("a") < 200


def test_without_lags_symbols_come_in_proportion():
    z = rotor(("a", "b", "b") * 100, n=61, tau=0, bins=1)
    assert (z.count("a"), z.count("b")) == (20, 41)


@pytest.mark.parametrize(("n", "bins"), [(2, 1), (11, 1), (5, 0)])
def test_numbers_out_of_range_are_refused(n, bins):
    with pytest.raises(SpecError, match=r"a word of 20 symbols for n="):
        rotor(("a",) * 20, n=n, tau=1, bins=bins)
