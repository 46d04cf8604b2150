"""Trains the decoders of the suite on a computer without a database.

``python -m lengthwise.jobs.train_suite FOLDER NAME …`` appends the records of each
table to ``FOLDER/NAME.jsonl.gz``, and scores on the pairs of words of a no to
``FOLDER/NAME.pairs``. On a GPU, cells with equal shapes share a program and
train side by side. Several workers compile and train different programs in parallel,
even on one GPU. A completed cell is never trained again: run it again to resume. With
``--seconds`` it stops by itself: no cell begins that would end too late if it took as
long as the longest one before it. Cells in training at that time are lost. Trained
weights are not kept.
"""

import argparse
import os
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path

INHERITED = dict(os.environ)
if __name__ == "__main__":  # its workers train; this process must not take a GPU
    os.environ["JAX_PLATFORMS"] = "cpu"

from lengthwise.experiments.engines.host import (  # noqa: E402
    has_gpu,
    worker_environment,
)
from lengthwise.experiments.records.jsonl import Lines  # noqa: E402
from lengthwise.experiments.records.record import Record  # noqa: E402
from lengthwise.figures.huang.all_suites import suites  # noqa: E402
from lengthwise.figures.huang.measured_suite import record_files  # noqa: E402
from lengthwise.figures.huang.pair_scores import add_pair_scores  # noqa: E402
from lengthwise.figures.huang.suite import Cell, Suite  # noqa: E402
from lengthwise.jobs.cell_training import Measured, say, train_cells  # noqa: E402


def stores_in(*folders: Path) -> list[Lines]:
    """Returns the records of all tables in some folders: tables share trials."""
    return [Lines(path) for one in folders for path in record_files(one)]


def missing(cell: Cell, stores: Sequence[Lines]) -> tuple[str, ...]:
    """Returns the keys of the trials of a cell that lack a record of an evaluation."""
    keys = [trial.key for trial in cell.trials]
    known = [
        {key for store in stores for key in store.known(keys, one.key)}
        for one in cell.evaluations
    ]
    return tuple(key for key in keys if not all(key in some for some in known))


def groups(suite: Suite, left: Mapping[int, object]) -> list[tuple[int, ...]]:
    """Returns the cells in groups that share a program on a GPU, largest groups first.

    Args:
        suite: The table.
        left: The indices of the cells.

    Examples:
        >>> (languages,) = suites("huang-languages")
        >>> grouped = groups(languages, dict.fromkeys(range(len(languages.cells))))
        >>> len(languages.cells), len(grouped), max(map(len, grouped))
        (52, 18, 14)
    """
    from lengthwise.training.mixed_program import program_key

    together: dict[object, list[int]] = {}
    for number in left:
        first = suite.cells[number].trials[0]
        recipe = first.recipe
        key = program_key(recipe, recipe.padded(first.train_length))
        together.setdefault(number if recipe.hosted else key, []).append(number)
    return sorted(map(tuple, together.values()), key=len, reverse=True)


def measure(
    suite: Suite,
    folder: Path,
    *,
    known: Sequence[Path] = (),
    end: float | None,
    workers: int,
) -> bool:
    """Trains the cells of a table that have no records, and prints progress lines.

    Args:
        suite: The table.
        folder: The folder for its records.
        known: Folders with more records.
        end: When to stop, in seconds since the epoch. Default: never.
        workers: Number of training processes.

    Returns:
        Whether everything is done.
    """
    store = Lines(folder / f"{suite.name}.jsonl.gz")
    stores = stores_in(folder, *known)
    left = {
        n: keys for n, one in enumerate(suite.cells) if (keys := missing(one, stores))
    }
    os.environ.update(_worker_variables(workers))
    together = groups(suite, left) if has_gpu(INHERITED) else [(n,) for n in left]
    waiting = deque({number: left[number] for number in some} for some in together)
    done, longest = True, 0.0
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        under_way: dict[Future[dict[int, Measured]], tuple[int, ...]] = {}
        while waiting or under_way:
            while waiting and len(under_way) < workers:
                if end is not None and time.time() + longest > end:
                    done = False
                    waiting.clear()
                    break
                wanted = waiting.popleft()
                future = pool.submit(train_cells, suite.name, wanted, end)
                under_way[future] = tuple(wanted)
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                numbers = under_way.pop(future)
                try:
                    by_cell = future.result()
                except Exception as error:
                    names = [suite.cells[number].name for number in numbers]
                    say({"cells": names, "error": str(error)[-300:]})
                    done = False
                    continue
                done &= bool(by_cell)
                for number, (records, pairs) in by_cell.items():
                    add_pair_scores(
                        folder, suite, pairs
                    )  # first: records end the search for work
                    store.add_all(records)
                    say(_line(suite.cells[number], records))
                    longest = max(longest, _seconds(records))
    return done


def _worker_variables(workers: int) -> dict[str, str]:
    """The environment of workers; several share the memory of a GPU."""
    gpu = has_gpu(INHERITED)
    variables = {"JAX_PLATFORMS": "", **worker_environment(INHERITED, gpu=gpu)}
    if gpu and workers > 1:
        variables.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    return variables


def _line(cell: Cell, records: Sequence[Record]) -> dict[str, object]:
    """A line about a cell: accuracy at the longest training length and at the end."""
    first = cell.evaluations[0].key
    drawn = [one for one in records if one.evaluation.key == first]
    longest = max(drawn[0].outcome.losses)
    trained = max(n for n in drawn[0].outcome.losses if n <= cell.bins[0].high)
    right = {
        length: [round(1 - one.outcome.losses[length].mean, 2) for one in drawn]
        for length in (trained, longest)
    }
    steps = sum(one.outcome.steps for one in drawn)
    line = {"cell": cell.name, "steps": steps, "seconds": _seconds(records)}
    return line | {"right": right}


def _seconds(records: Sequence[Record]) -> float:
    """How long a cell took, with its evaluations."""
    by_evaluation: dict[str, float] = {}
    for one in records:
        key, seconds = one.evaluation.key, one.circumstances.seconds
        by_evaluation[key] = max(by_evaluation.get(key, 0.0), seconds)
    return sum(by_evaluation.values())


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns 0, or 1 where something is left to do."""
    parser = argparse.ArgumentParser("train_suite", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--known", type=Path, help="a folder with more records")
    parser.add_argument("--seconds", type=float, help="stop within this time")
    parser.add_argument("--workers", type=int, default=1, help="processes that train")
    options = parser.parse_args(arguments)
    end = None if options.seconds is None else time.time() + options.seconds
    options.folder.mkdir(parents=True, exist_ok=True)
    done = [
        measure(
            suite,
            options.folder,
            known=[options.known] if options.known else [],
            end=end,
            workers=options.workers,
        )
        for name in options.names
        for suite in suites(name)
    ]
    return int(not all(done))


if __name__ == "__main__":
    sys.exit(main())
