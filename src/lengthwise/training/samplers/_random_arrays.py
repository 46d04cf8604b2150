r"""Random arrays on the device: draws for all positions of all words in parallel.

Positions are the first axis of the random bits, so more positions leave the earlier
bits unchanged: padding changes no word. A draw uses 32 bits; every probability is
correct up to :math:`2^{-31}`.
"""

from collections.abc import Callable, Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, Key, UInt32

TICKETS = 2**31
"""The number of random values that a table of thresholds divides among choices."""


def random_bits(
    key: Key[Array, ""], words: int, places: int, *inner: int
) -> UInt32[Array, "words places *inner"]:
    """Returns 32 random bits for each position of each word.

    Examples:
        >>> key = jax.random.key(0)
        >>> wide = random_bits(key, 3, 8)
        >>> bool((random_bits(key, 3, 5) == wide[:, :5]).all())
        True
    """
    bits = jax.random.bits(key, (places, *inner, words))
    return jnp.moveaxis(bits, -1, 0)


def uniform(bits: UInt32[Array, "*shape"], bound: Int[Array, "..."] | int) -> Array:
    """Returns integers uniform on ``0 … bound - 1``, up to a bias of 2^-32 each.

    Examples:
        >>> most = jnp.array([2**32 - 1], dtype=jnp.uint32)
        >>> uniform(most, 10).tolist()
        [9]
    """
    values = jnp.broadcast_to(jnp.asarray(bound).astype(jnp.uint32), bits.shape)
    return jax.lax.mulhi(bits, values).astype(jnp.int32)


def permutation(
    bits: UInt32[Array, "words places"], lengths: Int[Array, " words"]
) -> Int[Array, "words places"]:
    """Returns a random order of the first positions of each word; the others stay last.

    Equal keys keep their order: with n positions, the distribution of orders is within
    total variation n^2 / 2^33 of uniform.

    Examples:
        >>> bits = random_bits(jax.random.key(0), 1, 5)
        >>> order = permutation(bits, jnp.array([3]))
        >>> sorted(order[0, :3].tolist()), order[0, 3:].tolist()
        ([0, 1, 2], [3, 4])
    """
    inside = jnp.arange(bits.shape[1]) < lengths[:, None]
    keys = jnp.where(inside, bits >> 1, jnp.uint32(TICKETS))
    return jnp.argsort(keys, axis=1).astype(jnp.int32)


def thresholds(weights: Sequence[int]) -> list[int]:
    """Returns the first random value of each choice except the first one.

    A choice of weight 0 is never drawn. Each probability is correct up to 2^-31.

    Examples:
        >>> thresholds([1, 0, 1]) == [TICKETS // 2, TICKETS // 2]
        True
        >>> thresholds([0, 3, 0]) == [0, TICKETS]
        True
    """
    total, so_far, first = sum(weights), 0, []
    for weight in weights[:-1]:
        so_far += weight
        first.append(so_far * TICKETS // total if total else TICKETS)
    return first


def ticket_rows(weights: np.ndarray) -> np.ndarray:
    """Returns `thresholds` of rows of float64 weights, as unsigned integers.

    Examples:
        >>> ticket_rows(np.array([[1.0, 1.0], [0.0, 0.0]])).tolist()
        [[1073741824], [2147483648]]
    """
    sums = np.cumsum(weights, axis=-1)
    total = np.where(sums[..., -1:] > 0, sums[..., -1:], 1.0)
    shares = np.where(sums[..., -1:] > 0, sums / total, 1.0)
    return np.rint(shares[..., :-1] * TICKETS).astype(np.uint32)


def chosen(
    bits: UInt32[Array, "*shape"], first: UInt32[Array, "*shape choices"]
) -> Int[Array, "*shape"]:
    """Returns the choice for each random value.

    Examples:
        >>> first = jnp.array([[0, TICKETS]], dtype=jnp.uint32)
        >>> chosen(jnp.array([12345], dtype=jnp.uint32), first).tolist()
        [1]
    """
    ticket = (bits >> 1)[..., None]
    return (ticket >= first).sum(-1, dtype=jnp.int32)


def redrawn(
    key: Key[Array, ""],
    draw: Callable[[Key[Array, ""]], tuple[Array, Bool[Array, " words"]]],
) -> Array:
    """Returns the first accepted draw for each word.

    Args:
        key: The random key.
        draw: Returns words from a key, and which of them are accepted.
    """

    def again(
        carried: tuple[Int[Array, ""], Array, Bool[Array, " words"]],
    ) -> tuple[Int[Array, ""], Array, Bool[Array, " words"]]:
        times, words, good = carried
        fresh, fine = draw(jax.random.fold_in(key, times))
        kept = good.reshape(-1, *[1] * (words.ndim - 1))
        return times + 1, jnp.where(kept, words, fresh), good | fine

    first, fine = draw(jax.random.fold_in(key, 0))
    start = (jnp.int32(1), first, fine)
    _, words, _ = jax.lax.while_loop(lambda carried: ~carried[2].all(), again, start)
    return words
