"""Trained models as an analysis sees them: error by length, and how training ended."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lengthwise.errors import SpecError
from lengthwise.experiments.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One trained model.

    Attributes:
        train_length: The longest training word, N.
        seed: What drove weights and data.
        errors: Root mean square error by test length, ascending.
        converged: Whether training reached its threshold.
        numbers: Numbers of the task.
    """

    train_length: int
    seed: int
    errors: Mapping[int, float]
    converged: bool = True
    numbers: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.errors:
            raise SpecError("a run without errors at any length; evaluate it first")
        ordered = dict(sorted(self.errors.items()))
        object.__setattr__(self, "errors", ordered)

    @property
    def failed(self) -> bool:
        """Whether training did not reach its threshold, or an error is no number."""
        finite = all(math.isfinite(error) for error in self.errors.values())
        return not (self.converged and finite)


def run_of(record: Record) -> Run:
    """The run that a record tells of."""
    outcome = record.outcome
    return Run(
        train_length=record.trial.train_length,
        seed=record.trial.seed,
        errors={n: loss.root_mean_square for n, loss in outcome.losses.items()},
        converged=outcome.converged and outcome.diverged is None,
        numbers=record.trial.numbers,
    )


def by_train_length(runs: Iterable[Run]) -> dict[int, tuple[Run, ...]]:
    """The runs of each training length, ascending.

    Examples:
        >>> runs = [Run(train_length=n, seed=0, errors={64: 0.1}) for n in (8, 4)]
        >>> list(by_train_length(runs))
        [4, 8]
    """
    found: dict[int, list[Run]] = defaultdict(list)
    for run in runs:
        found[run.train_length].append(run)
    return {n: tuple(found[n]) for n in sorted(found)}
