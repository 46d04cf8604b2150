"""Fetches the results of batches from the device and collects them by net."""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

import numpy as np
from jaxtyping import Bool, Float

from lengthwise.tasks.outputs import Metric
from lengthwise.training.evaluating._judging import Judged
from lengthwise.training.evaluating.score import (
    Score,
    rate_score,
    score_of,
    share_score,
)

T = TypeVar("T")


class Row(NamedTuple):
    """The evaluation results of one net.

    Attributes:
        penalties: The penalty of each word, by metric.
        counted: The words to which the metric applies.
    """

    penalties: Float[np.ndarray, "metrics words"]
    counted: Bool[np.ndarray, "metrics words"]


def under_way(batches: Iterator[T], number: int) -> Iterator[T]:
    """Yields results while up to `number` later ones are being computed.

    Examples:
        >>> list(under_way(iter("abc"), 2))
        ['a', 'b', 'c']
    """
    waiting = deque(islice(batches, number))
    while waiting:
        yield waiting.popleft()
        waiting.extend(islice(batches, 1))


def gathered(
    batches: Iterable[Sequence[Judged]],
    nets: Sequence[int],
    count: int,
    standard_error: float | None,
) -> list[Row]:
    """Returns the results of each net.

    Args:
        batches: For each batch of words, the results of each group of nets.
        nets: Number of real nets in each group; they come first.
        count: Number of words to use; they come first.
        standard_error: Evaluation of a net stops once its standard error is this small.
    """
    parts: list[tuple[np.ndarray, np.ndarray]] = []
    ends: dict[int, int] = {}
    total = 0
    for told in batches:
        parts.append(
            (
                _joined([one.penalties for one in told], nets),
                _joined([one.counted for one in told], nets),
            )
        )
        total += parts[-1][0].shape[-1]
        if standard_error is not None:
            for net in set(range(sum(nets))) - ends.keys():
                errors = np.concatenate([values[0, net] for values, _ in parts])
                if sure(errors.tolist(), standard_error):
                    ends[net] = total
            if len(ends) == sum(nets):
                break
    values, about = (np.concatenate(part, -1) for part in zip(*parts, strict=True))
    rows = []
    for net in range(sum(nets)):
        end = min(count, ends.get(net, total))
        rows.append(Row(values[:, net, :end], about[:, net, :end]))
    return rows


def _joined(told: Sequence[object], nets: Sequence[int]) -> np.ndarray:
    """Joins results to [metrics groups words] of the real nets, on the host."""
    arrays = [np.asarray(one)[:, :n] for one, n in zip(told, nets, strict=True)]
    return np.concatenate(arrays, 1)


def sure(errors: Sequence[float], standard_error: float) -> bool:
    """Whether to stop: the mean is known precisely enough, or is not finite."""
    loss = score_of(errors)
    return not math.isfinite(loss.mean) or loss.standard_error <= standard_error


def loss_of(metric: Metric, row: Row) -> Score:
    """Returns the score of the headline, which is the first metric of a row."""
    values = row.penalties[0]
    if not metric.is_rate:
        return score_of(values.tolist())
    return rate_score(int(np.count_nonzero(values)), len(values))


def further_scores(metrics: Sequence[Metric], row: Row) -> dict[str, Score]:
    """Returns the scores of the other metrics of a row by name.

    The mean of such a score is the value of the metric. A metric that applies to no
    word has no score.
    """
    scores = {}
    for metric, values, about in zip(metrics, *row, strict=True):
        if metric is metrics[0] or not about.any():
            continue
        shown = values[about].astype(np.float64)
        if metric.better == "more":
            shown = 1.0 - shown
        scores[metric.name] = (
            rate_score(int(np.count_nonzero(shown)), len(shown))
            if metric.counts
            else share_score(shown)
        )
    return scores
