"""One training step of one lane, and the state that it moves.

Everything here is for a single lane; `lengthwise.training.bundle_program` runs many at
once. A lane that has ended is frozen: later steps leave every bit of its state alone.
"""

from enum import IntEnum
from typing import TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Float, Int, Key

from lengthwise.models import Weights
from lengthwise.training import objective
from lengthwise.training.batch import Batch, shapes
from lengthwise.training.device.randomness import Purpose, key_for
from lengthwise.training.lane import LaneArrays
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.device_sampler import device_batch

T = TypeVar("T")

RECENT = 100
"""Over how many last steps the mean training loss is taken."""


class Status(IntEnum):
    """Whether a lane still runs, and if not, why."""

    RUNNING = 0
    CONVERGED = 1
    DIVERGED = 2
    CAPPED = 3
    EMPTY = 4


class State(eqx.Module):
    """All that a lane carries from step to step.

    Attributes:
        net: The weights.
        adam: First and second moments.
        step: How many updates were made.
        loss: Loss of the last batch.
        recent: Losses of the last steps, the one of step t at place t mod `RECENT`.
        status: A `Status`.
    """

    net: Weights
    adam: optax.ScaleByAdamState
    step: Int[Array, ""]
    loss: Float[Array, ""]
    recent: Float[Array, " recent"]
    status: Int[Array, ""]


class Knobs(eqx.Module):
    """Numbers of a recipe that need no program of their own."""

    rate: Float[Array, ""]
    hidden_rate: Float[Array, ""]
    threshold: Float[Array, ""]
    max_steps: Int[Array, ""]


def knobs(recipe: Recipe) -> Knobs:
    """Returns the numbers of `recipe` that are not static."""
    return Knobs(
        rate=jnp.float32(recipe.rate),
        hidden_rate=jnp.float32(recipe.hidden_rate),
        threshold=jnp.float32(recipe.threshold),
        max_steps=jnp.int32(recipe.max_steps),
    )


def lane_key(
    recipe: Recipe, lane: LaneArrays, purpose: Purpose, step: Int[Array, ""] | int
) -> Key[Array, ""]:
    """Returns the key of a lane for a step; the recipe says what it depends on."""
    if recipe.randomness == "seed":
        return key_for(purpose, lane.seed, step)
    return key_for(purpose, lane.setting, lane.most, lane.seed, step)


def start(recipe: Recipe, lane: LaneArrays) -> State:
    """Returns the state of a lane before its first step."""
    net = recipe.model.init(lane_key(recipe, lane, "weights", 0))
    return State(
        net=net,
        adam=optax.scale_by_adam().init(net),
        step=jnp.int32(0),
        loss=jnp.float32(jnp.nan),
        recent=jnp.full(RECENT, jnp.nan, dtype=jnp.float32),
        status=jnp.int32(Status.RUNNING),
    )


def batch_loss(
    net: Weights,
    recipe: Recipe,
    padded: int | None,
    lane: LaneArrays,
    step: Int[Array, ""],
    batch: Batch | None = None,
) -> Float[Array, ""]:
    """Returns the loss of one fresh batch of words of mixed lengths.

    It is drawn here unless it was drawn on the host.
    """
    task, model = recipe.subject, recipe.model
    if batch is None:
        batch = _drawn(recipe, padded, lane, step)
    every = shapes(task).every
    outputs = model.run(net, batch.inputs, every=every, form=recipe.form)
    targets, scored = jnp.asarray(batch.targets), jnp.asarray(batch.scored)
    return objective.batch_loss(task.output, outputs, targets, scored)


def _drawn(
    recipe: Recipe, padded: int | None, lane: LaneArrays, step: Int[Array, ""]
) -> Batch:
    """The batch of a step, drawn on the device."""
    sees = recipe.model.by_counts
    return device_batch(
        recipe.subject,
        lane.numbers,
        key=lane_key(recipe, lane, "training", step),
        batch=recipe.batch,
        least=jnp.int32(recipe.subject.min_length),
        most=lane.most,
        padded=padded,
        tau=0 if sees is None else sees.tau,
    )


def take_step(
    recipe: Recipe,
    padded: int | None,
    knobs: Knobs,
    lane: LaneArrays,
    state: State,
    batch: Batch | None = None,
) -> State:
    """Returns the state after one step: unchanged where the lane has ended.

    A loss below the threshold (of this batch, or the mean of the last `RECENT`, as the
    recipe says), or one that is not finite, ends the lane before the update, so that
    its weights are those that had this loss.
    """
    loss, slope = jax.value_and_grad(batch_loss)(
        state.net, recipe, padded, lane, state.step, batch
    )
    recent = jnp.where(jnp.arange(RECENT) == state.step % RECENT, loss, state.recent)
    judged = loss if recipe.stop == "batch" else recent.mean()  # NaN until all are in
    status = jnp.where(judged < knobs.threshold, Status.CONVERGED, Status.RUNNING)
    status = jnp.where(jnp.isfinite(loss), status, Status.DIVERGED)
    moving = status == Status.RUNNING
    step = state.step + moving
    status = jnp.where(moving & (step >= knobs.max_steps), Status.CAPPED, status)
    direction, adam = optax.scale_by_adam().update(slope, state.adam)
    size = recipe.model.rates(state.net, rate=knobs.rate, hidden_rate=knobs.hidden_rate)
    net = jax.tree.map(lambda w, r, u: w - r * u, state.net, size, direction)
    moved = State(
        net=_where(moving, net, state.net),
        adam=_where(moving, adam, state.adam),
        step=step,
        loss=loss,
        recent=recent,
        status=status.astype(jnp.int32),
    )
    return _where(state.status == Status.RUNNING, moved, state)


def _where(here: Array, left: T, right: T) -> T:
    return jax.tree.map(lambda a, b: jnp.where(here, a, b), left, right)
