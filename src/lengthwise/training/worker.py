"""A training process: jobs come in as lines of JSON, what happens goes out as lines.

Started as ``python -m lengthwise.training.worker`` in an `environment` of one thread.
Outcomes are left as sealed files in the folder of the job, and only named here, so that
they survive the death of whoever reads. The process ends its chunk, writes the
checkpoint and ends when it gets SIGTERM or when its parent is gone.
"""

import json
import os
import signal
import sys
from dataclasses import replace
from typing import Any, TextIO

from lengthwise.errors import LengthwiseError, StoppedError
from lengthwise.training.evaluation import evaluate
from lengthwise.training.flight import Progress
from lengthwise.training.job import Job, read_job
from lengthwise.training.leavings import leave
from lengthwise.training.loop import train
from lengthwise.training.outcome import Outcome, number


class Stop:
    """Whether the process should end after the chunk.

    Examples:
        >>> Stop()()
        False
    """

    def __init__(self) -> None:
        self._parent = os.getppid()
        self._told = False

    def tell(self, *_: object) -> None:
        """Asks for the end; a signal handler."""
        self._told = True

    def __call__(self) -> bool:
        """Whether the end was asked for, or the parent is gone."""
        return self._told or os.getppid() != self._parent


def main(source: TextIO, sink: TextIO) -> int:
    """Runs every job that `source` names; returns the exit code of the process."""
    stop = Stop()
    signal.signal(signal.SIGTERM, stop.tell)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    for line in source:
        try:
            run(read_job(json.loads(line)), sink, stop)
        except LengthwiseError as error:
            _say(sink, "error", code=error.exit_code, message=str(error))
            if isinstance(error, StoppedError):
                return error.exit_code
        else:
            _say(sink, "done")
        if stop():
            break
    return 0


def run(job: Job, sink: TextIO, stop: Stop) -> None:
    """Trains and evaluates one job, and says what happens."""

    def tell(progress: Progress) -> None:
        _say(
            sink,
            "progress",
            steps=list(progress.steps.values()),
            losses=[number(loss) for loss in progress.losses.values()],
            waiting=progress.waiting,
            finished=progress.finished,
        )

    ended = train(
        job.recipe,
        job.lanes,
        folder=job.folder,
        every=job.every,
        progress=tell,
        stopping=stop,
        deterministic=job.deterministic,
        forgiving=job.forgiving,
    )
    for outcomes in ended:
        files = [leave(job, outcome) for outcome in _evaluated(job, outcomes)]
        _say(sink, "outcomes", files=files)


def _evaluated(job: Job, outcomes: tuple[Outcome, ...]) -> list[Outcome]:
    asked = job.asked
    losses = evaluate(
        job.recipe,
        [(outcome.lane, outcome.weights) for outcome in outcomes],
        asked.lengths,
        words=asked.words,
        standard_error=asked.standard_error,
        seed=asked.seed,
    )
    return [
        replace(outcome, losses=found)
        for outcome, found in zip(outcomes, losses, strict=True)
    ]


def _say(sink: TextIO, kind: str, **parts: Any) -> None:  # noqa: ANN401
    sink.write(json.dumps({"kind": kind, **parts}, allow_nan=False) + "\n")
    sink.flush()


if __name__ == "__main__":
    sys.exit(main(sys.stdin, sys.stdout))
