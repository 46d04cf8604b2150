"""The sweep: runs the trials that are missing in the store.

Resuming needs no state of its own: running the same sweep again continues it.
"""

import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from lengthwise.errors import HostError, StoppedError
from lengthwise.experiments.engines.driver_checkpoints import clear
from lengthwise.experiments.engines.engine import (
    Ended,
    Engine,
    Event,
    Finished,
    Idle,
    SetAside,
    Warned,
)
from lengthwise.experiments.engines.work import EVERY, Step, Work
from lengthwise.experiments.records.record import Record, light_parts
from lengthwise.experiments.spec.canonical import SHOWN
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.trial import Trial
from lengthwise.experiments.sweep.bundles import Sizes, bundles, name_of
from lengthwise.experiments.sweep.progress import Progress, Tally
from lengthwise.tasks.own.task_file import TaskFile, loaded_file

INTERVAL = 1.0
"""Seconds between reports to the store."""

PART = 64
"""The largest number of trained nets given to a worker at once."""


class SweepStore(Protocol):
    """The store interface of sweeps, implemented by `lengthwise.experiments.store`."""

    def known(self, trials: Iterable[str], evaluation: str) -> set[str]:
        """Returns the keys of those `trials` that have a record for the evaluation."""

    def trained(self, trials: Iterable[str]) -> set[str]:
        """Returns the keys of those `trials` that have weights."""

    def nets(self, trials: Iterable[str]) -> list[Record]:
        """Returns a record with weights for each of the `trials` that has them."""

    def add_all(self, records: Iterable[Record]) -> list[Record]:
        """Adds all records or none; returns the new ones."""

    def report(self, run: str, progress: dict[str, Any]) -> None:
        """Stores the progress of a sweep."""


def run_sweep(
    trials: Sequence[Trial],
    evaluation: Evaluation,
    *,
    store: SweepStore,
    engine: Engine,
    folder: Path | None = None,
    every: float = EVERY,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    forgiving: bool = False,
    prediction: str | None = None,
) -> Iterator[Record]:
    """Yields the records missing in `store`, once they are on disk.

    Trials with weights in the store are evaluated without training. Records that end
    together are written in one transaction.

    Args:
        trials: Distinct trials.
        evaluation: The evaluation of every trained net.
        store: The store.
        engine: The engine.
        folder: The folder for checkpoints. Default: no checkpoints.
        every: Seconds between checkpoints.
        stopping: Called regularly; returns whether to stop.
        watch: Called with the progress of the sweep, about once a second.
        forgiving: Whether to resume checkpoints with a different fingerprint.
        prediction: Key of the prediction, stored in new records.

    Raises:
        SpecError: A trial cannot be evaluated at the lengths.
        StoppedError: `stopping` returned true; the same call resumes.
        HostError: Some work made its workers fail repeatedly and was set aside, or the
            computer failed; everything else is in the store. A sweep that ends without
            an error has a record of every trial.
    """
    usual = Work(
        name="",
        evaluation=evaluation,
        every=every,
        forgiving=forgiving,
        files=_files(trials),
    )
    sweep = _Sweep(trials, usual, store, folder, watch, engine.sizes)
    aside: list[SetAside] = []
    events = engine.run(
        sweep.works(), renew=sweep.left, stopping=stopping, on_step=sweep.note_step
    )
    with closing(events):  # no worker outlives an error here
        for event in sweep.counted(events):
            match event:
                case Finished(records):
                    marked = [one.predicted(prediction) for one in records]
                    yield from sweep.add(marked)
                case Ended(work):
                    sweep.end(work)
                case SetAside(work, reason):
                    sweep.end(work)
                    aside.append(SetAside(sweep.waiting(work), reason))
                case Warned(text):
                    warnings.warn(text, stacklevel=2)
                case Idle():
                    sweep.report_in_time()
    stopped = stopping()
    last = sweep.report("stopped" if stopped else "ended")
    _require_all(last, aside, stopped=stopped)


class _Sweep:
    """The state of a run."""

    def __init__(
        self,
        trials: Sequence[Trial],
        usual: Work,
        store: SweepStore,
        folder: Path | None,
        watch: Callable[[Progress], None],
        sizes: Sizes,
    ) -> None:
        self._evaluation = usual.evaluation
        for trial in trials:
            self._evaluation.check(trial)
        self._bundles = bundles(trials, sizes)
        self._least = sizes.least
        self._usual = usual
        self._store = store
        self._folder = folder
        self._watch = watch
        self._tally = Tally(len(trials), len(self._bundles))
        self._open: dict[str, int] = {}  # unfinished works of each bundle
        self._waiting: set[str] = set()  # their trials without a record
        self._reported = -INTERVAL

    def counted(self, events: Iterator[Event]) -> Iterator[Event]:
        """Yields the events; if the host fails, the error reports what is stored."""
        try:
            yield from events
        except HostError as error:
            raise HostError(f"{error}; {_done_text(self._tally.progress())}") from None

    def works(self) -> Iterator[Work]:
        """Yields the remaining work of each bundle, generated on demand."""
        for bundle in self._bundles:
            trials = {trial.key: trial for trial in bundle}
            name = name_of(trials.values())
            self._open[name] = 1  # until its last work is generated
            work = None
            for work in self._of_bundle(name, trials):
                self._open[name] += not work.trials  # with trials it is the last one
                yield work
            if work is None or not work.trials:
                self._end_one(name)
            if work is None and self._folder is not None:  # left by a kill
                clear(self._folder / name)
            self.report_in_time()

    def _of_bundle(self, name: str, trials: Mapping[str, Trial]) -> Iterator[Work]:
        """Yields the remaining work of a bundle; weights are read lazily."""
        known = self._store.known(trials, self._evaluation.key)
        self._tally.found(len(known))
        left = [key for key in trials if key not in known]
        self._waiting.update(left)
        trained = self._store.trained(left)
        ready: set[str] = set()
        folder = None if self._folder is None else str(self._folder / name)
        plain = replace(self._usual, name=name, folder=folder)
        for part in light_parts(self._nets(trained), PART, multiple=self._least):
            ready.update(net.trial.key for net in part)
            yield replace(plain, trained=part)
        new = tuple(trials[key] for key in left if key not in ready)
        if new:
            yield replace(plain, trials=new)

    def _nets(self, trained: Iterable[str]) -> Iterator[Record]:
        """Yields records with weights, reading as many as run side by side."""
        keys = iter(trained)
        while page := list(islice(keys, self._least)):
            yield from self._store.nets(page)

    def left(self, work: Work) -> Work | None:
        """Returns the remaining part of a work; ``None`` if it is complete."""
        keys = [one.key for one in work.trials]
        keys += [record.key[0] for record in work.trained]
        known = self._store.known(keys, self._evaluation.key)
        self._tally.found(len(known & self._waiting))
        self._waiting -= known
        left = self.waiting(work)
        if not len(left):
            self.end(work)
            return None
        return left

    def waiting(self, work: Work) -> Work:
        """Returns the part of a work without records, as far as known here."""
        return replace(
            work,
            trials=tuple(one for one in work.trials if one.key in self._waiting),
            trained=tuple(one for one in work.trained if one.key[0] in self._waiting),
        )

    def add(self, records: Sequence[Record]) -> list[Record]:
        """Adds records to the store; returns the new ones."""
        new = self._store.add_all(records)
        counted = [one for one in records if one.trial.key in self._waiting]
        self._waiting -= {one.trial.key for one in counted}
        self._tally.kept([one.outcome.steps for one in counted])
        self.report_in_time()
        return new

    def end(self, work: Work) -> None:
        """Notes that a work is over."""
        self._tally.ended(work.name)
        self._end_one(work.name)

    def note_step(self, work: Work, step: Step) -> None:
        """Updates the progress of a work."""
        self._tally.stepped(work.name, step)
        self.report_in_time()

    def report(self, state: str = "running") -> Progress:
        """Reports the progress to the store and the watcher."""
        self._reported = time.monotonic()
        now = self._tally.progress(state)
        self._store.report(now.run, now.plain())
        self._watch(now)
        return now

    def report_in_time(self) -> None:
        """Reports the progress, unless done recently."""
        if time.monotonic() - self._reported >= INTERVAL:
            self.report()

    def _end_one(self, name: str) -> None:
        """Notes that a work of a bundle is over, or that it has no more work."""
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]
            self._tally.bundle_done()


def _files(trials: Sequence[Trial]) -> tuple[TaskFile, ...]:
    """The files of tasks outside the catalogue, which must be loaded here."""
    origins = dict.fromkeys(one.task.origin for one in trials)
    files = [loaded_file(origin) for origin in origins if origin is not None]
    return tuple(file for file in files if file is not None)


def _require_all(last: Progress, aside: Sequence[SetAside], *, stopped: bool) -> None:
    """Raises an error unless every trial has a record."""
    state = _done_text(last)
    missing = last.trials - last.done
    if missing and stopped:
        raise StoppedError(
            f"stopped with {state}; run the same sweep again to continue"
        )
    known = sum(len(event.work) for event in aside)
    if known:
        raise HostError(_explained(aside))
    if missing:
        raise HostError(
            f"the sweep ended with {state}: {missing} were not done, for an unknown "
            "reason; run the same sweep again to continue"
        )


def _done_text(now: Progress) -> str:
    return f"{now.done} of {now.trials} trials in the store"


def _explained(aside: Sequence[SetAside]) -> str:
    trials = sum(len(event.work) for event in aside)
    first = aside[0]
    return (
        f"{trials} trials were set aside after {first.work.attempt} attempts, all "
        f"others are in the store (bundle {first.work.name[:SHOWN]}: its worker "
        f"{first.reason}); run the sweep again with fewer workers or more memory"
    )
