r"""Random numbers on the device: keys by seed and step, exact uniform integers.

A key is ``fold_in(fold_in(root, seed), step)``, or the same with more integers before
the step. It depends on nothing else, so a lane draws the same random numbers alone, in
a bundle, and after a resume.
"""

from typing import Literal, TypeAlias

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, Key, UInt32

Purpose: TypeAlias = Literal["weights", "training", "evaluation", "noise", "held"]

ROOTS: dict[Purpose, int] = {
    "weights": 1,
    "training": 2,
    "evaluation": 3,
    "noise": 4,
    "held": 5,
}
"""A root key per purpose, so that purposes never share random numbers."""


def key_for(
    purpose: Purpose, *numbers: Int[Array, ""] | UInt32[Array, ""] | int
) -> Key[Array, ""]:
    """Returns the key of `purpose` for integers such as a seed and a step, in order.

    Examples:
        >>> bool(key_for("training", 1, 2) == key_for("training", 2, 1))
        False
    """
    key = jax.random.key(ROOTS[purpose])
    for number in numbers:
        key = jax.random.fold_in(key, number)
    return key


def below(
    bits: UInt32[Array, " pair *shape"], bound: UInt32[Array, " *shape"]
) -> UInt32[Array, " *shape"]:
    r"""Returns uniform integers in ``0 … bound - 1`` from 64 random bits each.

    This is :math:`\lfloor b \cdot u / 2^{64} \rfloor` for 64 bits :math:`u`, in integer
    arithmetic and without rejection. Each value has probability :math:`1/b` up to
    :math:`2^{-64}`.

    Args:
        bits: The high and the low word of :math:`u`.
        bound: The number :math:`b` of values, at least 1 and less than :math:`2^{32}`.

    Examples:
        >>> most = jnp.full((2, 1), 2**32 - 1, dtype=jnp.uint32)
        >>> below(most, jnp.array([10], dtype=jnp.uint32)).tolist()
        [9]
    """
    high, low = bits
    carried = jax.lax.mulhi(low, bound)
    middle = high * bound + carried
    return jax.lax.mulhi(high, bound) + (middle < carried).astype(jnp.uint32)


def choice(
    bits: UInt32[Array, " pair *words"], weights: Int[Array, " options *words"]
) -> Int[Array, " *words"]:
    """Returns option ``s`` with probability ``weights[s] / sum(weights)``.

    If all weights are 0, returns the last option.

    Args:
        bits: 64 random bits for each choice.
        weights: Integers >= 0 whose sum is less than 2^31.

    Examples:
        >>> int(choice(jnp.zeros(2, dtype=jnp.uint32), jnp.array([0, 3, 1])))
        1
    """
    total = jnp.maximum(weights.sum(0), 1).astype(jnp.uint32)
    ticket = below(bits, total).astype(weights.dtype)
    return (ticket >= jnp.cumsum(weights, axis=0)[:-1]).sum(0, dtype=weights.dtype)
