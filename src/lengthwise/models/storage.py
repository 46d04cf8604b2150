"""The type in which an array is stored for a matrix product.

If products round their factors to bfloat16, as with ``precision = "bfloat16"`` in a
recipe on a GPU, arrays between two products are stored in bfloat16 too, as in common
mixed-precision training. This halves the memory traffic, which limits the speed of
small models. Sums inside a product, layer norms, softmax, activation functions and the
residual stream stay in float32. With any other precision nothing changes.
"""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

BFLOAT16 = "BF16_BF16_F32"
"""JAX's name for products of bfloat16 factors with sums in float32."""


def stores_halves() -> bool:
    """Whether products round their factors to bfloat16.

    Examples:
        >>> with jax.default_matmul_precision(BFLOAT16):
        ...     stores_halves()
        True
    """
    precision = jax.config.jax_default_matmul_precision  # type: ignore[attr-defined]
    return bool(precision == BFLOAT16)


def stored(array: Float[Array, "*shape"]) -> Float[Array, "*shape"]:
    """Returns an array in the type in which products read it.

    Examples:
        >>> stored(jnp.ones(2)).dtype
        dtype('float32')
    """
    return array.astype(jnp.bfloat16) if stores_halves() else array


def recomputed(
    function: Callable[[Float[Array, "*shape"]], Float[Array, "*shape"]],
    array: Float[Array, "*shape"],
) -> Float[Array, "*shape"]:
    """Returns an elementwise function or a softmax of an array.

    It is computed in float32. If arrays are stored in bfloat16, the backward pass
    recomputes it instead of reading a stored value.

    Examples:
        >>> recomputed(jax.nn.relu, jnp.array([-1.0, 1.0])).tolist()
        [0.0, 1.0]
    """

    def exact(values: Float[Array, "*shape"]) -> Float[Array, "*shape"]:
        return stored(function(values.astype(jnp.float32)))

    return jax.checkpoint(exact)(array) if stores_halves() else exact(array)
