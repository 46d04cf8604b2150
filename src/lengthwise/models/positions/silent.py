"""A scheme that does nothing at any place: the others say only what they do."""

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
    """Every method of a `Scheme`, for a scheme that does nothing there."""

    __slots__ = ()
    across_layers: ClassVar[bool] = False

    @property
    def by_counts(self) -> ByCounts | None:
        """The order matters."""
        return None

    @property
    def longest(self) -> int | None:
        """Words of any length."""
        return None

    def embedding_table(
        self, _width: int, /, key: Key[Array, ""] | None = None
    ) -> Table:
        """Returns nothing: no vectors are learned."""
        del key

    def bias_table(self, _heads: int, /, key: Key[Array, ""] | None = None) -> Table:
        """Returns nothing: no biases are learned."""
        del key

    def numbering(self, layout: Layout, _key: Key[Array, ""] | None, /) -> Numbers:
        """Returns places in rows: inside a word their differences are the distances."""
        return layout.index

    def embed(
        self, _table: Table, _number: Numbers, /, width: int = 1
    ) -> Vectors | None:
        """Returns ``None``: embeddings stay as they are."""
        del width
        return None

    def bias(
        self, _table: Table, _query: Numbers, _key: Numbers, /, heads: int = 1
    ) -> Biases | None:
        """Returns ``None``: logits stay as they are."""
        del heads
        return None

    def rotation(self, _places: int, _size: int, /) -> Rotation | None:
        """Returns ``None``: queries and keys stay as they are."""
        return None

    def rotate(
        self, vectors: Float[Array, "rows places heads size"], _rotation: Rotation, /
    ) -> Float[Array, "rows places heads size"]:
        """Returns the vectors as they are."""
        return vectors
