"""What a model reads: words as numbers, or their statistics."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int

from lengthwise.words import Statistics

Numbers: TypeAlias = np.ndarray | jax.Array
"""Numbers on the host or on the device."""


class Words(NamedTuple):
    """Words, padded to one length; further axes may stand in front of both.

    Attributes:
        tokens: ``[words, padded]`` integers: the symbols that are read, then padding.
        lengths: ``[words]`` integers: how many positions are read, marks included.
        begins: ``[words, padded]`` integers where several words share a row: the place,
            from 0, at which the word of each position begins. A position sees its own
            word alone. ``None``: every row is one word.
    """

    tokens: Numbers
    lengths: Numbers
    begins: Numbers | None = None


class Summary(eqx.Module):
    """What layer 1 sees of words, each from one place: `Statistics` as arrays.

    Pair ``(s, r)`` of a symbol and a residue class has the number ``s * delta + r``.

    Attributes:
        counts: How often each pair (symbol, residue class) stands in the prefix.
        near: One-hot pairs at the lags ``0 … tau``; zeros before the word begins.
        place: The position that looks, from 1.
    """

    counts: Int[Array, "pairs words"]
    near: Float[Array, "lags pairs words"]
    place: Int[Array, " words"]


Inputs: TypeAlias = Words | Summary
"""What a model reads."""


def summary(words: Sequence[Statistics]) -> Summary:
    """Returns the statistics of words of one kind as arrays.

    Args:
        words: At least one; all with the same alphabet, period and largest lag.

    Examples:
        >>> from lengthwise.words import Alphabet
        >>> seen = Statistics.of("aab", Alphabet("ab"), delta=1, tau=0)
        >>> summary([seen]).counts.tolist()
        [[2], [0]]
    """
    delta, lags = words[0].delta, range(words[0].tau + 1)
    symbols = len(words[0].alphabet)
    near = np.zeros((len(lags), symbols * delta, len(words)), dtype=np.float32)
    for column, word in enumerate(words):
        tokens = word.alphabet.encode(reversed(word.suffix))
        for lag, token in enumerate(tokens):
            near[lag, token * delta + (word.length - lag) % delta, column] = 1.0
    counts = np.array([word.counts for word in words], dtype=np.int32)
    return Summary(
        counts=jnp.asarray(counts.reshape(len(words), -1).T),
        near=jnp.asarray(near),
        place=jnp.array([word.length for word in words], dtype=jnp.int32),
    )
