r"""How often the most frequent letter stands, where there is one.

Among the words of n letters with one most frequent letter, the number of those where it
stands m times is proportional to :math:`\frac{1}{m!} [x^{n-m}] (\sum_{i<m}
x^i/i!)^{s-1}` for s letters. Logarithms in float64: the error is far below one ticket.
"""

from functools import lru_cache

import numpy as np
from scipy.special import gammaln

from lengthwise.training.samplers._random_arrays import ticket_rows


@lru_cache(maxsize=32)
def mode_tickets(letters: int, most: int) -> np.ndarray:
    """Returns tickets for m - 1; row n is for words of n letters, n at most `most`.

    Examples:
        >>> (mode_tickets(2, 3)[3] / 2**31).tolist()
        [0.0, 0.75]
    """
    times = np.arange(1, most + 1)
    rest = _log_power(most, letters - 1)
    weights = np.full((most + 1, max(most, 2)), -np.inf)
    for length in range(1, most + 1):
        own = times[:length]
        weights[length, :length] = rest[own - 1, length - own] - gammaln(own + 1.0)
    weights[0, 0] = 0.0
    highest = weights.max(axis=1, keepdims=True)
    return ticket_rows(np.exp(weights - highest))


def _log_power(most: int, power: int) -> np.ndarray:
    """Row c: logarithms of the coefficients of ``sum(x^i / i!, i <= c) ** power``."""
    sizes = np.arange(most + 1)
    below = sizes[None, :] <= sizes[:, None]
    factor = np.where(below, -gammaln(sizes + 1.0), -np.inf)
    result = np.where(sizes[None, :] == 0, 0.0, np.full_like(factor, -np.inf))
    while power:
        if power % 2:
            result = _log_product(result, factor)
        factor, power = _log_product(factor, factor), power // 2
    return result


def _log_product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Rows of polynomials multiplied; the order of the sums depends on no width."""
    product = np.full_like(left, -np.inf)
    for degree in range(left.shape[1]):
        shifted = left[:, degree : degree + 1] + right[:, : left.shape[1] - degree]
        product[:, degree:] = np.logaddexp(product[:, degree:], shifted)
    return product
