r"""Position schemes: one file per scheme, and the union of them all.

To add a scheme, write one file here and add its name to `Positions`; the type checker
then reports every place that distinguishes schemes.
`lengthwise.models.positions.scheme.Scheme` is the protocol. Every scheme acts in one or
two of four places:

============================  ================  ====================================
place                         method            schemes
============================  ================  ====================================
how positions are numbered    ``numbering``     absolute; randomized; Abacus
vectors added to embeddings   ``embed``         absolute; randomized; Abacus; periodic
biases added to logits        ``bias``          ALiBi; T5; FIRE; lag bias; randomized
rotation of queries and keys  ``rotate``        RoPE
============================  ================  ====================================

A limit net has one scheme at its input (`Periodic` or none) and one in each layer
(`LagBias` or none). A decoder (`lengthwise.models.Gpt`) has a single scheme of any
kind.
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
    with_places,
)
from lengthwise.models.positions.none import NoPositions
from lengthwise.models.positions.periodic import Periodic
from lengthwise.models.positions.randomized import Randomized
from lengthwise.models.positions.rope import Rope
from lengthwise.models.positions.scheme import ByCounts, Scheme
from lengthwise.models.positions.t5_buckets import T5Buckets

if TYPE_CHECKING:

    def _conforms(positions: Positions) -> Scheme:
        return positions  # a type error here: a member is incomplete


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
    "with_places",
]
