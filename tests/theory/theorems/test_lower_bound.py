"""The lower bound: its witness pair, as real machines, on all words."""

import dataclasses
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.norms import printed_norm
from lengthwise.limit.machine import Attention
from lengthwise.limit.running.definition import outputs as reference
from lengthwise.limit.running.on_statistics import outputs
from lengthwise.theory.theorems.calculator import bounds
from lengthwise.theory.theorems.lower_bound import (
    lower_bound,
    lower_bound_pair,
    witness,
)
from lengthwise.theory.theorems.machine_bounds import bounds_for
from lengthwise.theory.worst_case import worst_case
from tests.theory.minimax.profile import FEWER

BITS = (None, 8)


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("delta", range(1, 7))
def test_the_pair_agrees_on_all_words_up_to_n(delta, bits):
    for N in range(1, 13):
        f, g = lower_bound_pair(N=N, delta=delta, bits=bits)
        gaps = [worst_case(f, g, length).value for length in range(1, N + 1)]
        # Zero but for the rounding of three ReLU units of size at most 1.
        assert max(gaps) <= 4e-16


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("delta", range(1, 7))
def test_the_pair_differs_by_the_peak_on_the_witness(delta, bits):
    for N in range(1, 13):
        f, g = lower_bound_pair(N=N, delta=delta, s=3.0, bits=bits)
        word = witness(N=N, delta=delta)
        gap = outputs(f, word) - outputs(g, word)
        assert gap == pytest.approx(3.0 / (2 * math.ceil(N / delta)), rel=1e-12)
        assert reference(f, word.word())[-1] == pytest.approx(
            outputs(f, word), abs=1e-15
        )


@pytest.mark.parametrize("delta", [1, 2, 3])
def test_every_word_is_meant_not_only_its_statistics(delta):
    f, g = lower_bound_pair(N=6, delta=delta, bits=8)
    for length in range(1, 7):
        for word in f.alphabet.words(length):
            assert abs(reference(f, word) - reference(g, word))[-1].max() <= 4e-16


def test_the_hat_is_exactly_zero_in_rational_numbers():
    for N in range(1, 13):
        f, _ = lower_bound_pair(N=N)
        top = Fraction(1, N)
        heights = f.layers[0].mlp.outer[4]
        for members in range(1, N + 1):
            for ones in range(members + 1):
                share = Fraction(ones, members)
                units = [max(share - k * top / 2, 0) for k in range(3)]
                parts = zip(map(Fraction, heights), units, strict=True)
                assert sum(height * unit for height, unit in parts) == 0


@FEWER
@given(
    st.integers(1, 6), st.floats(0.01, 10), st.floats(0.001, 1), st.integers(0, 10**6)
)
def test_below_the_bound_a_pair_differs_by_more_than_eps(delta, L, eps, seed):
    needed = lower_bound(delta=delta, L=L, eps=eps).length
    if needed == 1:
        return
    N = 1 + seed % (needed - 1)
    f, g = lower_bound_pair(N=N, delta=delta, s=L / (3 * math.sqrt(2)))
    assert printed_norm(f) == pytest.approx(L)
    word = witness(N=N, delta=delta)
    assert abs(outputs(f, word) - outputs(g, word))[0] > eps * (1 - 1e-9)


@FEWER
@given(st.integers(1, 6), st.floats(0.01, 10), st.floats(0.001, 1))
def test_at_the_bound_this_pair_differs_by_no_more_than_eps(delta, L, eps):
    N = int(lower_bound(delta=delta, L=L, eps=eps).length)
    f, g = lower_bound_pair(N=N, delta=delta, s=L / (3 * math.sqrt(2)))
    word = witness(N=N, delta=delta)
    assert abs(outputs(f, word) - outputs(g, word))[0] <= eps * (1 + 1e-9)


def test_lengths_beyond_whole_floats_keep_their_size():
    bound = lower_bound(delta=2, L=1e30, eps=1e-3)
    assert bound.length == pytest.approx(2 * 1e30 / (3 * math.sqrt(2)) / 2e-3)
    assert np.isfinite(bound.size.log10)


@pytest.mark.parametrize("wrong", [{"N": 0}, {"N": 3, "delta": 0}, {"N": 3, "s": -1.0}])
def test_numbers_out_of_range_are_refused(wrong):
    with pytest.raises(SpecError, match="must be positive"):
        lower_bound_pair(**wrong)


def test_one_symbol_has_no_such_pair():
    with pytest.raises(SpecError, match="needs two symbols"):
        lower_bound(delta=1, L=10, eps=0.1, sigma=1)
    found = bounds(delta=1, L=10, eps=0.1, sigma=1)["lower-delta-l-eps"]
    assert not found.applies
    assert "one symbol" in found.why


def test_it_says_that_some_machines_need_it():
    bound = lower_bound(delta=1, L=10, eps=0.01, sigma=2)
    assert bound.promise == "some machines of this norm and period need N >= 118"
    assert not bound.note


@pytest.mark.parametrize("L", [0.0, 0.8])
def test_above_the_range_of_the_pair_it_is_void(L):
    bound = lower_bound(delta=3, L=L, eps=0.1)
    assert bound.length == 1
    assert bound.note.startswith("void")


def test_without_rounding_a_class_is_never_selected_exactly():
    f, g = lower_bound_pair(N=6, delta=2)
    soft = [dataclasses.replace(m, attention=Attention("softmax")) for m in (f, g)]
    assert worst_case(*soft, 6).value > 1e-3
    bound = bounds_for(*soft, 0.01)["lower-delta-l-eps"].bound
    assert bound.length == lower_bound(delta=1, L=printed_norm(f), eps=0.01).length
    f, g = (
        dataclasses.replace(m, attention=Attention("softmax"))
        for m in lower_bound_pair(N=6)
    )
    assert max(worst_case(f, g, n).value for n in range(1, 7)) <= 4e-16
