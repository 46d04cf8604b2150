"""The compiled program of a bundle: many lanes side by side, many steps in one call.

Bits depend on the width, so it is canonical: on a CPU always 8 lanes, filled up with
empty ones. What is not static in a recipe is given to the program as numbers.
"""

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool

from lengthwise.training.lane import LaneArrays
from lengthwise.training.recipe import Recipe
from lengthwise.training.steps import Knobs, State, knobs, start, take_step

CHUNK = 256
"""Steps in one call; between calls the host looks."""

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

    def chunk(self, state: State, lanes: LaneArrays) -> State:
        """Returns the states after `CHUNK` steps."""
        numbers = knobs(self.recipe)
        return _chunk(self.recipe.static, self.padded, numbers, lanes, state)

    def put(self, state: State, other: State, here: Bool[Array, " lanes"]) -> State:
        """Returns `state`, with the lanes that are `here` taken from `other`."""
        return _put(here, other, state)


@partial(jax.jit, static_argnums=0)
def _start(recipe: Recipe, lanes: LaneArrays) -> State:
    return jax.vmap(partial(start, recipe))(lanes)


@partial(jax.jit, static_argnums=(0, 1))
def _chunk(
    recipe: Recipe, padded: int | None, knobs: Knobs, lanes: LaneArrays, state: State
) -> State:
    def all_lanes(states: State, _: None) -> tuple[State, None]:
        return jax.vmap(partial(take_step, recipe, padded, knobs))(lanes, states), None

    with jax.default_matmul_precision(PRECISION):
        state, _ = jax.lax.scan(all_lanes, state, length=CHUNK)
    return state


@jax.jit
def _put(here: Bool[Array, " lanes"], left: State, right: State) -> State:
    def pick(a: Array, b: Array) -> Array:
        return jnp.where(here.reshape(-1, *[1] * (a.ndim - 1)), a, b)

    return jax.tree.map(pick, left, right)
