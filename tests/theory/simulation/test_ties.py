"""A promise that says "proved" holds for the machine as it is, near ties included."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.limit.complexity._equal_logits import logit_error
from lengthwise.limit.complexity.margins import logit_margin, realized_gap, tie_spread
from lengthwise.limit.constructions.one_layer_machines import mod_p_task
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.theory.simulation._one_layer_reader import Reader
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.words import Alphabet, Statistics
from tests.theory.minimax.profile import FEWER


def machine(logits, *, bits=8, key=1.0):
    """Keys with these logits and the values 1 and -1 by turns."""
    n = len(logits)
    bilinear, value = np.zeros((2, n + 1, n + 1))
    bilinear[:n, :n] = np.array(logits)[:, np.newaxis] / key**2
    value[n, :n] = (-1.0) ** np.arange(n) / key
    return LimitTransformer(
        alphabet=Alphabet("abcd"[:n]),
        embedding=key * np.eye(n, n + 1),
        layers=(
            Layer(heads=(Head(bilinear=bilinear, value=value),), mlp=MLP.none(n + 1)),
        ),
        readout=np.eye(n + 1)[[n]],
        attention=Attention("finite", bits) if bits else Attention("hardmax"),
    )


def exact_logit(found, head, key, query):
    """Embeddings are multiples of unit vectors here."""
    entries = found.embedding[key, key], head.bilinear[key, query]
    return math.prod(
        map(Fraction, (*map(float, entries), float(found.embedding[query, query])))
    )


def exact_masses(found, seen):
    """Attention masses in rational logits and the exact rounding rule."""
    ((head,),) = [layer.heads for layer in found.layers]
    query = found.alphabet.index(seen.suffix[-1])
    counts = [row[0] for row in seen.counts]
    counts[query] += 1
    logits = [exact_logit(found, head, s, query) for s in range(len(counts))]
    top = max(x for x, n in zip(logits, counts, strict=True) if n)
    below = [float(top - x) for x in logits]
    kept = [
        n * (math.log2(seen.length) * gap < found.attention.bits)
        for n, gap in zip(counts, below, strict=True)
    ]
    terms = [n * seen.length**-gap for n, gap in zip(kept, below, strict=True)]
    return np.array(terms) / sum(terms)


def long(counts):
    rows = tuple((n,) for n in counts)
    alphabet = Alphabet("abcd"[: len(counts)])
    return Statistics(alphabet=alphabet, delta=1, tau=0, counts=rows, suffix=("a",))


def test_near_ties_at_large_logits_are_no_ties():
    f = machine((1e6, 1e6 - 9e-4, 0.0))
    x = long((10**9, 2 * 10**9, 10**17))
    found = simulate(x, f, f, eps=0.001)
    apart = np.abs(exact_masses(f, found.x) - exact_masses(f, found.z)).sum()
    assert found.basis == "proved"
    assert apart <= found.f.promised_distance
    assert found.kept
    assert logit_margin(f) == pytest.approx(9e-4, rel=1e-4)
    assert realized_gap(f, "abc") == pytest.approx(9e-4, rel=1e-4)


def test_hardmax_that_float64_cannot_evaluate_is_refused():
    f = machine((1e6, 1e6 - 9e-4, 0.0), bits=None)
    with pytest.raises(SpecError, match="the evaluators treat them as equal"):
        simulate(long((10**9, 2 * 10**9, 10**9)), f, f, eps=0.001)
    # A far lower logit makes the tolerance of the evaluators as large as the gap.
    f = machine((1.0, 0.5, -1e9), bits=None)
    with pytest.raises(SpecError, match="the evaluators treat them as equal"):
        simulate(long((10**9, 2 * 10**9, 10**9)), f, f, eps=0.001)


@pytest.mark.parametrize(
    ("bits", "basis"), [(8, "proved"), (None, "proved for ties within rounding")]
)
def test_ties_that_rounding_breaks_are_ties_at_a_price(bits, basis):
    # 1.1 * (0.9 / 1.1) and so on: equal in intention, not in the last digit.
    f = machine((0.9, 0.9 * (1 + 2**-52), 0.0), bits=bits, key=1.1)
    assert 0 < tie_spread(f) < 1e-13
    found = simulate(long((10**9, 2 * 10**9, 10**12)), f, f, eps=0.01)
    assert found.z_length < 10**8
    assert found.basis == basis
    assert found.kept
    assert found.f.promised == pytest.approx(0.01, rel=0.01)
    if bits:
        apart = np.abs(exact_masses(f, found.x) - exact_masses(f, found.z)).sum()
        assert apart <= found.f.promised_distance


@FEWER
@given(
    st.floats(1e-3, 1e8),
    st.floats(1e-16, 1e-1),
    st.lists(st.integers(0, 10**12), min_size=3, max_size=3),
    st.integers(2, 16),
)
def test_what_is_proved_holds_in_exact_arithmetic(size, gap, counts, bits):
    f = machine((size, size - gap * size, 0.0), bits=bits)
    g = machine((size, size - gap * size, size), bits=bits)
    found = simulate(long(counts), f, g, eps=0.05)
    assert found.basis == "proved"
    for one, side in ((f, found.f), (g, found.g)):
        apart = np.abs(exact_masses(one, found.x) - exact_masses(one, found.z)).sum()
        assert apart <= side.promised_distance


@given(st.floats(1e-3, 1e8), st.floats(0.1, 10), st.integers(0, 2**32 - 1))
def test_logits_are_within_their_error(size, key, seed):
    rng = np.random.default_rng(seed)
    f = machine(size * rng.normal(size=3), key=key)
    ((head,),) = [layer.heads for layer in f.layers]
    error = logit_error(f, head)
    for s in range(3):
        exact = exact_logit(f, head, s, 0)
        computed = f.embedding[s] @ (head.bilinear @ f.embedding[0])
        assert abs(Fraction(float(computed)) - exact) <= error


def test_a_coarse_grid_has_no_error():
    ((head,),) = [layer.heads for layer in machine((8.0, 0.25, 0.0)).layers]
    assert logit_error(machine((8.0, 0.25, 0.0)), head) == 0
    assert tie_spread(machine((8.0, 8.0, 0.0))) == 0


def test_ties_that_bits_can_break_promise_nothing():
    reader = replace(Reader.of(mod_p_task(p=3)), eta=1.0)
    assert reader.unevenness(2) < 2.0
    assert reader.unevenness(2**8) == 2.0
