"""Model inputs: words as arrays of symbol ids, or their statistics."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int

from lengthwise.words import Statistics

Numbers: TypeAlias = np.ndarray | jax.Array
"""An array on the host or on the device."""


class Words(NamedTuple):
    """Words, padded to one length. Both arrays may have further leading axes.

    Attributes:
        tokens: ``[words, padded]`` integers: symbol ids, then padding.
        lengths: ``[words]`` integers: number of positions read, special symbols
            included.
        begins: ``[words, padded]`` integers where several words are packed into a row:
            for each position, the index (from 0) at which its word begins. A position
            sees only its own word. ``None``: every row is one word.
    """

    tokens: Numbers
    lengths: Numbers
    begins: Numbers | None = None


class Summary(eqx.Module):
    """`Statistics` of words as arrays: all that layer 1 sees from one position of each.

    Pair ``(s, r)`` of a symbol and a residue class has the number ``s * delta + r``.

    Attributes:
        counts: How often each pair (symbol, residue class) occurs in the prefix.
        near: One-hot pairs at lags ``0 … tau``; zeros before the start of the word.
        place: The position of the query, from 1.
    """

    counts: Int[Array, "pairs words"]
    near: Float[Array, "lags pairs words"]
    place: Int[Array, " words"]


Inputs: TypeAlias = Words | Summary
"""The input of a model."""


def summary(words: Sequence[Statistics]) -> Summary:
    """Returns the statistics of several words as arrays.

    Args:
        words: At least one, all with the same alphabet, period and largest lag.

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
