"""Losses at test lengths: unbiased, the same in any company, more words when asked."""

import math

import jax
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.limit.running import evaluator as limit
from lengthwise.models import LimitNet, named_arrays, restore
from lengthwise.models.limit_net.export import to_limit
from lengthwise.tasks.labels.word_labels import kgram, simple
from lengthwise.training.evaluating.test_losses import evaluate
from lengthwise.training.recipe import Recipe
from tests.models.canonical_net import KGRAM, SIMPLE, kgram_lanes, simple_lanes
from tests.models.random_nets import random_net
from tests.training.law_tests import law


def trained(recipe, lanes):
    return [
        (lane, named_arrays(random_net(recipe.model, seed)))
        for seed, lane in enumerate(lanes)
    ]


SHAPES = [
    pytest.param(SIMPLE, trained(SIMPLE, simple_lanes(10)), id="simple"),
    pytest.param(KGRAM, trained(KGRAM, kgram_lanes(10)), id="kgram"),
]


def label(recipe, lane, word):
    word = tuple(map(str, word))
    if recipe is SIMPLE:
        return np.array([simple(word, omega=dict(lane.numbers)["omega"])])
    return np.array(kgram(word, k=1, S=2))


@pytest.mark.parametrize(("recipe", "nets"), SHAPES)
def test_the_loss_is_the_expectation_over_all_words(recipe, nets):
    length = 4
    exact = law(recipe.subject, length)
    (lane, found), *_ = nets
    machine = to_limit(restore(recipe.model, found))
    words = [tuple(map(str, word)) for word in exact]
    outputs = limit.last(machine, words)
    expected = sum(
        float(p) * np.sum((output - label(recipe, lane, word)) ** 2)
        for (word, p), output in zip(exact.items(), outputs, strict=True)
    )
    ((losses), *_) = evaluate(recipe, nets[:1], [length], words=2048)
    loss = losses[length]
    # Five standard errors: false alarms of 1e-6 for means of 2,048 bounded numbers.
    assert abs(loss.mean - expected) < 5 * loss.standard_error
    assert loss.words == 2048


@pytest.mark.parametrize(("recipe", "nets"), SHAPES)
def test_a_net_has_the_same_loss_in_any_company(recipe, nets):
    lengths = [7, 200]
    together = evaluate(recipe, nets, lengths, words=64)
    backwards = evaluate(recipe, nets[::-1], lengths, words=64)
    alone = evaluate(recipe, [nets[9]], lengths, words=64)
    assert together == backwards[::-1]
    assert together[9] == alone[0]
    # Asked later, one by one: no difference.
    assert [evaluate(recipe, nets[:1], [n], words=64)[0][n] for n in lengths] == [
        together[0][n] for n in lengths
    ]


def test_a_length_of_a_billion():
    (losses,) = evaluate(SIMPLE, SHAPES[0].values[1][:1], [10**3, 10**9], words=1024)
    short, long = losses[10**3], losses[10**9]
    assert math.isfinite(long.mean)
    # Shares have the same limit law, so the losses differ by noise and O(1/n) only.
    assert (
        abs(long.mean - short.mean)
        < 6 * (long.standard_error + short.standard_error) + 0.01
    )


def test_as_many_words_as_give_the_standard_error():
    nets = SHAPES[1].values[1][:3]
    fixed = evaluate(KGRAM, nets, [9], words=512)
    aim = 1.2 * max(losses[9].standard_error for losses in fixed)
    sure = evaluate(KGRAM, nets, [9], words=1024, standard_error=aim)
    assert all(losses[9].standard_error <= aim for losses in sure)
    assert all(64 <= losses[9].words <= 512 for losses in sure)
    assert evaluate(KGRAM, nets[:1], [9], words=1024, standard_error=aim)[0] == sure[0]


def test_another_seed_draws_other_words():
    nets = SHAPES[0].values[1][:1]
    one, two = (evaluate(SIMPLE, nets, [9], words=64, seed=s)[0][9] for s in (0, 1))
    assert one.mean != two.mean


def test_nets_that_are_not_finite_have_no_loss():
    lane, found = SHAPES[0].values[1][0]
    sick = found | {"readout": np.full_like(found["readout"], np.nan)}
    ((loss),) = evaluate(SIMPLE, [(lane, sick)], [9])[0].values()
    assert math.isnan(loss.mean)
    assert math.isnan(loss.standard_error)


@pytest.mark.parametrize("length", [0, -5, 2**31])
def test_impossible_lengths_are_named(length):
    with pytest.raises(SpecError, match=f"test length {length}"):
        evaluate(SIMPLE, SHAPES[0].values[1][:1], [length])


def test_fewer_than_64_words_are_refused():
    with pytest.raises(SpecError, match="it must be at least 64"):
        evaluate(SIMPLE, SHAPES[0].values[1][:1], [9], words=63)


def test_nets_that_read_no_stream_read_inputs_whole():
    net = LimitNet(symbols=3, width=4, units=8, heads=(1, 1, 1))
    assert net.streaming is None
    recipe = Recipe(task=SIMPLE.task, model=net, form="prefix")
    weights = named_arrays(net.init(jax.random.key(0)))
    (lane,) = simple_lanes(1)
    (scores,) = evaluate(recipe, [(lane, weights)], [9, 20], words=64)
    assert all(math.isfinite(one.mean) for one in scores.values())
    with pytest.raises(SpecError, match="to 4096"):
        evaluate(recipe, [(lane, weights)], [5000])


@pytest.mark.slow
def test_one_layer_from_words_and_from_statistics_have_the_same_law():
    """Two samplers, two forms, one expectation."""
    nets = trained(SIMPLE, simple_lanes(1))
    from_words = Recipe(task=SIMPLE.task, model=SIMPLE.model, form="prefix")
    (one,) = evaluate(SIMPLE, nets, [50], words=8192)
    (two,) = evaluate(from_words, nets, [50], words=8192)
    assert abs(one[50].mean - two[50].mean) < 5 * math.hypot(
        one[50].standard_error, two[50].standard_error
    )
