import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.theory.simulation.resolution import Resolution, resolution
from lengthwise.theory.theorems.explicit_constants import one_layer, periodic


@given(
    st.floats(1e-3, 100),
    st.floats(5, 1e4),
    st.integers(1, 20),
    st.integers(0, 9),
    st.sampled_from(["explicit", "workshop", "full"]),
)
def test_the_explicit_promise_is_eps_and_the_published_ones_are_larger(
    eps, ratio, pairs, tau, name
):
    at = resolution(name, eps=eps, L=eps * ratio, pairs=pairs, tau=tau)
    promised = eps * ratio * at.distance
    assert at.split <= Fraction(1, 4)
    assert 8 * pairs <= at.R
    if name == "explicit":
        assert promised <= eps * (1 + 1e-12)
    else:
        assert promised > 5 * eps * (1 - 1e-12)


@given(st.floats(8 / 9, 1e4), st.integers(1, 20), st.integers(0, 9))
def test_the_explicit_length_holds_what_the_counts_need(ratio, pairs, tau):
    at = resolution("explicit", eps=1.0, L=ratio, pairs=pairs, tau=tau)
    bound = one_layer(tau=tau, L_safe=ratio, eps=1.0, sigma=pairs)
    assert at.needed(delta=1) <= bound.length


@given(st.floats(8 / 9, 1e4), st.integers(1, 9), st.integers(2, 9), st.integers(0, 9))
def test_the_periodic_length_holds_what_the_counts_need(ratio, symbols, delta, tau):
    pairs = symbols * delta
    at = resolution("explicit", eps=1.0, L=ratio, pairs=pairs, tau=tau)
    bound = periodic(tau=tau, delta=delta, L_safe=ratio, eps=1.0, sigma=symbols)
    assert at.needed(delta=delta) <= bound.length


def test_resolutions_as_published():
    numbers = {"eps": 0.1, "L": 2.0, "pairs": 2}
    assert resolution("workshop", tau=3, **numbers).R == 60
    assert resolution("workshop", tau=0, **numbers).R == 20
    assert resolution("full", tau=3, **numbers).R == 20
    assert resolution("full", tau=3, **numbers | {"pairs": 4}).R == 32


@pytest.mark.parametrize("eps", [0.0, -1.0, math.inf, math.nan])
def test_eps_must_be_a_positive_number(eps):
    with pytest.raises(SpecError, match="must be a positive number"):
        resolution("full", eps=eps, L=1.0, pairs=1, tau=0)


def test_an_eps_that_says_nothing_is_refused():
    with pytest.raises(SpecError, match=r"eps = 1.2 is above 1.125, 1.125 times"):
        resolution("explicit", eps=1.2, L=1.0, pairs=1, tau=0)
    with pytest.raises(SpecError, match=r"eps = 0.3 is above 0.25, 0.25 times"):
        resolution("full", eps=0.3, L=1.0, pairs=1, tau=0)
    with pytest.raises(SpecError, match="above 0"):
        resolution("full", eps=0.3, L=0.0, pairs=1, tau=0)
    assert resolution("explicit", eps=1.125, L=1.0, pairs=1, tau=0).R == 16


def test_a_discontinuous_read_out_is_refused():
    with pytest.raises(SpecError, match="discontinuous"):
        resolution("full", eps=0.3, L=math.inf, pairs=1, tau=0)


def test_numbers_outside_the_proof_are_refused():
    with pytest.raises(SpecError, match="at most 1/4"):
        Resolution(name="full", R=100, split=Fraction(1, 3), pairs=1, tau=0)
    with pytest.raises(SpecError, match=r"R is 15; it must be at least 16"):
        Resolution(name="full", R=15, split=Fraction(1, 4), pairs=2, tau=0)
