"""Sweeps whose records are made up, so that nothing is trained."""

import math
from dataclasses import replace

import lengthwise as lw
from lengthwise.experiments.store.store import Store
from tests.figures.measured import record_with

TESTED = [64, 256, 1024]


def made_up(grid, url):
    """Fills a store: errors fall with the training length, seeds differ a little."""
    with Store(url) as store:
        store.add_all(_record(trial, grid.evaluation) for trial in grid)
    return url


def _record(trial, evaluation):
    width = trial.model.width / 16
    error = width * (2 / trial.train_length) ** 2
    error *= math.exp(0.1 * math.sin(7 * trial.seed))
    found = record_with(trial, evaluation, error)
    return replace(found, outcome=replace(found.outcome, converged=True))


def small_grid(task="simple:omega=2", **settings):
    """Four training lengths and four seeds."""
    given = {"train_length": [4, 6, 9, 14], "seed": range(4), "test_length": TESTED}
    return lw.grid(task, **(given | settings))
