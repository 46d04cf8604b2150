r"""The update rule: Adam with optional clipping, schedule and weight decay.

With the clipped gradient :math:`g`, Adam's direction :math:`u(g)`, the learning rate
:math:`r_t` of step :math:`t` and the weight decay :math:`\lambda`,

.. math:: w \leftarrow w - r_t\,(u(g) + \lambda w),

which is AdamW :cite:p:`loshchilov2019decoupled`. Parts that a recipe does not use are
not compiled.
"""

from collections.abc import Mapping

import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Float, Int

from lengthwise.models import Weights
from lengthwise.training.recipe import Recipe


@jax.named_scope("optimizer")
def update(
    recipe: Recipe,
    numbers: Mapping[str, Array],
    weights: Weights,
    adam: optax.ScaleByAdamState,
    slope: Weights,
    step: Int[Array, ""],
) -> tuple[Weights, optax.ScaleByAdamState]:
    """Returns the weights and Adam's moments after one step.

    Args:
        recipe: The recipe, which determines the parts.
        numbers: The hyperparameters of these parts, by the names of `Recipe.by_lane`.
        weights: The weights before.
        adam: Adam's moments.
        slope: The gradient.
        step: Number of updates made before.
    """
    model = recipe.model
    if recipe.clip:
        norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(slope)))
        factor = jnp.minimum(1.0, numbers["clip"] / (norm + 1e-6))
        slope = jax.tree.map(lambda g: factor * g, slope)
    direction, adam = optax.scale_by_adam().update(slope, adam)
    if recipe.weight_decay:
        direction = jax.tree.map(
            lambda u, w, decays: u + numbers["weight_decay"] * decays * w,
            direction,
            weights,
            model.decays(weights),
        )
    scale = rate_factor(recipe, numbers, step)
    rate, hidden = numbers["rate"], numbers["hidden_rate"]
    if scale is not None:
        rate, hidden = scale * rate, scale * hidden
    sizes = model.rates(weights, rate=rate, hidden_rate=hidden)
    return jax.tree.map(lambda w, r, u: w - r * u, weights, sizes, direction), adam


def rate_factor(
    recipe: Recipe, numbers: Mapping[str, Array], step: Int[Array, ""]
) -> Float[Array, ""] | None:
    """Returns the factor of the learning rates; ``None`` without a schedule.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.tasks.task_name import TaskName
        >>> net = LimitNet(symbols=3)
        >>> recipe = Recipe(task=TaskName("simple"), model=net, schedule="linear")
        >>> numbers = {"warmup": jnp.int32(4), "max_steps": jnp.int32(12)}
        >>> [float(rate_factor(recipe, numbers, jnp.int32(t))) for t in (0, 2, 4, 8)]
        [0.0, 0.5, 1.0, 0.5]
    """
    if recipe.schedule == "constant":
        return None
    warmup, last = numbers["warmup"], numbers["max_steps"]
    rising = step / jnp.maximum(warmup, 1)
    falling = (last - step) / jnp.maximum(last - warmup, 1)
    return jnp.where(step < warmup, rising, jnp.maximum(falling, 0.0))
