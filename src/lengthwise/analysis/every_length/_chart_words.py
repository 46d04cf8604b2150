"""Words at the points of a chart, and the errors of all short ones."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from jaxtyping import Int

from lengthwise.analysis.enumerated.labels_of_counts import targets
from lengthwise.analysis.every_length._chart import Chart, log_length
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.tasks.task import Task
from lengthwise.theory.count_tables import count_tables
from lengthwise.words import Statistics, class_sizes

Counts: TypeAlias = Int[np.ndarray, "symbols delta"]

LENGTHS = (100, 1_000, 10_000, 1_000_000, 1_000_000_000)
"""Lengths of words tried at a point without a length coordinate."""

CLOSE = 0.995
"""The shortest word that attains this fraction of the largest error is reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """The error of a model on some words.

    Attributes:
        error: Its absolute value.
        words: Their statistics.
        output: The output of the model.
        label: The label.
    """

    error: float
    words: Statistics
    output: float
    label: float


def enumerated(
    machine: LimitTransformer, task: Task, lengths: Iterable[int], *, share: float
) -> Wrong | None:
    """The largest error over all words of these lengths with `share` zeros and ones."""
    worst: Wrong | None = None
    for length in lengths:
        for counts in count_tables(len(task.alphabet), length - 1, delta=task.period):
            for symbol in task.alphabet:
                outputs = outputs_of_counts(machine, counts, (symbol,))[:, 0]
                label = targets(task, counts, (symbol,))
                binary = counts[:, :2].sum(axis=(1, 2)) + (symbol in "01")
                gaps = np.where(binary >= share * length, np.abs(outputs - label), -1.0)
                row = int(gaps.argmax())
                if gaps[row] > (-1.0 if worst is None else worst.error):
                    words = _statistics(task, counts[row], symbol)
                    output, truth = float(outputs[row]), float(label[row])
                    worst = Wrong(
                        error=float(gaps[row]), words=words, output=output, label=truth
                    )
    return worst


def near(
    machine: LimitTransformer,
    task: Task,
    chart: Chart,
    point: tuple[float, ...],
    *,
    share: float,
) -> Wrong:
    """The error on a word close to a point of a chart, preferring short words."""
    p, own = task.period, (chart.symbol,)
    lengths = list(LENGTHS)
    if chart.scaled:
        lengths = [round(min(log_length(point[-1]), 1e12))]
    elif chart.coordinates == "classes" and point[p] > 0:
        lengths = [p * round(1 / point[p]), *lengths]
    tried = []
    for length in lengths:
        n = length // p * p + chart.residue
        if chart.coordinates == "classes":
            nearby = [_classes(task, chart, point, n)]
        else:
            nearby = list(_shares(task, chart, point, n, share))
        for counts in nearby:
            output = float(outputs_of_counts(machine, counts[np.newaxis], own)[0, 0])
            truth = float(targets(task, counts[np.newaxis], own)[0])
            words = _statistics(task, counts, chart.symbol)
            tried.append(
                Wrong(
                    error=abs(output - truth), words=words, output=output, label=truth
                )
            )
    most = max(one.error for one in tried)
    return next(one for one in tried if one.error >= CLOSE * most)


def _classes(task: Task, chart: Chart, point: tuple[float, ...], length: int) -> Counts:
    """Prefix counts of a word of `length` near `point`."""
    own, at = task.alphabet.index(chart.symbol), chart.residue
    sizes = np.array(class_sizes(length, task.period))
    ones = np.rint(np.array(point[: len(sizes)]) * sizes).astype(np.int64)
    ones[at] = min(max(ones[at], own), sizes[at] - (1 - own))
    counts = np.stack([sizes - ones, ones])
    counts[own, at] -= 1
    return counts


def _shares(
    task: Task, chart: Chart, point: tuple[float, ...], length: int, share: float
) -> Iterator[Counts]:
    """Prefix counts near `point`, for a few numbers of zeros and ones.

    The square root of the length is one of these numbers.
    """
    own = task.alphabet.index(chart.symbol)
    part = point[0]
    if chart.coordinates == "ratio":
        part = 1 / (1 + part * (length - 1 if share == 0 else (1 - share) / share))
    for wanted in (math.ceil(part * length - 1e-9), math.isqrt(length), length):
        least = max(math.ceil(share * length), int(chart.place is not None or own < 2))
        both = min(max(wanted, least), length - (own == 2))
        ones = round(point[1] * both)
        if own < 2:
            ones = min(max(ones, own), both - (1 - own))
        counts = np.array([[both - ones], [ones], [length - both]], dtype=np.int64)
        counts[own, 0] -= 1
        if chart.place is not None or both == 0:
            yield counts


def _statistics(task: Task, counts: np.ndarray, symbol: str) -> Statistics:
    return Statistics(
        alphabet=task.alphabet,
        delta=counts.shape[1],
        tau=0,
        counts=tuple(map(tuple, counts.tolist())),
        suffix=(symbol,),
    )
