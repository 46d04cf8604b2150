r"""The exponent of the power law by which a length grows with a parameter.

It is fitted by least squares on logarithms. The interval comes from the resampled
lengths in each `SufficientLength`, so it includes the uncertainty over seeds and test
words. An exponent is meaningless without a power law, so the residuals are tested
first: with the covariance :math:`C` of the points from the same resampling, the
residuals :math:`r = My` of the fit have covariance :math:`MCM`, and
:math:`r^\top (MCM)^+ r` is Hotelling's :math:`T^2` with as many dimensions as there are
points beyond two. If it is too large for chance, the result is the local slopes between
neighboring points instead of an exponent.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from scipy.special import fdtrc

from lengthwise.analysis.interval import Interval, of_bootstrap
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.cannot_say import CannotSay

REJECTED = 0.01
"""Significance level at which a power law is rejected by its residuals.

Crossings of isotonic fits are not quite normal: on sweeps with the
measured covariance up to 5 % of true power laws are rejected at this level."""

ROUNDING = 1e-6
"""The minimal relative uncertainty of a length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exponent:
    """The power law ``length = factor * x ** value``.

    Attributes:
        value: The exponent.
        interval: Confidence interval of `value`, over seeds and test words.
        factor: The fitted length at ``x = 1``.
        residual: The largest factor between a point and the fit.
        probability: p-value of the residuals under a power law.
        points: Number of fitted lengths.
    """

    value: float
    interval: Interval
    factor: float
    residual: float
    probability: float
    points: int

    def __str__(self) -> str:
        return (
            f"exponent {self.value:.3g} {self.interval} over {self.points} points, "
            f"each within a factor of {self.residual:.2f}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSlope:
    """The slope between two neighboring points."""

    low: float
    high: float
    slope: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NoPowerLaw:
    """A power law rejected by its residuals; falsy, unlike an exponent.

    Attributes:
        slopes: Slopes between neighboring points.
        residual: The largest factor between a point and the best fit.
        probability: p-value of the residuals under a power law.
        points: Number of fitted lengths.
    """

    slopes: tuple[LocalSlope, ...]
    residual: float
    probability: float
    points: int

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        slopes = ", ".join(
            f"{one.slope:.2f} ({one.low:.3g} to {one.high:.3g})" for one in self.slopes
        )
        return (
            f"no power law fits: {self.points} points lie off the best one by a factor "
            f"of up to {self.residual:.2f}, more than seeds and test words explain "
            f"(probability {self.probability:.1g}); local slopes {slopes}"
        )


def exponent(
    lengths: Mapping[float, SufficientLength],
) -> Exponent | NoPowerLaw | CannotSay:
    """Returns the exponent with which lengths grow with their keys."""
    if len(lengths) < 3:
        return CannotSay(
            f"not enough data for an exponent ({len(lengths)} of 3 lengths)"
        )
    x = np.log(np.array(sorted(lengths), dtype=float))
    chosen = [lengths[key] for key in sorted(lengths)]
    y = np.log(np.array([one.length for one in chosen]))
    value, intercept = _fit(x, y[None, :])[0]
    drawn = np.array([one.draws for one in chosen]).T
    draws = np.log(drawn[np.isfinite(drawn).all(axis=1)])
    if len(draws) < 100:
        return CannotSay("too few resamplings cross at every point; use more seeds")
    seeds = min(one.seeds for one in chosen)
    if seeds < len(chosen):  # two more than the tested residuals
        return CannotSay(
            f"{seeds} seeds at one of {len(chosen)} points are too few to test whether "
            "a power law fits"
        )
    residual = math.exp(float(np.abs(y - intercept - value * x).max()))
    chance = _probability(x, y, draws, seeds)
    if chance < REJECTED:
        pairs = itertools.pairwise(zip(x, y, strict=True))
        slopes = [
            LocalSlope(
                low=math.exp(a), high=math.exp(b), slope=float((d - c) / (b - a))
            )
            for (a, c), (b, d) in pairs
        ]
        return NoPowerLaw(
            slopes=tuple(slopes),
            residual=residual,
            probability=chance,
            points=len(chosen),
        )
    return Exponent(
        value=float(value),
        interval=of_bootstrap(_fit(x, draws)[:, 0], seeds),
        factor=math.exp(float(intercept)),
        residual=residual,
        probability=chance,
        points=len(chosen),
    )


def _probability(
    x: Float[np.ndarray, " points"],
    y: Float[np.ndarray, " points"],
    draws: Float[np.ndarray, "draws points"],
    seeds: int,
) -> float:
    """The p-value of the residuals of `y` under a power law."""
    design = np.stack([np.ones_like(x), x], axis=1)
    off = np.linalg.svd(design, full_matrices=True)[0][:, 2:]  # spans the residuals
    known = off.shape[1]
    covariance = np.cov(draws @ off, rowvar=False).reshape(known, known)
    covariance = covariance * seeds / (seeds - 1) + ROUNDING**2 * np.eye(known)
    r = y @ off
    square = float(r @ np.linalg.solve(covariance, r))
    rest = max(seeds - known, 1)
    return float(fdtrc(known, rest, square * rest / (known * (seeds - 1))))


def _fit(
    x: Float[np.ndarray, " points"], y: Float[np.ndarray, "draws points"]
) -> Float[np.ndarray, "draws 2"]:
    """Slope and intercept of each row of `y`."""
    centered = x - x.mean()
    slope = y @ centered / (centered @ centered)
    return np.stack([slope, y.mean(axis=1) - slope * x.mean()], axis=1)
