r"""The error of a run at the largest test lengths: its plateau, if level.

The height of a run is the logarithm of its exact error in the limit of infinite length,
if known, and otherwise the mean of its log errors at the three largest test lengths.
The former has no noise; the latter has the sampling noise of the test words.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from jaxtyping import Float

from lengthwise.analysis.runs import Run, metric_of
from lengthwise.analysis.seed_averages import DIVERGED, Average, averaged, resampled

LARGEST = 3
"""Number of largest test lengths that form the plateau."""

SMALLEST = 1e-300
"""Replaces an error of zero, which has no logarithm."""


def log_of(error: float) -> float:
    """The logarithm of an error; `DIVERGED` if it is not finite.

    Examples:
        >>> log_of(1.0), log_of(math.nan)
        (0.0, 300.0)
    """
    return math.log(max(error, SMALLEST)) if math.isfinite(error) else DIVERGED


def heights(runs: Sequence[Run]) -> Float[np.ndarray, " runs"]:
    """The log plateau of each run, whether or not its curve is level."""
    logs = []
    for run in runs:
        if run.limit is not None:
            logs.append(log_of(run.limit))
        else:
            last = list(run.worst.errors.values())[-LARGEST:]
            logs.append(fmean(log_of(error) for error in last))
    return np.array(logs)


def noises(runs: Sequence[Run]) -> Float[np.ndarray, "runs lengths"]:
    """The contribution of each large test length to a height's standard error."""
    table = np.zeros((len(runs), LARGEST))
    for row, run in enumerate(runs):
        if run.limit is None and run.noise:
            worst = run.worst
            last = list(worst.errors)[-LARGEST:]
            parts = [worst.noise.get(t, 0.0) / len(last) for t in last]
            table[row, LARGEST - len(last) :] = parts
    return table


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Heights:
    """Heights by seed and setting.

    Attributes:
        logs: The heights; NaN if a seed is missing or excluded.
        noise: Their standard errors from the test words, by test length.
        power: The loss is the error raised to this power.
    """

    logs: Float[np.ndarray, "seeds settings"]
    noise: Float[np.ndarray, "seeds settings lengths"]
    power: int = 2

    @property
    def fewest(self) -> int:
        """The smallest number of seeds of a setting."""
        return int((~np.isnan(self.logs)).sum(axis=0).min())

    def average(self, average: Average) -> Float[np.ndarray, " settings"]:
        """The logarithm of the average of each setting."""
        counts = np.ones(len(self.logs))
        return averaged(self.logs, counts, average, power=self.power)

    def draws(
        self, average: Average, *, seed: int = 0
    ) -> Float[np.ndarray, "draws settings"]:
        """Bootstrap draws of the average, resampled jointly for all settings."""
        return resampled(self.logs, self.noise, average, power=self.power, seed=seed)


def by_seed(
    groups: Mapping[int, Sequence[Run]], used: Mapping[int, Sequence[Run]]
) -> Heights:
    """The heights of the runs `used`, with rows for the seeds of all `groups`.

    Excluded runs keep their rows, so that exclusions for one error do not shift the
    seeds of another. A seed that occurs twice in a setting has two rows.

    Args:
        groups: All runs by setting.
        used: The runs to use, by setting; other settings are omitted.
    """
    rows = {key: row for row, key in enumerate(sorted(_keys(groups)))}
    logs = np.full((len(rows), len(used)), np.nan)
    noise = np.zeros((*logs.shape, LARGEST))
    for column, (setting, runs) in enumerate(used.items()):
        keys = dict(zip(map(id, groups[setting]), _seeds(groups[setting]), strict=True))
        places = [rows[keys[id(run)]] for run in runs]
        logs[places, column] = heights(runs)
        noise[places, column] = noises(runs)
    metric = metric_of(run for group in groups.values() for run in group)
    return Heights(logs=logs, noise=noise, power=metric.power)


def _keys(groups: Mapping[int, Sequence[Run]]) -> set[tuple[int, int]]:
    return {key for runs in groups.values() for key in _seeds(runs)}


def _seeds(runs: Sequence[Run]) -> list[tuple[int, int]]:
    """The seed of each run, and its number of earlier occurrences."""
    repeats: Counter[int] = Counter()
    keys = []
    for run in runs:
        keys.append((run.seed, repeats[run.seed]))
        repeats[run.seed] += 1
    return keys
