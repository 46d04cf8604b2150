r"""The trend of the error with the length: level, rising slowly, rising or falling.

Decided by the slope :math:`d \log e / d \log T` at the three largest test lengths, with
its interval. *Level* is a slope whose interval lies within :math:`\pm` `TOLERANCE` and
does not exclude 0 from below. *Rises slowly* is a slope that is below the tolerance but
positive beyond doubt: logarithmic growth looks like that, and what grows with the
logarithm of the length ends above every error. *Rises* is a slope that is positive
beyond doubt and not below the tolerance, *falls* one that is negative and not within
it. Else there is too much noise to tell.

Where the limit for infinite length is known exactly, no slope is needed: the error is
level if nets have come close to their limits at the longest length, and otherwise still
rises or falls to them.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.analysis.interval import Interval

TOLERANCE = 0.1
"""The steepest slope that may be level: seven per cent at a doubling of the length."""

WITHIN = 1.25
"""An error within this factor of its plateau has arrived there."""

SURE = 1.645
"""Standard errors beyond which chance is left out: a 90 % interval."""

Kind: TypeAlias = Literal["level", "rises slowly", "rises", "falls", "unclear"]
"""The trend of the error; ``unclear`` where noise hides it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The trend of the error at the largest test lengths.

    Attributes:
        kind: Level, rises slowly, rises, falls, or unclear.
        slope: Of log error over log length, with its interval.
        per_doubling: By which share the error grows when the length doubles.
        exact: Whether the exact limit decided, instead of the slope.
    """

    kind: Kind
    slope: Interval
    per_doubling: Interval
    exact: bool = False

    def __str__(self) -> str:
        ends = self.per_doubling
        rate = f"[{100 * ends.low:.2g} %, {100 * ends.high:.2g} %] a doubling"
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
    """How far nets are from their exact limits at the longest length, in logarithms.

    Attributes:
        mean: By how much errors must still grow, on average.
        apart: How far one net is from its own limit, beyond what test words explain.
        noise: Standard error of `mean` by the test words, which all nets share.
    """

    mean: float
    apart: float
    noise: float = 0.0


def course(slope: Interval, *, gap: Gap | None = None) -> Course:
    """The trend that follows from a slope with its interval.

    Args:
        slope: Of log error over log length.
        gap: How far nets are from their limits, where these are known; decides then.

    Examples:
        >>> course(Interval(-0.01, 0.02)).kind, course(Interval(0.01, 0.02)).kind
        ('level', 'rises slowly')
        >>> print(course(Interval(0.02, 0.03)))
        rises slowly with the test length, by [1.4 %, 2.1 %] a doubling
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
