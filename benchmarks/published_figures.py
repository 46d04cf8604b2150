"""How long the models of Izzo et al., Figures 1 to 3, take: full size, 8 seeds.

``python -m benchmarks.published_figures`` trains and tests them on the GPU of this
machine, or on its cores. It needs no database and keeps nothing; the folder for
compiled programs is new as well, so that compilation counts.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

INHERITED = dict(os.environ)
os.environ["JAX_PLATFORMS"] = "cpu"  # the workers train, not this process

from lengthwise.experiments.engines import host  # noqa: E402
from lengthwise.experiments.engines.engine import Engine  # noqa: E402
from lengthwise.experiments.records.jsonl import Lines  # noqa: E402
from lengthwise.experiments.sweep.sweep import run_sweep  # noqa: E402
from lengthwise.figures.all_figures import figure  # noqa: E402

SEEDS = 8
TARGETS = {True: 180.0, False: 1200.0}
"""Seconds that we promise with a GPU and without."""


def rows() -> list[dict[str, Any]]:
    """Measured rows of the table."""
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as home:
        engine = host.engine(inherited=INHERITED | {"XDG_CACHE_HOME": home})
        said = [
            _trained(name, engine, Path(home)) for name in ("izzo-fig1", "izzo-fig2")
        ]
    seconds, target = time.perf_counter() - begin, TARGETS[engine.gpu]
    return [
        {
            "name": "figures 1 to 3, full size, 8 seeds",
            "value": f"{seconds:.0f} s",
            "against": "; ".join(said),
            "ratio": None,
            "target": f"{target:.0f} s",
            "met": seconds <= target,
        }
    ]


def _trained(name: str, engine: Engine, folder: Path) -> str:
    begin, models, steps = time.perf_counter(), 0, 0
    store = Lines(folder / f"{name}.jsonl")
    chosen = figure(name)
    trials = [trial for trial in chosen.trials("full") if trial.seed < SEEDS]
    for record in run_sweep(trials, chosen.evaluation, store=store, engine=engine):
        models += 1
        steps += record.outcome.steps
    seconds = time.perf_counter() - begin
    return f"{name}: {models} models, {steps / 1e6:.1f}M steps, {seconds:.0f} s"


if __name__ == "__main__":
    sys.stdout.write(json.dumps(rows(), indent=1) + "\n")
