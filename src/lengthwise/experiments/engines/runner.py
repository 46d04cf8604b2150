"""The production runner: trains and evaluates the trials of a bundle."""

import math
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import numpy as np

from lengthwise.errors import FormatError, StoppedError
from lengthwise.experiments.engines.driver_checkpoints import clear, lock, open_locks
from lengthwise.experiments.engines.work import BusyError, Step, Work
from lengthwise.experiments.records.outcome import Outcome
from lengthwise.experiments.records.record import Circumstances, Record, light_parts
from lengthwise.experiments.spec.trial import Trial
from lengthwise.sealed_arrays import array_digest, arrays_in, packed
from lengthwise.training.bundle_program import CHUNK
from lengthwise.training.device.fingerprint import fingerprint
from lengthwise.training.device.width import least_width, on_cpu, width_for
from lengthwise.training.evaluating.test_losses import Measured, measure
from lengthwise.training.lane import Lane
from lengthwise.training.loop import train, train_mixed
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.label_checks import check_labels
from lengthwise.training.slots import Progress
from lengthwise.training.trained_net import Trained


def run(
    work: Work, *, stopping: Callable[[], bool], progress: Callable[[Step], None]
) -> Iterator[tuple[Record, ...]]:
    """Trains and evaluates, as a `lengthwise.experiments.engines.work.Runner`.

    Raises:
        StoppedError: `stopping` returned true; checkpoints are written.
        BusyError: Another process is training this bundle.
        HostError: The bundle does not fit in memory.
    """
    clock = _Clock()
    together = 1
    if work.trained:
        model = work.trained[0].trial.model
        together = least_width(model) if on_cpu() else len(work.trained)
    for begin in range(0, len(work.trained), together):
        if stopping():
            raise StoppedError(
                f"stopped with {len(work.trained) - begin} nets remaining"
            )
        part = work.trained[begin : begin + together]
        yield _evaluated(work, part, clock, stopping)
    if work.trials:
        with _alone(work):
            yield from _trained(work, clock, stopping, progress)
            if work.folder is not None:
                clear(Path(work.folder))


@dataclass
class _Clock:
    """The start of the work; intervals use a monotonic clock."""

    started: str = field(
        default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds")
    )
    begun: float = field(default_factory=time.monotonic)

    def circumstances(self, work: Work, mark: Mapping[str, str]) -> Circumstances:
        return Circumstances(
            started=self.started,
            seconds=round(time.monotonic() - self.begun, 3),
            host=socket.gethostname(),
            attempt=work.attempt,
            device=mark["device"],
            fingerprint=mark,
        )


def _trained(
    work: Work,
    clock: _Clock,
    stopping: Callable[[], bool],
    progress: Callable[[Step], None],
) -> Iterator[tuple[Record, ...]]:
    recipe = work.trials[0].recipe.static
    lanes = _lanes(work)
    padded = recipe.padded(max(one.train_length for one in work.trials))
    width = width_for(recipe, padded, min(len(lanes), work.abreast or len(lanes)))
    check_labels(recipe.subject, max(one.train_length for one in work.trials))
    counted = _Steps(progress)
    for ended in train(
        recipe,
        list(lanes),
        folder=None if work.folder is None else Path(work.folder),
        every=work.every,
        progress=counted,
        stopping=stopping,
        # On a GPU, the width depends on the number of remaining lanes.
        forgiving=work.forgiving or not on_cpu(),
        abreast=work.abreast,
    ):
        counted.ended(ended)
        records = _recorded(work, ended, width, clock, stopping)
        yield from light_parts(records, len(ended))


def run_mixed(
    works: Sequence[Work],
    *,
    stopping: Callable[[], bool],
    progress: Callable[[Step], None],
) -> Iterator[tuple[Record, ...]]:
    """Trains the trials of several tasks side by side, and evaluates each as it asks.

    Args:
        works: The trials of each task. All share a
            `lengthwise.training.mixed_program.program_key`.
        stopping: As for `run`.
        progress: As for `run`.

    Raises:
        SpecError: The trials do not share a program.
        StoppedError: `stopping` returned true; what had not ended is lost.
        HostError: The trials do not fit in memory.
    """
    clock, counted = _Clock(), _Steps(progress)
    recipes = [one.trials[0].recipe.static for one in works]
    for work, recipe in zip(works, recipes, strict=True):
        check_labels(recipe.subject, max(one.train_length for one in work.trials))
    by_work = [_lanes(one) for one in works]
    parts = [*zip(recipes, map(list, by_work), strict=True)]
    width = sum(map(len, by_work))
    for ended in train_mixed(parts, progress=counted, stopping=stopping):
        counted.ended(ended)
        for work, lanes in zip(works, by_work, strict=True):
            own = [one for one in ended if one.lane in lanes]
            if own:
                yield tuple(_recorded(work, own, width, clock, stopping))


def _lanes(work: Work) -> dict[Lane, Trial]:
    return {
        replace(trial.lane, by_lane=trial.recipe.by_lane): trial
        for trial in work.trials
    }


def _recorded(
    work: Work,
    ended: Sequence[Trained],
    width: int,
    clock: _Clock,
    stopping: Callable[[], bool],
) -> Iterator[Record]:
    """The records of trained nets, after their evaluation."""
    recipe, lanes = work.trials[0].recipe.static, _lanes(work)
    nets = [(one.lane, one.weights) for one in ended]
    measured = _measured(work, nets, recipe, stopping)
    mark = clock.circumstances(work, fingerprint(width))
    for one, scores in zip(ended, measured, strict=True):
        yield Record(
            trial=lanes[one.lane],
            evaluation=work.evaluation,
            outcome=_outcome(one, scores, recipe),
            circumstances=mark,
            weights=packed(one.weights),
        )


def _evaluated(
    work: Work,
    records: Sequence[Record],
    clock: _Clock,
    stopping: Callable[[], bool],
) -> tuple[Record, ...]:
    nets = [(one.trial.lane, arrays(one)) for one in records]
    measured = _measured(work, nets, records[0].trial.recipe.static, stopping)
    mark = clock.circumstances(work, fingerprint(least_width(records[0].trial.model)))
    return tuple(
        Record(
            trial=one.trial,
            evaluation=work.evaluation,
            outcome=one.outcome.with_losses(scores.losses, scores.further),
            circumstances=mark,
        )
        for one, scores in zip(records, measured, strict=True)
    )


def arrays(record: Record) -> dict[str, np.ndarray]:
    """Returns the trained weights of a record as named arrays.

    Raises:
        FormatError: The weights are missing or do not match the record.
    """
    try:
        weights = arrays_in(record.weights or b"")
    except FormatError:
        weights = {}
    if array_digest(weights) != record.outcome.digest:
        raise FormatError(
            f"the weights of {record.trial} are missing or damaged; restore a copy of "
            "the store, or name another one"
        )
    return weights


def _measured(
    work: Work,
    nets: Sequence[tuple[Lane, Mapping[str, np.ndarray]]],
    recipe: Recipe,
    stopping: Callable[[], bool],
) -> list[Measured]:
    evaluation = work.evaluation
    return measure(
        recipe,
        nets,
        evaluation.lengths,
        words=evaluation.words,
        standard_error=evaluation.standard_error,
        seed=evaluation.seed,
        inputs=evaluation.inputs,
        stopping=stopping,
    )


def _outcome(trained: Trained, scores: Measured, recipe: Recipe) -> Outcome:
    return Outcome(
        metric=recipe.subject.output.metric,
        losses=scores.losses,
        further=scores.further,
        steps=trained.steps,
        converged=trained.converged,
        diverged=trained.diverged,
        train_loss=trained.loss,
        train_loss_recent=trained.recent,
        digest=trained.digest,
    )


def _median(values: Iterable[float]) -> float:
    """The median of the values that are not NaN; NaN if there are none."""
    known = [value for value in values if not math.isnan(value)]
    return median(known) if known else math.nan


class _Steps:
    """Counts the steps of all lanes from their reported progress."""

    def __init__(self, progress: Callable[[Step], None]) -> None:
        self._progress = progress
        self._seen: dict[Lane, int] = {}
        self._total = 0

    def __call__(self, progress: Progress) -> None:
        for lane, steps in progress.steps.items():
            self._count(lane, steps)
        step = Step(
            steps=self._total,
            running=len(progress.steps),
            loss=_median(progress.losses.values()),
            accuracy=_median(progress.accuracies.values()),
        )
        self._progress(step)

    def ended(self, trained: Sequence[Trained]) -> None:
        for one in trained:
            self._count(one.lane, one.steps)
            del self._seen[one.lane]
        self._progress(Step(steps=self._total, running=0, loss=float("nan")))

    def _count(self, lane: Lane, steps: int) -> None:
        self._total += steps - self._seen.get(lane, max(0, steps - CHUNK))
        self._seen[lane] = steps


@contextmanager
def _alone(work: Work) -> Iterator[None]:
    """Locks the checkpoints of a bundle."""
    if work.folder is None:
        yield
        return
    with open_locks(Path(work.folder).parent) as file:
        if not lock(file, work.name):
            raise BusyError(work.name)
        yield
