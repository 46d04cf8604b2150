"""What came out of a trial: compared bit for bit between runs of the same trial."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec.canonical import canonical, measured, number
from lengthwise.files import is_digest
from lengthwise.printable import printable
from lengthwise.tasks.outputs import METRICS, RMS
from lengthwise.training.evaluating.score import Score


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome:
    """What came out of a trial; equal means equal in every bit, NaN included.

    Attributes:
        losses: Score by test length.
        metric: Name of the metric that they are in.
        steps: How many updates were made.
        converged: Whether the loss of a batch fell below the threshold.
        diverged: The step at which the loss was not finite, where there was one.
        train_loss: Loss of the last training batch.
        train_loss_recent: Mean loss of the last 100 training batches.
        digest: SHA-256 of the weights.

    Raises:
        SpecError: It contradicts itself.

    Examples:
        >>> outcome = Outcome(
        ...     losses={64: Score(mean=0.25, standard_error=0.01, words=64)},
        ...     steps=3,
        ...     converged=False,
        ...     diverged=3,
        ...     train_loss=math.nan,
        ...     train_loss_recent=math.nan,
        ...     digest="0" * 64,
        ... )
        >>> read_outcome(outcome.plain()) == outcome
        True
    """

    losses: Mapping[int, Score]
    steps: int
    converged: bool
    diverged: int | None
    train_loss: float
    train_loss_recent: float
    digest: str
    metric: str = RMS.name

    def __post_init__(self) -> None:
        if self.metric not in METRICS:
            raise UnknownNameError("metric", printable(self.metric), METRICS)
        if not self.losses:
            raise SpecError("the outcome has no losses; there is one for each length")
        if self.steps < 0:
            raise SpecError(f"steps is {self.steps}; allowed are 0 and more")
        if self.diverged is not None and (
            self.converged or self.diverged != self.steps
        ):
            raise SpecError(
                f"diverged is {self.diverged} after {self.steps} steps, converged is "
                f"{self.converged}; what diverged has its last step there"
            )
        for name in ("train_loss", "train_loss_recent"):
            if getattr(self, name) < 0:
                raise SpecError(f"{name} is {getattr(self, name)}; it is never below 0")
        if not is_digest(self.digest):
            raise SpecError(
                f"the digest is {printable(self.digest, longest=80)!r}; allowed are 64 "
                "digits of 0-9 and a-f"
            )

    @property
    def errors(self) -> dict[int, float]:
        """What the metric shows, by test length: less is better."""
        shown = METRICS[self.metric].shown
        return {
            length: shown(one.mean) if one.mean >= 0 else math.nan
            for length, one in self.losses.items()
        }

    def plain(self) -> dict[str, Any]:
        """Returns the outcome as data for JSON."""
        errors = self.errors
        named = {} if self.metric == RMS.name else {"metric": self.metric}
        return named | {
            "losses": {
                str(length): _plain(one, self.metric, errors[length])
                for length, one in self.losses.items()
            },
            "steps": self.steps,
            "converged": self.converged,
            "diverged": self.diverged,
            "train_loss": number(self.train_loss),
            "train_loss_recent": number(self.train_loss_recent),
            "digest": self.digest,
        }

    def with_losses(self, losses: Mapping[int, Score]) -> "Outcome":
        """Returns the outcome with other losses by length."""
        return replace(self, losses=losses)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return canonical(self.plain()) == canonical(other.plain())

    def __hash__(self) -> int:
        return hash(canonical(self.plain()))


def _plain(score: Score, metric: str, error: float) -> dict[str, Any]:
    """A score for JSON; a root mean square is as it was written from the start."""
    mean, rest = (
        number(score.mean),
        {
            "standard_error": number(score.standard_error),
            "words": score.words,
        },
    )
    if metric == RMS.name:
        return {"mean_squared": mean, "root_mean_square": number(error)} | rest
    return {"mean": mean} | rest


def read_outcome(plain: Mapping[str, Any]) -> Outcome:
    """Returns the outcome of `Outcome.plain` data, also after a trip through JSON."""
    losses = {int(length): one for length, one in plain["losses"].items()}
    metric = plain.get("metric", RMS.name)
    mean = "mean_squared" if metric == RMS.name else "mean"
    return Outcome(
        metric=metric,
        losses={
            length: Score(
                mean=measured(losses[length][mean]),
                standard_error=measured(losses[length]["standard_error"]),
                words=losses[length]["words"],
            )
            for length in sorted(losses)
        },
        steps=plain["steps"],
        converged=plain["converged"],
        diverged=plain["diverged"],
        train_loss=measured(plain["train_loss"]),
        train_loss_recent=measured(plain["train_loss_recent"]),
        digest=plain["digest"],
    )
