"""Products of position vectors: one weighted table equals the windows one by one."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.training.position_product import (
    ProductRecipe,
    first_weights,
    loss,
    scores,
    shared_windows,
    train_product,
)

RECIPE = ProductRecipe(width=5, seed=3, positions=23, window=7, batch=11, steps=600)


def naive_loss(weights, starts, target, recipe):
    """Every window by itself, as the paper's release does it."""
    errors, causal = [], np.tril_indices(recipe.window)
    wanted = target[: recipe.window, : recipe.window]  # depends on i - j only
    for start in starts.tolist():
        rows = weights["table"][start : start + recipe.window]
        table = (rows @ weights["query"]) @ (rows @ weights["key"]).T
        errors.append(((table - wanted) ** 2)[causal])
    squares = sum(jnp.mean(one**2) for one in weights.values())
    return jnp.mean(jnp.stack(errors)) + recipe.penalty * squares


def test_the_loss_and_its_gradient_are_those_of_the_windows():
    place = np.arange(RECIPE.positions)
    distance = place[:, None] - place
    target = jnp.asarray(np.where(distance >= 0, np.sin(distance), 0.0), jnp.float32)
    starts = jnp.array([0, 0, 16, 3, 9, 9, 9, 12, 1, 15, 16])
    weights = first_weights(RECIPE)
    fast, naive = (
        jax.jit(
            jax.value_and_grad(
                partial(one, starts=starts, target=target, recipe=RECIPE)
            )
        )(weights)
        for one in (loss, naive_loss)
    )
    np.testing.assert_allclose(fast[0], naive[0], rtol=2e-6)
    for name, slope in fast[1].items():
        np.testing.assert_allclose(slope, naive[1][name], rtol=1e-4, atol=1e-7)


def test_windows_are_counted_as_sets():
    starts = [0, 2, 2, 5]
    counted = shared_windows(jnp.array(starts), 4, 9)
    sets = [set(range(start, start + 4)) for start in starts]
    for i in range(9):
        for j in range(9):
            both = sum({i, j} <= one for one in sets)
            assert counted[i, j] == (both if j <= i else 0)


def test_training_learns_and_stops_when_told():
    wanted = np.zeros(RECIPE.positions, np.float32)
    wanted[1] = 1.0
    trained = train_product(RECIPE, wanted)
    first = np.asarray(scores(first_weights(RECIPE)))
    near = [(i, j) for i in range(23) for j in range(max(0, i - 6), i + 1)]
    far = {
        name: np.mean([(table[i, j] - (i - j == 1)) ** 2 for i, j in near])
        for name, table in (("first", first), ("trained", trained))
    }
    assert far["trained"] < 0.5 * far["first"]
    assert train_product(RECIPE, wanted, stopping=lambda: True) is None
