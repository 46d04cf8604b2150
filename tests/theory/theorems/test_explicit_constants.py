"""The explicit bound against the construction it counts, and against adversaries."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.margins import logit_margin
from lengthwise.limit.complexity.norms import safe_norm
from lengthwise.limit.machine import Attention
from lengthwise.limit.running.on_statistics import outputs
from lengthwise.theory.minimax.patterns import attending
from lengthwise.theory.minimax.shortest_path import minimax
from lengthwise.theory.simulation._one_layer_words import shorter
from lengthwise.theory.simulation.resolution import resolution
from lengthwise.theory.simulation.seen_prefix import Prefix
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.theory.theorems import explicit_constants as explicit
from lengthwise.theory.theorems.lower_bound import lower_bound_pair, witness
from lengthwise.words import Alphabet, Statistics, class_sizes
from tests.strategies import random_machine

LETTERS = "abcdefgh"


def longest_short_word(*, sigma, tau, L, eps, delta=1, least=1):
    """The longest z that the construction makes of very long words.

    Two machines with nothing in common to look at: one letter each, the one rare, the
    other all the rest.
    """
    alphabet = Alphabet(LETTERS[:sigma])
    lags = (0.0,) * tau + (-1e-3,) if tau else (0.0,)
    classes = (0.0,) * delta if delta == 1 else (1e-3,) + (0.0,) * (delta - 1)
    few, many = (
        attending(alphabet, {letter: 1.0}, classes=classes, lags=lags)
        for letter in LETTERS[:2]
    )
    sizes = class_sizes(10**16 * delta, delta)
    counts = [[0] * delta for _ in alphabet]
    counts[0] = [size // 10**3 for size in sizes]
    counts[1] = [size - n for size, n in zip(sizes, counts[0], strict=True)]
    x = Statistics(
        alphabet=alphabet,
        delta=delta,
        tau=tau,
        counts=tuple(map(tuple, counts)),
        suffix=("b",) * (tau + 1),
    )
    at = resolution("explicit", eps=eps, L=L, pairs=sigma * delta, tau=tau)
    z, case, _ = shorter(x, Prefix.of(x, few, many), at, least=least)
    assert case != "copy"
    return z.length


@pytest.mark.parametrize("tau", [0, 1, 3])
@pytest.mark.parametrize("sigma", [2, 3, 8])
@pytest.mark.parametrize(("L", "eps"), [(1.0, 1e-3), (1.0, 2e-3), (30.0, 0.02)])
def test_the_bound_is_twice_what_the_construction_needs(sigma, tau, L, eps):
    # Not above: z fits. Not below: the factor 2 is the only slack there is.
    bound = explicit.one_layer(tau=tau, L_safe=L, eps=eps, sigma=sigma).length
    needed = longest_short_word(sigma=sigma, tau=tau, L=L, eps=eps)
    assert needed <= bound
    assert needed / bound == pytest.approx(0.5, rel=2e-3)


def test_a_word_just_too_short_for_hardmax_is_doubled():
    numbers = {"sigma": 3, "tau": 1, "eps": 2e-3}
    short = longest_short_word(**numbers, L=1.0)
    padded = longest_short_word(**numbers, L=1.0, least=short + 1)
    bound = explicit.one_layer(**numbers, L_safe=1.0)
    hard = explicit.one_layer(
        **numbers, L_safe=1.0, p=8, gamma=8 / math.log2(short + 1)
    )
    assert bound.length < padded <= hard.length


@pytest.mark.parametrize("delta", [2, 3])
@pytest.mark.parametrize("tau", [0, 2])
def test_the_periodic_bound_is_what_the_construction_may_need(delta, tau):
    numbers = {"sigma": 3, "tau": tau, "L": 1.0, "eps": 2e-3, "delta": delta}
    needed = longest_short_word(**numbers)
    numbers["L_safe"] = numbers.pop("L")
    bound = explicit.periodic(**numbers).length
    assert bound / (2 * delta) <= needed <= bound


@settings(max_examples=40)
@given(st.integers(0, 10**9), st.integers(0, 2), st.floats(0.3, 1.1))
def test_no_random_pair_breaks_the_promise(seed, tau, share):
    rng = np.random.default_rng(seed)
    alphabet = Alphabet("abc")
    sizes = {"tau": tau, "kind": "hardmax", "alphabet": alphabet, "outputs": 1}
    f, g = (random_machine(rng, **sizes) for _ in "fg")
    tau = max(f.tau, g.tau)
    L = max(safe_norm(f), safe_norm(g))
    eps = share * L
    N = explicit.one_layer(tau=tau, L_safe=L, eps=eps, sigma=3).length
    cuts = np.sort(rng.integers(0, 10**9, size=2))
    counts = (int(cuts[0]), int(cuts[1] - cuts[0]), int(10**9 - cuts[1]))
    x = Statistics(
        alphabet=alphabet,
        delta=1,
        tau=tau,
        counts=tuple((n,) for n in counts),
        suffix=tuple(rng.choice(alphabet.symbols, size=tau + 1).tolist()),
    )
    found = simulate(x, f, g, eps=eps)
    assert found.bound == pytest.approx(N)
    assert found.z_length <= N
    # What agreement on z up to delta would promise of x.
    agreement = abs(outputs(f, found.z) - outputs(g, found.z))[0]
    assert abs(outputs(f, x) - outputs(g, x))[0] <= agreement + 2 * eps


def test_no_pair_at_all_differs_by_more_than_two_eps_at_the_bound():
    # The best adversary there is, over all read-outs at once: already from N = 12 on
    # no pair of these patterns differs by more than 0.47.
    alphabet = Alphabet("012")
    f, g = attending(alphabet, {"0": 1.0, "1": 1.0}), attending(alphabet, {})
    worst = minimax(N=12, f=f, g=g, tolerance=0.05).upper
    for eps in np.linspace(worst / 2, 9 / 8, 20):
        bound = explicit.one_layer(tau=0, L_safe=1.0, eps=eps, sigma=3)
        assert bound.length >= 12
        assert worst <= 2 * eps + 1e-12


@pytest.mark.parametrize("share", [1.0, 0.1, 0.01])
def test_hats_that_fool_the_lower_bound_do_not_fool_this_one(share):
    f, g = lower_bound_pair(N=1, s=1.0)
    L = max(safe_norm(f), safe_norm(g))
    eps = share * L
    N = int(explicit.one_layer(tau=0, L_safe=L, eps=eps, sigma=2).length)
    f, g = lower_bound_pair(N=N, s=1.0)
    word = witness(N=N)
    assert abs(outputs(f, word) - outputs(g, word))[0] <= 2 * eps


def test_exact_softmax_is_near_hardmax_from_its_length_on():
    rng = np.random.default_rng(5)
    seen = 0
    for _ in range(200):
        soft = random_machine(rng, alphabet=Alphabet("abc"), outputs=1)
        gamma = logit_margin(soft)
        if not 1 < gamma < math.inf:
            continue
        seen += 1
        L, eps = safe_norm(soft), 0.5 * safe_norm(soft)
        bound = explicit.softmax(tau=0, L_safe=L, eps=eps, sigma=3, gamma=gamma)
        counts = rng.multinomial(bound.length, rng.dirichlet([0.3] * 3))
        word = Statistics(
            alphabet=soft.alphabet,
            delta=1,
            tau=0,
            counts=tuple((int(n),) for n in counts),
            suffix=("a",),
        )
        hard = outputs(soft, word, attention=Attention("hardmax"))
        assert abs(outputs(soft, word) - hard)[0] <= eps / 4
    assert seen >= 10


def test_trivial_accuracies_are_refused():
    assert explicit.split(L_safe=1, eps=1.125) == 8
    with pytest.raises(SpecError, match="trivial"):
        explicit.split(L_safe=1, eps=1.13)
    with pytest.raises(SpecError, match="trivial"):
        explicit.one_layer(tau=0, L_safe=0.0, eps=0.1, sigma=2)
