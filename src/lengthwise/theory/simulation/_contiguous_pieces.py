r"""Builds a short word from random contiguous pieces of a long one.

Lemma 5.3 :cite:p:`izzo2025quantitative`: a Markov chain that switches between keeping
and dropping selects positions of the long word. Kept pieces have mean length
:math:`\ell`, which preserves most windows of :math:`\tau + 1` symbols, and are spread
over the word, which preserves histograms. With :math:`\ell = n^{1/3}`, the losses at
the ends of pieces and the random errors are of the same order, :math:`n^{-1/3}`.
"""

import numpy as np
from jaxtyping import Int

from lengthwise.errors import SpecError
from lengthwise.words import Word


def blocks(
    x: Word,
    *,
    n: int,
    tau: int,
    rng: np.random.Generator,
    block_length: float | None = None,
) -> Word:
    r"""Returns a random subsequence of about `n` symbols with the suffix of `x`.

    Args:
        x: A word of at least ``2 * n`` symbols.
        n: The mean number of kept symbols.
        tau: The largest lag.
        rng: The random generator.
        block_length: The mean length :math:`\ell` of a kept piece. Default: the cube
            root of `n`. With 1, no two neighbors are kept together.

    Raises:
        SpecError: `x` is shorter than ``2 * n``, or `block_length` below 1.

    Examples:
        >>> rng = np.random.default_rng(0)
        >>> "".join(blocks(tuple("aaaabbbb" * 8), n=16, tau=1, rng=rng))
        'aaabbaaaabb'
    """
    if len(x) < 2 * n:
        raise SpecError(
            f"a word of {len(x)} symbols for n={n}; at least {2 * n} are needed"
        )
    mean = max(1.0, n ** (1 / 3)) if block_length is None else block_length
    if mean < 1:
        raise SpecError(f"pieces of mean length {mean:g}; it must be at least 1")
    keep = np.zeros(len(x), dtype=bool)
    keep[len(x) - tau - 1 :] = True
    drop = 1 / mean
    share = n / len(x)
    enter = drop * share / (1 - share)
    place, keeping = 0, bool(rng.random() < share)
    while place < len(x):
        run = int(rng.geometric(drop if keeping else enter))
        keep[place : place + run] |= keeping
        place, keeping = place + run, not keeping
    positions: Int[np.ndarray, " kept"] = np.flatnonzero(keep)
    return tuple(x[i] for i in positions)
