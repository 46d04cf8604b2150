"""The progress of a sweep as a value, for the terminal and the live view."""

import math
import os
import secrets
import socket
import time
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from statistics import median
from typing import Any

from lengthwise.experiments.engines.work import Step
from lengthwise.experiments.spec.canonical import number


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a sweep.

    Attributes:
        run: Name of the run.
        updated: Time of the update, UTC, ISO 8601.
        trials: Number of trials of the sweep.
        done: Trials with a record.
        found: Trials with a record from before this run.
        bundles: Number of bundles.
        bundles_done: Number of finished bundles.
        running: Number of models in training.
        steps: Steps of this run, over all models.
        rate: Steps per second.
        loss: Median loss of the last batches of the running models.
        accuracy: Median accuracy of these models on held-out inputs; NaN if not
            measured.
        seconds: Elapsed time of the run.
        seconds_left: Estimated remaining time; NaN if unknown.
        state: Whether it is running, has ended, or was stopped.
    """

    run: str
    updated: str = ""
    trials: int
    done: int = 0
    found: int = 0
    bundles: int
    bundles_done: int = 0
    running: int = 0
    steps: int = 0
    rate: float = 0.0
    loss: float = math.nan
    accuracy: float = math.nan
    seconds: float = 0.0
    seconds_left: float = math.nan
    state: str = "running"

    def plain(self) -> dict[str, Any]:
        """Returns the progress as JSON data."""
        values = asdict(self)
        return {
            name: number(value) if isinstance(value, float) else value
            for name, value in values.items()
        }


class Tally:
    """Counters of a run.

    Args:
        trials: Number of trials of the sweep.
        bundles: Number of bundles.
    """

    def __init__(self, trials: int, bundles: int) -> None:
        run = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        self._now = Progress(run=run, trials=trials, bundles=bundles)
        self._begun = time.monotonic()
        self._steps: dict[str, Step] = {}
        self._past = 0
        self._needed: list[int] = []

    def found(self, trials: int) -> None:
        """Counts trials that already have a record."""
        now = self._now
        self._now = replace(now, done=now.done + trials, found=now.found + trials)

    def kept(self, steps: list[int]) -> None:
        """Counts new records, given the steps of each."""
        self._needed += steps
        self._now = replace(self._now, done=self._now.done + len(steps))

    def stepped(self, name: str, step: Step) -> None:
        """Updates the progress of a piece of work."""
        before = self._steps.get(name)
        if before is not None and step.steps < before.steps:  # restarted
            self._past += before.steps
        self._steps[name] = step

    def ended(self, name: str) -> None:
        """Notes that a piece of work is finished."""
        step = self._steps.pop(name, None)
        self._past += 0 if step is None else step.steps

    def bundle_done(self) -> None:
        """Counts a finished bundle."""
        self._now = replace(self._now, bundles_done=self._now.bundles_done + 1)

    def progress(self, state: str = "running") -> Progress:
        """Returns the current progress."""
        live = self._steps.values()
        steps = self._past + sum(step.steps for step in live)
        seconds = time.monotonic() - self._begun
        rate = steps / seconds if seconds > 0 else 0.0
        losses = [step.loss for step in live if math.isfinite(step.loss)]
        shares = [step.accuracy for step in live if math.isfinite(step.accuracy)]
        return replace(
            self._now,
            updated=datetime.now(UTC).isoformat(timespec="seconds"),
            running=sum(step.running for step in live),
            steps=steps,
            rate=rate,
            loss=median(losses) if losses else math.nan,
            accuracy=median(shares) if shares else math.nan,
            seconds=seconds,
            seconds_left=self._left(steps, rate),
            state=state,
        )

    def _left(self, steps: int, rate: float) -> float:
        """Time for the remaining trials, if they need as many steps as the others."""
        left = self._now.trials - self._now.done
        if left == 0:
            return 0.0
        if not self._needed or rate == 0.0:
            return math.nan
        usual = sum(self._needed) / len(self._needed)
        under_way = max(0, steps - sum(self._needed))
        return max(0.0, left * usual - under_way) / rate
