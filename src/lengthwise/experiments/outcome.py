"""What came out of a trial: compared bit for bit between runs of the same trial."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from lengthwise.errors import SpecError
from lengthwise.experiments.canonical import canonical, is_digest, measured, number
from lengthwise.printable import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """How wrong a net is on words of one length.

    Attributes:
        mean_squared: Mean of the squared error.
        standard_error: Standard error of that mean.
        words: How many words were drawn.

    Raises:
        SpecError: A number is impossible.

    Examples:
        >>> Loss(mean_squared=0.25, standard_error=0.01, words=64).root_mean_square
        0.5
    """

    mean_squared: float
    standard_error: float
    words: int

    def __post_init__(self) -> None:
        for name in ("mean_squared", "standard_error"):
            if getattr(self, name) < 0:
                raise SpecError(f"{name} is {getattr(self, name)}; it is never below 0")
        if self.words < 1:
            raise SpecError(f"words is {self.words}; allowed are 1 and more")

    @property
    def root_mean_square(self) -> float:
        """The root of the mean squared error, in the unit of the output."""
        return math.sqrt(self.mean_squared) if self.mean_squared >= 0 else math.nan

    def plain(self) -> dict[str, Any]:
        """Returns the loss as data for JSON."""
        return {
            "mean_squared": number(self.mean_squared),
            "root_mean_square": number(self.root_mean_square),
            "standard_error": number(self.standard_error),
            "words": self.words,
        }


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome:
    """What came out of a trial; equal means equal in every bit, NaN included.

    Attributes:
        losses: Loss by test length.
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
        ...     losses={64: Loss(mean_squared=0.25, standard_error=0.01, words=64)},
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

    losses: Mapping[int, Loss]
    steps: int
    converged: bool
    diverged: int | None
    train_loss: float
    train_loss_recent: float
    digest: str

    def __post_init__(self) -> None:
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

    def plain(self) -> dict[str, Any]:
        """Returns the outcome as data for JSON."""
        return {
            "losses": {
                str(length): self.losses[length].plain() for length in self.losses
            },
            "steps": self.steps,
            "converged": self.converged,
            "diverged": self.diverged,
            "train_loss": number(self.train_loss),
            "train_loss_recent": number(self.train_loss_recent),
            "digest": self.digest,
        }

    def with_losses(self, losses: Mapping[int, Loss]) -> "Outcome":
        """Returns the outcome with other losses by length."""
        return replace(self, losses=losses)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return canonical(self.plain()) == canonical(other.plain())

    def __hash__(self) -> int:
        return hash(canonical(self.plain()))


def read_outcome(plain: Mapping[str, Any]) -> Outcome:
    """Returns the outcome of `Outcome.plain` data, also after a trip through JSON."""
    losses = {int(length): one for length, one in plain["losses"].items()}
    return Outcome(
        losses={
            length: Loss(
                mean_squared=measured(losses[length]["mean_squared"]),
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
