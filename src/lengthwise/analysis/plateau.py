r"""The plateau: the error at the largest test lengths, its onset and its trend.

The plateau of one model is its exact error in the limit of infinite length, if known,
and otherwise the geometric mean of its errors at the three largest test lengths. Over
seeds, we report the geometric mean of those that trained (with Student's interval on
logarithms), the mean over all seeds without exclusions, and the best seed.
`lengthwise.analysis.level_or_rising.Course` tells whether the error is level.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from lengthwise.analysis.final_errors import LARGEST, by_seed, heights, log_of, noises
from lengthwise.analysis.interval import Interval, of_bootstrap, of_mean
from lengthwise.analysis.level_or_rising import WITHIN, Course, Gap, course
from lengthwise.analysis.runs import Run, metric_of
from lengthwise.analysis.seed_averages import averaged, resampled
from lengthwise.cannot_say import CannotSay
from lengthwise.tasks.outputs import RMS, Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Plateau:
    """The error at the largest test lengths, and its trend.

    Attributes:
        typical: Geometric mean over the seeds that trained.
        interval: Confidence interval of `typical`, over seeds and test words.
        mean: Mean over all seeds (the root of the mean loss for root mean square
            errors); infinite if one diverged.
        mean_interval: Confidence interval of `mean`.
        best: The error of the best seed.
        course: The trend of the geometric mean over seeds.
        mean_course: The trend of the mean over all seeds.
        since: The first test length from which the geometric mean stays close to the
            plateau; ``None`` if it has a limit but is not close at the longest length.
        seeds: Number of runs in the geometric mean.
        failed: Number of runs it excludes because they diverged or did not learn their
            own training lengths.
        capped: Number of runs used that reached the step limit before the threshold.
        exact: Whether the values are exact limits for infinite length.
        metric: The metric of errors.
    """

    typical: float
    interval: Interval
    mean: float
    mean_interval: Interval
    best: float
    course: Course
    mean_course: Course
    since: int | None
    seeds: int
    failed: int
    capped: int = 0
    exact: bool = False
    metric: Metric = RMS

    @property
    def level(self) -> bool:
        """Whether the geometric mean over seeds is level."""
        return self.course.kind == "level"

    def __str__(self) -> str:
        since = f" from length {self.since} on" if self.since is not None else ""
        where = since if self.level else " at the largest lengths tested"
        return (
            f"{self.metric.noun} {self.typical:.3g} {self.interval}"
            f"{self.metric.suffix}{where}, "
            f"{self.course} (best seed {self.best:.3g}, {self.seeds} seeds"
            f"{how_training_ended(self.capped, self.failed)}; mean over all "
            f"{self.seeds + self.failed}: {self.mean:.3g} {self.mean_interval})"
        )


def how_training_ended(capped: int, failed: int) -> str:
    """A clause on runs that did not reach the threshold of training.

    Examples:
        >>> how_training_ended(2, 1)
        ', 2 models at the step limit, 1 failed to train and left out'
    """
    models = "model" if capped == 1 else "models"
    cap = f", {capped} {models} at the step limit" if capped else ""
    return cap + (f", {failed} failed to train and left out" if failed else "")


def plateau(runs: Sequence[Run], *, eps: float = math.inf) -> Plateau | CannotSay:
    """Returns the plateau of `runs`, and whether it is level.

    Args:
        runs: Models that differ only in their seed.
        eps: Runs that do not reach it on their own training lengths are excluded from
            the geometric mean.

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
    used = [run for run in runs if run.learned(eps)]
    if len(used) < 2:
        return CannotSay(
            f"{len(used)} of {len(runs)} runs trained; an interval needs two"
        )
    lengths = sorted(set.intersection(*(set(run.worst.errors) for run in runs)))
    if len(lengths) < LARGEST:
        return CannotSay(f"{len(lengths)} common test lengths; {LARGEST} are needed")
    typical, all_ = by_seed({0: runs}, {0: used}), by_seed({0: runs}, {0: runs})
    high = typical.logs[~np.isnan(typical.logs)]
    inside = of_mean(high, noise=_length(noises(used).mean(axis=0)))
    outside = of_bootstrap(all_.draws("mean")[:, 0], len(runs))
    exact = all(run.limit is not None for run in runs)
    logs = _logs(used, lengths)
    return Plateau(
        typical=math.exp(float(high.mean())),
        interval=Interval(math.exp(inside.low), math.exp(inside.high)),
        mean=_error(float(all_.average("mean")[0])),
        mean_interval=Interval(_error(outside.low), _error(outside.high)),
        best=math.exp(float(high.min())),
        course=course(_slope(used, lengths), gap=_gap(used, lengths, exact=exact)),
        mean_course=course(
            _mean_slope(runs, lengths), gap=_gap(runs, lengths, exact=exact)
        ),
        since=_since(lengths, logs.mean(axis=0), float(high.mean()), exact=exact),
        seeds=len(used),
        failed=len(runs) - len(used),
        capped=sum(run.capped for run in used),
        exact=exact,
        metric=metric_of(runs),
    )


def _error(log: float) -> float:
    """The error of a logarithm; infinite if a diverged net is included."""
    return math.exp(log) if log < 100 else math.inf  # real errors are far below


def _length(parts: Float[np.ndarray, " parts"]) -> float:
    return math.sqrt(float(parts @ parts))


def _logs(
    runs: Sequence[Run], lengths: Sequence[int]
) -> Float[np.ndarray, "runs lengths"]:
    return np.array([[log_of(r.worst.errors[t]) for t in lengths] for r in runs])


def _weights(lengths: Sequence[int]) -> Float[np.ndarray, " lengths"]:
    """The weight of each length's log error in the slope."""
    x = np.log(np.array(lengths, dtype=float))
    x = x - x.mean()
    return np.asarray(x / float(x @ x))


def _noise(
    runs: Sequence[Run], lengths: Sequence[int]
) -> Float[np.ndarray, "runs lengths"]:
    return np.array([[r.worst.noise.get(t, 0.0) for t in lengths] for r in runs])


def _slope(runs: Sequence[Run], lengths: list[int]) -> Interval:
    last = lengths[-LARGEST:]
    weights = _weights(last)
    # Words of different lengths are independent; all nets see the same ones.
    noise = _length(weights * _noise(runs, last).mean(axis=0))
    return of_mean(_logs(runs, last) @ weights, noise=noise)


def _gap(runs: Sequence[Run], lengths: list[int], *, exact: bool) -> Gap | None:
    """The distance of runs from their limits at the longest length, if all have one."""
    if not exact:
        return None
    last = lengths[-1:]
    gaps = heights(runs) - _logs(runs, last)[:, 0]
    noise = _noise(runs, last)
    square = float((gaps**2).mean() - (noise**2).mean())
    return Gap(
        float(gaps.mean()), math.sqrt(max(square, 0.0)), noise=float(noise.mean())
    )


def _mean_slope(runs: Sequence[Run], lengths: list[int]) -> Interval:
    """The slope of the mean over all seeds, resampling seeds and test words."""
    last = lengths[-LARGEST:]
    logs, weights, power = _logs(runs, last), _weights(last), metric_of(runs).power
    noise = _noise(runs, last)[:, :, None] * np.eye(LARGEST)
    if len(runs) < 2:
        mean = averaged(logs, np.ones(len(runs)), "mean", power=power)
        return Interval(float(mean @ weights), float(mean @ weights))
    draws = resampled(logs, noise, "mean", power=power)
    return of_bootstrap(draws @ weights, len(runs))


def _since(
    lengths: list[int],
    mean: Float[np.ndarray, " lengths"],
    typical: float,
    *,
    exact: bool,
) -> int | None:
    close = np.abs(mean - typical) <= math.log(WITHIN)
    away = np.flatnonzero(~close)
    if not len(away):
        return lengths[0]
    after = int(away[-1]) + 1
    if after == len(lengths):
        return None if exact else lengths[-1]
    return lengths[after]
