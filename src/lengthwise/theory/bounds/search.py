r"""The largest distance between the sheets, over all very long words: branch and bound.

A cell is a box of masses on each sheet. Paths are 1-Lipschitz in both ends, so the
distance at the center plus the radius of the box bounds it on the whole cell. What
cannot be the masses of one word is thrown away: quickly by simple conditions
(`lengthwise.theory.bounds.boxes`), and then by a linear program, which also finds a
word for every cell that is left (`lengthwise.theory.bounds.reach`).
"""

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from jaxtyping import Int

from lengthwise.errors import TooLargeError
from lengthwise.theory.bounds.boxes import Box, Conditions
from lengthwise.theory.bounds.families import Family
from lengthwise.theory.bounds.gluing import Glued, Masses
from lengthwise.theory.bounds.reach import Reach, lattice

CELLS = 20_000
"""Cells that are split before the search gives up on its tolerance."""

Counts: TypeAlias = Int[np.ndarray, "symbols delta"]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The largest distance that was found.

    Attributes:
        value: It is attained.
        upper: No word of the families has a larger one.
        family: The family of the word that attains it; ``None`` where `value` is the
            one to start from.
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
    """The largest distance over the words of `families`.

    Args:
        families: Families of words.
        sheets: Both sheets, glued.
        masses: The masses of both machines on a word.
        tolerance: Relative difference of value and upper bound at which to stop.
        known: A distance that is attained elsewhere.
        least: In families where size matters, words with fewer attended positions are
            not meant.
        cells: Cells to split at most.

    Raises:
        TooLargeError: The tolerance was not reached with that many cells.
    """
    number = itertools.count()
    queue: list[tuple[float, int, float, Reach, Conditions, Box, Box]] = []
    best = Found(known, np.inf, None, None)

    def push(reach: Reach, conditions: Conditions, boxes: tuple[Box, Box]) -> None:
        sides = reach.family.sides
        whole = tuple(
            lattice(box, side.pairs, side.near)
            for box, side in zip(boxes, sides, strict=True)
        )
        left = conditions.contracted((whole[0], whole[1]))
        if left is None:
            return
        u, v = (box.center for box in left)
        slack = sum(
            box.radius(center) * metric.scale(side.support)
            for box, center, metric, side in zip(
                left, (u, v), sheets.metrics, sides, strict=True
            )
        )
        far = sheets.distance(u, v)
        bound = far + slack
        if bound > best.value and not reach.free:
            one, other = left
            most = sheets.most((one.low, one.high), (other.low, other.high))
            bound = min(bound, most)
        if bound > best.value:
            cell = (far, reach, conditions, *left)
            heapq.heappush(queue, (-bound, next(number), *cell))

    for family in families:
        first = Box.of(family.sides[0]), Box.of(family.sides[1])
        reach = Reach(family, 0 if family.even else least)
        push(reach, Conditions.of(family, reach.least), first)
    for _ in range(cells):
        if not queue or -queue[0][0] <= best.value * (1 + tolerance):
            break
        _, _, far, reach, conditions, one, other = heapq.heappop(queue)
        if far > best.value or not reach.free:
            counts = reach.counts((one, other))
            if counts is None:
                continue
            prefix = reach.family.prefix(counts)
            attained = sheets.distance(*masses(reach.family, prefix))
            if attained > best.value:
                best = Found(attained, np.inf, reach.family, prefix)
        widths = [box.radius(box.center) for box in (one, other)]
        wide = int(widths[1] > widths[0])
        for half in (one, other)[wide].halves():
            push(reach, conditions, (half, other) if wide == 0 else (one, half))
    upper = max(best.value, -queue[0][0] if queue else best.value)
    if upper > best.value * (1 + tolerance):
        raise TooLargeError(
            f"between {best.value:.4g} and {upper:.4g} after {cells} cells, for L = 1; "
            f"a relative tolerance of {tolerance:g} needs more; take a larger tolerance "
            "or a smaller N",
            size=cells + 1,
            limit=cells,
        )
    return replace(best, upper=upper)
