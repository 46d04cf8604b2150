"""Work for workers and their reports, as serializable values."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from lengthwise.errors import SpecError
from lengthwise.experiments.engines._messages import Message, encoded
from lengthwise.experiments.records.record import Record, read_record
from lengthwise.experiments.spec.evaluation import Evaluation, read_evaluation
from lengthwise.experiments.spec.trial import Trial, read_trial
from lengthwise.tasks.own.task_file import TaskFile, load

EVERY = 5.0
"""Seconds between checkpoints."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Trials of one bundle to train and evaluate, or records to reevaluate.

    Attributes:
        name: Key of the bundle.
        evaluation: How the trained nets are evaluated.
        trials: The trials to train.
        trained: Records with weights, for trials that need no training.
        folder: The folder for checkpoints; ``None``: no checkpoints.
        every: Seconds between checkpoints.
        attempt: The number of the attempt, from 1.
        forgiving: Whether to resume checkpoints with a different fingerprint.
        abreast: The largest number of trials side by side, but at least the device's
            minimal width; ``None``: as many as fit in memory.
        files: The files of tasks outside the catalogue.
    """

    name: str
    evaluation: Evaluation
    trials: tuple[Trial, ...] = ()
    trained: tuple[Record, ...] = ()
    folder: str | None = None
    every: float = EVERY
    attempt: int = 1
    forgiving: bool = False
    abreast: int | None = None
    files: tuple[TaskFile, ...] = ()

    def __len__(self) -> int:
        return len(self.trials) + len(self.trained)

    def again(self) -> "Work":
        """Returns the work for another attempt, with half as many trials side by side.

        The worker may have run out of memory. Checkpoints hold each trial separately,
        so they remain valid.
        """
        half = -(-(self.abreast or len(self)) // 2)
        return replace(self, attempt=self.attempt + 1, abreast=half)

    def message(self) -> bytes:
        """Returns the work as a message; `read_work` is the inverse."""
        plain = {
            "name": self.name,
            "evaluation": self.evaluation.plain(),
            "trials": [trial.plain() for trial in self.trials],
            "trained": [record.plain() for record in self.trained],
            "folder": self.folder,
            "every": self.every,
            "attempt": self.attempt,
            "forgiving": self.forgiving,
            "abreast": self.abreast,
            "files": [
                {"stem": file.stem, "text": file.text, "digest": file.digest}
                for file in self.files
            ],
        }
        return encoded({"work": plain}, [record.weights for record in self.trained])


def read_work(message: Message) -> Work:
    """Returns the work that `Work.message` wrote."""
    content, weights = message
    plain = content["work"]
    files = tuple(map(_loaded, plain["files"]))
    return Work(
        **plain
        | {
            "files": files,
            "evaluation": read_evaluation(plain["evaluation"]),
            "trials": tuple(map(read_trial, plain["trials"])),
            "trained": tuple(map(_with_weights, plain["trained"], weights)),
        }
    )


def _loaded(plain: Mapping[str, str]) -> TaskFile:
    """Loads a task file after checking its digest."""
    file = TaskFile(plain["stem"], plain["text"])
    if file.digest != plain["digest"]:
        raise SpecError(f"{file.stem}.py arrived with a different SHA-256")
    load(file)
    return file


def records_message(records: Sequence[Record]) -> bytes:
    """Returns records as a message; `read_records` is the inverse."""
    lines = [record.plain() for record in records]
    return encoded({"records": lines}, [record.weights for record in records])


def read_records(message: Message) -> tuple[Record, ...]:
    """Returns the records that `records_message` wrote."""
    content, weights = message
    return tuple(map(_with_weights, content["records"], weights))


def _with_weights(plain: Mapping[str, Any], weights: bytes | None) -> Record:
    return read_record(plain).with_weights(weights)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The progress of a piece of work.

    Attributes:
        steps: Steps of this attempt, over all models.
        running: Number of models in training.
        loss: Median loss of the last batches of those models.
        accuracy: Median accuracy of those models on held-out inputs; NaN if not
            measured.
    """

    steps: int
    running: int
    loss: float
    accuracy: float = math.nan


class Runner(Protocol):
    """Does a piece of work and yields complete records.

    Records that end together are yielded together, and count as saved once more are
    requested. A runner calls `stopping` regularly and raises a `StoppedError` if it
    returns true.
    """

    def __call__(
        self,
        work: Work,
        *,
        stopping: Callable[[], bool],
        progress: Callable[[Step], None],
    ) -> Iterator[tuple[Record, ...]]:
        """Yields records; calls `progress` with the progress of the work."""


class BusyError(Exception):
    """Another process is doing this work."""
