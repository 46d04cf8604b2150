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
    """Returns how many rows of a batch of held-out inputs have a wrong answer.

    Args:
        net: The weights.
        recipe: The recipe.
        padded: The padded length.
        lane: The numbers of the lane.
        number: Which batch of the held-out inputs.
        batch: The batch, where it was drawn on the host.
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


def draw(
    recipe: Recipe,
    padded: int | None,
    lane: LaneArrays,
    purpose: Purpose,
    number: Int[Array, ""],
) -> Batch:
    """Returns a batch of training lengths, drawn on the device.

    Args:
        recipe: The recipe.
        padded: The padded length.
        lane: The numbers of the lane.
        purpose: What the batch is for.
        number: The step, or which batch it is.
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
