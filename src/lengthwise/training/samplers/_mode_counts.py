r"""How often the most frequent letter stands in a short word, where there is one.

Among the words of n letters with one most frequent letter, the number of those where it
stands m times is proportional to :math:`\frac{1}{m!} [x^{n-m}] (\sum_{i<m}
x^i/i!)^{s-1}` for s letters. Logarithms in float64: the error is far below one ticket.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from lengthwise.training.samplers._random_arrays import ticket_rows

SHORT = 8
"""Up to so many letters the number of the most frequent one may be drawn first."""
GOOD = 0.25
"""The smallest share of draws that are good, if it is."""


class ModeCounts(NamedTuple):
    """How often the most frequent letter stands.

    Attributes:
        first: Tickets for m - 1; row n is for words of n letters.
        direct: For each n, whether to draw m first: then, for each m, at least the
            share `GOOD` of the ways to draw the other letters leaves the mode alone.
    """

    first: np.ndarray
    direct: np.ndarray


@lru_cache(maxsize=32)
def mode_counts(letters: int) -> ModeCounts:
    """Returns the counts for words of at most `SHORT` letters.

    Examples:
        >>> (mode_counts(2).first[3, :2] / 2**31).tolist()
        [0.0, 0.75]
        >>> mode_counts(26).direct[2]
        np.True_
    """
    weights, good = mode_weights(letters, SHORT)
    direct = np.where(weights > 0, good, 1.0).min(axis=1) >= GOOD
    return ModeCounts(ticket_rows(weights), direct)


def mode_weights(letters: int, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the share of words by n and m - 1, and how many draws are good.

    The share is among all words of n letters, so that its sum over m is the share of
    words with one most frequent letter. A draw of the other letters is good if each
    stands less than m times.

    Examples:
        >>> mode_weights(2, 2)[0].round(6).tolist()
        [[0.0, 0.0], [1.0, 0.0], [0.0, 0.5]]
    """
    rest = _log_power(most, letters - 1)
    weights = np.zeros((most + 1, most))
    good = np.zeros((most + 1, most))
    for length in range(1, most + 1):
        times = np.arange(1, length + 1)
        others = length - times
        ways = rest[times - 1, others]
        scale = gammaln(length + 1.0) - (length - 1) * np.log(letters)
        weights[length, :length] = np.exp(ways - gammaln(times + 1.0) + scale)
        chances = ways + gammaln(others + 1.0) - others * np.log(letters - 1)
        good[length, :length] = np.exp(chances)
    return weights, good


def _log_power(most: int, power: int) -> np.ndarray:
    """Row c: logarithms of the coefficients of ``sum(x^i / i!, i <= c) ** power``."""
    sizes = np.arange(most + 1)
    below = sizes[None, :] <= sizes[:, None]
    factor = np.where(below, -gammaln(sizes + 1.0), -np.inf)
    result = np.where(sizes[None, :] == 0, 0.0, np.full_like(factor, -np.inf))
    for _ in range(power):
        result = _log_product(result, factor)
    return result


def _log_product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Rows of polynomials multiplied."""
    product = np.full_like(left, -np.inf)
    for degree in range(left.shape[1]):
        shifted = left[:, degree : degree + 1] + right[:, : left.shape[1] - degree]
        product[:, degree:] = np.logaddexp(product[:, degree:], shifted)
    return product
