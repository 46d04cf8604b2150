import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.margins import positional_margin
from lengthwise.limit.complexity.two_layer_constants import two_layer_constants
from lengthwise.limit.constructions.named_machines import k_gram, simple_task
from lengthwise.limit.machine import Head
from lengthwise.limit.running.definition import outputs
from tests.conftest import EXPENSIVE
from tests.limit.first_layer_limit import limit_stream
from tests.limit.two_layers import first_layers, with_second_layer
from tests.strategies import words


def norm(matrix):
    return np.linalg.svd(matrix, compute_uv=False).max(initial=0.0)


def plain(machine, n, *, c, c_mu):
    """The bound, C and the mean of d by the book, without logarithms."""
    first, second = machine.layers
    E, tau = machine.embedding + machine.positions[0], machine.tau
    g = min(positional_margin(machine), 1)
    v = [max(np.linalg.norm(h.value @ e) for e in E) for h in first.heads]
    kappa = [max(abs(e @ h.bilinear @ q) for e in E for q in E) for h in first.heads]
    M = [max(1.0, *h.lags) for h in first.heads]
    lam1 = 1 + norm(first.mlp.inner) * norm(first.mlp.outer)
    lam2 = 1 + norm(second.mlp.inner) * norm(second.mlp.outer)
    rho = max(map(np.linalg.norm, E))
    R1 = lam1 * (rho + sum(v)) + norm(first.mlp.outer) * np.linalg.norm(first.mlp.bias)
    W, V2 = norm(second.heads[0].bilinear), norm(second.heads[0].value)
    beta = W * R1**2
    heads = list(zip(v, kappa, M, strict=True))
    Ly = lam1 * sum(2 * a * math.exp(2 * k) for a, k, m in heads if m == 1)

    def d(decay):
        return lam1 * sum(
            2 * a * min(1, 4 * (tau + 1) * math.exp(2 * k) * decay) for a, k, _ in heads
        )

    s = (1 + math.log(n)) / n if g == 1 else (1 + (n ** (1 - g) - 1) / (1 - g)) / n
    G = math.exp(beta) * max(1, V2 * R1)
    Lp = math.exp(beta) * Ly * max(V2 * (1 + beta), W * R1)
    Q = lam1 * sum(8 * a * (tau + 1) * math.exp(2 * k) for a, k, _ in heads)
    sigma = 3 if g == 1 else min(1 / (1 - g), 3)
    scale = norm(machine.readout) * lam2
    first_bracket = math.exp(beta) * (1 + V2 * R1) * c * (G + Lp) * (tau + 1)
    second_bracket = V2 * (1 + 2 * beta) * math.exp(2 * beta)
    third = 1 + 2 * beta * V2
    bound = scale * (
        first_bracket * n ** (-1 / 3)
        + second_bracket * 2 * d(s)
        + third * (2 * d(n**-g) + Ly * c_mu * n ** (-1 / 3))
    )
    C = scale * (
        first_bracket + second_bracket * 2 * Q * sigma + third * (2 * Q + Ly * c_mu)
    )
    mean = np.mean([d(i**-g) for i in range(1, n + 1)])
    return bound, C, mean, d(s)


@EXPENSIVE
@given(first_layers(), st.integers(0, 1000), st.integers(1, 500), st.floats(0.01, 20.0))
def test_logarithms_are_those_of_the_formulas(machine, seed, n, beta):
    machine = with_second_layer(machine, seed=seed, beta=beta)
    constants = two_layer_constants(machine)
    bound, C, mean, mean_bound = plain(machine, n, c=0.7, c_mu=1.3)
    assert constants.bound_at(n, c=0.7, c_mu=1.3) == pytest.approx(math.log(bound))
    assert constants.log_C(c=0.7, c_mu=1.3) == pytest.approx(math.log(C))
    assert mean <= mean_bound * (1 + 1e-9)


@given(first_layers(), st.integers(0, 1000), st.floats(0, 1e6))
def test_the_bound_falls_at_least_as_fast_as_the_theorem_says(machine, seed, log_n):
    constants = two_layer_constants(with_second_layer(machine, seed=seed))
    here = constants.log_bound(log_n=log_n)
    assert constants.log_bound(log_n=log_n * 1.01 + 0.01) <= here + 1e-9 * abs(here)
    form = constants.log_C() - log_n / constants.exponent
    assert here <= form + 1e-9 * (abs(form) + log_n)


@pytest.mark.parametrize("scale", [0.5, 5.0, 1e3, 1e30, 1e80])
@pytest.mark.parametrize("k", [1, 2])
def test_results_are_numbers_however_large_the_weights_are(scale, k):
    machine = k_gram(k=k, S=3)
    heads = tuple(
        Head(bilinear=scale * h.bilinear, value=scale * h.value)
        for h in machine.layers[1].heads
    )
    layers = (machine.layers[0], replace(machine.layers[1], heads=heads))
    constants = two_layer_constants(
        replace(machine, layers=layers, embedding=scale * machine.embedding)
    )
    assert constants.log_C() > 0
    assert constants.log_bound(log_n=1.0) > 0
    if scale < 1e80:
        assert constants.log_C() < math.inf


def test_beyond_all_floats_the_bound_is_infinite_and_a_factor_0_still_wins():
    machine = k_gram(k=1, S=2)
    huge = replace(machine, embedding=1e200 * machine.embedding)
    assert two_layer_constants(huge).log_C() == math.inf
    silent = replace(huge, readout=0 * machine.readout)
    assert two_layer_constants(silent).log_C() == -math.inf


def test_the_constants_of_the_k_gram_machine():
    found = two_layer_constants(k_gram(k=2, S=3, b=0.5, c=3.0))
    assert found.tau == 2
    assert found.gamma == 2.0
    assert found.v == (1.0, 1.0, 1.0)
    assert found.kappa == (0.0, 0.0, 0.0)
    assert found.growing == (False, False, False)
    assert found.log_L_y == -math.inf
    assert found.R_1 == 4.0
    assert found.beta == 8.0
    assert found.log_G == pytest.approx(8 + math.log(4))
    assert found.log_L_p == -math.inf
    assert found.exponent == 3.0
    assert found.g == 1.0


@EXPENSIVE
@given(st.data(), first_layers(), st.integers(0, 1000))
def test_outputs_on_two_words_are_as_near_as_the_three_brackets_say(
    data, machine, seed
):
    """The step from constants to bound, with the error of the lemma as measured."""
    x, z = (data.draw(words(machine.alphabet, max_size=10)) for _ in "xz")
    z = (*z, *x[-machine.tau - 1 :])
    machine = with_second_layer(machine, seed=seed, beta=0.5)
    constants = two_layer_constants(machine)
    head, beta, V = machine.layers[1].heads[0], constants.beta, constants.V_2
    limits = {word: limit_stream(machine, word) for word in (x, z)}
    query = limits[x][-1]

    def sums(word):
        terms = np.exp(limits[word] @ head.bilinear @ query)
        values = terms[:, np.newaxis] * (limits[word] @ head.value.T)
        return terms.mean(), values.mean(axis=0)

    (den_x, num_x), (den_z, num_z) = sums(x), sums(z)
    lemma = max(abs(den_x - den_z), np.linalg.norm(num_x - num_z))

    def d(i):
        return math.exp(constants.log_distance(log_decay=-constants.g * math.log(i)))

    mean = sum(np.mean([d(i + 1) for i in range(len(w))]) for w in (x, z))
    ends = d(len(x)) + d(len(z)) + np.linalg.norm(limits[x][-1] - limits[z][-1])
    promised = (
        constants.U
        * constants.lambda_2
        * (
            math.exp(beta) * (1 + V * constants.R_1) * lemma
            + V * (1 + 2 * beta) * math.exp(2 * beta) * mean
            + (1 + 2 * beta * V) * ends
        )
    )
    difference = outputs(machine, x)[-1] - outputs(machine, z)[-1]
    assert np.linalg.norm(difference) <= promised * (1 + 1e-9) + 1e-12


@EXPENSIVE
@given(st.data(), first_layers())
def test_the_limit_of_layer_1_is_lipschitz_in_the_histogram(data, machine):
    x, z = (data.draw(words(machine.alphabet, max_size=20)) for _ in "xz")
    suffix = data.draw(words(machine.alphabet, min_size=machine.tau + 1))
    x, z = (*x, *suffix), (*z, *suffix)
    machine = with_second_layer(machine, seed=0)
    constants = two_layer_constants(machine)
    shares = [np.array([w.count(s) for s in machine.alphabet]) / len(w) for w in (x, z)]
    moved = np.linalg.norm(limit_stream(machine, x)[-1] - limit_stream(machine, z)[-1])
    assert moved <= math.exp(constants.log_L_y) * np.abs(np.subtract(*shares)).sum() + (
        1e-9
    )


def with_layers(machine, *layers):
    return replace(machine, layers=layers)


def test_machines_outside_the_assumptions_are_refused_with_the_reason():
    machine = k_gram(k=1, S=2)
    first, second = machine.layers
    steps = replace(
        simple_task(omega=1.0).layers[0].mlp,
        inner=np.zeros((64, machine.width)),
        outer=np.zeros((machine.width, 64)),
        heaviside=(True,) * 64,
    )
    lags = replace(second.heads[0], lags=np.array([0.0, 1.0]))
    rows = np.zeros((machine.width,) * 2)[:3]
    cases = {
        r"layers with \[2\] heads": with_layers(machine, first),
        r"layers with \[2, 2\] heads": with_layers(machine, first, first),
        "lags in layer 2": with_layers(machine, first, replace(second, heads=(lags,))),
        "period 2": replace(machine, positions=np.eye(2, machine.width)),
        "Heaviside": with_layers(machine, replace(first, mlp=steps), second),
        "the mark": replace(machine, bos=True, embedding=rows),
    }
    for reason, wrong in cases.items():
        with pytest.raises(SpecError, match=reason):
            two_layer_constants(wrong)
