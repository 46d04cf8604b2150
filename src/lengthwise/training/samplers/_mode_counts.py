r"""The count of the most frequent letter of a short word, if it is unique.

Among the words of n letters with a unique most frequent letter, the number of those in
which it occurs m times is proportional to :math:`\frac{1}{m!} [x^{n-m}] (\sum_{i<m}
x^i/i!)^{s-1}` for s letters. Logarithms are in float64, with an error far below the
resolution of the sampling.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from lengthwise.training.samplers._random_arrays import ticket_rows

SHORT = 8
"""Up to this length, the count of the most frequent letter may be drawn first."""
GOOD = 0.25
"""The smallest acceptance rate at which it is drawn first."""


class ModeCounts(NamedTuple):
    """The distribution of the count of the most frequent letter.

    Attributes:
        first: Thresholds for m - 1; row n is for words of n letters.
        direct: For each n, whether to draw m first: if for each m at least the share
            `GOOD` of the draws of the other letters leaves the mode unique.
    """

    first: np.ndarray
    direct: np.ndarray


@lru_cache(maxsize=32)
def mode_counts(letters: int) -> ModeCounts:
    """Returns the distributions for words of at most `SHORT` letters.

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
    """Returns the share of words by n and m - 1, and the acceptance rate of each.

    Shares are among all words of n letters, so their sum over m is the share of words
    with a unique most frequent letter. A draw of the other letters is accepted if each
    of them occurs less than m times.

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
    """Row-wise products of polynomials."""
    product = np.full_like(left, -np.inf)
    for degree in range(left.shape[1]):
        shifted = left[:, degree : degree + 1] + right[:, : left.shape[1] - degree]
        product[:, degree:] = np.logaddexp(product[:, degree:], shifted)
    return product
