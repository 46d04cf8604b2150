"""The outcome of training one lane, compared bit for bit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from lengthwise.sealed_arrays import array_digest
from lengthwise.training.lane import Lane

End: TypeAlias = Literal["converged", "diverged", "capped"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trained:
    """The outcome of training one lane.

    Attributes:
        lane: The lane.
        end: Why training ended: the loss fell below the threshold, was not finite, or
            the step limit was reached.
        steps: Number of updates; if the lane diverged, the step at which it did.
        loss: Loss of the last batch.
        recent: Mean loss of the last 100 steps.
        weights: The final weights as named arrays.
    """

    lane: Lane
    end: End
    steps: int
    loss: float
    recent: float
    weights: Mapping[str, np.ndarray]

    @property
    def converged(self) -> bool:
        """Whether the loss that the recipe monitors fell below the threshold."""
        return self.end == "converged"

    @property
    def diverged(self) -> int | None:
        """The step at which the loss was not finite, or ``None``."""
        return self.steps if self.end == "diverged" else None

    @property
    def digest(self) -> str:
        """SHA-256 of the weights."""
        return array_digest(self.weights)
