"""Trains the models of a figure on a machine without a database.

``python -m lengthwise.studies.measure FOLDER NAME …`` appends records to
``FOLDER/NAME.jsonl`` (figures that share
records share the file) and the exact errors of every trained net to
``FOLDER/NAME-sup.jsonl``. It needs neither SQLAlchemy nor the command line, and goes on
where it was stopped.
"""

import json
import os
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from threading import Lock

INHERITED = dict(os.environ)
os.environ["JAX_PLATFORMS"] = (
    "cpu"  # the workers train; this process must not take a GPU
)

from lengthwise.experiments import host  # noqa: E402
from lengthwise.experiments.canonical import canonical  # noqa: E402
from lengthwise.experiments.jsonl import Lines  # noqa: E402
from lengthwise.experiments.record import Record  # noqa: E402
from lengthwise.experiments.sweep import run_sweep  # noqa: E402
from lengthwise.studies.exact import exact_errors  # noqa: E402
from lengthwise.studies.izzo import figure  # noqa: E402


def measure(name: str, folder: Path, *, small: bool = False) -> None:
    """Trains what ``folder/name.jsonl`` does not hold yet."""
    chosen = figure(name)
    store = Lines(folder / f"{chosen.records}.jsonl")
    engine = host.engine(inherited=INHERITED)
    begun, new = time.perf_counter(), 0
    with ExitStack() as stack:
        exact = stack.enter_context((folder / f"{chosen.records}-sup.jsonl").open("a"))
        pool = stack.enter_context(
            ProcessPoolExecutor(max(1, _cores() - 2), get_context("spawn"))
        )
        lock = Lock()

        def keep(line: Future[str]) -> None:
            with lock:
                exact.write(line.result())
                exact.flush()

        trials = chosen.trials("small" if small else "full")
        for record in run_sweep(trials, chosen.evaluation, store=store, engine=engine):
            new += 1
            pool.submit(_line, record).add_done_callback(keep)
        trained = time.perf_counter() - begun
    steps = sum(record.outcome.steps for record in store)
    said = {"figure": name, "models": len(store), "new": new, "steps": steps}
    seconds = {"training": trained, "all": time.perf_counter() - begun}
    said["seconds"] = {part: round(spent, 1) for part, spent in seconds.items()}
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def _line(record: Record) -> str:
    errors = exact_errors(record)
    return "" if errors is None else canonical(errors.plain()) + "\n"


def _cores() -> int:
    return len(os.sched_getaffinity(0))


if __name__ == "__main__":
    for figure_name in sys.argv[2:]:
        measure(
            figure_name.removesuffix("-small"),
            Path(sys.argv[1]),
            small=figure_name.endswith("-small"),
        )
