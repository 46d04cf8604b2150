"""What came out of training one lane, compared bit for bit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from lengthwise.sealed_arrays import array_digest
from lengthwise.training.lane import Lane

End: TypeAlias = Literal["converged", "diverged", "capped"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trained:
    """What came out of training one lane.

    Attributes:
        lane: The lane.
        end: Whether the loss fell below the threshold, was not finite, or the largest
            number of steps was reached.
        steps: Updates that were made; where a lane diverged, the step at which it did.
        loss: Loss of the last batch.
        recent: Mean loss of the last 100 steps.
        weights: The final weights by name.
    """

    lane: Lane
    end: End
    steps: int
    loss: float
    recent: float
    weights: Mapping[str, np.ndarray]

    @property
    def converged(self) -> bool:
        """Whether the loss that the recipe looks at fell below the threshold."""
        return self.end == "converged"

    @property
    def diverged(self) -> int | None:
        """The step at which the loss was not finite, or ``None``."""
        return self.steps if self.end == "diverged" else None

    @property
    def digest(self) -> str:
        """SHA-256 of the weights."""
        return array_digest(self.weights)
