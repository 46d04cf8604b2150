"""Settings of a sweep by bins of lengths, over all seeds, failed ones included.

The first bin contains the training lengths. Beside the mean over all seeds is the mean
over those that answer all inputs of this bin right, with their number: published tables
often report only the second.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter
from typing import Any

import numpy as np

from lengthwise.analysis.bin_scores import BinScore, SeedScores, seed_scores
from lengthwise.analysis.interval import Interval, of_mean
from lengthwise.analysis.measured_rows import DEVIATIONS, finite, interval_of
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import SHOWN
from lengthwise.experiments.spec.trial import Trial
from lengthwise.tables import Table
from lengthwise.tasks.length_bins import LengthBin
from lengthwise.tasks.outputs import Metric
from lengthwise.training.evaluating.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class BinRow:
    """The scores of one setting on one bin.

    Attributes:
        setting: The settings in which it differs from the others, by name.
        records: The records of the setting, one per seed.
        scores: The score of each seed.
        fitting: The seeds that answered all inputs of the first bin right; ``None`` if
            the first bin was not tested or the metric is not a rate.
    """

    setting: Mapping[str, Any]
    records: tuple[Record, ...]
    scores: SeedScores
    fitting: frozenset[int] | None

    @property
    def bin(self) -> LengthBin:
        """The bin."""
        return self._first.bin

    @property
    def metric(self) -> Metric:
        """The metric of the values."""
        return self._first.metric

    @property
    def words(self) -> int:
        """The number of inputs, over all seeds."""
        return sum(one.words for one in self.scores.scores.values())

    @property
    def interval(self) -> Interval:
        """The 90 % interval of the mean over seeds, at least as wide as over inputs."""
        values = [one.value for one in self.scores.scores.values()]
        ends = [self._over_inputs]
        if len(values) > 1:
            ends.append(of_mean(np.array(values)))
        low, high = min(one.low for one in ends), max(one.high for one in ends)
        return Interval(max(0.0, low), min(high, 1.0) if self.metric.is_rate else high)

    @property
    def _over_inputs(self) -> Interval:
        """One seed's interval at the overall mean, since seeds share test inputs."""
        scores = self.scores.scores.values()
        error = math.fsum(one.standard_error for one in scores) / len(scores)
        mean, words = self.scores.mean, self._first.words
        if not self.metric.is_rate:
            half = DEVIATIONS * error
            return Interval(mean - half, mean + half)
        score = Score(mean=mean, standard_error=error, words=words)
        return interval_of(self.metric, score, further=True)

    @property
    def fitting_mean(self) -> float | None:
        """The mean over the seeds that fit; ``None`` if there are none."""
        chosen = [self.scores.scores[seed].value for seed in self.fitting or ()]
        return math.fsum(chosen) / len(chosen) if chosen else None

    @property
    def _first(self) -> BinScore:
        return next(iter(self.scores.scores.values()))

    def plain(self) -> dict[str, Any]:
        """Returns the row as JSON data."""
        trial, ends = self.records[0].trial, self.interval
        return {
            "length": None,
            "bin": [self.bin.low, self.bin.high],
            "metric": self.metric.name,
            "value": finite(self.scores.mean),
            "low": finite(ends.low),
            "high": finite(ends.high),
            "words": self.words,
            "task": str(trial.task),
            "setting": dict(self.setting),
            "train_length": trial.train_length,
            "trials": [one.trial.key for one in self.records],
            "seeds": len(self.scores.scores),
            "least": finite(self.scores.least),
            "most": finite(self.scores.most),
            "fitting_seeds": None if self.fitting is None else len(self.fitting),
            "fitting_value": self.fitting_mean,
        }


def bin_rows(
    records: Iterable[Record],
    bins: Sequence[LengthBin],
    metric: Metric | None = None,
) -> tuple[BinRow, ...] | CannotSay:
    """Returns the scores of every setting on every bin, or why one is missing.

    Args:
        records: Records of any settings; their tasks must be available.
        bins: The bins, that of the training lengths first.
        metric: One of the task's metrics. Default: the metric of the losses.

    Raises:
        SpecError: There are no records or no bins, or two bins overlap.
    """
    ordered = sorted(bins)
    for one, other in pairwise(ordered):
        if other.low <= one.high:
            raise SpecError(f"the bins {one} and {other} share the length {other.low}")
    groups = groups_of(records)
    if not groups or not bins:
        raise SpecError("no records, or no bins; give at least one of each")
    rows = []
    for group, setting in zip(groups, _differing(groups), strict=True):
        fits = _fitting(group, bins[0])
        for one in bins:
            scores = seed_scores(group, one, metric)
            if isinstance(scores, CannotSay):
                return CannotSay(f"{group[0].trial}: {scores.reason}")
            rows.append(
                BinRow(
                    setting=setting,
                    records=tuple(group),
                    scores=scores,
                    fitting=fits,
                )
            )
    return tuple(rows)


def groups_of(records: Iterable[Record]) -> list[list[Record]]:
    """Returns records by setting and evaluation; each group differs only in seeds."""
    groups: Mapping[tuple[str, str], list[Record]] = defaultdict(list)
    for one in records:
        trial = one.trial
        same = Trial(trial.recipe, replace(trial.lane, seed=0))
        groups[same.key, one.evaluation.key].append(one)
    by_seed = attrgetter("trial.seed")
    return [sorted(group, key=by_seed) for group in groups.values()]


def _differing(groups: Sequence[Sequence[Record]]) -> list[dict[str, Any]]:
    """The settings in which each group differs from another one."""
    plain = [group[0].trial.plain() for group in groups]
    flat = [one.get("model", {}) | one.get("recipe", {}) for one in plain]
    names = dict.fromkeys(name for one in flat for name in one)
    differing = [n for n in names if len({repr(one.get(n)) for one in flat}) > 1]
    return [{name: one.get(name) for name in differing} for one in flat]


def _fitting(group: Sequence[Record], training: LengthBin) -> frozenset[int] | None:
    scores = seed_scores(group, training)
    if isinstance(scores, CannotSay):
        return None
    by_seed = scores.scores.items()
    if not all(one.metric.is_rate for _, one in by_seed):
        return None
    return frozenset(seed for seed, one in by_seed if one.value == 0)


def bins_table(rows: Sequence[BinRow]) -> Table:
    """Returns the rows as a table; means are over all seeds and over those that fit."""
    return Table(
        header=(
            *("trial", "task", "N", "setting", "lengths", "metric"),
            *("mean", "low", "high"),
            *("least", "most", "seeds", "fit", "mean of those"),
        ),
        rows=tuple(
            (
                row.records[0].trial.key[:SHOWN],
                str(row.records[0].trial.task),
                str(row.records[0].trial.train_length),
                ", ".join(f"{name}={value}" for name, value in row.setting.items()),
                str(row.bin),
                row.metric.name,
                *(f"{one:.4g}" for one in (row.scores.mean, *_ends(row))),
                *(f"{one:.4g}" for one in (row.scores.least, row.scores.most)),
                str(len(row.scores.scores)),
                "" if row.fitting is None else str(len(row.fitting)),
                "" if row.fitting_mean is None else f"{row.fitting_mean:.4g}",
            )
            for row in rows
        ),
        align="llrlllrrrrrrrr",
    ).without("setting", "fit", "mean of those")


def _ends(row: BinRow) -> tuple[float, float]:
    return row.interval.low, row.interval.high
