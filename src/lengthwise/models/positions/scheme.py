"""What a position scheme gives a model, and what of a word can be counted under it."""

from dataclasses import dataclass
from math import lcm
from typing import Any, Protocol, TypeAlias

from jaxtyping import Array, Float, Int

Table: TypeAlias = Any
"""What a scheme learns: an array, a tree of arrays, or ``None`` for nothing. Only the
scheme looks into it; the model keeps it among its weights."""

Vectors: TypeAlias = Float[Array, "places width"]
Biases: TypeAlias = Float[Array, "heads queries keys"]


@dataclass(frozen=True, slots=True)
class ByCounts:
    r"""Which statistics of a prefix decide what layer 1 computes at its end.

    They are how often each symbol occurs in each residue class of positions modulo
    :math:`\Delta`, and the last :math:`\tau + 1` symbols in order.

    Attributes:
        delta: The number :math:`\Delta` of residue classes.
        tau: The largest lag :math:`\tau` that is seen in order.

    Examples:
        >>> ByCounts(delta=2).joined(ByCounts(delta=3, tau=1))
        ByCounts(delta=6, tau=1)
    """

    delta: int = 1
    tau: int = 0

    def joined(self, other: "ByCounts") -> "ByCounts":
        """Returns what decides layer 1 under two schemes at once."""
        return ByCounts(lcm(self.delta, other.delta), max(self.tau, other.tau))


class Scheme(Protocol):
    """What every member of the union `Positions` has.

    All methods are pure functions of the frozen value and their arguments. Positions
    count from 1.
    """

    @property
    def by_counts(self) -> ByCounts | None:
        """The statistics that decide layer 1; ``None`` where the order matters.

        A model may use its statistics form only where this is not ``None``.
        """

    def embedding_table(self, width: int, /) -> Table:
        """Returns the table of `embed`, all zeros."""

    def bias_table(self, heads: int, /) -> Table:
        """Returns the table of `bias` for one layer, all zeros."""

    def embed(self, table: Table, place: Int[Array, " places"], /) -> Vectors | None:
        """Returns what is added to the embeddings; ``None`` where nothing is."""

    def bias(
        self,
        table: Table,
        query: Int[Array, " queries"],
        key: Int[Array, " keys"],
        /,
    ) -> Biases | None:
        """Returns what is added to the logits; ``None`` where nothing is.

        Args:
            table: The table of the layer.
            query: The positions of the queries.
            key: The positions of the keys.
        """
