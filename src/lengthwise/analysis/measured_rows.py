"""The scores of one trained model: a row per length and metric.

Each value is given with an interval over test inputs, since a share of few inputs is
uncertain.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scipy.special import ndtri

from lengthwise.analysis.interval import CONFIDENCE, Interval
from lengthwise.experiments.records.outcome import Outcome
from lengthwise.tables import Table
from lengthwise.tasks.outputs import FURTHER, METRICS, Metric
from lengthwise.training.evaluating.score import Score

DEVIATIONS = float(ndtri(0.5 + CONFIDENCE / 2))
"""Number of standard errors on each side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRow:
    """The value of a metric at one length.

    Attributes:
        length: The test length.
        metric: The metric.
        value: The value.
        interval: 90 % interval over the test inputs.
        words: Number of inputs drawn.
        distinct: Number of distinct inputs; ``None`` if unknown.
        inputs: Whether they were ``drawn`` or are ``adversarial``.
        generated: Whether the model generated its answers.
    """

    length: int
    metric: Metric
    value: float
    interval: Interval
    words: int
    distinct: int | None = None
    inputs: str = "drawn"
    generated: bool = False

    @property
    def name(self) -> str:
        """The name of the value."""
        return f"generated {self.metric.name}" if self.generated else self.metric.name

    def plain(self) -> dict[str, Any]:
        """Returns the row as JSON data."""
        return {
            "length": self.length,
            "metric": self.name,
            "value": finite(self.value),
            "low": finite(self.interval.low),
            "high": finite(self.interval.high),
            "words": self.words,
            "distinct": self.distinct,
            "inputs": self.inputs,
        }


def finite(value: float) -> float | None:
    """Returns a number for JSON; ``None`` if it is not finite."""
    return value if math.isfinite(value) else None


def interval_of(metric: Metric, score: Score, *, further: bool = False) -> Interval:
    """Returns the 90 % interval of the value of a metric over the test inputs.

    For a share of inputs, it is Wilson's interval, which has positive width even if all
    inputs are right. For a mean of shares or of squared errors, it is the normal one.

    Args:
        metric: The metric.
        score: The score.
        further: Whether the mean of the score is the value itself, as in the further
            scores of a record, instead of a penalty.

    Examples:
        >>> from lengthwise.tasks.outputs import ERROR_RATE
        >>> none_wrong = Score(mean=0.0, standard_error=0.0, words=64)
        >>> print(interval_of(ERROR_RATE, none_wrong))
        [0, 0.0406]
    """
    if not math.isfinite(score.mean):
        return Interval(-math.inf, math.inf)
    if metric.counts:
        low, high = _wilson(score.mean, score.words)
    else:
        error = score.standard_error
        half = math.inf if math.isnan(error) else DEVIATIONS * error
        low, high = max(0.0, score.mean - half), score.mean + half
        high = min(high, 1.0) if metric.is_rate else high
    if further:
        return Interval(low, high)
    ends = sorted((metric.value(low), metric.value(high)))
    return Interval(*ends)


def _wilson(share: float, number: int) -> tuple[float, float]:
    squared = DEVIATIONS**2
    middle = share + squared / (2 * number)
    spread = share * (1 - share) / number + squared / (4 * number**2)
    half = DEVIATIONS * math.sqrt(spread)
    whole = 1 + squared / number
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def measured_rows(
    outcome: Outcome,
    *,
    distinct: Mapping[int, int] | None = None,
    inputs: str = "drawn",
) -> tuple[MeasuredRow, ...]:
    """Returns the rows of an outcome: the headline metric at all lengths, then others.

    Args:
        outcome: The outcome of a trial.
        distinct: Number of distinct inputs by length, if known.
        inputs: Whether they were drawn or adversarial.
    """
    known = distinct or {}
    headline = METRICS[outcome.metric]
    scores = [(headline, outcome.losses, False)]
    scores += [
        (FURTHER[name], by_length, True) for name, by_length in outcome.further.items()
    ]
    return tuple(
        MeasuredRow(
            length=length,
            metric=metric,
            value=score.mean if further else outcome.errors[length],
            interval=interval_of(metric, score, further=further),
            words=score.words,
            distinct=known.get(length),
            inputs=inputs,
        )
        for metric, by_length, further in scores
        for length, score in by_length.items()
    )


def rows_table(rows: tuple[MeasuredRow, ...]) -> Table:
    """Returns the rows as a table without uninformative columns."""
    table = Table(
        header=(
            *("length", "metric", "value", "low", "high", "words", "distinct"),
            "inputs",
        ),
        rows=tuple(
            (
                f"{row.length}",
                row.name,
                *(f"{one:.4g}" for one in (row.value, *_ends(row))),
                f"{row.words}",
                "" if row.distinct is None else f"{row.distinct}",
                "" if row.inputs == "drawn" else row.inputs,
            )
            for row in rows
        ),
        align="rlrrrrrl",
    )
    return table.without("distinct", "inputs")


def _ends(row: MeasuredRow) -> tuple[float, float]:
    return row.interval.low, row.interval.high
