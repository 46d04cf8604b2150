"""One training step of one lane, and its state.

Everything here is for a single lane; `lengthwise.training.bundle_program` runs many at
once. A lane that has ended is frozen: later steps do not change its state.
"""

from enum import IntEnum
from typing import TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Float, Int, Key

from lengthwise.models import Gpt, Weights, margin_penalty
from lengthwise.training import objective
from lengthwise.training.batch import Batch, asks_blanks, shapes
from lengthwise.training.device.randomness import Purpose, key_for
from lengthwise.training.lane import LaneArrays
from lengthwise.training.optimizer import update
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.device_sampler import device_batch, drawn_on_device
from lengthwise.training.samplers.sequence_sampler import (
    device_words,
    draw_lengths,
    packed,
    paired_lengths,
)

T = TypeVar("T")

RECENT = 100
"""Number of steps over which the recent mean loss is taken."""


class Status(IntEnum):
    """Whether a lane is running, or why it ended."""

    RUNNING = 0
    CONVERGED = 1
    DIVERGED = 2
    CAPPED = 3
    EMPTY = 4


class State(eqx.Module):
    """The training state of a lane.

    Attributes:
        net: The weights.
        adam: Adam's first and second moments.
        step: Number of updates made.
        loss: Loss of the last batch.
        recent: Recent losses; the loss of step t is at index t mod `RECENT`.
        status: A `Status`.
    """

    net: Weights
    adam: optax.ScaleByAdamState
    step: Int[Array, ""]
    loss: Float[Array, ""]
    recent: Float[Array, " recent"]
    status: Int[Array, ""]


def lane_key(
    recipe: Recipe, lane: LaneArrays, purpose: Purpose, step: Int[Array, ""] | int
) -> Key[Array, ""]:
    """Returns the random key of a lane for a step, by the recipe's `randomness`."""
    if recipe.randomness == "seed":
        return key_for(purpose, lane.seed, step)
    return key_for(purpose, lane.setting, lane.most, lane.seed, step)


def start(recipe: Recipe, lane: LaneArrays) -> State:
    """Returns the initial state of a lane."""
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

    The batch is drawn here unless it was drawn on the host.
    """
    task, model = recipe.subject, recipe.model
    if batch is None:
        batch = draw(recipe, padded, lane, "training", step)
    outputs = model.run(
        net,
        batch.inputs,
        every=scores_every_slot(recipe),
        blanks=asks_blanks(task),
        form=recipe.form,
        key=lane_key(recipe, lane, "noise", step),
    )
    targets, scored = jnp.asarray(batch.targets), jnp.asarray(batch.scored)
    loss = objective.batch_loss(
        task.output, outputs, targets, scored, average=recipe.average
    )
    if recipe.position_penalty:
        loss += lane.by_lane["position_penalty"] * model.position_penalty(net)
    if recipe.margin_penalty and isinstance(model, Gpt):
        held = margin_penalty(model, net, batch.inputs, recipe.margin)
        loss += lane.by_lane["margin_penalty"] * held
    return loss


def wrong_answers(
    net: Weights,
    recipe: Recipe,
    padded: int | None,
    lane: LaneArrays,
    number: Int[Array, ""],
    batch: Batch | None = None,
) -> Float[Array, ""]:
    """Returns the number of rows of a held-out batch with a wrong answer.

    Args:
        net: The weights.
        recipe: The recipe.
        padded: The padded length.
        lane: The arrays of the lane.
        number: The index of the held-out batch.
        batch: The batch, if it was drawn on the host.
    """
    if batch is None:
        batch = draw(recipe, padded, lane, "held", number)
    outputs = recipe.model.run(
        net,
        batch.inputs,
        every=scores_every_slot(recipe),
        blanks=asks_blanks(recipe.subject),
        form=recipe.form,
    )
    targets, scored = jnp.asarray(batch.targets), jnp.asarray(batch.scored)
    return objective.penalties(recipe.subject.output, outputs, targets, scored).sum()


def scores_every_slot(recipe: Recipe) -> bool:
    """Whether outputs are needed at all positions of a row."""
    return recipe.packing or shapes(recipe.subject).every


@jax.named_scope("sampling")
def draw(
    recipe: Recipe,
    padded: int | None,
    lane: LaneArrays,
    purpose: Purpose,
    number: Int[Array, ""],
) -> Batch:
    """Returns a batch of inputs up to the training length, drawn on the device.

    Args:
        recipe: The recipe.
        padded: The padded length.
        lane: The arrays of the lane.
        purpose: The purpose of the batch.
        number: The step, or the index of the batch.
    """
    task = recipe.subject
    key = lane_key(recipe, lane, purpose, number)
    if drawn_on_device(task):
        sees = recipe.model.by_counts
        return device_batch(
            task,
            lane.numbers,
            key=key,
            batch=recipe.batch,
            least=jnp.int32(task.min_length),
            most=lane.most,
            padded=padded,
            tau=0 if sees is None else sees.tau,
        )
    assert padded is not None
    of_lengths, of_words = jax.random.split(key)
    choose = paired_lengths if recipe.packing else draw_lengths
    lengths = choose(task, key=of_lengths, words=recipe.batch, most=lane.most)
    words = device_words(task, key=of_words, lengths=lengths, padded=padded)
    return packed(words) if recipe.packing else words


def take_step(
    recipe: Recipe,
    padded: int | None,
    lane: LaneArrays,
    state: State,
    batch: Batch | None = None,
) -> State:
    """Returns the state after one step; unchanged if the lane has ended.

    The lane ends before the update if the loss is not finite or below the threshold
    (the loss of this batch or the mean of the last `RECENT`, depending on the recipe).
    So its final weights are the ones with this loss.
    """
    loss, slope = jax.value_and_grad(batch_loss)(
        state.net, recipe, padded, lane, state.step, batch
    )
    recent = jnp.where(jnp.arange(RECENT) == state.step % RECENT, loss, state.recent)
    judged = loss if recipe.stop == "batch" else recent.mean()  # NaN until it is full
    below = judged < lane.by_lane["threshold"]
    status = jnp.where(below, Status.CONVERGED, Status.RUNNING)
    status = jnp.where(jnp.isfinite(loss), status, Status.DIVERGED)
    moving = status == Status.RUNNING
    step = state.step + moving
    capped = moving & (step >= lane.by_lane["max_steps"])
    status = jnp.where(capped, Status.CAPPED, status)
    net, adam = update(recipe, lane.by_lane, state.net, state.adam, slope, state.step)
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
