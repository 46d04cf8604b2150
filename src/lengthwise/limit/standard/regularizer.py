r"""The regularizer of the idealized learner for a standard transformer.

The idealized learner picks a transformer with nearly minimal regularizer among those
that fit the data at a given context length :cite:p:`huang2025formal`. The decisive term
penalizes attention that depends only on distance,

.. math:: \sum_l \sum_h \sum_j \left| p_1^\top K_{l,h}^\top Q_{l,h}\, p_j \right|^2 ,

so that attention at distances that never occur in training is not free. The other terms
are not published in one place; `Regularizer` lists ours.
"""

from dataclasses import dataclass

import numpy as np

from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import Head
from lengthwise.limit.standard._standard_transformer import StandardTransformer


@dataclass(frozen=True, slots=True, kw_only=True)
class Regularizer:
    """The regularizer of a transformer, term by term.

    Attributes:
        layers: Number of layers.
        heads: Number of heads in all layers.
        bits: Precision of attention; 0 without rounding.
        norms: Sum of the operator norms of all matrices and the norms of all vectors.
        positions: Largest norm of a position vector.
        ranks: Sum of the ranks of all value matrices.
        distances: The decisive term, over pairs of the first position with every other.
    """

    layers: int
    heads: int
    bits: int
    norms: float
    positions: float
    ranks: int
    distances: float

    @property
    def total(self) -> float:
        """The sum of all terms."""
        return (
            self.layers
            + self.heads
            + self.bits
            + self.norms
            + self.positions
            + self.ranks
            + self.distances
        )


def regularizer(model: StandardTransformer) -> Regularizer:
    """Returns the terms of the regularizer.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> from lengthwise.limit.standard.translation import translate
        >>> machine = simple_task(omega=2.0, pieces=8)
        >>> small, large = (regularizer(translate(machine, n)) for n in (8, 64))
        >>> round(small.total, 6) == round(large.total, 6)
        True
    """
    heads = [head for layer in model.layers for head in layer.heads]
    matrices = [model.embedding, model.readout]
    matrices += [m for head in heads for m in (head.bilinear, head.value)]
    matrices += [m for x in model.layers for m in (x.mlp.inner, x.mlp.outer)]
    biases = [layer.mlp.bias for layer in model.layers]
    norms = sum(_operator_norm(m) for m in matrices)
    norms += sum(float(np.linalg.norm(bias)) for bias in biases)
    return Regularizer(
        layers=len(model.layers),
        heads=len(heads),
        bits=model.attention.bits or 0,
        norms=float(norms),
        positions=float(np.linalg.norm(model.positions, axis=1).max()),
        ranks=sum(int(np.linalg.matrix_rank(head.value)) for head in heads),
        distances=sum((_distances(model.positions, head) for head in heads), 0.0),
    )


def _distances(table: Matrix, head: Head) -> float:
    return float(((table[0] @ head.bilinear @ table.T) ** 2).sum())


def _operator_norm(matrix: Matrix) -> float:
    return float(np.linalg.norm(matrix, 2)) if matrix.size else 0.0
