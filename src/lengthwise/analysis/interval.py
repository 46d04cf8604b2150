r"""Confidence intervals over seeds: Student's for means, otherwise the bootstrap.

With few seeds, the percentile bootstrap is too narrow. We use the percentiles at
:math:`\Phi(\pm\sqrt{n/(n-1)}\, t_{n-1})` instead of the nominal ones, so that for a
mean the interval is as wide as Student's.
"""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from scipy.special import ndtr, ndtri, stdtrit

CONFIDENCE = 0.9


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval."""

    low: float
    high: float
    confidence: float = CONFIDENCE

    @property
    def middle(self) -> float:
        """The midpoint."""
        return (self.low + self.high) / 2

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"[{self.low:.3g}, {self.high:.3g}]"


def of_mean(
    values: Float[np.ndarray, " seeds"],
    *,
    noise: float = 0.0,
    confidence: float = CONFIDENCE,
) -> Interval:
    """Student's interval for the mean of the distribution of `values`.

    Args:
        values: One value per seed.
        noise: Standard error shared by all values, which their spread does not show;
            its variance is added.
        confidence: Confidence level.

    Examples:
        >>> print(of_mean(np.array([1.0, 2.0, 3.0])))
        [0.314, 3.69]
    """
    n = len(values)
    if n < 2:
        return Interval(-math.inf, math.inf, confidence)
    mean = float(values.mean())
    seeds = _student(n, confidence) * float(values.std(ddof=1)) / math.sqrt(n)
    half = math.hypot(seeds, float(ndtri(0.5 + confidence / 2)) * noise)
    return Interval(mean - half, mean + half, confidence)


def of_bootstrap(
    draws: Float[np.ndarray, " draws"], seeds: int, *, confidence: float = CONFIDENCE
) -> Interval:
    """The interval between widened percentiles of the bootstrap `draws`.

    Args:
        draws: The quantity recomputed from resampled seeds; infinities are allowed.
        seeds: Number of resampled seeds, at least 2.
        confidence: Confidence level.
    """
    wide = math.sqrt(seeds / (seeds - 1)) * _student(seeds, confidence)
    tail = 1.0 - float(ndtr(wide))
    ordered = np.sort(draws)
    # Inverted CDF, not interpolated: draws may be infinite.
    low = ordered[math.floor(tail * (len(draws) - 1))]
    high = ordered[math.ceil((1.0 - tail) * (len(draws) - 1))]
    return Interval(float(low), float(high), confidence)


def _student(seeds: int, confidence: float) -> float:
    return float(stdtrit(seeds - 1, 0.5 + confidence / 2))
