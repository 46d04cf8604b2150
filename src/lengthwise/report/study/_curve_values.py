"""The values to draw: accuracies if errors are rates, otherwise errors."""

from collections.abc import Sequence

import numpy as np

from lengthwise.analysis.final_errors import heights
from lengthwise.analysis.runs import Run
from lengthwise.numbers import readable
from lengthwise.report.study._curve_plan import Curve
from lengthwise.report.tools.plot import SMALLEST
from lengthwise.tasks.outputs import Metric


def mean_value(runs: Sequence[Run], length: int, metric: Metric) -> float:
    """The average over seeds at a test length, as drawn."""
    values = np.array([drawn_value(run, length, metric) for run in runs])
    return seed_average(values, metric)


def table_of(curve: Curve, metric: Metric) -> dict[int, np.ndarray]:
    """The drawn values of all seeds, by test length."""
    lengths = sorted(set.intersection(*(set(run.errors) for run in curve.runs)))
    return {
        t: np.array([drawn_value(run, t, metric) for run in curve.runs])
        for t in lengths
    }


def drawn_value(run: Run, length: int, metric: Metric) -> float:
    """The accuracy, or the error clipped to what a logarithmic axis can show."""
    error = run.errors[length]
    if not metric.is_rate:
        return max(error, SMALLEST)
    words = run.words.get(length)
    return 1.0 if words and error <= 0.5 / words else 1.0 - error


def last_values(runs: Sequence[Run], metric: Metric) -> np.ndarray:
    """The drawn value of each seed at the largest test lengths."""
    errors = np.exp(np.maximum(heights(runs), np.log(SMALLEST)))
    return np.asarray(1.0 - errors if metric.is_rate else errors)


def seed_average(values: np.ndarray, metric: Metric) -> float:
    """The mean of accuracies, or the geometric mean of errors."""
    if metric.is_rate:
        return float(values.mean())
    return float(np.exp(np.log(values).mean()))


def shown_noun(metric: Metric) -> str:
    """The name of the drawn quantity."""
    return metric.accuracy if metric.is_rate else metric.noun


def axis_label(metric: Metric) -> str:
    """The label of the axis."""
    return metric.accuracy if metric.is_rate else metric.axis


def value_with_unit(metric: Metric, value: float) -> str:
    """A value with its name and unit."""
    return f"{shown_noun(metric)} {readable(value)}{metric.suffix}"


def seeds_text(values: np.ndarray) -> str:
    """The range over seeds, as text."""
    low, high = float(values.min()), float(values.max())
    return f"seeds {readable(low)} to {readable(high)}"
