import math
from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError, TooLargeError
from lengthwise.limit.complexity.hardmax import (
    hardmax_length,
    hardmax_log2,
    softmax_length,
    softmax_log2,
)
from lengthwise.limit.complexity.margins import logit_margin, realized_gap
from lengthwise.limit.complexity.norms import safe_norm
from lengthwise.limit.machine import Attention
from lengthwise.limit.running.definition import terms
from lengthwise.limit.running.on_statistics import masses, outputs
from lengthwise.words import Alphabet, Statistics, class_sizes
from tests.strategies import random_machine, random_word

HARD = Attention("hardmax")


def random_statistics(rng, machine, length):
    """Statistics of some word that a machine reads as `length` symbols."""
    length -= machine.bos
    suffix = random_word(rng, machine.alphabet, min(machine.tau + 1, length))
    symbols = len(machine.alphabet)
    columns = [
        rng.multinomial(size, rng.dirichlet(np.ones(symbols)))
        for size in class_sizes(length - len(suffix), machine.delta)
    ]
    return Statistics(
        alphabet=machine.alphabet,
        delta=machine.delta,
        tau=machine.tau,
        counts=tuple(tuple(map(int, row)) for row in np.array(columns).T),
        suffix=suffix,
    )


def random_models(rng, count, *, scale=1.0):
    """One-layer machines with p bits and their margins, which are finite."""
    while count:
        machine = random_machine(
            rng,
            heads=int(rng.integers(1, 3)),
            delta=int(rng.integers(1, 4)),
            tau=int(rng.integers(0, 3)),
            kind="finite",
            alphabet=Alphabet("abc"),
            bos=bool(rng.integers(2)),
        )
        if scale != 1:
            (layer,) = machine.layers
            heads = tuple(
                replace(head, bilinear=scale * head.bilinear, lags=scale * head.lags)
                for head in layer.heads
            )
            machine = replace(machine, layers=(replace(layer, heads=heads),))
        gamma = logit_margin(machine)
        if 1 / 8 < gamma < math.inf:
            count -= 1
            yield machine, gamma


def is_hardmax(machine, seen):
    found, hard = outputs(machine, seen), outputs(machine, seen, attention=HARD)
    return bool(np.abs(found - hard).max() <= 1e-12 * np.abs(hard).max())


def test_attention_is_hardmax_from_the_hardmax_length_on():
    rng = np.random.default_rng(1)
    below = []
    for machine, gamma in random_models(rng, 500):
        length = hardmax_length(p=machine.attention.bits, gamma=gamma)
        shortest = machine.bos + machine.tau + 1
        for n in (length, 2 * length):
            assert is_hardmax(
                machine, random_statistics(rng, machine, max(n, shortest))
            )
        if length // 4 >= shortest:
            seen = random_statistics(rng, machine, length // 4)
            below.append(is_hardmax(machine, seen))
    assert len(below) >= 300
    assert 0.3 <= np.mean(np.logical_not(below)) <= 1.0


def test_a_word_is_in_the_hardmax_regime_exactly_when_its_own_gap_says_so():
    rng = np.random.default_rng(2)
    regimes = []
    for machine, _ in random_models(rng, 300):
        word = random_word(rng, machine.alphabet, int(rng.integers(2, 100)))
        stream = machine.embed(word)
        n = len(stream)
        weights = [
            terms(
                stream @ head.bilinear @ stream[-1],
                np.pad(head.lags, (0, n))[n - 1 :: -1],
                attention=machine.attention,
                length=n,
            )
            for head in machine.layers[0].heads
        ]
        gap = realized_gap(machine, word)
        regimes.append(math.log2(n) * gap >= machine.attention.bits - 1e-9)
        assert np.isin(weights, (0.0, 1.0)).all() == regimes[-1]
    assert 0.1 < np.mean(regimes) < 0.9


def test_reference_values():
    assert hardmax_length(p=8, gamma=1.0) == 256
    assert hardmax_length(p=8, gamma=0.5) == 65536
    assert hardmax_length(p=8, gamma=math.inf) == 1
    assert hardmax_length(p=8, gamma=0.1) == 2**80
    assert hardmax_length(p=1, gamma=1e9) == 2
    assert hardmax_log2(p=8, gamma=1e-300) == pytest.approx(8e300)
    assert hardmax_log2(p=8, gamma=math.inf) == 0.0
    assert hardmax_log2(p=8, gamma=5e-324) == math.inf


@given(st.integers(1, 60), st.fractions(Fraction(1, 12), 12, max_denominator=12))
def test_the_hardmax_length_is_the_smallest_integer_above_the_power(p, gamma):
    # n >= 2^(a/b) exactly when n^b >= 2^a: whole numbers on both sides.
    power = p / gamma
    n = hardmax_length(p=p, gamma=gamma)
    a, b = power.numerator, power.denominator
    assert n**b >= 2**a
    assert (n - 1) ** b < 2**a


@pytest.mark.parametrize("sign", [-1, 1])
def test_more_digits_are_taken_where_the_power_is_next_to_an_integer(sign):
    with localcontext() as context:
        context.prec = 420
        power = (Decimal(3) + sign * Decimal(10) ** -400).ln() / Decimal(2).ln()
    assert hardmax_length(p=1, gamma=1 / Fraction(power)) == (3 if sign < 0 else 4)


@pytest.mark.parametrize("gamma", [1e-3, 5e-324, Fraction(1, 128)])
def test_a_length_beyond_all_floats_is_given_by_its_logarithm_only(gamma):
    with pytest.raises(TooLargeError, match="get its logarithm from hardmax_log2"):
        hardmax_length(p=8, gamma=gamma)


@pytest.mark.parametrize(("p", "gamma"), [(0, 1.0), (8, 0.0), (8, -1.0), (8, math.nan)])
def test_a_hardmax_length_needs_bits_and_a_positive_margin(p, gamma):
    with pytest.raises(SpecError, match=r"at least 1|must be positive"):
        hardmax_length(p=p, gamma=gamma)


def test_exact_softmax_is_near_hardmax_as_far_as_the_margin_says():
    rng = np.random.default_rng(3)
    closest = 0.0
    for machine, gamma in random_models(rng, 300):
        n = int(2 ** rng.uniform(3, 40))
        seen = random_statistics(rng, machine, n)
        soft = masses(machine, seen, attention=Attention("softmax"))
        hard = masses(machine, seen, attention=HARD)
        distance = np.abs(soft - hard).sum(axis=(1, 2)).max()
        bound = 2 * (seen.length + machine.bos) ** (1 - gamma)
        assert distance <= bound + 1e-12
        closest = max(closest, distance / bound)
    assert closest > 0.1


def test_exact_softmax_is_within_a_quarter_of_eps_from_its_length_on():
    rng = np.random.default_rng(4)
    tried = 0
    for machine, gamma in random_models(rng, 100, scale=6.0):
        n = softmax_length(L=safe_norm(machine), eps=0.5, gamma=gamma)
        if n is None or not machine.bos + machine.tau < n < 2**40:
            continue
        seen = random_statistics(rng, machine, n)
        soft = outputs(machine, seen, attention=Attention("softmax"))
        hard = outputs(machine, seen, attention=HARD)
        assert np.linalg.norm(soft - hard) <= 0.5 / 4
        tried += 1
    assert tried >= 20


@pytest.mark.parametrize(
    ("L", "eps", "gamma", "length"),
    [
        (1.0, 0.1, 3.0, 9),
        (1.0, 0.1, math.inf, 1),
        (0.0, 0.1, 0.5, 1),
        (1.0, 8.0, 0.5, 1),
        (1.0, 0.1, 1.0, None),
        (math.inf, 0.1, 2.0, None),
    ],
)
def test_softmax_lengths(L, eps, gamma, length):
    assert softmax_length(L=L, eps=eps, gamma=gamma) == length
    log2 = softmax_log2(L=L, eps=eps, gamma=gamma)
    assert math.isinf(log2) if length is None else math.ceil(2**log2) == length


def test_at_margin_one_half_of_the_mass_stays_off_the_largest_logit_for_ever():
    # One key with logit 1 among n - 1 keys with logit 0: n against n - 1.
    n = np.array([10.0, 1e5, 1e10])
    assert np.allclose((n - 1) / (n + n - 1), 0.5, atol=0.03)
    assert softmax_log2(L=1.0, eps=0.1, gamma=1.0) == math.inf


def test_softmax_lengths_are_checked_and_may_be_too_large():
    with pytest.raises(TooLargeError, match="softmax_log2"):
        softmax_length(L=1.0, eps=0.1, gamma=1.0001)
    with pytest.raises(SpecError, match="eps positive"):
        softmax_length(L=1.0, eps=0.0, gamma=2.0)
    with pytest.raises(SpecError, match="must be positive"):
        softmax_length(L=1.0, eps=0.1, gamma=0.0)
