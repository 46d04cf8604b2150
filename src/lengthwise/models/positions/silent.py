"""Defaults for the methods of a scheme: no effect."""

from typing import ClassVar

from jaxtyping import Array, Float, Key

from lengthwise.models.positions.layout import Layout
from lengthwise.models.positions.scheme import (
    Biases,
    ByCounts,
    Numbers,
    Rotation,
    Table,
    Vectors,
)


class SilentScheme:
    """Every method of a `Scheme`, without effect; schemes override what they need."""

    __slots__ = ()
    across_layers: ClassVar[bool] = False

    @property
    def by_counts(self) -> ByCounts | None:
        """``None``: the order matters."""
        return None

    @property
    def longest(self) -> int | None:
        """``None``: words of any length."""
        return None

    def embedding_table(
        self, _width: int, /, key: Key[Array, ""] | None = None
    ) -> Table:
        """Returns ``None``: no vectors are learned."""
        del key

    def bias_table(self, _heads: int, /, key: Key[Array, ""] | None = None) -> Table:
        """Returns ``None``: no biases are learned."""
        del key

    def numbering(self, layout: Layout, _key: Key[Array, ""] | None, /) -> Numbers:
        """Returns indices in rows; differences within a word are distances."""
        return layout.index

    def embed(
        self, _table: Table, _number: Numbers, /, width: int = 1
    ) -> Vectors | None:
        """Returns ``None``: embeddings are unchanged."""
        del width
        return None

    def bias(
        self, _table: Table, _query: Numbers, _key: Numbers, /, heads: int = 1
    ) -> Biases | None:
        """Returns ``None``: logits are unchanged."""
        del heads
        return None

    def rotation(self, _places: int, _size: int, /) -> Rotation | None:
        """Returns ``None``: queries and keys are not rotated."""
        return None

    def rotate(
        self, vectors: Float[Array, "rows places heads size"], _rotation: Rotation, /
    ) -> Float[Array, "rows places heads size"]:
        """Returns the vectors unchanged."""
        return vectors
