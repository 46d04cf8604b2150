"""A runner that trains nothing: the key of a trial decides what comes out.

``STUB`` in the environment makes it misbehave, in a worker as well as here.
"""

import errno
import hashlib
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from lengthwise.errors import SpecError, StoppedError
from lengthwise.experiments.engines.work import BusyError, Step
from lengthwise.experiments.records.outcome import Outcome
from lengthwise.experiments.records.record import Circumstances, Record
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import grid
from lengthwise.training.evaluating.score import Score

PATH = "tests.experiments.stub:run"
ASKED = Evaluation(lengths=(64, 1000))


def small_grid(seeds=10, evaluation=ASKED, **more):
    """A grid of twice as many trials as seeds."""
    return grid(
        "simple",
        numbers={"omega": 2},
        train_length=[8, 16],
        seed=range(seeds),
        evaluation=evaluation,
        **more,
    )


def record(trial, evaluation=ASKED, attempt=1):
    digest = hashlib.sha256(trial.key.encode()).hexdigest()
    losses = {
        n: Score(mean=int(digest[:6], 16) / n, standard_error=0.5, words=64)
        for n in evaluation.lengths
    }
    return Record(
        trial=trial,
        evaluation=evaluation,
        outcome=Outcome(
            losses=losses,
            steps=int(digest[:3], 16),
            converged=digest[0] < "8",
            diverged=None,
            train_loss=0.5,
            train_loss_recent=float("nan"),
            digest=digest,
        ),
        circumstances=Circumstances(
            started="2026-01-02T03:04:05+00:00",
            seconds=1.0,
            host="here",
            attempt=attempt,
            device="none",
            fingerprint={"jax": "none"},
        ),
        weights=digest.encode(),
    )


if os.environ.get("STUB") == "die at start":  # before it is ready, if told so
    with suppress(StopIteration):
        next(Path(os.environ["STUB_DEATHS"]).iterdir()).unlink()
        os.kill(os.getpid(), signal.SIGKILL)

ERRORS = {
    "wrong": SpecError("the lane is wrong"),
    "full": OSError(errno.ENOSPC, "No space left on device", "/disk"),
    "bug": ZeroDivisionError("a bug"),
    "memory": RuntimeError("RESOURCE_EXHAUSTED: out of memory"),
}


def run(work, *, stopping, progress):
    mode = os.environ.get("STUB", "")
    progress(Step(steps=10, running=len(work), loss=0.25))
    print("this is not for the driver")  # noqa: T201
    if mode in ERRORS:
        raise ERRORS[mode]
    if mode == "stops once" and work.attempt == 1:
        raise StoppedError("stopped")
    if mode == "busy" and not Path(os.environ["STUB_FREE"]).exists():
        raise BusyError
    if mode == "hungry":
        _eat(work)
    _harm(mode, work)
    found = _records(work)
    half = len(found) // 2
    yield found[:half]
    if mode == "die halfway" and work.attempt == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    while mode in {"slow", "deaf"}:
        if mode == "slow" and stopping():
            raise StoppedError("stopped")
        time.sleep(0.01)
    yield found[half:]


def _harm(mode, work):
    """Keeps this process busy, pauses it, or kills it."""
    first = work.attempt == 1
    if mode == "quiet":
        time.sleep(float(os.environ["STUB_SECONDS"]))
    if mode == "pause" or (mode == "pause once" and first):
        os.kill(os.getpid(), signal.SIGSTOP)
    if mode == "die" or (mode == "die once" and first):
        os.kill(os.getpid(), signal.SIGKILL)


def _eat(work):
    """Takes memory for all that runs side by side, and far too much at one seed."""
    each = int(os.environ["STUB_BYTES"])
    bad = any(trial.seed == int(os.environ["STUB_SEED"]) for trial in work.trials)
    many = 1000 if bad else min(work.abreast or len(work), len(work))
    np.empty(each * many, np.uint8)


def _records(work):
    new = [record(trial, work.evaluation, work.attempt) for trial in work.trials]
    old = [record(one.trial, work.evaluation) for one in work.trained]
    return (*new, *(one.with_weights(None) for one in old))
