r"""Softmax over a few keys with multiplicities; words are on the last axis.

.. math:: w_k = \frac{n_k \exp(f (a_k - \max a))}{\sum_k n_k \exp(f (a_k - \max a))}

Sums over keys are written as products with ones: over a short axis, the compiler's own
sum can be many times slower.
"""

from typing import TypeAlias

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

Kept: TypeAlias = tuple[Array, Array]


@jax.custom_vjp
def weigh(
    logits: Float[Array, "heads keys words"],
    shares: Float[Array, "keys words"],
    factor: Float[Array, " words"],
) -> Float[Array, "heads keys words"]:
    """Returns weights proportional to ``shares * exp(factor * logits)`` that sum to 1.

    Args:
        logits: The logits; the only argument with a gradient.
        shares: The number of positions that each key stands for, up to a factor per
            word; 0 for keys that do not occur in the word.
        factor: The factor of the logits.

    Examples:
        >>> import numpy as np
        >>> shares = np.array([[1.0], [3.0], [0.0]])
        >>> weigh(np.zeros((1, 3, 1)), shares, np.ones(1))[0, :, 0].tolist()
        [0.25, 0.75, 0.0]
    """
    present = shares > 0
    top = jnp.max(logits, 1, keepdims=True, where=present, initial=-jnp.inf)
    weights = shares * jnp.exp(factor * jnp.where(present, logits - top, 0.0))
    return weights / _sum(weights)


def _sum(values: Float[Array, "heads keys words"]) -> Float[Array, "heads 1 words"]:
    return jnp.einsum("hkw,k->hw", values, jnp.ones(values.shape[1]))[:, None]


def _forward(logits: Array, shares: Array, factor: Array) -> tuple[Array, Kept]:
    weights = weigh(logits, shares, factor)
    return weights, (weights, factor)


def _backward(kept: Kept, slope: Array) -> tuple[Array, None, None]:
    weights, factor = kept
    pull = slope - _sum(weights * slope)
    return factor * weights * pull, None, None


weigh.defvjp(_forward, _backward)
