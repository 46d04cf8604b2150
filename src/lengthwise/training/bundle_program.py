"""The compiled program of a bundle: many lanes side by side, many steps in one call.

Bits depend on the width, so it is canonical: on a CPU always 8 lanes, padded with empty
ones. Settings of a recipe that are not static are arguments of the program.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float

from lengthwise.models import BFLOAT16, Weights
from lengthwise.training.batch import Batch
from lengthwise.training.device.randomness import ROOTS, Purpose
from lengthwise.training.lane import Lane, LaneArrays
from lengthwise.training.recipe import Precision, Recipe
from lengthwise.training.samplers.host_sampler import host_batch
from lengthwise.training.samplers.packed_rows import packed
from lengthwise.training.steps import State, start, take_step, wrong_answers

CHUNK = 256
"""Training steps per call; the host gets control between calls."""

HOSTED_CHUNK = 32
"""Steps per call if the host draws the words; that many batches are in memory."""

PRECISIONS: dict[Precision, str] = {
    "float32": "highest",
    "tf32": "TF32_TF32_F32",
    "bfloat16": BFLOAT16,
}
"""JAX's names of the precisions; the default on a GPU rounds factors to 10 bits."""

PRECISION = PRECISIONS["float32"]
"""The precision of evaluations."""


@dataclass(frozen=True)
class Program:
    """Compiled functions for lanes of one recipe with equal static shapes.

    Attributes:
        recipe: The recipe.
        padded: The padded length of words; ``None`` in the statistics form.
        movable: Whether lanes may change their places.
    """

    recipe: Recipe
    padded: int | None
    movable: ClassVar[bool] = True

    def start(self, lanes: LaneArrays) -> State:
        """Returns the initial states of lanes."""
        return _start(self.recipe.static, lanes)

    @property
    def steps(self) -> int:
        """Training steps per call."""
        return HOSTED_CHUNK if self.recipe.hosted else CHUNK

    def chunk(
        self, state: State, lanes: LaneArrays, batches: Batch | None = None
    ) -> State:
        """Returns the states after `steps` steps.

        Args:
            state: The states before.
            lanes: The arrays of the lanes.
            batches: Batches drawn on the host, one per lane and step; steps are the
                first axis.
        """
        return _chunk(self.recipe.static, self.padded, lanes, state, batches)

    @property
    def held_batches(self) -> int:
        """Number of batches of held-out inputs for the stopping rule."""
        return -(-self.recipe.held // self.recipe.batch)

    def wrong(
        self, state: State, lanes: LaneArrays, batches: Batch | None = None
    ) -> Float[Array, " lanes"]:
        """Returns each lane's number of held-out rows with a wrong answer.

        Args:
            state: The states.
            lanes: The arrays of the lanes.
            batches: Batches drawn on the host, `held_batches` per lane, on the first
                axis.
        """
        recipe = self.recipe.static
        return _wrong(recipe, self.padded, self.held_batches, lanes, state.net, batches)

    def draw(self, lane: Lane, purpose: Purpose = "training") -> Callable[[int], Batch]:
        """Returns a function that draws the batch of a lane's step on the host."""
        recipe = self.recipe
        numbers: tuple[int, ...] = (lane.seed,)
        if recipe.randomness == "setting":
            numbers = (lane.setting, lane.train_length, lane.seed)
        key = (ROOTS[purpose], *numbers)
        padded = self.padded or 1

        def drawn(step: int) -> Batch:
            batch = host_batch(
                recipe.subject,
                (*key, step),
                recipe.batch,
                recipe.subject.min_length,
                lane.train_length,
                padded,
                paired=recipe.packing,
            )
            return packed(batch) if recipe.packing else batch

        return drawn

    def put(self, state: State, other: State, here: Bool[Array, " lanes"]) -> State:
        """Returns `state` with the lanes selected by `here` taken from `other`."""
        return _put(here, other, state)


@partial(jax.jit, static_argnums=0)
def _start(recipe: Recipe, lanes: LaneArrays) -> State:
    return jax.vmap(partial(start, recipe))(lanes)


@partial(jax.jit, static_argnums=(0, 1, 2))
def _wrong(
    recipe: Recipe,
    padded: int | None,
    count: int,
    lanes: LaneArrays,
    nets: Weights,
    batches: Batch | None,
) -> Float[Array, " lanes"]:
    def one(
        total: Float[Array, " lanes"], drawn: tuple[Array, Batch | None]
    ) -> tuple[Float[Array, " lanes"], None]:
        number, batch = drawn

        def ask(net: Weights, lane: LaneArrays, batch: Batch | None) -> Array:
            return wrong_answers(net, recipe, padded, lane, number, batch)

        return total + jax.vmap(ask)(nets, lanes, batch), None

    zeros = jnp.zeros(lanes.seed.shape)
    with jax.default_matmul_precision(PRECISIONS[recipe.precision]):
        total, _ = jax.lax.scan(one, zeros, (jnp.arange(count), batches))
    return total


@partial(jax.jit, static_argnums=(0, 1))
def _chunk(
    recipe: Recipe,
    padded: int | None,
    lanes: LaneArrays,
    state: State,
    batches: Batch | None,
) -> State:
    def all_lanes(states: State, batch: Batch | None) -> tuple[State, None]:
        step = partial(take_step, recipe, padded)
        return jax.vmap(step)(lanes, states, batch), None

    length = CHUNK if batches is None else None
    with jax.default_matmul_precision(PRECISIONS[recipe.precision]):
        state, _ = jax.lax.scan(all_lanes, state, batches, length=length)
    return state


@jax.jit
def _put(here: Bool[Array, " lanes"], left: State, right: State) -> State:
    def pick(a: Array, b: Array) -> Array:
        return jnp.where(here.reshape(-1, *[1] * (a.ndim - 1)), a, b)

    return jax.tree.map(pick, left, right)
