"""Trained models as an analysis sees them: error by length, and how training ended.

A run may end at its last step before the loss of a batch reached the threshold. Such a
run is kept and counted as capped, except where an answer is asked for an error that it
does not even reach on its training lengths: what is wrong there is the training, not
the length. Whether a run counts is so decided without a look at its test errors.
"""

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
        training: Root mean square error on the last training batches, where known.
        numbers: Numbers of the task.
    """

    train_length: int
    seed: int
    errors: Mapping[int, float]
    converged: bool = True
    training: float | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.errors:
            raise SpecError("a run without errors at any length; evaluate it first")
        ordered = dict(sorted(self.errors.items()))
        object.__setattr__(self, "errors", ordered)

    @property
    def failed(self) -> bool:
        """Whether an error is no number, or it is not known how far training came."""
        finite = all(math.isfinite(error) for error in self.errors.values())
        return not finite or not (self.converged or self.training is not None)

    @property
    def capped(self) -> bool:
        """Whether training came to its last step before it reached its threshold."""
        return not self.converged and not self.failed

    def learned(self, eps: float) -> bool:
        """Whether the run says something about the training length for `eps`.

        Examples:
            >>> run = Run(
            ...     train_length=8,
            ...     seed=0,
            ...     errors={64: 0.3},
            ...     converged=False,
            ...     training=0.02,
            ... )
            >>> run.learned(0.1), run.learned(0.01)
            (True, False)
        """
        if self.failed or self.converged or self.training is None:
            return not self.failed
        return self.training <= eps


def run_of(record: Record) -> Run:
    """The run that a record tells of."""
    outcome = record.outcome
    return Run(
        train_length=record.trial.train_length,
        seed=record.trial.seed,
        errors={n: loss.root_mean_square for n, loss in outcome.losses.items()},
        converged=outcome.converged and outcome.diverged is None,
        training=_root(outcome.train_loss_recent),
        numbers=record.trial.numbers,
    )


def _root(loss: float) -> float | None:
    return math.sqrt(loss) if math.isfinite(loss) and loss >= 0 else None


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
