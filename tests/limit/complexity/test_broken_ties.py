import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.broken_ties import (
    TIE,
    ClusteredMargin,
    clustered_margin,
    separated_margin,
)
from lengthwise.limit.complexity.margins import logit_margin, possible_logits
from lengthwise.limit.complexity.norms import safe_norm
from lengthwise.limit.constructions.named_machines import mod_p_task, simple_task
from lengthwise.limit.machine import Attention
from lengthwise.limit.running.definition import outputs
from tests.conftest import EXPENSIVE
from tests.strategies import machines, words


def one_layer(**sizes):
    return machines(layers=(1,), heads=(1, 2), heaviside=(False,), **sizes)


def with_broken_ties(machine, rng, size):
    """The machine with noise of at most `size` in every logit's form."""
    (layer,) = machine.layers
    heads = tuple(
        replace(
            head,
            bilinear=head.bilinear + rng.uniform(-size, size, head.bilinear.shape),
            lags=head.lags + rng.uniform(-size, size, head.lags.shape),
        )
        for head in layer.heads
    )
    return replace(machine, layers=(replace(layer, heads=heads),))


@given(one_layer())
def test_with_exact_ties_the_pair_is_zero_and_the_logit_margin(machine):
    found = clustered_margin(machine, tolerance=1e-9)
    assert found.eta < 1e-12
    assert found.gamma == pytest.approx(logit_margin(machine))


@given(one_layer(), st.integers(0, 1000))
def test_broken_ties_are_spread_and_margins_stay(machine, seed):
    broken = with_broken_ties(machine, np.random.default_rng(seed), 1e-4)
    found = clustered_margin(broken, tolerance=0.02)
    # Keys and queries have at most 3 coordinates of at most 2, so 36 products.
    assert found.eta <= 2 * 37e-4
    assert found.gamma == pytest.approx(logit_margin(machine), abs=2 * 37e-4)


@EXPENSIVE
@given(one_layer(), st.integers(0, 1000))
def test_clusters_are_as_wide_and_as_far_apart_as_said(machine, seed):
    broken = with_broken_ties(machine, np.random.default_rng(seed), 0.05)
    found = clustered_margin(broken, tolerance=0.1)
    gaps = [
        np.diff(np.sort(values))
        for head in broken.layers[0].heads
        for values in possible_logits(broken, head)
    ]
    far = [gap for row in gaps for gap in row if gap > 0.1]
    assert found.gamma == min(far, default=math.inf)
    runs = [
        sum(run)
        for row in gaps
        for run in np.split(row, np.flatnonzero(row > 0.1))
        for run in [run[run <= 0.1]]
    ]
    assert found.eta == pytest.approx(max(runs))


def best_of_all_thresholds(machine):
    """What `separated_margin` finds, one threshold after the other."""
    queries = [
        np.sort(values)
        for head in machine.layers[0].heads
        for values in possible_logits(machine, head)
    ]
    tie = TIE * max(np.abs(values).max() for values in queries)
    gaps = [np.diff(values) for values in queries if len(values) > 1]
    steps = {gap for row in gaps for gap in row}
    if max(steps, default=0.0) <= tie:
        return clustered_margin(machine, tolerance=tie)
    tried = [max(step, tie) for step in sorted(steps)]
    told = [t for t in tried if all(row.min() <= t for row in gaps) and t < max(steps)]
    pairs = [clustered_margin(machine, tolerance=t) for t in told]
    apart = [pair for pair in pairs if pair.gamma > pair.eta]
    return max(apart, key=lambda pair: pair.ratio, default=None)


@EXPENSIVE
@given(
    one_layer(delta=(1, 2), tau=(0, 1)),
    st.integers(0, 1000),
    st.sampled_from([0.0, 1e-4, 0.05, 0.5]),
)
def test_the_chosen_threshold_is_the_best_of_all(machine, seed, noise):
    broken = with_broken_ties(machine, np.random.default_rng(seed), noise)
    assert separated_margin(broken) == best_of_all_thresholds(broken)


@given(st.sampled_from([2, 3, 5]), st.integers(0, 1000), st.floats(1e-6, 0.01))
def test_a_machine_with_broken_ties_has_the_margin_of_the_one_without(p, seed, noise):
    machine = mod_p_task(p=p, k=1, bits=8)
    broken = with_broken_ties(machine, np.random.default_rng(seed), noise)
    found = separated_margin(broken)
    # Keys and queries are two unit vectors each, so a logit has 4 entries of the form.
    assert 0 < found.eta <= 2 * 5 * noise
    assert found.gamma == pytest.approx(logit_margin(machine), abs=2 * 5 * noise)


def test_logits_that_are_spread_are_not_separated():
    machine = mod_p_task(p=2, k=1)
    (layer,) = machine.layers
    (head,) = layer.heads
    keys = (machine.embedding[:, None] + machine.positions[:2]).reshape(4, -1)
    evenly, one = (np.linalg.lstsq(keys, y)[0] for y in (np.arange(4.0), np.ones(4)))
    spread = np.outer(evenly, one)
    layer = replace(layer, heads=(replace(head, bilinear=spread),))
    assert separated_margin(replace(machine, layers=(layer,))) is None
    equal = replace(layer, heads=(replace(head, bilinear=0.0 * spread),))
    found = separated_margin(replace(machine, layers=(equal,)))
    assert (found.eta, found.gamma) == (0.0, math.inf)


@given(st.data(), one_layer(kinds=("softmax",)), st.integers(0, 1000))
def test_weights_of_clustered_logits_are_near_up_to_the_longest_length(
    data, machine, seed
):
    machine = with_broken_ties(machine, np.random.default_rng(seed), 1e-3)
    found = clustered_margin(machine, tolerance=0.1)
    head = machine.layers[0].heads[0]
    values = data.draw(st.sampled_from(list(possible_logits(machine, head))))
    counts = data.draw(
        st.lists(st.integers(0, 50), min_size=len(values), max_size=len(values))
    )
    counts = np.array(counts) + (np.arange(len(values)) == 0)
    ordered = np.sort(values)
    lowest = ordered[np.append(True, np.diff(ordered) > 0.1)]
    merged = lowest[np.searchsorted(lowest, values, side="right") - 1]
    L, eps = 2.0, 0.3
    T = min(found.T_max(L=L, eps=eps), 1e30)
    soft, clustered = (
        counts * T ** (a - a.max()) / np.sum(counts * T ** (a - a.max()))
        for a in (values, merged)
    )
    assert L * np.abs(soft - clustered).sum() <= eps * (1 + 1e-9)


@EXPENSIVE
@given(st.data(), one_layer(kinds=("softmax",), bos=(False,)))
def test_a_net_with_broken_ties_follows_the_one_without_up_to_that_length(
    data, machine
):
    # Two machines whose logits differ by at most eta / 2 have weights within T^eta.
    broken = with_broken_ties(machine, np.random.default_rng(0), 1e-5)
    eta = 4 * 37e-5
    word = data.draw(words(machine.alphabet, min_size=2, max_size=30))
    soft = Attention("softmax")
    difference = (
        outputs(machine, word, attention=soft)[-1]
        - (outputs(broken, word, attention=soft)[-1])
    )
    promised = safe_norm(machine) * (len(word) ** eta - 1)
    assert np.linalg.norm(difference) <= promised + 1e-12


def test_the_longest_length():
    broken = ClusteredMargin(tolerance=0.01, eta=0.001, gamma=2.0)
    assert broken.T_max(L=1.0, eps=0.05) == pytest.approx(1.05**1000)
    assert broken.T_max(L=1.0, eps=10.0) == math.inf
    assert broken.log2_T_max(L=1.0, eps=10.0) == pytest.approx(1000 * math.log2(11))
    assert broken.T_max(L=0.0, eps=0.1) == math.inf
    exact = replace(broken, eta=0.0)
    assert exact.T_max(L=1.0, eps=0.1) == math.inf


def test_tolerance_and_eps_are_checked():
    machine = ClusteredMargin(tolerance=0.01, eta=0.001, gamma=2.0)
    with pytest.raises(SpecError, match="eps positive"):
        machine.T_max(L=1.0, eps=0.0)
    with pytest.raises(SpecError, match="must not be negative"):
        clustered_margin(simple_task(omega=2.0), tolerance=-1.0)
