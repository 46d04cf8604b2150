"""Does a published trend hold in records? A check says so, with numbers.

A check that cannot fail shows nothing: every one is also run on records whose errors
were dealt out anew at random (`shuffled`), and must not hold there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from lengthwise.analysis.runs import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A trend, whether it holds, and the numbers that say so."""

    trend: str
    holds: bool
    numbers: str

    def __str__(self) -> str:
        return f"{'holds' if self.holds else 'FAILS'}  {self.trend}: {self.numbers}"


def shuffled(runs: Sequence[Run], *, seed: int = 0) -> list[Run]:
    """The same runs with all errors, of all models at all lengths, dealt out anew."""
    rng = np.random.default_rng(seed)
    errors = np.array([error for run in runs for error in run.errors.values()])
    dealt = iter(rng.permutation(errors).tolist())
    return [
        replace(run, errors={length: next(dealt) for length in run.errors})
        for run in runs
    ]
