r"""The largest distance between the sheets, over all very long words: branch and bound.

A cell is a box of masses on each sheet. Paths are 1-Lipschitz in both ends, so the
distance at the center plus the radius of the box bounds it on the whole cell. What
cannot be the masses of one word is thrown away (`lengthwise.theory.bounds.boxes`).
"""

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from jaxtyping import Int

from lengthwise.theory.bounds.boxes import Box, Conditions
from lengthwise.theory.bounds.families import Family
from lengthwise.theory.bounds.gluing import Glued, Masses

CELLS = 50_000
"""Cells that are split before the search gives up on its tolerance."""

Counts: TypeAlias = Int[np.ndarray, "symbols delta"]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The largest distance that was found.

    Attributes:
        value: It is attained.
        upper: No word of the families has a larger one.
        family: The family of the word that attains it.
        counts: The prefix of that word.
    """

    value: float
    upper: float
    family: Family
    counts: Counts


def farthest(
    families: list[Family],
    sheets: Glued,
    masses: Callable[[Family, Counts], tuple[Masses, Masses]],
    *,
    tolerance: float,
) -> Found:
    """The largest distance over the words of `families`.

    Args:
        families: Families of very long words.
        sheets: Both sheets, glued.
        masses: The masses of both machines on a word.
        tolerance: Relative difference of value and upper bound at which to stop.
    """
    number = itertools.count()
    queue: list[tuple[float, int, Family, Conditions, Box, Box]] = []
    best: Found | None = None
    value = 0.0

    def push(family: Family, conditions: Conditions, boxes: tuple[Box, Box]) -> None:
        nonlocal best, value
        left = conditions.contracted(boxes)
        if left is None:
            return
        u, v = (box.center for box in left)
        distance = sheets.distance(u, v)
        slack = sum(
            box.radius(center) * metric.scale(side.pairs)
            for box, center, metric, side in zip(
                left, (u, v), sheets.metrics, family.sides, strict=True
            )
        )
        if distance > value or best is None:
            counts = family.realized(u, v)
            attained = sheets.distance(*masses(family, counts))
            if attained > value or best is None:
                value = attained
                best = Found(attained, np.inf, family, counts)
        heapq.heappush(
            queue, (-distance - slack, next(number), family, conditions, *left)
        )

    for family in families:
        first = Box.of(family.sides[0]), Box.of(family.sides[1])
        push(family, Conditions.of(family), first)
    for _ in range(CELLS):
        if not queue or -queue[0][0] <= value * (1 + tolerance):
            break
        _, _, family, conditions, *boxes = heapq.heappop(queue)
        widths = [box.radius(box.center) for box in boxes]
        wide = int(widths[1] > widths[0])
        for half in boxes[wide].halves():
            pair = (half, boxes[1]) if wide == 0 else (boxes[0], half)
            push(family, conditions, pair)
    assert best is not None, "every machine has a family"
    upper = max(value, -queue[0][0] if queue else value)
    return Found(best.value, upper, best.family, best.counts)
