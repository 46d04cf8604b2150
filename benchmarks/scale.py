"""How many records a second one driver takes in: what limits a sweep on many GPUs.

Training is stubbed as in `benchmarks.sweeps`; a worker answers at once, so that the
driver and the store are all there is to wait for. Counted is the processor time of the
driver too, which other programs on the machine do not change. The rows are compared
with what GPUs deliver: the measured model-steps a second of an H200, divided by the
steps that a trial takes at most.

``LENGTHWISE_BENCH_POSTGRES`` names an empty PostgreSQL database to measure as well.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from benchmarks.sweeps import ROOT, WEIGHTS, _record
from lengthwise.experiments.engines import host
from lengthwise.experiments.engines.ray_engine import Cluster
from lengthwise.experiments.engines.work import records_message
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import Grid, grid
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.bundles import bundles
from lengthwise.experiments.sweep.sweep import run_sweep
from lengthwise.training.recipe import Recipe

TRIALS = 5_000
BYTES = 37_300
SERVER = "LENGTHWISE_BENCH_POSTGRES"
RUNNER = "benchmarks.sweeps:run"
STEPS = 16_384
"""Steps of a trial at most."""


def rows() -> list[dict[str, Any]]:
    """Measured rows of the table."""
    rate = json.loads((ROOT / "results" / "bench-h200.json").read_text())
    each = rate["simple, 384 models"]["rate"] / STEPS
    kinds = {
        "local, SQLite, with weights": ("local", "sqlite", BYTES),
        "local, SQLite, without weights": ("local", "sqlite", 64),
        "Ray, SQLite, with weights": ("ray", "sqlite", BYTES),
    }
    if SERVER in os.environ:
        kinds["local, PostgreSQL, with weights"] = ("local", "server", BYTES)
    found = [_row(name, _measured(*kind), each) for name, kind in kinds.items()]
    return [*found, *_sizes()]


def _row(name: str, found: dict[str, float], each: float) -> dict[str, Any]:
    busy = 1e6 * found["processor"] / TRIALS
    return {
        "name": f"records a second, {name}",
        "value": f"{found['rate']:.0f}/s, {busy:.0f} µs of the driver each",
        "against": f"one H200 delivers {each:.0f}/s",
        "ratio": found["rate"] / each,
        "target": None,
        "met": None,
    }


def _sizes() -> list[dict[str, Any]]:
    """What a record weighs on its way, and what it takes to lay out a grid."""
    os.environ[WEIGHTS] = str(BYTES)
    trials = _grid(10_000)
    asked = trials.evaluation
    sent = len(records_message([_record(one, asked) for one in trials[:64]])) / 64
    line = len(_record(trials[0], asked).line())
    begun = time.process_time()
    number = len(bundles(trials))
    laid = 1e6 * (time.process_time() - begun) / len(trials)
    values = {
        "bytes of a record on its way": f"{sent:.0f}, of which {line} are its line",
        "bundles of 10,000 trials": f"{number}, {laid:.0f} µs a trial",
    }
    blank = dict.fromkeys(("against", "ratio", "target", "met"))
    return [{"name": name, "value": value, **blank} for name, value in values.items()]


def _grid(trials: int) -> Grid:
    asked = Evaluation(lengths=tuple(256 * 2**k for k in range(10)))
    trained = range(8, 248, 24)
    return grid(
        "simple",
        numbers={"omega": [float(k) for k in range(1, 11)]},
        train_length=trained,
        seed=range(trials // (10 * len(trained))),
        recipe={"max_steps": STEPS} if Recipe.max_steps != STEPS else {},
        evaluation=asked,
    )


def _measured(engine: str, store: str, weights: int) -> dict[str, float]:
    """A sweep in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.scale", engine, store]
    variables = {**os.environ, WEIGHTS: str(weights)}
    done = subprocess.run(
        command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, check=True
    )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main(engine: str, store: str) -> None:
    """Runs one sweep, and prints what it took from the first record to the last."""
    trials = _grid(TRIALS)
    more = {"PYTHONPATH": str(ROOT), WEIGHTS: os.environ[WEIGHTS]}
    if engine == "ray":
        chosen: Any = Cluster(workers=1, variables=more, runner=RUNNER)
    else:
        inherited = {**os.environ, **more}
        chosen = nullcontext(host.engine(1, runner=RUNNER, inherited=inherited))
    with chosen as ready, tempfile.TemporaryDirectory() as folder:
        here = f"sqlite:///{Path(folder) / 'store.db'}"
        url = here if store == "sqlite" else os.environ[SERVER]
        with Store(url) as kept:
            new = run_sweep(trials, trials.evaluation, store=kept, engine=ready)
            next(new)
            wall, processor = time.perf_counter(), time.process_time()
            count = sum(1 for _ in new)
            wall = time.perf_counter() - wall
            processor = time.process_time() - processor
    print(json.dumps({"rate": count / wall, "processor": processor}))


if __name__ == "__main__":
    main(*sys.argv[1:])
