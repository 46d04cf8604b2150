"""No positions: causal attention alone tells where a symbol is.

A decoder without positions (NoPE) still counts, since a query sees its prefix only.
"""

from dataclasses import dataclass

from jaxtyping import Array, Int

from lengthwise.models.positions.scheme import Biases, ByCounts, Table, Vectors


@dataclass(frozen=True, slots=True)
class NoPositions:
    """The scheme that adds nothing.

    Examples:
        >>> NoPositions().by_counts
        ByCounts(delta=1, tau=0)
    """

    @property
    def by_counts(self) -> ByCounts:
        """How often each symbol occurs."""
        return ByCounts()

    def embedding_table(self, _width: int, /) -> None:
        """Returns nothing: no vectors are learned."""

    def bias_table(self, _heads: int, /) -> None:
        """Returns nothing: no biases are learned."""

    def embed(self, _table: Table, _place: Int[Array, " places"], /) -> Vectors | None:
        """Returns ``None``: embeddings stay as they are."""
        return None

    def bias(
        self,
        _table: Table,
        _query: Int[Array, " queries"],
        _key: Int[Array, " keys"],
        /,
    ) -> Biases | None:
        """Returns ``None``: logits stay as they are."""
        return None
