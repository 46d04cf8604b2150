r"""Does the error level off in test length, at what height, and from where on?

The plateau of one model is the geometric mean of its error at the three largest test
lengths. Over seeds we report the typical one (geometric mean, with Student's interval
on logarithms) and the best. Whether there is a plateau is decided by the slope
:math:`d \log e / d \log T` over the three largest lengths: level if its interval over
seeds lies within :math:`\pm` `TOLERANCE`. Where only a part of the interval does, we
cannot say; if all of it lies on one side of 0, the error rises or falls all the same.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.interval import Interval, of_mean
from lengthwise.analysis.runs import Run

LARGEST = 3
"""How many of the largest test lengths make the plateau."""

TOLERANCE = 0.1
"""The steepest slope that is level: seven per cent at a doubling of the length."""

WITHIN = 1.25
"""The curve has arrived where it stays within this factor of the plateau."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plateau:
    """Where the error levels off.

    Attributes:
        typical: Geometric mean over seeds of the error at the largest lengths.
        interval: For `typical`, over seeds.
        best: The error of the best seed.
        slope: Mean slope at the end, with its interval.
        since: The first test length from which the typical error stays close.
        seeds: How many runs were used.
        failed: How many diverged, and were left out.
        capped: How many of those used came to their last step before the threshold.
    """

    typical: float
    interval: Interval
    best: float
    slope: Interval
    since: int
    seeds: int
    failed: int
    capped: int = 0

    def __str__(self) -> str:
        return (
            f"error {self.typical:.3g} {self.interval} rms from length {self.since} on "
            f"(best seed {self.best:.3g}, {self.seeds} seeds"
            f"{ended(self.capped, self.failed)})"
        )


def ended(capped: int, failed: int) -> str:
    """How training ended where it did not reach its threshold, to go behind a comma.

    Examples:
        >>> ended(2, 1)
        ', 2 models at the step cap, 1 failed to train'
    """
    cap = f", {capped} models at the step cap" if capped else ""
    return cap + (f", {failed} failed to train" if failed else "")


def heights(runs: Sequence[Run]) -> Float[np.ndarray, " runs"]:
    """The logarithm of each run's plateau, whether or not its curve is level."""
    last = [list(run.errors.values())[-LARGEST:] for run in runs]
    return np.array([np.mean([math.log(max(e, 1e-300)) for e in es]) for es in last])


def plateau(runs: Sequence[Run]) -> Plateau | CannotSay:
    """Where the error of `runs`, which differ in their seed only, levels off.

    Examples:
        >>> rng = np.random.default_rng(0)
        >>> curve = {2**k: 0.1 * (1 - 2.0**-k) for k in range(4, 12)}
        >>> runs = [
        ...     Run(
        ...         train_length=8,
        ...         seed=s,
        ...         errors={t: e * rng.lognormal(0, 0.05) for t, e in curve.items()},
        ...     )
        ...     for s in range(8)
        ... ]
        >>> 0.1 in plateau(runs).interval
        True
    """
    used = [run for run in runs if not run.failed]
    if len(used) < 2:
        return CannotSay(
            f"{len(used)} of {len(runs)} runs trained; an interval needs two"
        )
    lengths = sorted(set.intersection(*(set(run.errors) for run in used)))
    if len(lengths) < LARGEST:
        return CannotSay(f"{len(lengths)} common test lengths; {LARGEST} are needed")
    logs = np.log(np.array([[max(r.errors[t], 1e-300) for t in lengths] for r in used]))
    slope = _slope(lengths, logs)
    verdict = _level(slope)
    if verdict is not None:
        return verdict
    high = heights(used)
    inside = of_mean(high)
    typical = float(high.mean())
    return Plateau(
        typical=math.exp(typical),
        interval=Interval(math.exp(inside.low), math.exp(inside.high)),
        best=math.exp(float(high.min())),
        slope=slope,
        since=_since(lengths, logs.mean(axis=0), typical),
        seeds=len(used),
        failed=len(runs) - len(used),
        capped=sum(run.capped for run in used),
    )


def _slope(lengths: list[int], logs: Float[np.ndarray, "runs lengths"]) -> Interval:
    x = np.log(np.array(lengths[-LARGEST:], dtype=float))
    x = x - x.mean()
    return of_mean(logs[:, -LARGEST:] @ x / float(x @ x))


def _level(slope: Interval) -> CannotSay | None:
    if slope.low > TOLERANCE:
        return CannotSay(
            f"the error still rises with length (slope {slope}); test longer words"
        )
    if slope.high < -TOLERANCE:
        return CannotSay(
            f"the error still falls with length (slope {slope}); test longer words"
        )
    if slope.low >= -TOLERANCE and slope.high <= TOLERANCE:
        return None
    if slope.low > 0 or slope.high < 0:
        return CannotSay(
            f"the error {'rises' if slope.low > 0 else 'falls'} with length (slope "
            f"{slope}), but cannot be told from level, which is up to {TOLERANCE:g}; "
            "more seeds or longer test words would tell"
        )
    return CannotSay(
        f"too much noise to see whether the error is level (slope {slope}); use more "
        "seeds or more words a length"
    )


def _since(
    lengths: list[int], mean: Float[np.ndarray, " lengths"], typical: float
) -> int:
    close = np.abs(mean - typical) <= math.log(WITHIN)
    away = np.flatnonzero(~close)
    return (
        lengths[min(int(away[-1]) + 1, len(lengths) - 1)] if len(away) else lengths[0]
    )
