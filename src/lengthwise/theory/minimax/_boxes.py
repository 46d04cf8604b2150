"""Boxes of attention masses, and conditions on the masses of one word."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from jaxtyping import Int

from lengthwise.theory.minimax._gluing import Masses
from lengthwise.theory.minimax._long_words import Family, Side

Group: TypeAlias = Int[np.ndarray, " _"]
"""Indices of pairs of symbol and residue class."""

_SLACK = 1e-12
_TINY = 1e-300


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A box of masses, with bounds for each coordinate."""

    low: Masses
    high: Masses

    @classmethod
    def of(cls, side: Side) -> "Box":
        """The box of all masses that a side can have."""
        if side.alone:
            return cls(side.masses, side.masses)
        return cls(np.zeros(len(side.pairs)), side.support.astype(float))

    @property
    def empty(self) -> bool:
        """Whether the box contains no masses."""
        return bool(
            (self.low > self.high + _SLACK).any()
            or not self.low.sum() - _SLACK <= 1 <= self.high.sum() + _SLACK
        )

    @property
    def center(self) -> Masses:
        """A point of the box with sum 1."""
        middle = (self.low + self.high) / 2
        missing = 1 - middle.sum()
        room = self.high - middle if missing > 0 else middle - self.low
        share = missing / room.sum() if room.sum() > 0 else 0.0
        return np.asarray(middle + room * share)

    def radius(self, center: Masses) -> float:
        """The largest l1 distance of masses in the box from its center."""
        up, down = self.high - center, center - self.low
        return float(min(np.maximum(up, down).sum(), 2 * min(up.sum(), down.sum())))

    def halves(self) -> Iterator["Box"]:
        """The two halves along the longest edge."""
        edge = int(np.argmax(self.high - self.low))
        middle = (self.low[edge] + self.high[edge]) / 2
        low, high = self.low.copy(), self.high.copy()
        low[edge] = high[edge] = middle
        yield Box(self.low, high)
        yield Box(low, self.high)

    def within(self, low: Masses, high: Masses) -> "Box":
        """The part within two further bounds."""
        return Box(np.maximum(self.low, low), np.minimum(self.high, high))

    def summing(self, group: Group, least: float, most: float) -> "Box":
        """The part in which the sum of a group of coordinates is within bounds."""
        low, high = self.low.copy(), self.high.copy()
        floor = least - (high[group].sum() - high[group])
        high[group] = np.minimum(high[group], most - (low[group].sum() - low[group]))
        low[group] = np.maximum(low[group], floor)
        return Box(low, high)


@dataclass(frozen=True, slots=True, eq=False)
class Conditions:
    """Necessary conditions on the masses of f and g on one word of a family.

    Masses sum to 1. On pairs that both machines attend to only outside the suffix,
    their masses are proportional. Residue classes that a machine attends to completely
    have equal mass, and others have no more, up to the one extra position that classes
    may have.

    Attributes:
        attended: The pairs of each machine.
        shared: Pairs that both attend to only outside the suffix.
        whole: For each machine, the residue classes that it attends to completely.
        parts: For each machine, the other residue classes.
        uneven: For each machine, the largest ratio of the sizes of residue classes.
    """

    attended: tuple[Group, Group]
    shared: Group
    whole: tuple[list[Group], list[Group]]
    parts: tuple[list[Group], list[Group]]
    uneven: tuple[float, float]

    @classmethod
    def of(cls, family: Family, least: int = 0) -> "Conditions":
        """The conditions for the words of a family.

        Args:
            family: The family.
            least: Some residue class has at least this many attended positions.
        """
        f, g = (side.pairs for side in family.sides)
        near = family.sides[0].near + family.sides[1].near
        attended = [np.flatnonzero(s.support & ~s.alone) for s in family.sides]
        uneven = [_uneven(family, side, least) for side in family.sides]
        classes = np.arange(len(f)).reshape(-1, family.delta).T
        whole: tuple[list[Group], list[Group]] = ([], [])
        parts: tuple[list[Group], list[Group]] = ([], [])
        for side, pairs in enumerate((f, g)):
            known = family.delta > 1 and pairs.any() and uneven[side] < np.inf
            for group in classes if known else ():
                inside = (family.allowed <= pairs)[group].all()
                (whole if inside else parts)[side].append(group)
        return cls(
            attended=(attended[0], attended[1]),
            shared=np.flatnonzero(f & g & (near == 0)),
            whole=whole,
            parts=parts,
            uneven=(uneven[0], uneven[1]),
        )

    def contracted(self, boxes: tuple[Box, Box]) -> tuple[Box, Box] | None:
        """The part of two boxes that can contain the masses of f and g on one word.

        ``None`` if nothing is left. The conditions are necessary, not sufficient.
        """
        f, g = self._even(boxes[0], 0), self._even(boxes[1], 1)
        both = self._proportional(f, g) if len(self.shared) else (f, g)
        return None if both is None or both[0].empty or both[1].empty else both

    def _even(self, box: Box, side: int) -> Box:
        if len(self.attended[side]):
            box = box.summing(self.attended[side], 1.0, 1.0)
        if self.whole[side]:
            classes = (*self.whole[side], *self.parts[side])
            least = max(box.low[group].sum() for group in classes)
            most = min(box.high[group].sum() for group in self.whole[side])
            least, most = least / self.uneven[side], most * self.uneven[side]
            for group in self.whole[side]:
                box = box.summing(group, least, most)
            for group in self.parts[side]:
                box = box.summing(group, 0.0, most)
        return box

    def _proportional(self, u: Box, v: Box) -> tuple[Box, Box] | None:
        """The part in which the shared masses of f and g are proportional."""
        on = self.shared
        least = (u.low[on] / np.maximum(v.high[on], _TINY)).max()
        positive = v.low[on] > 0
        most = (u.high[on][positive] / v.low[on][positive]).min(initial=np.inf)
        if least > most * (1 + _SLACK):
            return None
        u_low, u_high, v_low, v_high = (
            x.copy() for x in (u.low, u.high, v.low, v.high)
        )
        u_low[on] = least * v.low[on]
        v_low[on] = u.low[on] / most if most > 0 else 0.0
        if most < np.inf:
            u_high[on] = most * v.high[on]
        if least > 0:
            v_high[on] = u.high[on] / least
        slack = 1 + _SLACK
        return u.within(u_low / slack, u_high * slack), v.within(
            v_low / slack, v_high * slack
        )


def _uneven(family: Family, side: Side, least: int) -> float:
    """The largest ratio of the numbers of positions in two residue classes."""
    if family.even:
        return 1.0
    sizes = family.extra + side.near.reshape(-1, family.delta).sum(axis=0)
    spread = int(np.ptp(sizes))
    smallest = least - int(family.extra.max()) + int(sizes.min())
    return (smallest + spread) / smallest if smallest > 0 else float("inf")
