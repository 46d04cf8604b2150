"""What a sweep costs besides training: grid, bundles, workers and store.

Training is stubbed: a worker answers at once, with weights as large as those of the
net of SimpleTask (37 kB a trial; 1 kB where memory is measured, which does not depend
on it, to write less). Each row is a process of its own, which starts with an empty
store and ends when all records are on disk.
"""

import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lengthwise.experiments.engines import host
from lengthwise.experiments.engines.work import Step, Work
from lengthwise.experiments.records.outcome import Outcome
from lengthwise.experiments.records.record import Circumstances, Record
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import grid
from lengthwise.experiments.spec.trial import Trial
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.sweep import run_sweep
from lengthwise.training.evaluating.score import Score

ROOT = Path(__file__).parents[1]
SECONDS = 10.0
MEGABYTES = 50.0
WEIGHTS = "LENGTHWISE_BENCH_WEIGHTS"
"""Environment variable: bytes of the weights of one trial."""


def rows() -> list[dict[str, Any]]:
    """Measured rows of the table."""
    usual = _measured(10_000, weights=37_300)
    small, large = (_measured(number, weights=1_000) for number in (1_000, 100_000))
    more = large["megabytes"] - small["megabytes"]
    return [
        {
            "name": "10,000 stubbed trials through grid, bundles, engine and store",
            "value": f"{usual['seconds']:.1f} s",
            "against": None,
            "ratio": None,
            "target": f"{SECONDS:g} s",
            "met": usual["seconds"] <= SECONDS,
        },
        {
            "name": "resident memory of the driver, 100,000 stubbed trials",
            "value": f"{large['megabytes']:.0f} MB in {large['seconds']:.0f} s",
            "against": f"1,000 trials: {small['megabytes']:.0f} MB",
            "ratio": large["megabytes"] / small["megabytes"],
            "target": f"{MEGABYTES:g} MB more",
            "met": more <= MEGABYTES,
        },
    ]


def run(
    work: Work, *, stopping: Callable[[], bool], progress: Callable[[Step], None]
) -> Iterator[tuple[Record, ...]]:
    """Answers at once; a `lengthwise.experiments.engines.work.Runner`."""
    del stopping
    progress(Step(steps=0, running=len(work), loss=0.0))
    yield tuple(_record(trial, work.evaluation) for trial in work.trials)


def _record(trial: Trial, asked: Evaluation) -> Record:
    digest = hashlib.sha256(trial.key.encode()).hexdigest()
    loss = Score(mean=1e-5, standard_error=1e-7, words=4096)
    return Record(
        trial=trial,
        evaluation=asked,
        outcome=Outcome(
            losses=dict.fromkeys(asked.lengths, loss),
            steps=1,
            converged=True,
            diverged=None,
            train_loss=1e-5,
            train_loss_recent=1e-5,
            digest=digest,
        ),
        circumstances=Circumstances(
            started="2026-01-01T00:00:00+00:00",
            seconds=0.0,
            host="none",
            device="none",
            fingerprint={"device": "none"},
        ),
        weights=digest.encode() * (int(os.environ[WEIGHTS]) // len(digest)),
    )


def _measured(trials: int, *, weights: int) -> dict[str, float]:
    """Seconds and megabytes of a sweep in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.sweeps", str(trials)]
    variables = {**os.environ, WEIGHTS: str(weights)}
    found = subprocess.run(
        command, cwd=ROOT, env=variables, capture_output=True, check=True
    )
    return dict(json.loads(found.stdout))


def main(trials: int) -> None:
    """Runs one sweep, and prints what it took."""
    begun = time.perf_counter()
    inherited = {**os.environ, "PYTHONPATH": str(ROOT)}
    engine = host.engine(runner="benchmarks.sweeps:run", inherited=inherited)
    asked = Evaluation(lengths=tuple(256 * 2**k for k in range(10)))
    trained = range(8, 248, 24)
    found = grid(
        "simple",
        numbers={"omega": [float(k) for k in range(1, 11)]},
        train_length=trained,
        seed=range(trials // (10 * len(trained))),
        evaluation=asked,
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.db"
        with Store(f"sqlite:///{path}") as store:
            new = run_sweep(found, asked, store=store, engine=engine)
            assert sum(1 for _ in new) == trials == len(store)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = time.perf_counter() - begun
    print(json.dumps({"seconds": seconds, "megabytes": used}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
