"""Trained models as an analysis sees them: error by length, and how training ended.

A run may end at its last step before the loss of a batch reached the threshold. Such a
run is kept and counted as capped, except where an answer is asked for an error that it
does not even reach on its training lengths: what is wrong there is the training, not
the length. Whether a run counts is so decided without a look at its test errors.

A task may be periodic: what a net gets right then depends on the residue of the length,
and a length that is not a multiple of the period is as good a length as any. Near each
test length a run counts by its worst residue (`Run.worst`); publications test at
multiples of the period only (`Run.multiples`).
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
        seed: What drove weights and data.
        errors: Error in `metric` by test length, ascending.
        converged: Whether training reached its threshold.
        training: Error on the last training batches, where known.
        stops: Whether there was a threshold to stop at, or a number of steps only.
        numbers: Parameters of the task.
        noise: Standard error of the logarithm of an error, by test length, where it was
            sampled; all nets see the same words of a length, so it is shared by seeds.
        limits: The exact root mean square error as the length goes to infinity, by the
            residue of the length; empty where it is not known or there is no limit.
        period: What is right depends on positions modulo this.
        metric: What errors are in.
        words: How many test words an error was sampled from, by test length.
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
        """The largest limit of the residues that were tested, where known.

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
        """The run with the worst residue near each test length instead of all.

        Lengths from one multiple of the period to the next are near each other; the
        shortest of those tested stands for them.

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
        """The run at multiples of the period alone; ``None`` if none was tested."""
        errors = {t: e for t, e in self.errors.items() if t % self.period == 0}
        return (
            replace(self, errors=errors, limits=self.limits[:1], period=1)
            if errors
            else None
        )

    @property
    def failed(self) -> bool:
        """Whether an error is not a number, or the training loss is unknown."""
        finite = all(math.isfinite(error) for error in self.errors.values())
        return not finite or not (self.converged or self.training is not None)

    @property
    def capped(self) -> bool:
        """Whether training came to its last step before it reached its threshold."""
        return self.stops and not self.converged and not self.failed

    def learned(self, eps: float) -> bool:
        """Whether the run says something about the training length for `eps`.

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
    """The run of a record, at its training length and longer ones."""
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
    """The record without shorter test lengths, which say nothing of longer inputs."""
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
    """Errors by length; a rate that was 0 is as large as half a word of those drawn.

    So rates have a logarithm, and none is said to be below what so few words show.
    """
    outcome = record.outcome
    if not metric.is_rate:
        return outcome.errors
    least = {n: 0.5 / score.words for n, score in outcome.losses.items()}
    return {n: max(error, least[n]) for n, error in outcome.errors.items()}


def _training(record: Record, metric: Metric) -> float | None:
    """The error on the last training batches, where the loss bounds it.

    The loss of a wrong answer is at least log 2 where it is a cross-entropy, so the
    share of scored answers that are wrong is at most the loss over log 2.
    """
    loss = record.outcome.train_loss_recent
    if not metric.is_rate:
        return _root(loss)
    return min(1.0, loss / math.log(2)) if math.isfinite(loss) else None


def _noise(loss: Score, metric: Metric) -> float:
    """The standard error of the logarithm of what is shown of a mean."""
    if metric.is_rate and loss.mean == 0:
        return 1.0  # about that of a count of one word
    if not loss.mean > 0 or not math.isfinite(loss.standard_error):
        return 0.0
    return loss.standard_error / (metric.power * loss.mean)


def _nan_last(errors: Mapping[int, float]) -> Callable[[int], float]:
    """Orders lengths by their errors; one that is no number is the worst."""
    return lambda at: math.inf if math.isnan(errors[at]) else errors[at]


def _root(loss: float) -> float | None:
    return math.sqrt(loss) if math.isfinite(loss) and loss >= 0 else None


def metric_of(runs: Iterable[Run]) -> Metric:
    """What the errors of `runs` are in; root mean square where there are none.

    Raises:
        SpecError: They are in several.

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
