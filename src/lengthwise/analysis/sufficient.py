r"""The sufficient length: the smallest training length that suffices for an error.

The average plateau should decrease with the training length :math:`N`. We fit a
non-increasing curve (isotonic regression of its logarithm over :math:`N`) and find
where it crosses :math:`\varepsilon` by interpolation in :math:`\log N`. For the
confidence interval, this is repeated with seeds resampled jointly for all :math:`N`
(see `lengthwise.analysis.seed_averages`). A sweep whose plateaus all lie on one side is
reported as censored.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float

from lengthwise.analysis.final_errors import by_seed
from lengthwise.analysis.interval import Interval, of_bootstrap
from lengthwise.analysis.plateau import how_training_ended
from lengthwise.analysis.runs import Run, by_train_length, metric_of
from lengthwise.analysis.seed_averages import Average
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.tasks.outputs import RMS, Metric
from lengthwise.views import html_line, short


@dataclass(frozen=True, slots=True, kw_only=True)
class SufficientLength:
    """The smallest training length with an average error of at most `eps`.

    Attributes:
        eps: The allowed error in `metric`.
        length: Where the average error crosses `eps`; not an integer in general.
        interval: Confidence interval of `length`, over seeds and test words.
        best: The crossing for the best seed of each length; ``None`` if it is not
            between the shortest and the longest training length.
        seeds: The smallest number of runs at a training length.
        failed: Number of excluded runs, which diverged or reached the step limit with
            an error above `eps` on their own training lengths; none is excluded from
            the mean.
        capped: Number of runs used that reached the step limit before the threshold.
        average: The average over seeds: the geometric mean of those that trained
            (``typical``), or the mean over all.
        exact: Whether it is for infinite length, computed from the weights of all nets,
            instead of for the largest test lengths.
        draws: The length in each resampling; infinite if not reached.
        metric: The metric of errors.
    """

    eps: float
    length: float
    interval: Interval
    best: float | None
    seeds: int
    failed: int
    draws: tuple[float, ...] = field(repr=False)
    capped: int = 0
    average: Average = "typical"
    exact: bool = False
    metric: Metric = RMS

    def __str__(self) -> str:
        return (
            f"trained on length {self.length:.3g} {self.interval}, the "
            f"{self.metric.noun} {self.where} is {self.eps:.3g}{self.metric.suffix} "
            f"({_AVERAGED[self.average]} {self.seeds} seeds"
            f"{how_training_ended(self.capped, self.failed)})"
        )

    def __repr__(self) -> str:
        return short(self, str(self))

    def _repr_html_(self) -> str:
        return html_line(str(self))

    @property
    def where(self) -> str:
        """A description of the lengths at which the error is meant."""
        if self.exact:
            return "in the limit of infinite length (from the weights)"
        return "at the largest lengths tested"


_AVERAGED: Mapping[Average, str] = {
    "typical": "geometric mean over",
    "mean": "mean over all",
}


def sufficient_length(
    runs: Iterable[Run], eps: float, *, average: Average = "typical", seed: int = 0
) -> SufficientLength | CannotSay:
    """Returns the smallest training length with an average error of at most `eps`.

    Args:
        runs: Models that differ only in training length and seed.
        eps: The error, in the metric of the runs.
        average: The average over seeds: geometric mean of those that trained
            (``typical``), or the mean over all.
        seed: The seed of the resampling.

    Raises:
        SpecError: `eps` is not positive and finite, or `runs` has the wrong type.
    """
    if not (isinstance(eps, int | float) and 0 < eps < math.inf):
        raise SpecError(f"an error of {eps!r}; it must be positive and finite")
    groups = by_train_length(_checked(runs))
    metric = metric_of(run for group in groups.values() for run in group)
    used = _used(groups, eps, average)
    failed = sum(map(len, groups.values())) - sum(map(len, used.values()))
    used = {n: group for n, group in used.items() if len(group) >= 2}
    words = max(
        (n for g in groups.values() for r in g for n in r.words.values()), default=0
    )
    if metric.is_rate and words and eps < 0.5 / words:
        return CannotSay(
            f"{words} inputs per length show no {metric.noun} below {0.5 / words:.2g}; "
            "test on more inputs"
        )
    if len(used) < 2:
        return CannotSay(
            "fewer than two training lengths have two models that learned the task"
            + (f" ({failed} did not); give them more steps" if failed else "")
        )
    lengths = np.array(list(used), dtype=float)
    table = by_seed(groups, used)
    middle = table.average(average)
    length = crossing(lengths, middle[None, :], eps)[0]
    if not math.isfinite(length):
        averaged = f"{metric.noun} ({_AVERAGED[average]} seeds)"
        capped = any(run.capped for group in used.values() for run in group)
        more = "train on longer inputs" + (" or for more steps" if capped else "")
        return _censored(lengths, middle, eps, averaged, more, below=length < 0)
    draws = crossing(lengths, table.draws(average, seed=seed), eps)
    interval = of_bootstrap(draws, table.fewest)
    if not (math.isfinite(interval.low) and math.isfinite(interval.high)):
        return CannotSay(
            f"seeds differ too much to place the crossing of {eps:.3g} between "
            f"N = {lengths[0]:.0f} and N = {lengths[-1]:.0f}; use more seeds or lengths"
        )
    best = crossing(lengths, np.nanmin(table.logs, axis=0)[None, :], eps)[0]
    return SufficientLength(
        eps=eps,
        length=float(length),
        interval=interval,
        best=float(best) if math.isfinite(best) else None,
        seeds=table.fewest,
        failed=failed,
        draws=tuple(map(float, draws)),
        capped=sum(run.capped for group in used.values() for run in group),
        average=average,
        exact=all(r.limit is not None for group in used.values() for r in group),
        metric=metric,
    )


def _checked(runs: Iterable[Run]) -> list[Run]:
    checked = list(runs)
    for one in checked:
        if not isinstance(one, Run):
            raise SpecError(
                f"the runs contain a {type(one).__name__}; they must be values of "
                "Run, as in sweep.runs"
            )
    return checked


def _used(
    groups: Mapping[int, Sequence[Run]], eps: float, average: Average
) -> dict[int, list[Run]]:
    """The runs to use: all for the mean, otherwise those that learned."""
    return {
        n: [run for run in group if average == "mean" or run.learned(eps)]
        for n, group in groups.items()
    }


def antitonic(
    values: Float[np.ndarray, "draws lengths"],
) -> Float[np.ndarray, "draws lengths"]:
    r"""The closest non-increasing rows: :math:`\min_{i \le k} \max_{j \ge k}` of means.

    Examples:
        >>> antitonic(np.array([[3.0, 1.0, 2.0, 0.0]]))
        array([[3. , 1.5, 1.5, 0. ]])
    """
    count = values.shape[1]
    sums = np.concatenate([np.zeros((len(values), 1)), values.cumsum(axis=1)], axis=1)
    fitted = np.full(values.shape, np.inf)
    for i in range(count):
        means = (sums[:, i + 1 :] - sums[:, i : i + 1]) / np.arange(1, count - i + 1)
        largest = np.maximum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
        fitted[:, i:] = np.minimum(fitted[:, i:], largest)
    return fitted


def crossing(
    lengths: Float[np.ndarray, " lengths"],
    logs: Float[np.ndarray, "draws lengths"],
    eps: float,
) -> Float[np.ndarray, " draws"]:
    """The length at which each non-increasing curve of log errors crosses `eps`.

    Minus infinity if it is below from the first length on, infinity if it never is.

    Examples:
        >>> crossing(np.array([4.0, 16.0]), np.log([[0.1, 0.001]]), 0.01)
        array([8.])
    """
    falling = antitonic(logs)
    target = math.log(eps)
    below = falling <= target
    crossings = np.full(len(logs), np.inf)
    first = below.argmax(axis=1)
    crossings[below[:, 0]] = -np.inf
    rows = np.flatnonzero(below.any(axis=1) & ~below[:, 0])
    right = first[rows]
    high, low = falling[rows, right - 1], falling[rows, right]
    share = (high - target) / (high - low)
    x = np.log(lengths)
    crossings[rows] = np.exp(x[right - 1] + share * (x[right] - x[right - 1]))
    return crossings


def _censored(
    lengths: Float[np.ndarray, " lengths"],
    middle: Float[np.ndarray, " lengths"],
    eps: float,
    error: str,
    more: str,
    *,
    below: bool,
) -> CannotSay:
    if below:
        return CannotSay(
            f"at N = {lengths[0]:.0f}, the shortest, the {error} is already at most "
            f"{eps:.3g}; train on shorter inputs to find the smallest length"
        )
    return CannotSay(
        f"up to N = {lengths[-1]:.0f} the {error} stays above {eps:.3g}; its lowest "
        f"value is {math.exp(float(middle.min())):.3g}; {more}"
    )
