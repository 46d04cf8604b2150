"""Initial values of the learned tables of position schemes."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Key

DEVIATION = 0.02
"""The standard deviation of the initial embeddings of GPT-2."""


def normal_table(
    shape: tuple[int, int], key: Key[Array, ""] | None
) -> Float[Array, "rows columns"]:
    """Returns a table with GPT-2's initialization; zeros without a key.

    Examples:
        >>> normal_table((2, 3), None).tolist()
        [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    if key is None:
        return jnp.zeros(shape)
    return DEVIATION * jax.random.normal(key, shape)
