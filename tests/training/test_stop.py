"""When a lane stops, and which lanes share random numbers."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.errors import StoppedError
from lengthwise.experiments.spec.trial import trial
from lengthwise.training.bundle_program import CHUNK, Program
from lengthwise.training.lane import stack
from lengthwise.training.loop import train
from lengthwise.training.steps import RECENT, Status, batch_loss, lane_key
from tests.models.canonical_net import SIMPLE, simple_lanes

MEAN = replace(SIMPLE, stop="mean")
FRESH = replace(MEAN, randomness="setting")


def after(recipe, chunks=1):
    arrays = stack(recipe, simple_lanes(8))
    program = Program(recipe, None)
    state = program.start(arrays)
    for _ in range(chunks):
        state = program.chunk(state, arrays)
    return state


def test_a_lane_stops_when_the_mean_of_the_last_batches_is_below():
    never = after(replace(MEAN, threshold=0.0))
    lucky = after(SIMPLE)
    assert set(np.asarray(never.status)) == {Status.RUNNING}
    losses = np.asarray(never.recent)  # of the steps CHUNK - 100 … CHUNK - 1
    ordered = np.roll(losses, -(CHUNK % RECENT), axis=1)
    threshold = float(np.median(ordered.mean(1)))
    found = after(replace(MEAN, threshold=threshold))
    ended = np.asarray(found.status) == Status.CONVERGED
    assert 0 < ended.sum() < 8
    for lane in np.flatnonzero(ended):
        assert RECENT - 1 <= int(found.step[lane]) < CHUNK
        assert np.asarray(found.recent)[lane].mean() < threshold
    for lane in np.flatnonzero(~ended):
        assert ordered[lane].mean() >= threshold * (1 - 1e-5)
    assert (np.asarray(lucky.step) < RECENT - 1).any()  # one batch ends earlier


def test_the_mean_needs_as_many_batches_as_it_is_of():
    found = after(replace(MEAN, threshold=1e9))
    assert set(np.asarray(found.step)) == {RECENT - 1}
    assert set(np.asarray(found.status)) == {Status.CONVERGED}
    short = after(replace(MEAN, threshold=1e9, max_steps=50))
    assert set(np.asarray(short.status)) == {Status.CAPPED}


def test_the_outcome_says_the_mean_that_ended_training():
    recipe = replace(MEAN, threshold=0.05)
    ((outcome,),) = train(recipe, simple_lanes(1))
    assert outcome.converged
    assert outcome.recent < 0.05
    assert outcome.steps >= RECENT - 1


def test_without_a_threshold_every_lane_makes_all_steps():
    found = after(replace(FRESH, threshold=0.0, max_steps=CHUNK))
    assert set(np.asarray(found.status)) == {Status.CAPPED}
    assert set(np.asarray(found.step)) == {CHUNK}


SMALL = {"model": {"width": 4, "units": 8}}


def lane_of(randomness, omega=1.0, train_length=8, seed=0):
    recipe = {"batch": 32, "max_steps": 600, "randomness": randomness}
    return trial(
        "simple",
        {"omega": omega},
        train_length=train_length,
        seed=seed,
        recipe=recipe,
        **SMALL,
    )


def first(trials):
    """Initial weights and the loss of the first batch with the first net, by lane."""
    recipe = trials[0].recipe
    arrays = stack(recipe, [one.lane for one in trials])
    net = Program(recipe, None).start(arrays).net
    one = jax.tree.map(lambda leaf: leaf[0], net)
    numbers = {"omega": jnp.full(len(trials), 1.0)}  # so that only the data differ
    same = arrays._replace(numbers=numbers)
    loss = jax.jit(
        jax.vmap(lambda lane: batch_loss(one, recipe, None, lane, jnp.int32(0)))
    )
    return np.asarray(net.embedding), np.asarray(loss(same))


def test_settings_share_a_seed_only_in_the_first_version():
    settings = [{}, {"omega": 2.0}, {"seed": 1}]
    weights, losses = first([lane_of("seed", **one) for one in settings])
    assert (weights[0] == weights[1]).all()
    assert (weights[0] != weights[2]).all()
    assert losses[0] == losses[1] != losses[2]
    settings.append({"train_length": 9})
    weights, losses = first([lane_of("setting", **one) for one in settings])
    for one in range(4):
        for other in range(one):
            assert (weights[one] != weights[other]).all()
            assert losses[one] != losses[other]


def test_independent_lanes_have_the_same_bits_in_any_company_and_order():
    trials = [lane_of("setting", omega=1.0 + k % 3, seed=k) for k in range(10)]
    recipe = replace(trials[0].recipe, threshold=0.03)
    lanes = [one.lane for one in trials]

    def digests(some):
        return {one.lane: one.digest for ended in train(recipe, some) for one in ended}

    whole = digests(lanes)
    assert len(set(whole.values())) == 10
    assert digests(lanes[::-1]) == whole
    assert digests(lanes[3:5]) == {lane: whole[lane] for lane in lanes[3:5]}


@pytest.mark.parametrize("recipe", [MEAN, FRESH])
def test_a_stopped_lane_goes_on_with_the_same_bits(recipe, tmp_path):
    recipe = replace(recipe, threshold=0.02)
    lanes = [replace(lane, setting=7) for lane in simple_lanes(3)]
    whole = {one.lane: one.digest for e in train(recipe, lanes) for one in e}
    asked = iter([False, True])
    found = {}

    def go_on(left, **more):
        for ended in train(recipe, left, folder=tmp_path, **more):
            found.update({one.lane: one.digest for one in ended})

    with pytest.raises(StoppedError):
        go_on(lanes, stopping=lambda: next(asked, True))
    left = [lane for lane in lanes if lane not in found]
    assert left
    go_on(left)
    assert found == whole


@pytest.mark.parametrize(
    ("randomness", "data"),
    [("seed", [2886293213, 4256343872]), ("setting", [1083555329, 1280330911])],
)
def test_the_key_of_a_step_decides_bits_so_it_never_changes(randomness, data):
    one = trial(
        "simple",
        {"omega": 4},
        train_length=64,
        seed=3,
        recipe={"randomness": randomness},
    )
    lane = jax.tree.map(lambda leaf: leaf[0], stack(one.recipe, [one.lane]))
    key = lane_key(one.recipe, lane, "training", 5)
    assert jax.random.key_data(key).tolist() == data
