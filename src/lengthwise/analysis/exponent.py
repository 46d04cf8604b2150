r"""How a length grows with a number of the task: the exponent of a power law.

Least squares on logarithms; the interval comes from the resampled lengths that each
`SufficientLength` carries, so it holds the uncertainty over seeds, and a bend in the
data shows as a large `residual`, not as a wide interval.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.interval import Interval, of_bootstrap
from lengthwise.analysis.sufficient import SufficientLength


@dataclass(frozen=True, slots=True, kw_only=True)
class Exponent:
    """The power law ``length = factor * x ** value``.

    Attributes:
        value: The exponent.
        interval: For `value`, over seeds.
        factor: The length at ``x = 1`` by the fit.
        residual: The largest factor by which a point lies off the fit.
        points: How many lengths were fitted.
    """

    value: float
    interval: Interval
    factor: float
    residual: float
    points: int

    def __str__(self) -> str:
        return (
            f"exponent {self.value:.3g} {self.interval} over {self.points} points, "
            f"each within a factor of {self.residual:.2f}"
        )


def exponent(lengths: Mapping[float, SufficientLength]) -> Exponent | CannotSay:
    """The exponent with which lengths grow in the number that keys them."""
    if len(lengths) < 3:
        return CannotSay(
            f"a power law needs three lengths or more; known: {len(lengths)}"
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
    return Exponent(
        value=float(value),
        interval=of_bootstrap(_fit(x, draws)[:, 0], seeds),
        factor=math.exp(float(intercept)),
        residual=math.exp(float(np.abs(y - intercept - value * x).max())),
        points=len(chosen),
    )


def _fit(
    x: Float[np.ndarray, " points"], y: Float[np.ndarray, "draws points"]
) -> Float[np.ndarray, "draws 2"]:
    """Slope and intercept of each row of `y`."""
    centered = x - x.mean()
    slope = y @ centered / (centered @ centered)
    return np.stack([slope, y.mean(axis=1) - slope * x.mean()], axis=1)
