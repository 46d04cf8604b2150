r"""The largest distance between the sheets over very long words: branch and bound.

A cell is a box of masses on each sheet. Path lengths are 1-Lipschitz in both ends, so
the distance at the center plus the radius of the box bounds it on the whole cell.
Masses that do not belong to any word are discarded: first by simple conditions
(`lengthwise.theory.minimax._boxes`), then by a linear program, which also finds a word
for every remaining cell (`lengthwise.theory.minimax._reachable_masses`).
"""

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from jaxtyping import Int

from lengthwise.errors import TooLargeError
from lengthwise.theory.minimax._boxes import Box, Conditions
from lengthwise.theory.minimax._gluing import Glued, Masses
from lengthwise.theory.minimax._long_words import Family
from lengthwise.theory.minimax._reachable_masses import Reach, lattice

CELLS = 20_000
"""Limit on the number of split cells."""

PROGRAMS = 3
"""A linear program is solved at every third split or if a better value is possible."""

Counts: TypeAlias = Int[np.ndarray, "symbols delta"]
Boxes: TypeAlias = tuple[Box, Box]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The result of the search for the largest distance.

    Attributes:
        value: The largest attained distance.
        upper: An upper bound over all words of the families.
        family: The family of the word that attains it; ``None`` if `value` is the
            initial one.
        counts: The prefix of that word.
    """

    value: float
    upper: float
    family: Family | None
    counts: Counts | None


def farthest(
    families: list[Family],
    sheets: Glued,
    masses: Callable[[Family, Counts], tuple[Masses, Masses]],
    *,
    tolerance: float,
    known: float = 0.0,
    least: int = 0,
    cells: int = CELLS,
) -> Found:
    """Returns the largest distance over the words of `families`.

    Args:
        families: Families of words.
        sheets: Both sheets, glued.
        masses: The masses of both machines on a word.
        tolerance: Relative gap between value and upper bound at which to stop.
        known: A distance attained elsewhere.
        least: In families whose masses depend on size, words with fewer attended
            positions are excluded.
        cells: The largest number of cells to split.

    Raises:
        TooLargeError: The tolerance was not reached with this many cells.
    """
    search = _Search(sheets, masses, Found(known, np.inf, None, None))
    for family in families:
        reach = Reach(family, 0 if family.even else least)
        first = Box.of(family.sides[0]), Box.of(family.sides[1])
        search.push(_Kind(reach, Conditions.of(family, reach.least)), first, depth=0)
    for _ in range(cells):
        if search.upper <= search.best.value * (1 + tolerance):
            break
        search.step()
    value, upper = search.best.value, search.upper
    if upper > value * (1 + tolerance):
        raise TooLargeError(
            f"between {value:.4g} and {upper:.4g} after {cells} cells, for L = 1; a "
            f"relative tolerance of {tolerance:g} needs more cells; allow them, or a "
            "larger tolerance",
            size=cells + 1,
            limit=cells,
        )
    return replace(search.best, upper=upper)


@dataclass(frozen=True, slots=True, eq=False)
class _Kind:
    """The words of a family, with conditions on their masses."""

    reach: Reach
    conditions: Conditions

    def contracted(self, boxes: Boxes) -> Boxes | None:
        """The part of two boxes that can contain masses of these words."""
        f, g = (
            lattice(box, side.pairs, side.near)
            for box, side in zip(boxes, self.reach.family.sides, strict=True)
        )
        return self.conditions.contracted((f, g))


@dataclass(frozen=True, slots=True, eq=False)
class _Cell:
    """Two boxes, with the distance at their centers and their depth."""

    kind: _Kind
    boxes: Boxes
    far: float
    depth: int


class _Search:
    """The cells, ordered by bound, and the best word so far."""

    def __init__(
        self,
        sheets: Glued,
        masses: Callable[[Family, Counts], tuple[Masses, Masses]],
        best: Found,
    ) -> None:
        self.sheets = sheets
        self.masses = masses
        self.best = best
        self.queue: list[tuple[float, int, _Cell]] = []
        self.number = itertools.count()

    @property
    def upper(self) -> float:
        """An upper bound over all words."""
        return max(self.best.value, -self.queue[0][0] if self.queue else -np.inf)

    def push(self, kind: _Kind, boxes: Boxes, *, depth: int) -> None:
        """Adds a cell, unless its bound is not above the best value."""
        left = kind.contracted(boxes)
        if left is None:
            return
        u, v = (box.center for box in left)
        far = self.sheets.distance(u, v)
        bound = far + self._radius(kind.reach.family, left)
        if bound > self.best.value and not kind.reach.free:
            sides = [(box.low, box.high) for box in left]
            bound = min(bound, self.sheets.most(sides[0], sides[1]))
        if bound > self.best.value:
            cell = _Cell(kind, left, far, depth)
            heapq.heappush(self.queue, (-bound, next(self.number), cell))

    def step(self) -> None:
        """Searches a word in the cell with the largest bound, and splits the cell."""
        _, _, cell = heapq.heappop(self.queue)
        kind = cell.kind
        due = not (kind.reach.free or cell.depth % PROGRAMS)
        if (cell.far > self.best.value or due) and not self._realized(cell):
            return
        one, other = cell.boxes
        widths = [box.radius(box.center) for box in cell.boxes]
        if widths[0] >= widths[1]:
            halves = [(half, other) for half in one.halves()]
        else:
            halves = [(one, half) for half in other.halves()]
        for boxes in halves:
            self.push(kind, boxes, depth=cell.depth + 1)

    def _realized(self, cell: _Cell) -> bool:
        """Whether the cell contains a word; updates the best word."""
        counts = cell.kind.reach.counts(cell.boxes)
        if counts is None:
            return False
        family = cell.kind.reach.family
        prefix = family.prefix(counts)
        attained = self.sheets.distance(*self.masses(family, prefix))
        if attained > self.best.value:
            self.best = Found(attained, np.inf, family, prefix)
        return True

    def _radius(self, family: Family, boxes: Boxes) -> float:
        return sum(
            box.radius(box.center) * metric.scale(side.support)
            for box, metric, side in zip(
                boxes, self.sheets.metrics, family.sides, strict=True
            )
        )
