r"""An upper bound on the error over a box, and an attained error close to it.

Over a box, each hidden unit :math:`\mathrm{ReLU}(z)` whose input has constant sign is
linear. One whose input runs from :math:`l < 0` to :math:`h > 0` is :math:`s z + \delta`
with the slope :math:`s = h / (h - l)` of its chord and :math:`0 \le \delta \le -s l`.
So the output is linear in the attention masses, up to an interval of known width, and
is therefore largest at a vertex of the box. The label is replaced by its chord in the
one coordinate it depends on. This error and the width of the interval are of second
order in the width of the box, so few boxes suffice.
"""

import itertools
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from lengthwise.analysis.every_length._chart import Boxes, Chart

Numbers = Float[np.ndarray, " boxes"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Relaxed:
    """Bounds on the error over some boxes.

    Attributes:
        upper: An upper bound for each box.
        lower: The error at some point of each box.
        points: These points.
        split: The coordinate along which to halve a box.
    """

    upper: Numbers
    lower: Numbers
    points: Boxes
    split: Int[np.ndarray, " boxes"]


def relaxed(chart: Chart, low: Boxes, high: Boxes) -> Relaxed:
    """Bounds for the error over the boxes from `low` to `high`."""
    corners = _corners(chart, low, high)
    counts = chart.multiplicities(corners)
    least, most = chart.weights(low, high)
    weights, radius = (least + most) / 2, (most - least) / 2
    sums = counts * weights[:, np.newaxis]
    totals = sums.sum(axis=2)
    floor = (counts * least[:, np.newaxis]).sum(axis=2).min(axis=1)
    place = 0 if chart.place is None else chart.place
    ends = chart.labels(low[:, place]), chart.labels(high[:, place])
    upper_end = corners[:, :, place] == high[:, [place]]
    labels = np.where(upper_end, ends[1][:, np.newaxis], ends[0][:, np.newaxis])
    with np.errstate(divide="ignore", invalid="ignore"):
        masses = sums / totals[:, :, np.newaxis]
        bent = np.abs(ends[1] - ends[0]) / 4 * _moved(chart, totals, place) / floor
        moved = counts.max(axis=1) * radius / floor[:, np.newaxis]
    hollow = floor <= 0
    masses[hollow], moved[hollow], bent[hollow] = 0.0, 0.0, 0.0
    upper, loose = _bound(chart, masses, labels, moved)
    upper = upper + bent
    if chart.scaled or hollow.any():
        anywhere = _anywhere(chart, most, ends)
        upper = np.where(hollow, anywhere, np.minimum(upper, anywhere))
    curve = chart.bend(low[:, place], high[:, place])
    lower, points = _inside(chart, corners, high)
    return Relaxed(
        upper=upper + curve,
        lower=lower,
        points=points,
        split=_split(chart, low, high, loose, bent + curve),
    )


def _corners(
    chart: Chart, low: Boxes, high: Boxes
) -> Float[np.ndarray, "boxes corners coordinates"]:
    """The corners of each box in the free coordinates; others stay at `low`."""
    free = chart.free
    ups = np.zeros((2 ** len(free), low.shape[1]), dtype=bool)
    ups[:, free] = list(itertools.product((False, True), repeat=len(free)))
    return np.where(ups, high[:, np.newaxis], low[:, np.newaxis])


def _moved(chart: Chart, totals: np.ndarray, place: int) -> Numbers:
    """The change of the sum of all weights with the label's coordinate."""
    free = chart.free
    if place not in free:
        return np.zeros(len(totals))
    cube = totals.reshape(-1, *(2,) * len(free))
    steps = np.abs(np.diff(cube, axis=1 + free.index(place)))
    return np.asarray(steps.reshape(len(totals), -1).max(axis=1))


def _bound(
    chart: Chart, masses: np.ndarray, labels: np.ndarray, moved: np.ndarray
) -> tuple[Numbers, Float[np.ndarray, "boxes units"]]:
    """The bound without the label's curvature, and the nonlinearity of each unit.

    The weight of a key is known up to a radius. So an average of values moves by at
    most the sum over keys of `moved` times the distance of value and average.
    """
    inputs = masses @ chart.units.T
    low, high = inputs.min(axis=1), inputs.max(axis=1)
    if moved.any():
        span = np.maximum(
            np.abs(chart.units - low[:, :, np.newaxis]),
            np.abs(chart.units - high[:, :, np.newaxis]),
        )
        off = np.einsum("nuk,nk->nu", span, moved)
        low, high = low - off, high + off
    bends = (low < 0) & (high > 0)
    slope = np.where(bends, high / np.where(bends, high - low, 1.0), low >= 0)
    above = np.where(bends, -slope * low, 0.0)
    values = chart.linear + (slope * chart.outer) @ chart.units
    averages = np.einsum("nck,nk->nc", masses, values)
    gaps = averages - labels
    ends = averages.min(axis=1)[:, np.newaxis], averages.max(axis=1)[:, np.newaxis]
    span = np.maximum(np.abs(values - ends[0]), np.abs(values - ends[1]))
    off = (span * moved).sum(axis=1)
    over = gaps.max(axis=1) + above @ np.maximum(chart.outer, 0)
    under = -gaps.min(axis=1) - above @ np.minimum(chart.outer, 0)
    return np.maximum(over, under) + off, bends * np.abs(chart.outer)


def _anywhere(
    chart: Chart, weights: np.ndarray, ends: tuple[Numbers, Numbers]
) -> Numbers:
    """A bound for arbitrary masses, for boxes with a point of zero total weight."""
    keys = np.flatnonzero(weights.max(axis=0) > 0)
    single = np.tile(np.eye(weights.shape[1])[keys], (2, 1))
    masses = np.broadcast_to(single, (len(weights), *single.shape))
    labels = np.repeat(np.stack(ends, axis=1), len(keys), axis=1)
    return _bound(chart, masses, labels, np.zeros_like(weights))[0]


def _inside(chart: Chart, corners: np.ndarray, high: Boxes) -> tuple[Numbers, Boxes]:
    """The largest error over the corners, and the corner."""
    points = corners.copy()
    if chart.scaled:
        points[:, :, -1] = high[:, [-1]]
    weights, _ = chart.weights(high, high)
    sums = chart.multiplicities(points) * weights[:, np.newaxis]
    totals = sums.sum(axis=2, keepdims=True)
    masses = sums / np.where(totals > 0, totals, 1.0)
    outputs = masses @ chart.linear
    outputs = outputs + np.maximum(masses @ chart.units.T, 0) @ chart.outer
    place = 0 if chart.place is None else chart.place
    gaps = np.abs(outputs - chart.labels(points[:, :, place])) * (totals[:, :, 0] > 0)
    best = gaps.argmax(axis=1)
    rows = np.arange(len(points))
    return gaps[rows, best], points[rows, best]


def _split(
    chart: Chart, low: Boxes, high: Boxes, loose: np.ndarray, bent: Numbers
) -> Int[np.ndarray, " boxes"]:
    """The coordinate that changes the inputs of nonlinear units most."""
    scores = np.zeros_like(low)
    middle = (low + high) / 2
    spread = np.ptp(chart.linear + chart.outer @ np.maximum(chart.units, 0))
    for i in range(low.shape[1]):
        ends = []
        for end in (low, high):
            box = middle.copy()
            box[:, i] = end[:, i]
            weights, _ = chart.weights(box, box)
            sums = chart.multiplicities(box) * weights
            totals = sums.sum(axis=1, keepdims=True)
            ends.append(sums / np.where(totals > 0, totals, 1.0))
        inputs = (ends[1] - ends[0]) @ chart.units.T
        scores[:, i] = (np.abs(inputs) * loose).sum(axis=1)
        scores[:, i] += 1e-9 * (high[:, i] - low[:, i])
        if chart.scaled and i == low.shape[1] - 1:
            scores[:, i] += np.abs(ends[1] - ends[0]).sum(axis=1) * spread
    if chart.place is not None:
        scores[:, chart.place] += bent
    scores[high <= low] = -1.0
    return np.asarray(scores.argmax(axis=1))
