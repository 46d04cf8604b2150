"""Sweeps with the means and the covariance over seeds of the records in results/.

A seed fixes weights and data for every training length in these records, so errors at
different training and test lengths go up and down together. Logarithms of errors are
drawn from a multivariate normal with the measured mean and covariance, at all training
lengths and the three largest test lengths at once.
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from lengthwise.analysis.final_errors import LARGEST
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.figures.all_figures import figure
from lengthwise.figures.figure import from_folder
from lengthwise.figures.trends import by_number

RESULTS = Path(__file__).parents[2] / "results"


@dataclass(frozen=True, kw_only=True, eq=False)
class Spread:
    """Mean and covariance over seeds of log errors, by training and test length."""

    lengths: tuple[int, ...]
    tested: tuple[int, ...]
    mean: np.ndarray
    factor: np.ndarray
    noise: np.ndarray

    @property
    def heights(self):
        """The true typical heights by training length."""
        return self.mean.reshape(len(self.lengths), -1).mean(axis=1)

    @property
    def mean_heights(self):
        """The true heights of the mean over all seeds: of a log-normal law."""
        shape = (len(self.factor), len(self.lengths), -1)
        variance = (self.factor.reshape(shape).mean(axis=2) ** 2).sum(axis=0)
        return self.heights + variance

    def straight(self, *, factor=1.0, power=1.5):
        """The same spread around typical errors (factor / N) ** power."""
        logs = power * (math.log(factor) - np.log(self.lengths))
        return replace(self, mean=np.repeat(logs, len(self.tested)))

    def runs(self, rng, *, seeds=None, noisy=False):
        """A sweep; if `noisy`, with test words that all nets share."""
        seeds = seeds or len(self.factor)
        logs = self.mean + rng.normal(size=(seeds, len(self.factor))) @ self.factor
        if noisy:
            logs = logs + self.noise * np.tile(
                rng.normal(size=len(self.tested)), len(self.lengths)
            )
        return [
            Run(
                train_length=n,
                seed=seed,
                errors=dict(zip(self.tested, np.exp(rows[place]), strict=True)),
                **(self._noise(place) if noisy else {}),
            )
            for seed, row in enumerate(logs)
            for rows in [row.reshape(len(self.lengths), -1)]
            for place, n in enumerate(self.lengths)
        ]

    def _noise(self, place):
        rows = self.noise.reshape(len(self.lengths), -1)
        return {"noise": dict(zip(self.tested, rows[place], strict=True))}


@cache
def spread(name="izzo-fig1", value=4):
    """What the records of a figure say at one value of its number."""
    chosen = from_folder(figure(name), RESULTS)
    groups = by_train_length(by_number(chosen.runs, chosen.figure.number)[value])
    tested = tuple(list(chosen.runs[0].errors)[-LARGEST:])
    logs = np.array(
        [
            [[math.log(run.errors[t]) for t in tested] for run in runs]
            for runs in groups.values()
        ]
    )  # training lengths, seeds, test lengths
    rows = logs.transpose(1, 0, 2).reshape(logs.shape[1], -1)
    noise = [
        [
            np.mean([getattr(run, "noise", {}).get(t, 0.0) for run in runs])
            for t in tested
        ]
        for runs in groups.values()
    ]
    return Spread(
        lengths=tuple(groups),
        tested=tested,
        mean=rows.mean(axis=0),
        factor=(rows - rows.mean(axis=0)) / math.sqrt(len(rows) - 1),
        noise=np.array(noise).ravel(),
    )
