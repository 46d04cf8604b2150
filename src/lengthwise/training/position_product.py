r"""Can a product of learned position vectors be a function of the distance?

A table :math:`P` with one row per position and two matrices give every pair of
positions a score :math:`G_{ij} = p_i^\top W_Q W_K^\top p_j`. They are trained on
windows of a fixed length at random offsets, so that for :math:`j \le i` the score
approximates a target that depends only on :math:`i - j` (:cite:p:`huang2025formal`,
appendix G.2).
A window sees positions only, no tokens, so the squared error of a batch is a weighted
sum over one table of scores:

.. math:: \frac{1}{B\,w(w+1)/2} \sum_{j \le i} m_{ij}\,(G_{ij} - t_{i-j})^2,

where :math:`m_{ij}` is the number of windows of the batch that contain both :math:`i`
and :math:`j`. A step computes the table once instead of one product per window.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jaxtyping import Array, Float, Int

from lengthwise.training.device.randomness import key_for

Weights = dict[str, Float[Array, "rows width"]]

CHUNK = 500
"""Steps between two checks whether to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductRecipe:
    """How a table and two matrices are trained; the defaults are the published ones.

    Attributes:
        width: Length of a position vector.
        seed: Determines the initial weights and the offsets.
        positions: Number of rows of the table.
        window: Number of positions in a training window.
        batch: Number of windows per step.
        steps: Number of updates.
        rate: Adam's learning rate.
        penalty: Weight of the penalty on the mean squares of the table and both
            matrices.
    """

    width: int
    seed: int = 0
    positions: int = 200
    window: int = 50
    batch: int = 64
    steps: int = 15_000
    rate: float = 1e-3
    penalty: float = 0.01


def first_weights(recipe: ProductRecipe) -> Weights:
    """Returns a table uniform in [-1, 1], and matrices scaled by the root of the width.

    Examples:
        >>> drawn = first_weights(ProductRecipe(width=4, positions=10))
        >>> {name: one.shape for name, one in drawn.items()}
        {'table': (10, 4), 'query': (4, 4), 'key': (4, 4)}
    """
    d = recipe.width
    keys = jax.random.split(key_for("weights", recipe.seed), 3)
    table = jax.random.uniform(keys[0], (recipe.positions, d), minval=-1, maxval=1)
    query, key = (
        jax.random.uniform(one, (d, d), minval=-1, maxval=1) / d**0.5
        for one in keys[1:]
    )
    return {"table": table, "query": query, "key": key}


def scores(weights: Weights) -> Float[Array, "positions positions"]:
    """Returns the score of every pair, with row i and column j."""
    table = weights["table"]
    return (table @ weights["query"]) @ (table @ weights["key"]).T


def shared_windows(
    starts: Int[Array, " windows"], window: int, positions: int
) -> Float[Array, "positions positions"]:
    """Returns the number of windows that contain both i and j, for j up to i, else 0.

    Examples:
        >>> shared_windows(jnp.array([0, 1]), 2, 3).tolist()
        [[1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 1.0, 1.0]]
    """
    place = jnp.arange(positions)
    inside = (place >= starts[:, None]) & (place < starts[:, None] + window)
    held = inside.astype(jnp.float32)
    return jnp.tril(held.T @ held)


def loss(
    weights: Weights,
    starts: Int[Array, " windows"],
    target: Float[Array, "positions positions"],
    recipe: ProductRecipe,
) -> Float[Array, ""]:
    """Returns the mean squared error over the causal pairs of windows, plus penalties.

    Args:
        weights: The table and the matrices.
        starts: The first positions of the windows.
        target: The target of each score.
        recipe: Gives the length of windows and the weight of the penalty.
    """
    shared = shared_windows(starts, recipe.window, recipe.positions)
    pairs = len(starts) * recipe.window * (recipe.window + 1) / 2
    error = jnp.sum(shared * (scores(weights) - target) ** 2) / pairs
    squares = sum(jnp.mean(one * one) for one in jax.tree.leaves(weights))
    return error + recipe.penalty * squares


def train_product(
    recipe: ProductRecipe,
    by_distance: Float[np.ndarray, " positions"],
    stopping: Callable[[], bool] = lambda: False,
) -> Float[np.ndarray, "positions positions"] | None:
    """Returns the trained scores, or ``None`` if stopped.

    Args:
        recipe: The recipe.
        by_distance: The target for every distance ``i - j``.
        stopping: Called between chunks of steps; returns whether to stop.

    Examples:
        >>> recipe = ProductRecipe(width=2, positions=6, window=3, steps=CHUNK)
        >>> train_product(recipe, np.zeros(6, dtype=np.float32)).shape
        (6, 6)
    """
    place = np.arange(recipe.positions)
    distance = place[:, None] - place
    target = np.where(distance < 0, 0, np.asarray(by_distance, np.float32)[distance])
    weights = first_weights(recipe)
    carried = (weights, optax.adam(recipe.rate).init(weights))
    shape = ProductRecipe(
        **{**{n: getattr(recipe, n) for n in recipe.__slots__}, "seed": 0}
    )
    for first in range(0, recipe.steps, CHUNK):
        if stopping():
            return None
        count = min(CHUNK, recipe.steps - first)
        carried = _steps(carried, recipe.seed, first, jnp.asarray(target), shape, count)
    return np.asarray(scores(carried[0]))


@partial(jax.jit, static_argnames=("recipe", "count"))
def _steps(
    carried: tuple[Weights, optax.OptState],
    seed: Int[Array, ""],
    first: Int[Array, ""],
    target: Float[Array, "positions positions"],
    recipe: ProductRecipe,
    count: int,
) -> tuple[Weights, optax.OptState]:
    """Runs several updates; the program does not depend on seed or target."""
    adam = optax.adam(recipe.rate)

    def update(
        carried: tuple[Weights, optax.OptState], step: Int[Array, ""]
    ) -> tuple[tuple[Weights, optax.OptState], None]:
        weights, state = carried
        starts = jax.random.randint(
            key_for("training", seed, step),
            (recipe.batch,),
            0,
            recipe.positions - recipe.window + 1,
        )
        slope = jax.grad(loss)(weights, starts, target, recipe)
        change, state = adam.update(slope, state, weights)
        return (optax.apply_updates(weights, change), state), None

    return jax.lax.scan(update, carried, first + jnp.arange(count))[0]
