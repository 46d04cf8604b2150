r"""Two spaces of attention masses, glued at the training words.

In the hardmax regime :math:`f(x) = F(w_f(x))` and :math:`g(x) = G(w_g(x))`, where the
masses :math:`w` are the attention on each (symbol, residue class). Let :math:`F, G` be
any 1-Lipschitz functions, each on its own *sheet* of masses, that differ by at most
:math:`c` at the masses of every training word. Then the largest possible
:math:`|F(u) - G(v)|` is the length of a shortest path from :math:`u` on the first sheet
to :math:`v` on the second, where moving on a sheet costs its distance, and every
training word is a bridge of cost :math:`c`: no pair of functions differs by more, and
the distance from :math:`u` is itself such a pair.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from jaxtyping import Float, Int

from lengthwise.errors import TooLargeError

Points: TypeAlias = Float[np.ndarray, "points coordinates"]
Masses: TypeAlias = Float[np.ndarray, " pairs"]

LARGEST_HUB = 1500
"""Limit on nodes of the smaller sheet: computing all distances takes cubic time."""

LARGEST_BRIDGES = 40_000
"""Limit on distinct bridges: each pair is visited once."""

_DIGITS = 12
_NEAR = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Metric:
    r"""The metric of a sheet.

    Attributes:
        values: If not ``None``, one row per (symbol, residue class), and the distance
            is :math:`\|\sum_s (w_s - w'_s)\, \text{row}_s\|_2`; otherwise it is
            :math:`\|w - w'\|_1`.
    """

    values: Float[np.ndarray, "pairs coordinates"] | None = None

    def place(
        self, masses: Float[np.ndarray, "points pairs"]
    ) -> Float[np.ndarray, "points coordinates"]:
        """The points whose Euclidean or l1 distances define the metric."""
        return masses if self.values is None else np.asarray(masses @ self.values)

    def distance(
        self, points: Points, point: Float[np.ndarray, " coordinates"]
    ) -> Float[np.ndarray, " points"]:
        """The distance of each of `points` from `point`."""
        total = np.zeros(len(points))
        for column, number in zip(points.T, point, strict=True):
            gap = column - number
            total += np.abs(gap) if self.values is None else gap * gap
        return total if self.values is None else np.sqrt(total)

    def scale(self, pairs: np.ndarray) -> float:
        """The largest distance per unit of l1 between masses on `pairs`."""
        if self.values is None or not pairs.any():
            return 1.0
        rows = self.values[pairs]
        return float(max(self.distance(rows, row).max() for row in rows) / 2)


@dataclass(frozen=True, slots=True, eq=False)
class Glued:
    """Two sheets with bridges; the smaller sheet is the hub of paths.

    Attributes:
        metrics: The metrics of the first and the second sheet.
        hub: The index of the hub, 0 or 1.
        nodes: Points of the hub at which bridges start.
        between: Shortest-path lengths between all pairs of nodes.
        ends: Points of the other sheet at which bridges end, one per bridge.
        begins: The index of each bridge's node.
        cost: Cost of a bridge.
    """

    metrics: tuple[Metric, Metric]
    hub: int
    nodes: Float[np.ndarray, "nodes _"]
    between: Float[np.ndarray, "nodes nodes"]
    ends: Float[np.ndarray, "bridges _"]
    begins: Int[np.ndarray, " bridges"]
    cost: float

    def start(self, masses: Masses) -> Float[np.ndarray, " nodes"]:
        """Shortest-path lengths from masses of f to each node of the hub."""
        return self._from_hub(masses) if self.hub == 0 else self._from_other(masses)

    def reach(
        self,
        start: Float[np.ndarray, " nodes"],
        masses: Masses,
        side: int,
    ) -> float:
        """Shortest-path length through the hub to masses of f (0) or g (1).

        Args:
            start: The result of `start` for the other end of the path.
            masses: The end of the path.
            side: The machine of these masses.
        """
        metric = self.metrics[side]
        point = metric.place(masses[np.newaxis])[0]
        if side == self.hub:
            return float((start + metric.distance(self.nodes, point)).min())
        last = metric.distance(self.ends, point)
        return float((start[self.begins] + last).min()) + self.cost

    def distance(
        self,
        u: Masses,
        v: Masses,
    ) -> float:
        """Shortest-path length from masses `u` of f to masses `v` of g."""
        here, there = (u, v) if self.hub == 0 else (v, u)
        return self.reach(self._from_hub(here), there, 1 - self.hub)

    def most(self, f: tuple[Masses, Masses], g: tuple[Masses, Masses]) -> float:
        """An upper bound on `distance` over two boxes of masses, in l1.

        It maximizes each segment separately, which is sharper than the distance at one
        point plus a radius, and costs more.

        Args:
            f: Lower and upper bounds of the masses of f.
            g: Lower and upper bounds of the masses of g.
        """
        if any(metric.values is not None for metric in self.metrics):
            return np.inf
        here, there = (f, g) if self.hub == 0 else (g, f)
        start = (_farthest(self.nodes, *here)[:, np.newaxis] + self.between).min(axis=0)
        last = _farthest(self.ends, *there)
        return float((start[self.begins] + last).min()) + self.cost

    def _from_hub(self, masses: Masses) -> Float[np.ndarray, " nodes"]:
        metric = self.metrics[self.hub]
        straight = metric.distance(self.nodes, metric.place(masses[np.newaxis])[0])
        distances = np.full(len(self.nodes), np.inf)
        order = np.argsort(straight, kind="stable")
        while len(order):
            nearest = order[0]
            np.minimum(
                distances, straight[nearest] + self.between[nearest], out=distances
            )
            # From the masses, a direct path to points beyond passes `nearest`.
            through = metric.distance(self.nodes[order], self.nodes[nearest])
            behind = straight[nearest] + through <= straight[order] + _NEAR
            order = order[~behind]
        return distances

    def _from_other(self, masses: Masses) -> Float[np.ndarray, " nodes"]:
        metric = self.metrics[1 - self.hub]
        point = metric.place(masses[np.newaxis])[0]
        first = np.full(len(self.nodes), np.inf)
        np.minimum.at(first, self.begins, metric.distance(self.ends, point) + self.cost)
        return np.asarray((first + self.between).min(axis=1))


def glued(
    u: Float[np.ndarray, "words pairs"],
    v: Float[np.ndarray, "words pairs"],
    *,
    metrics: tuple[Metric, Metric],
    cost: float = 0.0,
    once: bool = False,
) -> Glued:
    """Returns the sheets glued at the pairs of masses ``u[k]``, ``v[k]``.

    Args:
        u: Masses of f, one row per training word.
        v: Masses of g for the same words.
        metrics: The metrics of both sheets.
        cost: Cost of a bridge.
        once: Whether a path may use only one bridge, as in the simulation argument.

    Raises:
        TooLargeError: There are too many distinct masses.
    """
    # Rounding identifies equal points; the exact values are kept.
    _, different = np.unique(
        np.hstack([u, v]).round(_DIGITS), axis=0, return_index=True
    )
    sides = u[different], v[different]
    unique = [
        np.unique(s.round(_DIGITS), axis=0, return_index=True, return_inverse=True)[1:]
        for s in sides
    ]
    hub = int(len(unique[1][0]) < len(unique[0][0]))
    nodes, begins = sides[hub][unique[hub][0]], unique[hub][1].ravel()
    _require_size("different masses on the smaller sheet", len(nodes), LARGEST_HUB)
    _require_size("different training words", len(different), LARGEST_BRIDGES)
    order = np.argsort(begins, kind="stable")
    begins = begins[order]
    nodes = metrics[hub].place(nodes)
    ends = metrics[1 - hub].place(sides[1 - hub][order])
    between = np.stack([metrics[hub].distance(nodes, node) for node in nodes])
    if not once:
        shortcuts = _shortcuts(ends, begins, len(nodes), metrics[1 - hub])
        np.minimum(between, shortcuts + 2 * cost, out=between)
        for middle in range(len(nodes)):
            detour = between[:, middle, np.newaxis] + between[middle]
            np.minimum(between, detour, out=between)
    return Glued(
        metrics=metrics,
        hub=hub,
        nodes=nodes,
        between=between,
        ends=ends,
        begins=begins,
        cost=cost,
    )


def _farthest(
    points: Points, low: Masses, high: Masses
) -> Float[np.ndarray, " points"]:
    """A bound on the l1 distance of masses between `low` and `high` from `points`.

    Both sum to 1, so positive and negative differences are equal.
    """
    up, down = np.maximum(high - points, 0.0), np.maximum(points - low, 0.0)
    each = np.maximum(up, down).sum(axis=1)
    return np.asarray(
        np.minimum(each, 2 * np.minimum(up.sum(axis=1), down.sum(axis=1)))
    )


def _shortcuts(
    ends: Points, begins: np.ndarray, nodes: int, metric: Metric
) -> Float[np.ndarray, "nodes nodes"]:
    """Shortest connections on the other sheet between the bridges of two nodes."""
    lengths = np.zeros((nodes, nodes))
    first = np.searchsorted(begins, np.arange(nodes))
    columns = np.ascontiguousarray(ends.T)
    for node in range(nodes):
        begin = first[node]
        end = first[node + 1] if node + 1 < nodes else len(ends)
        rest = columns[:, begin:].T
        nearest = np.full(len(rest), np.inf)
        for point in ends[begin:end]:
            np.minimum(nearest, metric.distance(rest, point), out=nearest)
        lengths[node, node:] = np.minimum.reduceat(nearest, first[node:] - begin)
    return np.maximum(lengths, lengths.T)


def _require_size(what: str, size: int, limit: int) -> None:
    if size > limit:
        raise TooLargeError(
            f"{size} {what}; at most {limit} can be glued; use a smaller N",
            size=size,
            limit=limit,
        )
