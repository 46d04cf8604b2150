"""Trains the models of figures on a computer without a database.

``python -m lengthwise.jobs.train_figures FOLDER NAME …`` appends records to
``FOLDER/NAME.jsonl`` (figures that share records share the file) and the exact errors
of every trained net to ``FOLDER/NAME-sup.jsonl``; ``NAME-small`` is a figure at the
size for two cores, and ``izzo-mean`` stands for a family. It needs neither SQLAlchemy
nor the command line, and resumes an interrupted run. With ``--seconds`` it stops by
itself, early enough to write the exact errors of the trained models.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from threading import Lock

INHERITED = dict(os.environ)
os.environ["JAX_PLATFORMS"] = (
    "cpu"  # the workers train; this process must not take a GPU
)
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # exact errors: one process a core

from lengthwise.errors import StoppedError  # noqa: E402
from lengthwise.experiments.engines import host  # noqa: E402
from lengthwise.experiments.records.jsonl import Lines  # noqa: E402
from lengthwise.experiments.records.line_files import cut  # noqa: E402
from lengthwise.experiments.records.record import Record  # noqa: E402
from lengthwise.experiments.spec.canonical import canonical  # noqa: E402
from lengthwise.experiments.sweep.sweep import run_sweep  # noqa: E402
from lengthwise.figures.all_figures import figures  # noqa: E402
from lengthwise.figures.exact_errors import exact_errors  # noqa: E402
from lengthwise.figures.figure import Figure  # noqa: E402
from lengthwise.training.device.threads import cores  # noqa: E402

SPARE = 5.0
"""Seconds reserved for workers to finish."""


class Exacts:
    """Exact errors, computed in processes alongside training and appended to a file.

    Args:
        path: The file; an incomplete last line, as left by a crash, is removed.
        processes: Number of processes.
    """

    def __init__(self, path: Path, processes: int) -> None:
        cut(path)
        self._processes = processes
        self._stack = ExitStack()
        self._file = self._stack.enter_context(path.open("a", encoding="utf-8"))
        pool = ProcessPoolExecutor(processes, get_context("spawn"))
        self._pool = self._stack.enter_context(pool)
        self._lock = Lock()
        self._asked = self._made = 0
        self._seconds = 0.0

    def __enter__(self) -> "Exacts":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def add(self, record: Record) -> None:
        """Schedules the computation of a net's errors."""
        self._asked += 1
        self._pool.submit(_line, record).add_done_callback(self._keep)

    @property
    def left(self) -> float:
        """The approximate number of seconds until all scheduled errors are computed."""
        with self._lock:
            each = self._seconds / max(self._made, 1)
            return (self._asked - self._made) * each / self._processes

    def _keep(self, line: Future[tuple[str, float]]) -> None:
        text, seconds = line.result()
        with self._lock:
            self._file.write(text)
            self._file.flush()
            self._made += 1
            self._seconds += seconds


def measure(
    figure: Figure,
    folder: Path,
    *,
    small: bool = False,
    end: float | None = None,
    workers: int | None = None,
    checkpoints: Path | None = None,
) -> bool:
    """Trains the models of a figure that are missing in the folder, and prints a line.

    Args:
        figure: The figure.
        folder: The folder of records and exact errors.
        small: Whether to use the size for two CPU cores.
        end: When to stop, in `time.monotonic` seconds. Default: never.
        workers: Number of training processes. Default: one per core, or one per GPU.
        checkpoints: A folder for models in training. Default: models still in training
            at the end are restarted the next time.

    Returns:
        Whether everything is done.
    """
    store = Lines(folder / f"{figure.records}.jsonl")
    engine = host.engine(workers, inherited=INHERITED)
    trials = figure.trials("small" if small else "full")
    begun, new = time.monotonic(), 0
    known = store.known([trial.key for trial in trials], figure.evaluation.key)
    done = len(known) == len(trials)
    trained = begun
    if not done:
        beside = folder / f"{figure.records}-sup.jsonl"
        with Exacts(beside, max(1, cores() - 2)) as exacts:

            def stopping() -> bool:
                spare = SPARE + exacts.left
                return end is not None and time.monotonic() + spare > end

            try:
                for record in run_sweep(
                    trials,
                    figure.evaluation,
                    store=store,
                    engine=engine,
                    folder=checkpoints,
                    stopping=stopping,
                ):
                    new += 1
                    exacts.add(record)
                done = True
            except StoppedError:
                pass
            trained = time.monotonic()
    steps = sum(record.outcome.steps for record in store)
    report = {
        "figure": figure.name,
        "models": len(store),
        "of": len(trials),
        "new": new,
        "steps": steps,
        "seconds": {
            "training": round(trained - begun, 1),
            "all": round(time.monotonic() - begun, 1),
        },
        "done": done,
    }
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()
    return done


def _line(record: Record) -> tuple[str, float]:
    begun = time.perf_counter()
    errors = exact_errors(record)
    text = "" if errors is None else canonical(errors.plain()) + "\n"
    return text, time.perf_counter() - begun


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns 0, or 1 where `--seconds` ended it before all was done."""
    parser = argparse.ArgumentParser("measure", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--seconds", type=float, help="stop within this time")
    parser.add_argument("--workers", type=int, help="processes that train")
    parser.add_argument("--checkpoints", type=Path, help="a folder for them")
    options = parser.parse_args(arguments)
    end = None if options.seconds is None else time.monotonic() + options.seconds
    if (options.workers or 1) > 1:  # several workers share the memory of a GPU
        INHERITED.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    options.folder.mkdir(parents=True, exist_ok=True)
    done = True
    for name in options.names:
        for figure in figures(name.removesuffix("-small")):
            done &= measure(
                figure,
                options.folder,
                small=name.endswith("-small"),
                end=end,
                workers=options.workers,
                checkpoints=options.checkpoints,
            )
    return int(not done)


if __name__ == "__main__":
    sys.exit(main())
