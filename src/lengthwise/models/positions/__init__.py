r"""How a model sees positions: one file a scheme, and the union of them all.

A new scheme is one file here and one name in `Positions`; a type checker then names
every place where the kind of scheme decides. What a scheme must have stands in
`lengthwise.models.positions.scheme.Scheme`. Every scheme acts in one or two of four
places:

============================  ================  ====================================
place                         method            schemes
============================  ================  ====================================
how positions are numbered    ``numbering``     absolute; randomized; Abacus
vectors added to embeddings   ``embed``         absolute; randomized; Abacus; periodic
biases added to logits        ``bias``          ALiBi; T5; FIRE; lag bias; randomized
rotation of queries and keys  ``rotate``        RoPE
============================  ================  ====================================

A limit net has one scheme at its input (`Periodic` or none) and one in each layer
(`LagBias` or none). A decoder (`lengthwise.models.Gpt`) has one scheme, any of them.
"""

from typing import TYPE_CHECKING

from lengthwise.models.positions.abacus import Abacus
from lengthwise.models.positions.absolute import Absolute
from lengthwise.models.positions.alibi import Alibi
from lengthwise.models.positions.fire import Fire
from lengthwise.models.positions.lag_bias import LagBias
from lengthwise.models.positions.layout import Layout, layout
from lengthwise.models.positions.named_schemes import (
    SCHEMES,
    Positions,
    scheme_named,
    scheme_text,
)
from lengthwise.models.positions.none import NoPositions
from lengthwise.models.positions.periodic import Periodic
from lengthwise.models.positions.randomized import Randomized
from lengthwise.models.positions.rope import Rope
from lengthwise.models.positions.scheme import ByCounts, Scheme
from lengthwise.models.positions.t5_buckets import T5Buckets

if TYPE_CHECKING:

    def _conforms(positions: Positions) -> Scheme:
        return positions  # an error here: a member of the union lacks a part


__all__ = [
    "SCHEMES",
    "Abacus",
    "Absolute",
    "Alibi",
    "ByCounts",
    "Fire",
    "LagBias",
    "Layout",
    "NoPositions",
    "Periodic",
    "Positions",
    "Randomized",
    "Rope",
    "Scheme",
    "T5Buckets",
    "layout",
    "scheme_named",
    "scheme_text",
]
