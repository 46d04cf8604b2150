r"""The masses that two machines can have on one word, by linear programming.

Let a word of a family have :math:`n_p` positions of the pair :math:`p`. A machine that
attends to the pairs :math:`S` and to :math:`\kappa_p` near positions has the masses
:math:`u_p = (n_p + \kappa_p) / D` with :math:`D = \sum_S n_p + k`. Bounds on masses,
:math:`l_p D \le n_p + \kappa_p \le h_p D`, are linear in the counts, and so are the
constraints of residue classes. So a linear program decides whether some word has masses
in two boxes, up to rounding of counts.

Counts often have very different sizes, since a symbol attended by one machine may be
rare for the other. So the program is scaled to :math:`D = 1` for the machine that
attends to fewer positions, trying both orders. The unit is :math:`t = 1/D`: near
positions have weight :math:`\kappa_p t`, and :math:`t = 0` is the limit of long words.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int
from scipy.optimize import Bounds, LinearConstraint, milp

from lengthwise.theory.minimax._boxes import Box
from lengthwise.theory.minimax._gluing import Masses
from lengthwise.theory.minimax._long_words import Family

RATIO = 1e6
"""The largest ratio of the numbers of attended positions."""

SLACK = 2 / RATIO
"""Tolerance of boxes.

It is the effect of larger ratios, and exceeds the rounding of linear programs.
"""

SIZE = 1e6
"""Positions of the machine that attends to fewer, in words of arbitrary size."""

_RARE_UNIT = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """The counts of the words of a family.

    Attributes:
        family: The family.
        least: Words with fewer attended positions are excluded.
    """

    family: Family
    least: int = 0

    @property
    def free(self) -> bool:
        """Whether the simple conditions suffice: one residue class and free sizes."""
        return self.family.delta == 1 and self.family.even

    def counts(self, boxes: tuple[Box, Box]) -> Int[np.ndarray, " pairs"] | None:
        """Returns counts of attended pairs of a word with masses nearly in two boxes.

        ``None`` if no word has such masses. Masses are within `SLACK` of the boxes, up
        to rounding of counts to integers.
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
        """Counts close to given masses, for one residue class.

        Any ratio of the numbers of attended positions is possible in this case, so only
        that factor is needed: given by shared pairs, or such that one machine attends
        to few positions.
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
        """The counts, in units of the machine that attends to fewer positions."""
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
            # An attended tier must occur.
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
        """The number of positions attended by a machine."""
        one = self.family.sides[side]
        return np.append(one.pairs.astype(float), [0.0, float(one.near.sum())])


def lattice(
    box: Box,
    pairs: Bool[np.ndarray, " pairs"],
    near: Int[np.ndarray, " pairs"],
) -> Box:
    r"""The part of a box whose masses are possible with integer counts.

    A near position whose pair is not attended in the prefix has mass :math:`\kappa/m`
    if :math:`m` positions are attended, so :math:`m` is known up to the width of the
    box. If it is unique, all masses are multiples of :math:`1/m`.

    Examples:
        Two positions are attended, or three, but not two and a half.

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
