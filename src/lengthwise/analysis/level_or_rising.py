r"""The trend of the error with test length: level, rising slowly, rising or falling.

It is determined by the slope :math:`d \log e / d \log T` at the three largest test
lengths and its confidence interval. *Level* is a slope whose interval lies within
:math:`\pm` `TOLERANCE` and does not exclude 0 from below. *Rises slowly* is a slope
below the tolerance but significantly positive: logarithmic growth looks like that, and
it eventually exceeds every error. *Rises* is a significantly positive slope that is not
below the tolerance, *falls* a negative one outside the tolerance. Otherwise noise hides
the trend.

If the limit of infinite length is known exactly, no slope is needed: the error is level
if nets are close to their limits at the longest length, and otherwise still rises or
falls towards them.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.analysis.interval import Interval

TOLERANCE = 0.1
"""The steepest slope that counts as level: seven percent per doubling of the length."""

WITHIN = 1.25
"""An error within this factor of its plateau counts as having reached it."""

SURE = 1.645
"""Number of standard errors that count as significant: a 90 % interval."""

Kind: TypeAlias = Literal["level", "rises slowly", "rises", "falls", "unclear"]
"""The trend of the error; ``unclear`` if noise hides it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The trend of the error at the largest test lengths.

    Attributes:
        kind: Level, rises slowly, rises, falls, or unclear.
        slope: Slope of log error over log length, with its interval.
        per_doubling: Relative growth of the error when the length doubles.
        exact: Whether the exact limit was used instead of the slope.
    """

    kind: Kind
    slope: Interval
    per_doubling: Interval
    exact: bool = False

    def __str__(self) -> str:
        ends = self.per_doubling
        rate = f"[{100 * ends.low:.2g} %, {100 * ends.high:.2g} %] per doubling"
        match self.kind:
            case "level":
                how = "near its limit" if self.exact else f"slope {self.slope}"
                return f"level in test length ({how})"
            case "rises" | "falls" if self.exact:
                side = "below" if self.kind == "rises" else "above"
                return f"is still {side} its exact limit; test longer inputs"
            case "rises slowly":
                return f"rises slowly with the test length, by {rate}"
            case "rises":
                return f"rises with the test length, by {rate}; test longer inputs"
            case "falls":
                return (
                    f"still falls with the test length (slope {self.slope}); test "
                    "longer inputs"
                )
            case "unclear" if self.exact:
                return "is not near its exact limit in some nets; test longer inputs"
            case "unclear":
                return (
                    "shows too much noise to tell whether it is level (slope "
                    f"{self.slope}); use more seeds or more inputs per length"
                )


@dataclass(frozen=True, slots=True)
class Gap:
    """The distance of nets from their limits at the longest length, in log errors.

    Attributes:
        mean: The remaining growth of errors, on average.
        apart: The distance of single nets from their limits, beyond test-word noise.
        noise: Standard error of `mean` from the test words, which all nets share.
    """

    mean: float
    apart: float
    noise: float = 0.0


def course(slope: Interval, *, gap: Gap | None = None) -> Course:
    """Returns the trend that follows from a slope with its interval.

    Args:
        slope: Slope of log error over log length.
        gap: The distance of nets from their limits, if known; then it decides.

    Examples:
        >>> course(Interval(-0.01, 0.02)).kind, course(Interval(0.01, 0.02)).kind
        ('level', 'rises slowly')
        >>> print(course(Interval(0.02, 0.03)))
        rises slowly with the test length, by [1.4 %, 2.1 %] per doubling
        >>> course(Interval(0.01, 0.02), gap=Gap(0.003, 0.01)).kind
        'level'
        >>> course(Interval(0.05, 0.2)).kind, course(Interval(-0.2, 0.2)).kind
        ('rises', 'unclear')
    """
    low, high = (math.expm1(end * math.log(2)) for end in (slope.low, slope.high))
    return Course(
        kind=_kind(slope) if gap is None else _to_limit(gap),
        slope=slope,
        per_doubling=Interval(low, high, slope.confidence),
        exact=gap is not None,
    )


def _to_limit(gap: Gap) -> Kind:
    near = math.log(WITHIN)
    if abs(gap.mean) - SURE * gap.noise > near:
        return "rises" if gap.mean > 0 else "falls"
    return "level" if max(abs(gap.mean), gap.apart) <= near else "unclear"


def _kind(slope: Interval) -> Kind:
    if slope.low > 0:
        return "rises slowly" if slope.high <= TOLERANCE else "rises"
    if slope.high < 0 and slope.low < -TOLERANCE:
        return "falls"
    within = slope.low >= -TOLERANCE and slope.high <= TOLERANCE
    return "level" if within else "unclear"
