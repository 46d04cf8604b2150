"""Branch and bound: halves boxes until their bounds match an attained error."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from jaxtyping import Bool

from lengthwise.analysis.every_length._chart import Boxes, Chart
from lengthwise.analysis.every_length._relaxation import Relaxed, relaxed

LEAF = "."
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Characters for coordinates in the text of a covering."""

CELLS = 1 << 21
"""Size limit of the largest array, some megabytes."""

MOST = 50_000
"""Limit on open boxes; beyond it, no box is halved further."""

Rows: TypeAlias = Bool[np.ndarray, " boxes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """The result of branch and bound.

    Attributes:
        bound: The largest error over all points of all charts.
        coverings: For each chart, how its box is halved: in preorder, a coordinate,
            then the lower and the upper half; a dot for a leaf.
        boxes: Number of leaves, over all charts.
        chart: The chart with the largest attained error.
        point: The coordinates of that error.
        lower: That error.
        reached: Whether every bound is within the tolerance.
    """

    bound: float
    coverings: tuple[str, ...]
    boxes: int
    chart: int
    point: tuple[float, ...]
    lower: float
    reached: bool


@dataclass(slots=True, kw_only=True, eq=False)
class _Tree:
    """The search tree of a chart: its leaves by number, and the splits.

    The halves of box ``i`` have numbers ``2 i`` and ``2 i + 1``; the root is 1.
    """

    chart: Chart
    low: Boxes
    high: Boxes
    names: list[int] = field(default_factory=lambda: [1])
    splits: dict[int, int] = field(default_factory=dict)
    whole: int = 0
    bound: float = 0.0

    def look(self) -> Relaxed:
        """Returns bounds for the open boxes."""
        step = max(
            1, CELLS // (2 ** len(self.chart.free) * (1 + self.chart.units.size))
        )
        parts = [
            relaxed(self.chart, self.low[at : at + step], self.high[at : at + step])
            for at in range(0, len(self.low), step)
        ]
        return Relaxed(
            upper=np.concatenate([part.upper for part in parts]),
            lower=np.concatenate([part.lower for part in parts]),
            points=np.concatenate([part.points for part in parts]),
            split=np.concatenate([part.split for part in parts]),
        )

    def close(self, look: Relaxed, rows: Rows) -> None:
        """Makes these boxes leaves."""
        if rows.any():
            self.whole += int(rows.sum())
            self.bound = max(self.bound, float(look.upper[rows].max()))

    def halve(self, look: Relaxed, rows: Rows) -> None:
        """Replaces the open boxes by the halves of these."""
        at = np.flatnonzero(rows)
        low, high, split = self.low[at], self.high[at], look.split[at]
        each = np.arange(len(at))
        middle = (low[each, split] + high[each, split]) / 2
        upper, lower = low.copy(), high.copy()
        upper[each, split], lower[each, split] = middle, middle
        names = [self.names[i] for i in at]
        self.splits |= dict(zip(names, split.tolist(), strict=True))
        self.low, self.high = (
            np.concatenate([low, upper]),
            np.concatenate([lower, high]),
        )
        self.names = [2 * i for i in names] + [2 * i + 1 for i in names]

    def covering(self) -> str:
        """The splits as text."""
        text, left = [], [1]
        while left:
            name = left.pop()
            split = self.splits.get(name)
            text.append(LEAF if split is None else DIGITS[split])
            if split is not None:
                left += [2 * name + 1, 2 * name]
        return "".join(text)


def cover(
    charts: Sequence[Chart],
    *,
    known: float = 0.0,
    relative: float,
    absolute: float,
    seconds: float,
) -> Covered:
    """Halves boxes until all bounds are within a tolerance of an attained error.

    Args:
        charts: The charts to cover.
        known: An error attained elsewhere.
        relative: Relative tolerance.
        absolute: Absolute tolerance.
        seconds: Time limit, after which no box is halved.
    """
    trees = [
        _Tree(chart=chart, low=np.array([chart.low]), high=np.array([chart.high]))
        for chart in charts
    ]
    end = time.monotonic() + seconds
    best, where, point = known, 0, tuple(charts[0].low)
    reached = True
    while any(len(tree.low) for tree in trees):
        looks = [tree.look() if len(tree.low) else None for tree in trees]
        for number, look in enumerate(looks):
            if look is not None and look.lower.max() > best:
                row = int(look.lower.argmax())
                best, where = float(look.lower[row]), number
                point = tuple(look.points[row].tolist())
        aim = max(best * (1 + relative), best + absolute)
        late = time.monotonic() > end or sum(len(tree.low) for tree in trees) > MOST
        for tree, look in zip(trees, looks, strict=True):
            if look is None:
                continue
            rows = look.upper > aim
            if late:
                reached &= not rows.any()
                rows = np.zeros_like(rows)
            tree.close(look, ~rows)
            tree.halve(look, rows)
    return Covered(
        bound=max(known, *(tree.bound for tree in trees)),
        coverings=tuple(tree.covering() for tree in trees),
        boxes=sum(tree.whole for tree in trees),
        chart=where,
        point=point,
        lower=best,
        reached=reached,
    )
