r"""The diameter of a machine's outputs over words with the same ending.

A promise about the distance of two outputs is vacuous unless below this diameter.
"""

import numpy as np
from jaxtyping import Bool, Float

from lengthwise.limit.complexity.norms import safe_norm
from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import MLP, LimitTransformer
from lengthwise.words import Statistics

_TINY = 1e-12
"""Relative size below which a singular value counts as rounding error."""


def output_span(machine: LimitTransformer, statistics: Statistics) -> float:
    """Returns a bound on the distance of outputs over words that end like `statistics`.

    Attention adds a convex combination of the values of (symbol, residue class) to the
    stream. If no unit of the MLP changes sign on their convex hull, or if they lie on a
    line, the result is the exact diameter of the outputs; otherwise it is twice the
    safe norm, an upper bound.

    Args:
        machine: A machine with one layer and one head, without ``$``.
        statistics: The statistics of a word.

    Examples:
        The mean of zeros and ones.

        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> machine = mod_p_task(p=2)
        >>> statistics = Statistics.of("0110", machine.alphabet, delta=2, tau=0)
        >>> output_span(machine, statistics)
        1.0
    """
    (layer,) = machine.layers
    (head,) = layer.heads
    keys = machine.embedding[:, np.newaxis] + machine.positions[: machine.delta]
    last = machine.alphabet.index(statistics.suffix[-1])
    query = keys[last, statistics.length % machine.delta]
    ends = query + keys.reshape(-1, machine.width) @ head.value.T
    bending = _bending(layer.mlp, ends)
    if bending.any():
        points = _on_line(layer.mlp, ends, bending)
        if points is None:
            return 2 * safe_norm(machine, diameter=True)
        ends = points
    return _diameter(_outputs(machine, layer.mlp, ends))


def _bending(mlp: MLP, ends: Matrix) -> Bool[np.ndarray, " units"]:
    """Mask of units that change sign on the hull."""
    before = ends @ mlp.inner.T + mlp.bias
    return np.asarray((before.min(axis=0) < 0) & (before.max(axis=0) > 0))


def _on_line(
    mlp: MLP, ends: Matrix, bending: Bool[np.ndarray, " units"]
) -> Matrix | None:
    """The two ends and all kinks, if the hull is a line segment."""
    center = ends.mean(axis=0)
    _, sizes, directions = np.linalg.svd(ends - center, full_matrices=False)
    if (sizes[1:] > _TINY * sizes[0]).any():
        return None
    places = (ends - center) @ directions[0]
    slope = mlp.inner[bending] @ directions[0]
    bends = -(mlp.inner[bending] @ center + mlp.bias[bending]) / slope
    places = np.append(bends, [places.min(), places.max()])
    return np.asarray(center + places[:, np.newaxis] * directions[0])


def _outputs(machine: LimitTransformer, mlp: MLP, stream: Matrix) -> Matrix:
    before = stream @ mlp.inner.T + mlp.bias
    units = np.where(mlp.heaviside, before >= 0, np.maximum(before, 0.0))
    return np.asarray((stream + units @ mlp.outer.T) @ machine.readout.T)


def _diameter(points: Float[np.ndarray, "points outputs"]) -> float:
    return max(float(np.linalg.norm(points - point, axis=1).max()) for point in points)
