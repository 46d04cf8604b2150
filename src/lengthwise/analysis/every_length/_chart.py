r"""Coordinates for all words: the boxes that a certificate covers.

A one-layer model without lag biases sees a word through its last symbol, the residue of
its length, and the count of each key, a pair of symbol and residue class. For a given
last symbol and residue, these counts are functions of a few coordinates, up to a common
factor that attention ignores:

===========  =====================  ====================================================
coordinates  task                   multiplicities of the keys
===========  =====================  ====================================================
``classes``  ``modp``, p classes    :math:`(1 + e_j t)(1 - a_j)` and
                                    :math:`(1 + e_j t) a_j`: the share :math:`a_j` of
                                    ones in class j, and :math:`t = 1/\lfloor n/p
                                    \rfloor`; :math:`e_j` is 1 if class j has one
                                    position more than :math:`\lfloor n/p \rfloor`
``share``    ``simple``             :math:`\sigma (1 - b), \sigma b, 1 - \sigma`: the
                                    share :math:`\sigma` of zeros and ones in the word,
                                    and that of ones among them
``ratio``    ``simple``, log n      :math:`1 - b, b, \theta`: twos per zero or one, as
                                    a fraction of the largest possible value
===========  =====================  ====================================================

The last symbol is a key like all others, so nothing is neglected: every word is exactly
a point of its chart. If logits are multiplied by :math:`\log n`, the last coordinate is
:math:`y = 1/\log n`, where 0 is the limit of long words.

All multiplicities are affine in each single coordinate (*multi-affine*). So is the
numerator of an attention average minus a constant. A multi-affine function attains its
extremes over a box at vertices, and so do averages.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from jaxtyping import Float

Coordinates: TypeAlias = Literal["classes", "share", "ratio"]
Points: TypeAlias = Float[np.ndarray, "*points coordinates"]
Boxes: TypeAlias = Float[np.ndarray, "boxes coordinates"]

ROUNDING = 16 * 2.0**-53
"""Sixteen float64 rounding errors, relative, allowed per operation."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Chart:
    r"""Words with a given last symbol and residue, and the model at that query.

    Attributes:
        symbol: The last symbol.
        residue: The length modulo the period of the task.
        level: With hard attention, the number of higher logits that do not occur in the
            words.
        coordinates: One of the systems above.
        low: Lower bounds of the coordinates.
        high: Upper bounds of the coordinates; :math:`y` is last if `scaled`.
        scaled: Whether :math:`\log n` multiplies `rates`.
        longer: :math:`e_j`, for ``classes``.
        rates: Logits multiplied by :math:`\log n`, per key.
        offsets: Added to these, per key; minus infinity for excluded keys.
        uncertain: Bound on the rounding error in a difference of two rates.
        units: Input of each hidden unit (row) with all attention on one key.
        linear: The residual part of the output in that case.
        outer: Output weight of each unit.
        place: The coordinate that the label depends on; ``None`` if the label is 0.
        omega: The label is the sine of :math:`\omega (1 - 2 b)`; ``None`` if it is the
            coordinate itself.
        slack: An upper bound on the rounding error of a bound computed from these
            fields.
    """

    symbol: str
    residue: int
    level: int = 0
    coordinates: Coordinates
    low: tuple[float, ...]
    high: tuple[float, ...]
    scaled: bool = False
    longer: tuple[int, ...] = ()
    rates: Float[np.ndarray, " keys"]
    offsets: Float[np.ndarray, " keys"]
    uncertain: float
    units: Float[np.ndarray, "units keys"]
    linear: Float[np.ndarray, " keys"]
    outer: Float[np.ndarray, " units"]
    place: int | None
    omega: float | None
    slack: float

    @property
    def free(self) -> list[int]:
        """The varying coordinates that determine the multiplicities."""
        known = len(self.low) - self.scaled
        return [i for i in range(known) if self.low[i] < self.high[i]]

    def multiplicities(self, points: Points) -> Float[np.ndarray, "*points keys"]:
        """The count of each key, up to a common factor."""
        if self.coordinates == "classes":
            ones = points[..., : len(self.longer)]
            sizes = 1 + np.array(self.longer) * points[..., [len(self.longer)]]
            return np.concatenate([sizes * (1 - ones), sizes * ones], axis=-1)
        part, ones = points[..., 0], points[..., 1]
        if self.coordinates == "share":
            return np.stack([part * (1 - ones), part * ones, 1 - part], axis=-1)
        return np.stack([1 - ones, ones, part], axis=-1)

    def weights(
        self, low: Boxes, high: Boxes
    ) -> tuple[Float[np.ndarray, "boxes keys"], Float[np.ndarray, "boxes keys"]]:
        """The least and the largest attention weight of each key over a box."""
        if not self.scaled:
            factors = np.exp(self.offsets - self.offsets.max())
            both = np.repeat(factors[np.newaxis], len(low), axis=0)
            return both, both
        exponents = self._exponents(low[:, -1]), self._exponents(high[:, -1])
        least = np.minimum(*(value[0] for value in exponents)).min(axis=2)
        most = np.maximum(*(value[1] for value in exponents)).min(axis=2)
        return np.exp(np.minimum(least, 0)), np.exp(np.minimum(most, 0))

    def _exponents(
        self, y: Float[np.ndarray, " boxes"]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Range of the log-weight difference of each pair of keys at ``1/log n``."""
        rates = self.rates[:, np.newaxis] - self.rates
        unsure = self.uncertain * (1 - np.eye(len(rates)))
        offsets = self.offsets[:, np.newaxis] - self.offsets
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = (1 / y)[:, np.newaxis, np.newaxis]
            ends = [
                np.where(part == 0, 0.0, part * logs) + offsets
                for part in (rates - unsure, rates + unsure)
            ]
        return ends[0], ends[1]

    def labels(
        self, values: Float[np.ndarray, "*shape"]
    ) -> Float[np.ndarray, "*shape"]:
        """The labels at these values of the coordinate `place`."""
        if self.place is None:
            return np.zeros_like(values)
        return values if self.omega is None else np.sin(self.omega * (1 - 2 * values))

    def bend(
        self, low: Float[np.ndarray, " boxes"], high: Float[np.ndarray, " boxes"]
    ) -> Float[np.ndarray, " boxes"]:
        r"""A bound on the distance of the label from its chord over an interval.

        :math:`\max |f''| (h - l)^2 / 8`, with :math:`|f''| \le 4 \omega^2 |f|` and
        :math:`|f|` at most its value in the middle plus :math:`\omega (h - l)`.
        """
        if self.omega is None or self.place is None:
            return np.zeros_like(low)
        width = high - low
        middle = np.abs(np.sin(self.omega * (1 - low - high)))
        size = np.minimum(1.0, middle + abs(self.omega) * width)
        return np.asarray(self.omega**2 / 2 * size * width**2)


def rounding(depth: int, terms: float, logits: float) -> float:
    """A slack for outputs whose terms sum to `terms` in absolute value.

    An output is a sum of products, so its error is at most `terms` times the number of
    roundings per term, times 2^-53. That number is at most the number of units, stream
    coordinates and keys summed over, plus some for the arithmetic of boxes: 64 +
    `depth`. Attention weights have exponents of size `logits`, which are also rounded.
    The factor 16 is a safety margin.
    """
    return ROUNDING * (64 + depth) * (1 + terms) * (1 + logits)


def log_length(y: float) -> float:
    """The length with logarithm ``1/y``; infinity at 0."""
    return math.exp(min(1 / y, 700.0)) if y > 0 else math.inf
