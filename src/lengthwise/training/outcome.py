"""What came out of training one lane, compared bit for bit."""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from lengthwise.training.lane import Lane, read_lane

End: TypeAlias = Literal["converged", "diverged", "capped"]


@dataclass(frozen=True, slots=True)
class Loss:
    """A mean squared error over random words, with its standard error.

    Attributes:
        mean: The mean.
        error: Its standard error.
        words: How many words it is the mean of.
    """

    mean: float
    error: float
    words: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome:
    """What came out of training one lane.

    Attributes:
        lane: The lane.
        end: Whether the loss fell below the threshold, was not finite, or the largest
            number of steps was reached.
        steps: Updates that were made; where a lane diverged, the step at which it did.
        loss: Loss of the last batch.
        recent: Mean loss of the last 100 steps.
        weights: The final weights by name.
        losses: Losses by test length; empty until evaluated.
    """

    lane: Lane
    end: End
    steps: int
    loss: float
    recent: float
    weights: Mapping[str, np.ndarray]
    losses: Mapping[int, Loss] = field(default_factory=dict)

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
        return digest(self.weights)

    def plain(self) -> dict[str, Any]:
        """Returns all but the weights as data for JSON; NaN and infinity are texts."""
        return {
            "lane": self.lane.plain(),
            "end": self.end,
            "steps": self.steps,
            "loss": number(self.loss),
            "recent": number(self.recent),
            "digest": self.digest,
            "losses": {
                str(length): [number(loss.mean), number(loss.error), loss.words]
                for length, loss in self.losses.items()
            },
        }


def read_outcome(
    plain: Mapping[str, Any], weights: Mapping[str, np.ndarray]
) -> Outcome:
    """Returns the outcome of `Outcome.plain` data and its weights."""
    return Outcome(
        lane=read_lane(plain["lane"]),
        end=plain["end"],
        steps=plain["steps"],
        loss=float(plain["loss"]),
        recent=float(plain["recent"]),
        weights=dict(weights),
        losses={
            int(length): Loss(float(mean), float(error), words)
            for length, (mean, error, words) in plain["losses"].items()
        },
    )


def number(value: float) -> float | str:
    """Returns a number as JSON has it: NaN and infinity as texts.

    Examples:
        >>> number(0.5), number(float("nan"))
        (0.5, 'nan')
    """
    return value if math.isfinite(value) else str(value)


def digest(arrays: Mapping[str, np.ndarray]) -> str:
    """Returns the SHA-256 of arrays: names, types, shapes and bytes, in name order.

    Examples:
        >>> digest({"a": np.zeros(2)}) == digest({"a": np.zeros((2, 1))})
        False
    """
    found = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        found.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        found.update(array.tobytes())
    return found.hexdigest()
