"""Scores on bins of lengths, and model selection on one bin with results on another.

A bin has a score if each of its lengths was tested; all lengths have equal weight. The
score of the bin used for selection is biased, so results are always reported on another
bin.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.experiments.records.outcome import Outcome
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.trial import Trial
from lengthwise.tasks.length_bins import LengthBin
from lengthwise.tasks.outputs import METRICS, Metric
from lengthwise.tasks.task import Task
from lengthwise.training.evaluating.score import Score

FEW = 5
"""Number of lengths listed in a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BinScore:
    """The score of one model on the lengths of a bin.

    Attributes:
        bin: The bin.
        metric: The metric of the value.
        value: The mean over lengths, with equal weights.
        standard_error: Its standard error from sampling inputs; NaN if the metric
            applies to only one input of some length.
        lengths: The lengths with a value.
        words: Number of inputs.
    """

    bin: LengthBin
    metric: Metric
    value: float
    standard_error: float
    lengths: tuple[int, ...]
    words: int

    def __str__(self) -> str:
        return (
            f"{self.metric.name} {self.value:.3g} ± {self.standard_error:.2g} on "
            f"lengths {self.bin}"
        )


def bin_score(
    outcome: Outcome, lengths: LengthBin, task: Task, metric: Metric | None = None
) -> BinScore | CannotSay:
    """Returns the score on a bin, or names its untested lengths.

    Args:
        outcome: The outcome of a trial.
        lengths: The bin.
        task: The task of the trial, which determines the lengths in the bin.
        metric: One of the task's metrics. Default: the metric of the losses.

    Raises:
        SpecError: The task has no inputs in the bin.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> scores = {
        ...     n: Score(mean=n / 10, standard_error=0.1, words=64) for n in (1, 2)
        ... }
        >>> outcome = Outcome(
        ...     losses=scores,
        ...     metric="exact-match error",
        ...     steps=0,
        ...     converged=True,
        ...     diverged=None,
        ...     train_loss=0.0,
        ...     train_loss_recent=0.0,
        ...     digest="0" * 64,
        ... )
        >>> print(bin_score(outcome, LengthBin(1, 2), task("sort")))
        exact-match error 0.15 ± 0.071 on lengths 1 to 2
        >>> print(bin_score(outcome, LengthBin(2, 4), task("sort")))
        cannot say: lengths 3, 4 of the bin 2 to 4 were not tested
    """
    asked = lengths.lengths(task)
    missing = [length for length in asked if length not in outcome.losses]
    if missing:
        more = ", …" if len(missing) > FEW else ""
        named = ", ".join(map(str, missing[:FEW])) + more
        return CannotSay(f"lengths {named} of the bin {lengths} were not tested")
    headline = METRICS[outcome.metric]
    if metric is None or metric == headline:
        return _of_losses(outcome, lengths, asked, headline)
    by_length = outcome.further.get(metric.name, {})
    scores = {n: by_length[n] for n in asked if n in by_length}
    if not scores:
        return CannotSay(f"no {metric.name} was measured at a length of {lengths}")
    return _averaged(lengths, metric, scores)


def _of_losses(
    outcome: Outcome, lengths: LengthBin, asked: Sequence[int], metric: Metric
) -> BinScore:
    """The headline score of a bin; for squared losses, the root of the mean."""
    mean = _averaged(lengths, metric, {n: outcome.losses[n] for n in asked})
    if metric.is_rate:
        return mean
    value = metric.value(mean.value) if mean.value >= 0 else math.nan
    error = mean.standard_error / (2 * value) if value else math.nan
    return replace(mean, value=value, standard_error=error)


def _averaged(lengths: LengthBin, metric: Metric, scores: dict[int, Score]) -> BinScore:
    """The mean over lengths, whose inputs are drawn independently."""
    errors = [one.standard_error**2 for one in scores.values()]
    return BinScore(
        bin=lengths,
        metric=metric,
        value=math.fsum(one.mean for one in scores.values()) / len(scores),
        standard_error=math.sqrt(math.fsum(errors)) / len(scores),
        lengths=tuple(scores),
        words=sum(one.words for one in scores.values()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedScores:
    """The scores of one setting's models on the lengths of a bin.

    Attributes:
        scores: The scores of all trained seeds; none is excluded.
    """

    scores: dict[int, BinScore]

    @property
    def bin(self) -> LengthBin:
        """The bin."""
        return next(iter(self.scores.values())).bin

    @property
    def metric(self) -> Metric:
        """The metric of the values."""
        return next(iter(self.scores.values())).metric

    @property
    def mean(self) -> float:
        """The mean over seeds."""
        return math.fsum(one.value for one in self.scores.values()) / len(self.scores)

    @property
    def least(self) -> float:
        """The smallest value over seeds."""
        return min(one.value for one in self.scores.values())

    @property
    def most(self) -> float:
        """The largest value over seeds."""
        return max(one.value for one in self.scores.values())

    def __str__(self) -> str:
        return (
            f"{self.metric.name} {self.mean:.3g} ({self.least:.3g} to {self.most:.3g}, "
            f"{len(self.scores)} seeds) on lengths {self.bin}"
        )


def seed_scores(
    records: Iterable[Record], lengths: LengthBin, metric: Metric | None = None
) -> SeedScores | CannotSay:
    """Returns the scores of one setting by seed, or why one is missing.

    Args:
        records: Records that differ only in their seeds.
        lengths: The bin.
        metric: One of the task's metrics. Default: the metric of the losses.

    Raises:
        SpecError: Settings differ between records, or there are no records.
    """
    held = list(records)
    if len({_setting(one.trial) for one in held}) != 1:
        raise SpecError("scores over seeds need the records of a single setting")
    scores = {}
    for one in held:
        task = one.trial.task.task_if_loaded
        if task is None:
            return CannotSay(f"the file of task {one.trial.task} was not given")
        score = bin_score(one.outcome, lengths, task, metric)
        if isinstance(score, CannotSay):
            return CannotSay(f"seed {one.trial.seed}: {score.reason}")
        scores[one.trial.seed] = score
    return SeedScores(scores=scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """A setting selected on one bin, with its scores on another.

    Attributes:
        trial: A trial of the setting, with an arbitrary seed.
        tried: Number of settings compared.
        selected: The scores used for selection.
        reported: The scores to report.
    """

    trial: Trial
    tried: int
    selected: SeedScores
    reported: SeedScores

    def __str__(self) -> str:
        return f"{self.reported}; best of {self.tried} settings by {self.selected}"


def select(
    records: Iterable[Record],
    *,
    by: LengthBin,
    report: LengthBin,
    metric: Metric | None = None,
) -> Selection | CannotSay:
    """Selects the best setting on one bin and reports its scores on another.

    The best setting has the best mean over seeds; ties go to the first one given.

    Args:
        records: Records of several settings, each with one seed or more.
        by: The bin used for selection.
        report: The bin to report, disjoint from the other.
        metric: One of the task's metrics. Default: the metric of the losses.

    Raises:
        SpecError: The bins overlap, or there are no records.
    """
    if by.low in report or report.low in by:
        raise SpecError(
            f"lengths {by} are for selection and lengths {report} for the report; they "
            "must be disjoint, or the reported scores are biased"
        )
    groups: dict[str, list[Record]] = defaultdict(list)
    for one in records:
        groups[_setting(one.trial)].append(one)
    if not groups:
        raise SpecError("no records to select from; run a sweep first")
    chosen: tuple[SeedScores, list[Record]] | None = None
    for group in groups.values():
        scores = seed_scores(group, by, metric)
        if isinstance(scores, CannotSay):
            return CannotSay(f"{group[0].trial}: {scores.reason}")
        if chosen is None or _better(scores, chosen[0]):
            chosen = scores, group
    assert chosen is not None
    selected, best = chosen
    reported = seed_scores(best, report, metric)
    if isinstance(reported, CannotSay):
        return CannotSay(f"{best[0].trial}: {reported.reason}")
    return Selection(
        trial=best[0].trial, tried=len(groups), selected=selected, reported=reported
    )


def _better(one: SeedScores, other: SeedScores) -> bool:
    """Whether a mean over seeds is better; NaN never is."""
    metric = next(iter(one.scores.values())).metric
    if math.isnan(other.mean):
        return not math.isnan(one.mean)
    return one.mean < other.mean if metric.better == "less" else one.mean > other.mean


def _setting(trial: Trial) -> str:
    """The key of everything in a trial except its seed."""
    return Trial(trial.recipe, replace(trial.lane, seed=0)).key
