"""Trains cells of a table of decoders in one process, and prints progress lines."""

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import NamedTuple

from lengthwise.errors import StoppedError
from lengthwise.experiments.engines.work import Step, Work
from lengthwise.experiments.records.record import Record
from lengthwise.figures.huang.all_suites import SUITES
from lengthwise.figures.huang.cell_verdicts import said_of
from lengthwise.figures.huang.pair_scores import PairScore
from lengthwise.figures.huang.suite import Cell

EVERY = 15.0
"""Seconds between progress lines."""


class Measured(NamedTuple):
    """What is kept of the trials of a cell.

    Attributes:
        records: Their records, without weights.
        pairs: Their scores on the pairs of words of a no.
    """

    records: list[Record]
    pairs: list[PairScore]


def train_cells(
    suite: str, wanted: Mapping[int, tuple[str, ...]], end: float | None
) -> dict[int, Measured]:
    """Returns the measurements of the cells' trials; none if time ran out.

    Several cells share a program and train side by side.

    Args:
        suite: The name of the table.
        wanted: The keys of the trials of each cell, by index of the cell.
        end: When to stop, in seconds since the epoch.
    """
    from lengthwise.experiments.engines import runner
    from lengthwise.jobs.suite_pairs import pair_scores

    cells = {number: SUITES[suite].cells[number] for number in wanted}
    progress = _Lines([*cells.values()])

    def stopping() -> bool:
        return end is not None and time.time() > end

    def run(*works: Work) -> Iterator[Record]:
        ran = (
            runner.run_mixed(works, stopping=stopping, progress=progress)
            if len(works) > 1
            else runner.run(*works, stopping=stopping, progress=progress)
        )
        for part in ran:
            yield from part

    if stopping():
        return {}
    for cell in cells.values():
        said_of(cell)  # a verdict that fails must do so before training
    works = [_first_work(cell, wanted[number]) for number, cell in cells.items()]
    try:
        trained = [*run(*works)]
        measured = {}
        for number, cell in cells.items():
            own = tuple(one for one in trained if one.trial.key in wanted[number])
            records = [*own]
            for one in cell.evaluations[1:]:
                records += run(Work(name=cell.name, evaluation=one, trained=own))
            light = [one.with_weights(None) for one in records]
            measured[number] = Measured(light, pair_scores(cell, own))
    except StoppedError:
        return {}
    return measured


def _first_work(cell: Cell, keys: Sequence[str]) -> Work:
    """The training of some trials of a cell, with its first evaluation."""
    return Work(
        name=cell.name,
        evaluation=cell.evaluations[0],
        trials=tuple(one for one in cell.trials if one.key in keys),
    )


class _Lines:
    """Prints the progress of cells, a line every `EVERY` seconds."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = [cell.name for cell in cells]
        self._begun = self._shown = time.monotonic()

    def __call__(self, step: Step) -> None:
        now = time.monotonic()
        if now - self._shown < EVERY:
            return
        self._shown = now
        line = {"cells": self._cells, "seconds": round(now - self._begun)}
        line |= {"steps": step.steps, "running": step.running}
        numbers = {"loss": step.loss, "right": step.accuracy}
        say(line | {k: round(v, 4) for k, v in numbers.items() if isfinite(v)})


def say(line: Mapping[str, object]) -> None:
    """Prints a line of JSON at once."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()
