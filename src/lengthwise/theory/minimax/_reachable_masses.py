r"""Which masses two machines can have on one word: linear constraints on its counts.

Let a word of a family have :math:`n_p` positions of the pair :math:`p`. A machine that
attends to the pairs :math:`S` and to :math:`\kappa_p` near positions has the masses
:math:`u_p = (n_p + \kappa_p) / D` with :math:`D = \sum_S n_p + k`. Bounds on masses,
:math:`l_p D \le n_p + \kappa_p \le h_p D`, are linear in the counts, and so is what
residue classes demand, so a linear program decides whether masses in two boxes are
those of one word, up to rounding of counts.

Counts of very different sizes are the rule: a symbol may be attended to by one machine
and be rare for the other. So the program is in units of the machine that attends to
fewer positions, :math:`D = 1` for it, and in both orders. The unit itself is
:math:`t = 1/D`: near positions weigh :math:`\kappa_p t`, and :math:`t = 0` is the limit
of long words.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int
from scipy.optimize import Bounds, LinearConstraint, milp

from lengthwise.theory.minimax._boxes import Box
from lengthwise.theory.minimax._gluing import Masses
from lengthwise.theory.minimax._long_words import Family

RATIO = 1e6
"""By how much one machine's positions may outnumber the other's."""

SLACK = 2 / RATIO
"""How far masses may leave a box: what larger ratios would change them by, and more
than linear programs round."""

SIZE = 1e6
"""Positions of the machine that attends to fewer, in words that can be of any size."""

_RARE_UNIT = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """The counts of the words of a family.

    Attributes:
        family: The family.
        least: Words with fewer attended positions are not meant.
    """

    family: Family
    least: int = 0

    @property
    def free(self) -> bool:
        """Whether simple conditions say all: one residue class, and sizes are free."""
        return self.family.delta == 1 and self.family.even

    def counts(self, boxes: tuple[Box, Box]) -> Int[np.ndarray, " pairs"] | None:
        """Counts of attended pairs of a word with masses in two boxes, nearly.

        ``None`` where no word has such masses. Masses are within `SLACK` of the boxes
        but for the rounding of counts to whole numbers.
        """
        sides = self.family.sides
        if sides[0].alone and sides[1].alone:
            return np.zeros(len(self.family.allowed), dtype=np.int64)
        if self.free:
            return self._proportional(boxes[0].center, boxes[1].center)
        for rare in (0, 1):
            if sides[rare].alone:
                continue
            solution = self._solved(boxes, rare)
            if solution is not None:
                return solution
        return None

    def _proportional(self, u: Masses, v: Masses) -> Int[np.ndarray, " pairs"]:
        """Counts near to given masses where there is one residue class.

        There any proportion of the positions of the two machines is possible, so a
        factor is all that is to be found: as shared pairs say, or such that one machine
        attends to few positions.
        """
        f, g = (side.pairs for side in self.family.sides)
        shared = u[f & g].sum(), v[f & g].sum()
        ratios = [shared[0] / shared[1]] if min(shared) > 0 else []
        candidates: list[tuple[float, int, Masses]] = []
        for ratio in (*ratios, RATIO, 1 / RATIO):
            counts = np.maximum(u * f, ratio * v * g)
            error = sum(
                float(np.abs(counts * on / max((counts * on).sum(), 1e-300) - w).sum())
                for on, w in ((f, u), (g, v))
                if on.any()
            )
            candidates.append((error, len(candidates), counts))
        counts = min(candidates)[2]
        return np.asarray(np.rint(counts / counts.max() * SIZE**2).astype(np.int64))

    def _solved(
        self, boxes: tuple[Box, Box], rare: int
    ) -> Int[np.ndarray, " pairs"] | None:
        """The counts in units of one machine, which attends to fewer positions."""
        family = self.family
        pairs = len(family.allowed)
        scale = [self._total(side) for side in (0, 1)]
        # Variables: counts of all pairs, whole periods, and the unit t.
        size = pairs + 2
        rows: list[np.ndarray] = []
        low: list[np.ndarray] = []
        high: list[np.ndarray] = []

        def add(matrix: np.ndarray, least: np.ndarray, most: np.ndarray) -> None:
            rows.append(matrix)
            low.append(least)
            high.append(most)

        unit = np.eye(size)
        for side, box in enumerate(boxes):
            one = family.sides[side]
            if one.alone:
                continue
            on = np.flatnonzero(one.support)
            mass = unit[on] * one.pairs[on, np.newaxis]
            mass[:, -1] += one.near[on]
            lows, highs = box.low[on] - SLACK, box.high[on] + SLACK
            none, free = np.zeros(len(on)), np.full(len(on), np.inf)
            add(mass - lows[:, np.newaxis] * scale[side], none, free)
            add(highs[:, np.newaxis] * scale[side] - mass, none, free)
            # A tier that is attended to occurs.
            occurs = scale[side] - (one.near.sum() + 1) * unit[-1]
            if not one.near.any():
                add(occurs[np.newaxis], np.zeros(1), np.array([np.inf]))
        classes = np.zeros((family.delta, size))
        for r in range(family.delta):
            classes[r, :pairs] = family.attended & (
                np.arange(pairs) % family.delta == r
            )
        classes[:, -2] = -1.0
        classes[:, -1] = -family.extra
        add(classes, np.where(family.full, 0.0, -np.inf), np.zeros(family.delta))
        add(
            (unit[:pairs] - np.outer(family.counted, unit[-1]))[family.attended],
            np.zeros(family.attended.sum()),
            np.full(family.attended.sum(), np.inf),
        )
        total = np.append(family.attended.astype(float), [0.0, -float(self.least)])
        add(total[np.newaxis], np.zeros(1), np.array([np.inf]))
        other = 1 - rare
        add(scale[rare][np.newaxis], np.ones(1), np.ones(1))
        if not family.sides[other].alone:
            add(scale[other][np.newaxis], np.ones(1), np.array([RATIO]))
        upper = np.full(size, np.inf)
        upper[:pairs][~family.attended] = 0.0
        upper[-1] = 0.0 if family.even else 1.0
        goal = unit[-1] - _RARE_UNIT * scale[other]
        solved = milp(
            goal,
            constraints=LinearConstraint(
                np.vstack(rows), np.concatenate(low), np.concatenate(high)
            ),
            bounds=Bounds(np.zeros(size), upper),
        )
        if solved.status == 2:
            return None
        assert solved.x is not None, solved.message
        units = 1 / max(float(solved.x[-1]), 1 / SIZE)
        return np.asarray(np.rint(solved.x[:pairs] * units).astype(np.int64))

    def _total(self, side: int) -> Float[np.ndarray, " variables"]:
        """The number of positions that a machine attends to."""
        one = self.family.sides[side]
        return np.append(one.pairs.astype(float), [0.0, float(one.near.sum())])


def lattice(
    box: Box,
    pairs: Bool[np.ndarray, " pairs"],
    near: Int[np.ndarray, " pairs"],
) -> Box:
    r"""The part of a box whose masses can come from whole counts.

    A near position whose pair is not attended to further back has the mass
    :math:`\kappa/m` where :math:`m` positions are attended to, so :math:`m` is known
    up to the width of the box; where it is one number, all masses are multiples of
    :math:`1/m`.

    Examples:
        Two positions are attended to, or three; not two and a half.

        >>> pairs, near = np.array([True, False]), np.array([0, 1])
        >>> box = lattice(Box(np.zeros(2), np.array([1.0, 0.45])), pairs, near)
        >>> box.high.round(3)
        array([1.   , 0.333])
    """
    only = np.flatnonzero((near > 0) & ~pairs)
    if not len(only) or not pairs.any() or box.high[only].min() <= 0:
        return box
    low, high = box.low.copy(), box.high.copy()
    with np.errstate(divide="ignore"):
        least = int(np.ceil((near[only] / high[only]).max() * (1 - 1e-9)))
        most = float(np.floor((near[only] / low[only]).min() * (1 + 1e-9)))
    least = max(least, int(near.sum()) + 1)
    if most < least:
        return Box(np.ones_like(low), np.zeros_like(high))
    low[only] = near[only] / most
    high[only] = np.minimum(high[only], near[only] / least)
    if most == least:
        on = pairs | (near > 0)
        low[on] = np.maximum(low[on], np.ceil(low[on] * most - 1e-6) / most)
        high[on] = np.minimum(high[on], np.floor(high[on] * most + 1e-6) / most)
    return Box(low, high)
