r"""How a length grows with a number of the task: the exponent of a power law.

Least squares on logarithms; the interval comes from the resampled lengths that each
`SufficientLength` carries, so it holds the uncertainty over seeds and test words. It
means nothing where there is no power law, so the residuals are tested first: with the
covariance :math:`C` of the points from the same resampling, the residuals
:math:`r = My` of the fit have covariance :math:`MCM`, and
:math:`r^\top (MCM)^+ r` is Hotelling's :math:`T^2` with as many dimensions as there are
points beyond two. Where it is too large for chance no exponent is given, but the local
slopes between neighboring points.
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
"""A power law whose residuals are less probable than this is rejected.

Crossings of curves that are made to fall are not quite normal: on sweeps with the
measured covariance up to 5 % of true power laws are rejected at this level."""

ROUNDING = 1e-6
"""A share by which a length is uncertain in any case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exponent:
    """The power law ``length = factor * x ** value``.

    Attributes:
        value: The exponent.
        interval: For `value`, over seeds and test words.
        factor: The length at ``x = 1`` by the fit.
        residual: The largest factor by which a point lies off the fit.
        probability: Of residuals as large as these if there is a power law.
        points: How many lengths were fitted.
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
    """A power law that its own residuals reject; false where an exponent is true.

    Attributes:
        slopes: Between neighboring points.
        residual: The largest factor by which a point lies off the best fit.
        probability: Of residuals as large as these if there were a power law.
        points: How many lengths were fitted.
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
    """The exponent with which lengths grow in the number that keys them."""
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
    if seeds < len(chosen):  # two more than the residuals that are tested
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
    """How probable residuals as large as those of `y` are under a power law."""
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
