"""One step does what the recipe says; ended lanes are frozen and harm nobody."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from lengthwise.training import bundle_program as programs
from lengthwise.training.bundle_program import CHUNK, Program
from lengthwise.training.lane import stack
from lengthwise.training.steps import RECENT, Status, batch_loss
from tests.models.canonical_net import KGRAM, SIMPLE, kgram_lanes, simple_lanes

SHAPES = [
    pytest.param(SIMPLE, simple_lanes(8), id="simple"),
    pytest.param(KGRAM, kgram_lanes(8), id="kgram"),
]


def bits(state, lane):
    return [np.asarray(leaf)[lane].tobytes() for leaf in jax.tree.leaves(state)]


def padded(recipe, lanes):
    return recipe.padded(lanes[0].train_length)


@pytest.mark.parametrize(("recipe", "lanes"), SHAPES)
def test_a_step_neither_gathers_nor_scatters(recipe, lanes):
    arrays = stack(recipe, lanes)
    start = jax.eval_shape(Program(recipe, padded(recipe, lanes)).start, arrays)
    text = str(
        jax.make_jaxpr(programs._chunk, static_argnums=(0, 1))(
            recipe.static, padded(recipe, lanes), arrays, start, None
        )
    )
    assert "scan" in text
    assert not [word for word in ("gather", "scatter", "dynamic") if word in text]


def test_a_chunk_is_as_many_plain_steps():
    """The same weights as a loop that reads like the recipe, up to rounding."""
    recipe = replace(SIMPLE, threshold=0.0)
    lanes = simple_lanes(8)
    program, arrays = Program(recipe, None), stack(recipe, lanes)
    start = program.start(arrays)
    lane = jax.tree.map(lambda leaf: leaf[2], arrays)
    net = jax.tree.map(lambda leaf: leaf[2], start.net)
    adam = optax.scale_by_adam(b1=0.9, b2=0.999, eps=1e-8)
    memory = adam.init(net)
    losses = []

    @jax.jit
    def step(net, memory, number):
        loss, slope = jax.value_and_grad(batch_loss)(net, recipe, None, lane, number)
        direction, memory = adam.update(slope, memory)
        size = recipe.model.rates(net, rate=0.01, hidden_rate=0.01)
        net = jax.tree.map(lambda w, r, u: w - r * u, net, size, direction)
        return net, memory, loss

    for number in range(CHUNK):
        net, memory, loss = step(net, memory, jnp.int32(number))
        losses.append(float(loss))
    after = program.chunk(start, arrays)
    assert int(after.step[2]) == CHUNK
    recent = np.asarray(after.recent)[2]
    in_order = [recent[t % RECENT] for t in range(CHUNK - RECENT, CHUNK)]
    np.testing.assert_allclose(in_order, losses[-RECENT:], rtol=0.02)
    for leaf, other in zip(
        jax.tree.leaves(after.net), jax.tree.leaves(net), strict=True
    ):
        np.testing.assert_allclose(np.asarray(leaf)[2], other, atol=2e-3)


def test_a_lane_stops_before_the_step_whose_batch_is_good_enough():
    arrays = stack(SIMPLE, simple_lanes(8))
    program = Program(SIMPLE, None)
    after = program.chunk(program.start(arrays), arrays)
    for lane in np.flatnonzero(np.asarray(after.status) == Status.CONVERGED):
        step = int(after.step[lane])
        one = jax.tree.map(lambda leaf, k=lane: leaf[k], (after.net, arrays))
        loss = jax.jit(batch_loss, static_argnums=(1, 2))(
            one[0], SIMPLE.static, None, one[1], jnp.int32(step)
        )
        assert float(after.loss[lane]) < SIMPLE.threshold
        np.testing.assert_allclose(loss, after.loss[lane], rtol=1e-4)
        before = np.asarray(after.recent)[lane][: min(step, RECENT)]
        others = np.delete(before, step % RECENT) if step >= RECENT else before
        assert (others >= SIMPLE.threshold).all()
    assert (np.asarray(after.status) == Status.CONVERGED).any()


def test_a_lane_ends_at_the_cap():
    recipe = replace(SIMPLE, threshold=0.0, max_steps=100)
    arrays = stack(recipe, simple_lanes(8))
    program = Program(recipe, None)
    after = program.chunk(program.start(arrays), arrays)
    assert set(np.asarray(after.status)) == {Status.CAPPED}
    assert set(np.asarray(after.step)) == {100}


@pytest.mark.parametrize(("recipe", "lanes"), SHAPES)
def test_ended_lanes_are_frozen(recipe, lanes):
    recipe = replace(recipe, max_steps=40)
    arrays = stack(recipe, lanes)
    program = Program(recipe, padded(recipe, lanes))
    after = program.chunk(program.start(arrays), arrays)
    later = program.chunk(after, arrays)
    assert all(bits(after, k) == bits(later, k) for k in range(8))


@pytest.mark.parametrize("planted", [np.nan, np.inf])
def test_a_diverged_lane_harms_no_other(planted):
    recipe = replace(SIMPLE, threshold=0.0)
    arrays = stack(recipe, simple_lanes(8))
    program = Program(recipe, None)
    after = program.chunk(program.start(arrays), arrays)
    sick = replace(after.net, readout=after.net.readout.at[3].set(planted))
    healthy = program.chunk(after, arrays)
    found = program.chunk(replace(after, net=sick), arrays)
    assert int(found.status[3]) == Status.DIVERGED
    assert int(found.step[3]) == CHUNK
    assert not np.isfinite(found.loss[3])
    assert all(bits(found, k) == bits(healthy, k) for k in range(8) if k != 3)
