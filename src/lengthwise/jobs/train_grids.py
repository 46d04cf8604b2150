"""Trains the trials of grids on a computer without a database.

``python -m lengthwise.jobs.train_grids FOLDER GRID.toml …`` appends the records of each
grid to ``FOLDER/GRID.jsonl`` and writes trained weights to ``FOLDER/weights``, named by
their digests; ``lengthwise store import FOLDER/GRID.jsonl --weights FOLDER/weights``
imports both into a store. It needs neither SQLAlchemy nor msgspec nor the command line,
and resumes an interrupted run: a completed bundle is never trained again. With
``--seconds`` it stops by itself.
"""

import argparse
import json
import os
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

INHERITED = dict(os.environ)
os.environ["JAX_PLATFORMS"] = (
    "cpu"  # the workers train; this process must not take a GPU
)

from lengthwise.errors import StoppedError  # noqa: E402
from lengthwise.experiments.engines import host  # noqa: E402
from lengthwise.experiments.records.jsonl import Lines  # noqa: E402
from lengthwise.experiments.records.record import Record  # noqa: E402
from lengthwise.experiments.spec.evaluation import read_evaluation  # noqa: E402
from lengthwise.experiments.spec.grid import Grid, grid  # noqa: E402
from lengthwise.experiments.sweep.sweep import run_sweep  # noqa: E402
from lengthwise.files import replace_file  # noqa: E402
from lengthwise.tasks.catalogue import task as catalogue_task  # noqa: E402
from lengthwise.tasks.task_name import name_of  # noqa: E402

SPARE = 5.0
"""Seconds reserved for workers to finish."""


def grid_from(path: Path) -> Grid:
    """Returns the grid of a TOML file; `lengthwise sweep` validates it more strictly.

    Raises:
        SpecError: A value is invalid.
        UnknownNameError: No task or setting has that name.
    """
    plain: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    subject = plain.pop("task")
    if isinstance(subject, str):
        named = name_of(catalogue_task(subject))
        subject = {"name": named.name, **dict(named.numbers)}
    evaluation = read_evaluation(plain.pop("evaluation"))
    name = subject.pop("name")
    return grid(name, numbers=subject, evaluation=evaluation, **plain)


def measure(
    path: Path, folder: Path, *, end: float | None = None, workers: int | None = None
) -> bool:
    """Trains the trials of a grid that are missing in the folder, and prints a line.

    Args:
        path: The grid.
        folder: The folder of records and weights.
        end: When to stop, in `time.monotonic` seconds. Default: never.
        workers: Number of training processes. Default: one per core, or one per GPU.

    Returns:
        Whether everything is done.
    """
    trials = grid_from(path)
    store = Lines(folder / f"{path.stem}.jsonl")
    weights = folder / "weights"
    weights.mkdir(parents=True, exist_ok=True)
    begun, new, steps = time.monotonic(), 0, 0

    def stopping() -> bool:
        return end is not None and time.monotonic() + SPARE > end

    done = True
    try:
        for record in run_sweep(
            trials,
            trials.evaluation,
            store=store,
            engine=host.engine(workers, inherited=INHERITED),
            stopping=stopping,
        ):
            _keep(record, weights)
            new, steps = new + 1, steps + record.outcome.steps
    except StoppedError:
        done = False
    seconds = time.monotonic() - begun
    line = {"grid": path.stem, "models": len(store), "of": len(trials), "new": new}
    line |= {"steps": steps, "seconds": round(seconds, 1), "done": done}
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()
    return done


def _keep(record: Record, folder: Path) -> None:
    """Writes the weights of a record to a file, named by their digest."""
    if record.weights is not None:
        target = folder / f"{record.outcome.digest}.safetensors"
        replace_file(target, record.weights)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns 0, or 1 where `--seconds` ended it before all was done."""
    parser = argparse.ArgumentParser("train_grids", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("grids", nargs="+", type=Path, metavar="GRID.toml")
    parser.add_argument("--seconds", type=float, help="stop within this time")
    parser.add_argument("--workers", type=int, help="processes that train")
    options = parser.parse_args(arguments)
    end = None if options.seconds is None else time.monotonic() + options.seconds
    options.folder.mkdir(parents=True, exist_ok=True)
    done = [
        measure(path, options.folder, end=end, workers=options.workers)
        for path in options.grids
    ]
    return int(not all(done))


if __name__ == "__main__":
    sys.exit(main())
