"""Branch and bound: boxes are halved until their bounds meet an error that occurs."""

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
"""Names of coordinates in the text of a covering."""

CELLS = 1 << 21
"""Numbers in the largest array: some megabytes."""

MOST = 50_000
"""Most open boxes at a time; with more, all stay as they are."""

Rows: TypeAlias = Bool[np.ndarray, " boxes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """What halving boxes came to.

    Attributes:
        bound: The largest error over all points of all charts.
        coverings: For each chart, how its box is halved: in preorder a coordinate, then
            the lower and the upper half; a point where a box stays whole.
        boxes: How many boxes stay whole, in all charts.
        chart: Where the largest error that was met occurs.
        point: Its coordinates there.
        lower: That error.
        reached: Whether every bound is within the tolerance of that error.
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
    """The boxes of a chart that are whole, by name, and how the others were halved.

    The halves of box ``i`` are called ``2 i`` and ``2 i + 1``; the first box is 1.
    """

    chart: Chart
    low: Boxes
    high: Boxes
    names: list[int] = field(default_factory=lambda: [1])
    splits: dict[int, int] = field(default_factory=dict)
    whole: int = 0
    bound: float = 0.0

    def look(self) -> Relaxed:
        """Bounds for the boxes that are still open."""
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
        """Leaves these boxes whole for ever."""
        if rows.any():
            self.whole += int(rows.sum())
            self.bound = max(self.bound, float(look.upper[rows].max()))

    def halve(self, look: Relaxed, rows: Rows) -> None:
        """Goes on with the halves of these boxes, and with no others."""
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
        """How the box was halved, as a text."""
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
    """Halves boxes until no bound is above an error that occurs, up to a tolerance.

    Args:
        charts: Whose points are looked at.
        known: An error that occurs elsewhere.
        relative: A bound may be so much larger than the largest error met,
        absolute: or larger by so much.
        seconds: After this time boxes stay as they are.
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
