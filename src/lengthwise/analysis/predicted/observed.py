"""Measurements of one kind of nets, to compare statements with."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from lengthwise.analysis.exponent import Exponent, NoPowerLaw
from lengthwise.analysis.plateau import Plateau
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.cannot_say import CannotSay
from lengthwise.experiments.records.record import Record
from lengthwise.names import equations
from lengthwise.tasks.task_format import Format

Norm: TypeAlias = Literal["rms", "sup"]
"""Root mean square over the distribution of the task, or largest over all words."""

NETS: Mapping[str, str] = {
    "none": "plain logits",
    "length": "logits times log|x|",
    "query": "lag biases times log i",
}
"""What nets are called by the factor of the length in their logits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSeen:
    """The error of one net: its limit by its weights, and as it was sampled.

    Attributes:
        net: Which net.
        limit: Root mean square error as the length goes to infinity, by the weights.
        sampled: Mean squared error of the sampled words of the longest length.
        standard_error: Of `sampled`.
    """

    net: str
    limit: float
    sampled: float
    standard_error: float

    @property
    def off(self) -> float:
        """By how many standard errors the sample is off the limit."""
        gap = abs(self.sampled - self.limit**2)
        if gap == 0:
            return 0.0
        return gap / self.standard_error if self.standard_error > 0 else math.inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """Measurements of one kind of nets.

    Attributes:
        format: How the task was put to them.
        ends: Whether the error levels off, at the longest training length of each
            setting, as ``omega = 4``.
        lengths: Sufficient lengths by number of the task, then by its value.
        exponents: By what is turned, what is fixed, and norm.
        limits: Errors of nets with their limits.
    """

    format: Format
    ends: Mapping[str, Plateau | CannotSay] = field(default_factory=dict)
    lengths: Mapping[str, Mapping[float, SufficientLength]] = field(
        default_factory=dict
    )
    exponents: Mapping[tuple[str, str, Norm], Exponent | NoPowerLaw | CannotSay] = (
        field(default_factory=dict)
    )
    limits: tuple[LimitSeen, ...] = ()


def rises(plateau: Plateau | CannotSay) -> bool | None:
    """Whether the error rises with the test length; ``None`` where it is unclear.

    A slow rise is a rise.
    """
    if isinstance(plateau, CannotSay) or plateau.course.kind == "unclear":
        return None
    return plateau.course.kind in {"rises", "rises slowly"}


def limits_seen(
    nets: Sequence[Record], limit: Callable[[Record, int], float | None]
) -> tuple[LimitSeen, ...]:
    """The errors of nets at their longest test length, beside their limits.

    Args:
        nets: Records; those with errors that are not numbers are left out.
        limit: The limit of a net over the lengths with the residue of a given one;
            ``None`` where it has none.
    """
    limits = []
    for record in nets:
        longest = max(record.outcome.losses)
        loss = record.outcome.losses[longest]
        known = limit(record, longest) if math.isfinite(loss.mean) else None
        if known is not None:
            trial = record.trial
            numbers = [equations(trial.numbers)] if trial.numbers else []
            place = [f"N = {trial.train_length}", f"seed {trial.seed}"]
            limits.append(
                LimitSeen(
                    net=", ".join((*numbers, *place)),
                    limit=known,
                    sampled=loss.mean,
                    standard_error=loss.standard_error,
                )
            )
    return tuple(limits)
