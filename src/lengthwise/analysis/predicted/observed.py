"""Measurements of one kind of nets, for comparison with statements."""

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
"""Root mean square over the task's distribution, or largest over all words."""

NETS: Mapping[str, str] = {
    "none": "plain logits",
    "length": "logits times log|x|",
    "query": "lag biases times log i",
}
"""The names of nets, by the scaling of their logits with length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSeen:
    """The error of one net: its exact limit from the weights, and its sampled value.

    Attributes:
        net: The net.
        limit: Root mean square error in the limit of infinite length, from the weights.
        sampled: Mean squared error over sampled words of the longest length.
        standard_error: Standard error of `sampled`.
    """

    net: str
    limit: float
    sampled: float
    standard_error: float

    @property
    def off(self) -> float:
        """The deviation of the sample from the limit, in standard errors."""
        gap = abs(self.sampled - self.limit**2)
        if gap == 0:
            return 0.0
        return gap / self.standard_error if self.standard_error > 0 else math.inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """Measurements of one kind of nets.

    Attributes:
        format: The task format.
        ends: Whether the error levels off at the longest training length, by setting
            such as ``omega = 4``.
        lengths: Sufficient lengths by task parameter, then by its value.
        exponents: Exponents by variable, fixed parameters, and norm.
        limits: Errors of nets, with their limits.
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
    """Whether the error rises with the test length; ``None`` if unclear.

    A slow rise counts.
    """
    if isinstance(plateau, CannotSay) or plateau.course.kind == "unclear":
        return None
    return plateau.course.kind in {"rises", "rises slowly"}


def limits_seen(
    nets: Sequence[Record], limit: Callable[[Record, int], float | None]
) -> tuple[LimitSeen, ...]:
    """The errors of nets at their longest test length, with their limits.

    Args:
        nets: Records; those with NaN errors are skipped.
        limit: Returns the limit of a net over lengths with the residue of a given
            length; ``None`` if it has none.
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
