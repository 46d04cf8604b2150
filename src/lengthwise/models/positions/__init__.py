r"""How a model sees positions: one file a scheme, and the union of them all.

A new scheme is one file here and one name in `Positions`; a type checker then names
every place where the kind of scheme decides. What a scheme must have stands in
`lengthwise.models.positions.scheme.Scheme`. Every scheme of the field acts in one or
two of four places:

===================================  ===========================================
place                                schemes
===================================  ===========================================
vectors added to embeddings          periodic; absolute; Abacus
biases added to logits               lag bias; ALiBi; T5; FIRE
how positions are numbered           absolute with offsets; randomized; Abacus
rotation of queries and keys         RoPE
===================================  ===========================================

The first two are the methods ``embed`` and ``bias``. Both are given the numbers of
positions, so numbering is a step before them; a rotation comes before the products of
queries and keys. A limit net has one scheme at its input (`Periodic` or none) and one
in each layer (`LagBias` or none).
"""

from typing import TYPE_CHECKING, TypeAlias

from lengthwise.models.positions.lag_bias import LagBias
from lengthwise.models.positions.none import NoPositions
from lengthwise.models.positions.periodic import Periodic
from lengthwise.models.positions.scheme import ByCounts, Scheme

Positions: TypeAlias = NoPositions | Periodic | LagBias
"""Every position scheme."""


if TYPE_CHECKING:

    def _conforms(positions: Positions) -> Scheme:
        return positions  # an error here: a member of the union lacks a part


__all__ = ["ByCounts", "LagBias", "NoPositions", "Periodic", "Positions", "Scheme"]
