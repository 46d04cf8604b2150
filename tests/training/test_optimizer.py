"""Updates of weights, against optax."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from lengthwise.models import Gpt
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.optimizer import rate_factor, update
from lengthwise.training.recipe import Recipe

MODEL = Gpt(symbols=3, layers=1, width=4)
FIRST = MODEL.init(jax.random.key(0))


def numbers(recipe):
    return {name: jnp.asarray(value) for name, value in recipe.by_lane}


def drawn(rng, leaf):
    return jnp.asarray(rng.normal(0, 3, leaf.shape), dtype=jnp.float32)


def published(recipe):
    """The same in optax, with one learning rate for every array."""
    last, warmup = recipe.max_steps, recipe.warmup
    rise = optax.linear_schedule(0.0, recipe.rate, warmup)
    fall = optax.linear_schedule(recipe.rate, 0.0, last - warmup)
    decays = jax.tree.map(bool, MODEL.decays(FIRST))
    return optax.chain(
        optax.clip_by_global_norm(recipe.clip),
        optax.adamw(
            optax.join_schedules([rise, fall], [warmup]),
            weight_decay=recipe.weight_decay,
            mask=decays,
        ),
    )


@pytest.mark.parametrize("warmup", [0, 3])
def test_an_update_is_adamw_with_clipping_and_a_linear_schedule(warmup):
    recipe = Recipe(
        task=TaskName("simple"),
        model=MODEL,
        form="sequence",
        rate=1e-2,
        schedule="linear",
        warmup=warmup,
        max_steps=8,
        clip=1.0,
        weight_decay=0.1,
    )
    theirs, ours = FIRST, FIRST
    optimizer = published(recipe)
    state, adam = optimizer.init(FIRST), optax.scale_by_adam().init(FIRST)
    for step in range(8):
        rng = np.random.default_rng(step)
        slope = jax.tree.map(partial(drawn, rng), FIRST)
        change, state = optimizer.update(slope, state, theirs)
        theirs = optax.apply_updates(theirs, change)
        ours, adam = update(recipe, numbers(recipe), ours, adam, slope, jnp.int32(step))
    # The clipped norm differs by the 1e-6 that PyTorch adds to it.
    for mine, other in zip(*map(jax.tree.leaves, (ours, theirs)), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-6)


def test_the_last_step_of_a_linear_schedule_is_the_smallest():
    recipe = Recipe(
        task=TaskName("simple"),
        model=MODEL,
        form="sequence",
        schedule="linear",
        max_steps=10,
    )
    factors = [
        float(rate_factor(recipe, numbers(recipe), jnp.int32(step)))
        for step in range(11)
    ]
    np.testing.assert_allclose(factors, np.linspace(1, 0, 11), atol=1e-6)


def test_without_a_schedule_learning_rates_are_not_multiplied():
    recipe = Recipe(task=TaskName("simple"), model=MODEL, form="sequence")
    assert rate_factor(recipe, numbers(recipe), jnp.int32(5)) is None
