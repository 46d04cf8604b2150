"""Each scheme of the field against its formula, written a second time."""

import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.models.positions import (
    Abacus,
    Absolute,
    Alibi,
    Fire,
    Randomized,
    Rope,
    T5Buckets,
)

PLACES = np.arange(1, 41)


def test_fire_is_the_formula_of_its_paper():
    scheme = Fire(units=3, threshold=10)
    table = scheme.bias_table(2, jax.random.key(0))
    table |= {"slope": jnp.float32(0.7), "factor": jnp.float32(-1.3)}
    found = scheme.bias(table, PLACES, PLACES)
    w = {name: np.asarray(value, np.float64) for name, value in table.items()}

    def psi(x):
        return math.log(0.7 * x + 1)

    for i in PLACES:
        for j in range(1, i + 1):
            share = psi(i - j) / psi(max(i, 13.0))
            units = [
                max(0, a * share + b)
                for a, b in zip(w["inner"], w["inner_bias"], strict=True)
            ]
            for head in range(2):
                wanted = w["outer_bias"][head] + np.dot(units, w["outer"][:, head])
                assert found[head, i - 1, j - 1] == pytest.approx(wanted, abs=1e-5)


def test_fire_begins_with_the_numbers_of_its_paper():
    table = Fire().bias_table(3, jax.random.key(1))
    assert (float(table["slope"]), float(table["factor"])) == (np.float32(0.1), 1.0)
    assert Fire().threshold == 512
    assert 0.8 < np.abs(table["inner"]).max() <= 1
    assert 0.8 < np.abs(table["outer"]).max() * math.sqrt(32) <= 1
    assert not any(np.any(Fire().bias_table(3)[name]) for name in ("inner", "outer"))


@pytest.mark.parametrize(("buckets", "distance"), [(32, 128), (8, 64), (2, 2), (6, 40)])
def test_buckets_are_those_of_the_formula(buckets, distance):
    scheme = T5Buckets(buckets=buckets, distance=distance)
    table = np.arange(buckets, dtype=np.float32)[:, None]
    lags = np.arange(300)
    found = scheme.bias(table, np.array([300]), 300 - lags)[0, 0]
    half = buckets // 2
    for lag in lags:
        wanted = lag
        if lag >= half:
            log = math.log(lag / half) / math.log(distance / half) * half
            wanted = min(buckets - 1, half + math.floor(log + 1e-9))
        assert found[lag] == wanted, lag


@pytest.mark.parametrize("heads", [1, 2, 4, 8, 16])
def test_slopes_are_a_geometric_sequence(heads):
    bias = Alibi().bias(None, PLACES, PLACES, heads)
    assert bias.shape == (heads, 40, 40)
    for head in range(heads):
        slope = 2.0 ** (-8.0 * (head + 1) / heads)
        for i, j in ((5, 5), (7, 3), (40, 1)):
            wanted = -slope * (i - j)
            assert bias[head, i - 1, j - 1] == pytest.approx(wanted, rel=1e-6)


def test_learned_slopes_begin_with_the_fixed_ones():
    table = Alibi(learned=True).bias_table(6)
    fixed = Alibi().bias(None, PLACES, PLACES, 6)
    learned = Alibi(learned=True).bias(table, PLACES, PLACES, 6)
    np.testing.assert_array_equal(learned, fixed)


def test_rotated_pairs_are_complex_numbers_that_were_turned():
    scheme = Rope(base=100.0, share=0.75)
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(1, 40, 2, 8)).astype(np.float32)
    found = np.asarray(scheme.rotate(vectors, scheme.rotation(40, 8)))
    for k in range(3):
        before = vectors[..., k] + 1j * vectors[..., 3 + k]
        angle = np.arange(40) * 100.0 ** (-2 * k / 6)
        after = before * np.exp(1j * angle)[None, :, None]
        np.testing.assert_allclose(found[..., k], after.real, atol=1e-6)
        np.testing.assert_allclose(found[..., 3 + k], after.imag, atol=1e-6)
    np.testing.assert_array_equal(found[..., 6:], vectors[..., 6:])


def test_random_numbers_act_through_waves_or_through_linear_biases():
    numbers = np.array([3, 10, 11, 50])
    waves = np.asarray(Randomized(64).embed(None, numbers, 6))
    for row, number in zip(waves, numbers, strict=True):
        for k in range(3):
            angle = number * 10000.0 ** (-2 * k / 6)
            wanted = 0.02 * math.sqrt(2) * np.array([math.sin(angle), math.cos(angle)])
            np.testing.assert_allclose(row[[k, 3 + k]], wanted, atol=1e-6)
    assert Randomized(64).bias(None, numbers, numbers) is None
    biased = Randomized(64, alibi=True)
    assert biased.embed(None, numbers, 6) is None
    assert biased.bias(None, numbers, numbers, 2)[0, 3, 1] == -40 / 16
    rows = biased.bias(None, numbers[None, -1:], numbers[None], 2)
    assert rows.shape == (1, 2, 1, 4)


def test_waves_have_the_mean_square_of_initial_embeddings():
    waves = np.asarray(Randomized().embed(None, np.arange(1, 2049), 64))
    assert math.sqrt(np.mean(waves**2)) == pytest.approx(0.02, rel=0.02)


def test_vectors_of_absolute_positions_and_of_places_in_numbers_are_rows():
    table = np.random.default_rng(0).normal(size=(5, 3)).astype(np.float32)
    rows = Absolute(5).embed(table, np.array([1, 5, 6]))
    np.testing.assert_array_equal(rows, [table[0], table[4], np.zeros(3)])
    rows = Abacus(offset=0, places=5).embed(table, np.array([0, 4, 5]))
    np.testing.assert_array_equal(rows, [table[0], table[4], np.zeros(3)])


@pytest.mark.parametrize(
    ("make", "line"),
    [
        (lambda: Absolute(0), "places of absolute positions is 0"),
        (lambda: Rope(base=1.0), "base of rope is 1.0; it must be a number above 1"),
        (lambda: Rope(share=1.5), "share of rope is 1.5; it must be at most 1"),
        (lambda: Rope(share=0.1).turned(8), "rope rotates 0 of the 8 coordinates"),
        (lambda: T5Buckets(buckets=7), "buckets of t5 is 7; it must be even"),
        (
            lambda: T5Buckets(distance=16),
            "distance of t5 is 16; it must be at least 17",
        ),
        (lambda: Fire(units=0), "units of fire is 0"),
        (lambda: Randomized(0), "places of randomized positions is 0"),
        (lambda: Randomized(alibi=3), "alibi of randomized positions is 3"),
        (
            lambda: Abacus(places=100),
            "places of abacus is 100; it must be at least 101",
        ),
    ],
)
def test_numbers_out_of_range_are_refused_in_one_line(make, line):
    with pytest.raises(SpecError, match=line):
        make()
