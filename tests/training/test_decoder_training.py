"""Decoders are trained as other models are: same bits, alone or in company."""

from dataclasses import replace

import jax
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.models import Gpt, named_arrays, restore
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.bundle_program import Program
from lengthwise.training.evaluating.test_losses import evaluate
from lengthwise.training.lane import Lane, stack
from lengthwise.training.loop import train
from lengthwise.training.recipe import Recipe
from lengthwise.training.steps import draw

SORT = TaskName("sort", (("symbols", 5),))
TINY = Recipe(
    task=SORT,
    model=Gpt(symbols=8, outputs=8, layers=1, width=8),
    form="sequence",
    batch=8,
    rate=1e-3,
    threshold=0.0,
    max_steps=256,
    schedule="linear",
    weight_decay=0.01,
    clip=1.0,
    average="symbols",
    packing=True,
)
LANES = [Lane(seed=seed, train_length=5) for seed in range(2)]


def trained(recipe, lanes, **options):
    ended = [one for some in train(recipe, lanes, **options) for one in some]
    return {(one.lane.seed, dict(one.lane.by_lane).get("rate")): one for one in ended}


@pytest.fixture(scope="module")
def alone():
    """Each of two learning rates and seeds in a bundle of its own."""
    recipes = [TINY, replace(TINY, rate=1e-2)]
    return {
        (lane.seed, recipe.rate): trained(recipe, [lane])[lane.seed, None]
        for recipe in recipes
        for lane in LANES
    }


def test_learning_rates_share_a_bundle_with_the_same_bits(alone):
    lanes = [
        replace(lane, by_lane=replace(TINY, rate=rate).by_lane)
        for rate in (1e-3, 1e-2)
        for lane in LANES
    ]
    together = trained(TINY.static, lanes)
    assert together.keys() == alone.keys()
    for name, one in together.items():
        assert one.digest == alone[name].digest
    assert len({one.digest for one in together.values()}) == 4


def test_training_goes_on_after_a_stop_with_the_same_bits(tmp_path):
    recipe = replace(TINY, max_steps=512)
    whole = trained(recipe, LANES[:1])
    asked = []

    def stopping():
        asked.append(1)
        return len(asked) == 1

    with pytest.raises(Exception, match="stopped with 1"):
        trained(recipe, LANES[:1], folder=tmp_path, stopping=stopping)
    resumed = trained(recipe, LANES[:1], folder=tmp_path)
    assert resumed[0, None].digest == whole[0, None].digest
    assert whole[0, None].steps == 512


def test_packed_rows_have_the_words_of_rows_of_their_own():
    """Two words a row: the same number of scored symbols and the same lengths."""
    lanes = stack(TINY, LANES[:1])
    lane = jax.tree.map(lambda leaf: leaf[0], lanes)
    batch = draw(TINY, TINY.padded(5), lane, "training", np.int32(3))
    begins = np.asarray(batch.inputs.begins)
    assert batch.inputs.tokens.shape == (4, TINY.padded(5))
    first = begins.max(1)
    lengths = np.stack([first, np.asarray(batch.inputs.lengths) - first], 1)
    questions = (lengths - 3) // 2  # <bos> x <sep> y <eos>
    assert (questions.sum(1) == 6).all()  # shortest and longest, 1 and 5
    assert np.asarray(batch.scored).sum(1).tolist() == [8] * 4  # and two <eos>


def test_a_lane_stops_when_all_held_out_inputs_are_right():
    right = replace(
        TINY,
        task=TaskName("majority", (("symbols", 2),)),
        model=Gpt(symbols=5, outputs=5, layers=1, width=16),
        rate=1e-2,
        stop="accuracy",
        check_every=256,
        held=64,
        batch=32,
        max_steps=4096,
    )
    (one,) = trained(right, [Lane(seed=0, train_length=3)]).values()
    assert one.end == "converged"
    assert one.steps % 256 == 0
    assert one.steps < 4096
    program = Program(right, right.padded(3))
    lanes = stack(right, [one.lane])
    state = program.start(lanes)
    assert float(program.wrong(state, lanes)[0]) > 0  # before training


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"batch": 7}, "an even batch"),
        ({"check_every": 100}, "a multiple of 256"),
        ({"warmup": -1}, "warmup is -1"),
        ({"clip": -1.0}, "clip is -1"),
        ({"schedule": "cosine"}, "allowed are constant, linear"),
        ({"precision": "half"}, "allowed are float32, tf32, bfloat16"),
    ],
)
def test_settings_that_cannot_be_are_refused(change, message):
    with pytest.raises(SpecError, match=message):
        replace(TINY, **change)


def test_packing_is_for_tasks_whose_lengths_come_in_pairs():
    simple = {"task": TaskName("simple"), "model": Gpt(symbols=3)}
    with pytest.raises(SpecError, match="packing is for decoders"):
        replace(TINY, **simple)
    assert replace(TINY, **simple, packing=False).padded(50) == 64


def test_the_penalty_of_positions_acts_in_training():
    """Initial products of positions are of the order 1e-9, so the factor is large."""
    model = Gpt(symbols=8, outputs=8, layers=1, width=8, positions="absolute:places=33")
    plain = replace(TINY, model=model, max_steps=64)
    products = [
        float(model.position_penalty(restore(model, one.weights)))
        for factor in (0.0, 1e8)
        for one in trained(replace(plain, position_penalty=factor), LANES[:1]).values()
    ]
    assert products[1] < 0.5 * products[0]


def test_a_decoder_is_judged_on_the_parameters_of_its_own_lane():
    """Labels of simple depend on omega, which lanes of one program differ in."""
    model = Gpt(symbols=3, layers=1, width=8)
    simple = {"task": TaskName("simple"), "model": model, "packing": False}
    recipe = replace(TINY, **simple, average="inputs")
    weights = named_arrays(model.init(jax.random.key(0)))
    lanes = [
        Lane(seed=0, train_length=4, numbers={"omega": omega}) for omega in (0.0, 3.0)
    ]
    apart = [evaluate(recipe, [(lane, weights)], [9], words=64) for lane in lanes]
    together = evaluate(recipe, [(lane, weights) for lane in lanes], [9], words=64)
    assert [one for (one,) in apart] == together
    assert together[0] != together[1]
