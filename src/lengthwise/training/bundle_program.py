"""The compiled program of a bundle: many lanes side by side, many steps in one call.

Bits depend on the width, so it is canonical: on a CPU always 8 lanes, filled up with
empty ones. What is not static in a recipe is given to the program as numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool

from lengthwise.training.batch import Batch
from lengthwise.training.device.randomness import ROOTS
from lengthwise.training.lane import Lane, LaneArrays
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.host_sampler import host_batch
from lengthwise.training.steps import Knobs, State, knobs, start, take_step

CHUNK = 256
"""Steps in one call; between calls the host looks."""

HOSTED_CHUNK = 32
"""The same where the host draws the words: so many batches are in memory at once."""

PRECISION = "highest"
"""Products in full float32: a GPU would round inputs to 10 bits by default."""


@dataclass(frozen=True)
class Program:
    """Compiled functions for lanes of one recipe with equal static shapes.

    Attributes:
        recipe: The recipe.
        padded: The padded length of words; ``None`` in the statistics form.
    """

    recipe: Recipe
    padded: int | None

    def start(self, lanes: LaneArrays) -> State:
        """Returns the states of fresh lanes."""
        return _start(self.recipe.static, lanes)

    @property
    def steps(self) -> int:
        """Steps in one call."""
        return HOSTED_CHUNK if self.recipe.hosted else CHUNK

    def chunk(
        self, state: State, lanes: LaneArrays, batches: Batch | None = None
    ) -> State:
        """Returns the states after `steps` steps.

        Args:
            state: The states before.
            lanes: The numbers of the lanes.
            batches: What the host drew: a batch for each lane and step, steps in front.
        """
        numbers = knobs(self.recipe)
        return _chunk(self.recipe.static, self.padded, numbers, lanes, state, batches)

    def draw(self, lane: Lane) -> Callable[[int], Batch]:
        """Returns what draws the batch of a step of a lane on the host."""
        recipe = self.recipe
        numbers: tuple[int, ...] = (lane.seed,)
        if recipe.randomness == "setting":
            numbers = (lane.setting, lane.train_length, lane.seed)
        key = (ROOTS["training"], *numbers)
        return lambda step: host_batch(
            recipe.subject,
            (*key, step),
            recipe.batch,
            recipe.subject.min_length,
            lane.train_length,
            self.padded or 1,
        )

    def put(self, state: State, other: State, here: Bool[Array, " lanes"]) -> State:
        """Returns `state`, with the lanes that are `here` taken from `other`."""
        return _put(here, other, state)


@partial(jax.jit, static_argnums=0)
def _start(recipe: Recipe, lanes: LaneArrays) -> State:
    return jax.vmap(partial(start, recipe))(lanes)


@partial(jax.jit, static_argnums=(0, 1))
def _chunk(
    recipe: Recipe,
    padded: int | None,
    knobs: Knobs,
    lanes: LaneArrays,
    state: State,
    batches: Batch | None,
) -> State:
    def all_lanes(states: State, batch: Batch | None) -> tuple[State, None]:
        step = partial(take_step, recipe, padded, knobs)
        return jax.vmap(step)(lanes, states, batch), None

    length = CHUNK if batches is None else None
    with jax.default_matmul_precision(PRECISION):
        state, _ = jax.lax.scan(all_lanes, state, batches, length=length)
    return state


@jax.jit
def _put(here: Bool[Array, " lanes"], left: State, right: State) -> State:
    def pick(a: Array, b: Array) -> Array:
        return jnp.where(here.reshape(-1, *[1] * (a.ndim - 1)), a, b)

    return jax.tree.map(pick, left, right)
