"""Runs: trained models as error by test length, and how training ended.

A run may reach its step limit before the loss reaches the threshold. Such a run is kept
and counted as capped, unless the answer is for an error that it does not even reach on
its training lengths: then training failed, which says nothing about the length. So runs
are excluded without looking at test errors.

For a periodic task, the error depends on the residue of the length, and lengths that
are not multiples of the period matter just as much. Near each test length, we use a
run's worst residue (`Run.worst`); publications test only multiples of the period
(`Run.multiples`).
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from lengthwise.errors import SpecError
from lengthwise.experiments.records.record import Record
from lengthwise.tasks.outputs import METRICS, RMS, Metric
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.evaluating.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One trained model.

    Attributes:
        train_length: The longest training input, N.
        seed: The random seed of initialization and data.
        errors: Error in `metric` by test length, ascending.
        converged: Whether training reached the threshold.
        training: Error on the last training batches, if known.
        stops: Whether there was a stopping threshold, not only a step limit.
        numbers: Parameters of the task.
        noise: Standard error of the log error by test length, if sampled; seeds share
            it, since all nets see the same words of a length.
        limits: The exact root mean square error in the limit of infinite length, by
            residue of the length; empty if unknown or nonexistent.
        period: Labels depend on positions modulo this.
        metric: The metric of errors.
        words: Number of sampled test words, by test length.
    """

    train_length: int
    seed: int
    errors: Mapping[int, float]
    converged: bool = True
    training: float | None = None
    stops: bool = True
    numbers: Mapping[str, float] = field(default_factory=dict)
    noise: Mapping[int, float] = field(default_factory=dict)
    limits: tuple[float, ...] = ()
    period: int = 1
    metric: Metric = RMS
    words: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.errors:
            raise SpecError("a run without errors at any length; evaluate it first")
        ordered = dict(sorted(self.errors.items()))
        object.__setattr__(self, "errors", ordered)
        if self.limits and len(self.limits) != self.period:
            raise SpecError(
                f"{len(self.limits)} limits for a period of {self.period}; give one "
                "for each residue"
            )

    @property
    def limit(self) -> float | None:
        """The largest limit over tested residues, if known.

        Examples:
            >>> errors = {10: 0.1, 20: 0.1}
            >>> limits = (0.1, 0.4)
            >>> Run(
            ...     train_length=8, seed=0, errors=errors, limits=limits, period=2
            ... ).limit
            0.1
        """
        tested = {length % self.period for length in self.errors}
        return (
            max((self.limits[r] for r in tested), default=None) if self.limits else None
        )

    @property
    def worst(self) -> "Run":
        """The run restricted to the worst residue near each test length.

        Lengths between consecutive multiples of the period are grouped, represented by
        the shortest tested one.

        Examples:
            >>> errors = {10: 0.1, 11: 0.3, 20: 0.1, 21: 0.2}
            >>> dict(Run(train_length=8, seed=0, errors=errors, period=5).worst.errors)
            {10: 0.3, 20: 0.2}
        """
        if self.period == 1:
            return self
        blocks: dict[int, list[int]] = defaultdict(list)
        for length in self.errors:
            blocks[length // self.period].append(length)
        of = {min(b): max(b, key=_nan_last(self.errors)) for b in blocks.values()}
        return replace(
            self,
            errors={t: self.errors[at] for t, at in of.items()},
            noise={t: self.noise.get(at, 0.0) for t, at in of.items()},
            limits=() if self.limit is None else (self.limit,),
            period=1,
        )

    @property
    def multiples(self) -> "Run | None":
        """The run at multiples of the period only; ``None`` if none was tested."""
        errors = {t: e for t, e in self.errors.items() if t % self.period == 0}
        return (
            replace(self, errors=errors, limits=self.limits[:1], period=1)
            if errors
            else None
        )

    @property
    def failed(self) -> bool:
        """Whether an error is NaN, or the training loss is unknown."""
        finite = all(math.isfinite(error) for error in self.errors.values())
        return not finite or not (self.converged or self.training is not None)

    @property
    def capped(self) -> bool:
        """Whether training reached its step limit before the threshold."""
        return self.stops and not self.converged and not self.failed

    def learned(self, eps: float) -> bool:
        """Whether the run is informative about the training length for `eps`.

        Examples:
            >>> run = Run(
            ...     train_length=8,
            ...     seed=0,
            ...     errors={64: 0.3},
            ...     converged=False,
            ...     training=0.02,
            ... )
            >>> run.learned(0.1), run.learned(0.01)
            (True, False)
        """
        if self.failed or self.converged or self.training is None:
            return not self.failed
        return self.training <= eps


def run_of(record: Record) -> Run:
    """Returns the run of a record, at test lengths from the training length on."""
    record = _beyond_training(record)
    outcome = record.outcome
    metric = METRICS[outcome.metric]
    return Run(
        train_length=record.trial.train_length,
        seed=record.trial.seed,
        errors=_errors(record, metric),
        converged=outcome.converged and outcome.diverged is None,
        training=_training(record, metric),
        stops=record.trial.recipe.threshold > 0,
        numbers=record.trial.numbers,
        noise={n: _noise(loss, metric) for n, loss in outcome.losses.items()},
        period=_period(record.trial.task),
        metric=metric,
        words={n: loss.words for n, loss in outcome.losses.items()},
    )


def _beyond_training(record: Record) -> Record:
    """The record without test lengths below the training length."""
    lengths = record.evaluation.lengths
    beyond = tuple(n for n in lengths if n >= record.trial.train_length)
    if beyond == lengths:
        return record
    losses = {n: record.outcome.losses[n] for n in beyond}
    return replace(
        record,
        evaluation=replace(record.evaluation, lengths=beyond),
        outcome=record.outcome.with_losses(losses),
    )


def _period(name: TaskName) -> int:
    task = name.task_if_loaded
    return 1 if task is None else task.period


def _errors(record: Record, metric: Metric) -> dict[int, float]:
    """Errors by length; a rate of 0 counts as half a word.

    So rates have a logarithm, and none is below what the sample can show.
    """
    outcome = record.outcome
    if not metric.is_rate:
        return outcome.errors
    least = {n: 0.5 / score.words for n, score in outcome.losses.items()}
    return {n: max(error, least[n]) for n, error in outcome.errors.items()}


def _training(record: Record, metric: Metric) -> float | None:
    """The error on the last training batches, if the loss bounds it.

    The cross-entropy of a wrong answer is at least log 2, so the share of wrong answers
    is at most the loss divided by log 2.
    """
    loss = record.outcome.train_loss_recent
    if not metric.is_rate:
        return _root(loss)
    return min(1.0, loss / math.log(2)) if math.isfinite(loss) else None


def _noise(loss: Score, metric: Metric) -> float:
    """The standard error of the log error, from that of the mean."""
    if metric.is_rate and loss.mean == 0:
        return 1.0  # about the noise in a count of one
    if not loss.mean > 0 or not math.isfinite(loss.standard_error):
        return 0.0
    return loss.standard_error / (metric.power * loss.mean)


def _nan_last(errors: Mapping[int, float]) -> Callable[[int], float]:
    """A sort key that orders lengths by error, with NaN as the worst."""
    return lambda at: math.inf if math.isnan(errors[at]) else errors[at]


def _root(loss: float) -> float | None:
    return math.sqrt(loss) if math.isfinite(loss) and loss >= 0 else None


def metric_of(runs: Iterable[Run]) -> Metric:
    """The metric of `runs`; root mean square if there are none.

    Raises:
        SpecError: There are several metrics.

    Examples:
        >>> metric_of([]).name
        'rms'
    """
    metrics = {run.metric for run in runs} or {RMS}
    if len(metrics) > 1:
        names = " and ".join(sorted(one.name for one in metrics))
        raise SpecError(f"runs with errors in {names}; compare runs of one metric")
    return metrics.pop()


def by_train_length(runs: Iterable[Run]) -> dict[int, tuple[Run, ...]]:
    """The runs of each training length, ascending.

    Examples:
        >>> runs = [Run(train_length=n, seed=0, errors={64: 0.1}) for n in (8, 4)]
        >>> list(by_train_length(runs))
        [4, 8]
    """
    groups: dict[int, list[Run]] = defaultdict(list)
    for run in runs:
        groups[run.train_length].append(run)
    return {n: tuple(groups[n]) for n in sorted(groups)}
