"""What a position scheme gives a model, and what of a word can be counted under it."""

from dataclasses import dataclass
from math import lcm
from typing import Any, ClassVar, Protocol, TypeAlias

from jaxtyping import Array, Float, Int, Key

from lengthwise.models.positions.layout import Layout

Table: TypeAlias = Any
"""What a scheme learns: an array, a tree of arrays, or ``None`` for nothing. Only the
scheme looks into it; the model keeps it among its weights."""

Vectors: TypeAlias = Float[Array, "... places width"]
Biases: TypeAlias = Float[Array, "... heads queries keys"]
Numbers: TypeAlias = Int[Array, "... places"]
Rotation: TypeAlias = tuple[Float[Array, "... places pairs"], ...]
"""The cosine and the sine of the angle of each pair of coordinates at each place."""


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
    count from 1. `SilentScheme` has every method for a scheme that does nothing there.

    Attributes:
        name: How texts call it, as in ``rope:base=500``.
        source: Where it is from, as a key of the bibliography.
        across_layers: Whether all layers use the bias table of the first.
    """

    name: ClassVar[str]
    source: ClassVar[str]
    across_layers: ClassVar[bool]

    @property
    def by_counts(self) -> ByCounts | None:
        """The statistics that decide layer 1; ``None`` where the order matters.

        A model may use its statistics form only where this is not ``None``.
        """

    @property
    def longest(self) -> int | None:
        """The longest word whose positions it can number; ``None``: any length."""

    def embedding_table(
        self, width: int, /, key: Key[Array, ""] | None = None
    ) -> Table:
        """Returns the table of `embed`: initial values, or zeros without a key.

        Raises:
            SpecError: The scheme does not say how many rows it has.
        """

    def bias_table(self, heads: int, /, key: Key[Array, ""] | None = None) -> Table:
        """Returns the table of `bias` for one layer: initial values, or zeros."""

    def numbering(self, layout: Layout, key: Key[Array, ""] | None, /) -> Numbers:
        """Returns the number of each position, which `embed` and `bias` are given.

        Args:
            layout: Where the symbols stand.
            key: Decides what is random in training; ``None`` to evaluate.

        Returns:
            Without a row axis where all rows are numbered alike.
        """

    def embed(self, table: Table, number: Numbers, /, width: int = 1) -> Vectors | None:
        """Returns what is added to the embeddings; ``None`` where nothing is.

        Args:
            table: The table of the scheme.
            number: The numbers of the positions.
            width: The width of the embeddings, for a scheme without a table.
        """

    def bias(
        self, table: Table, query: Numbers, key: Numbers, /, heads: int = 1
    ) -> Biases | None:
        """Returns what is added to the logits; ``None`` where nothing is.

        Biases of keys after their query mean nothing.

        Args:
            table: The table of the layer.
            query: The numbers of the queries.
            key: The numbers of the keys.
            heads: How many heads the layer has, for a scheme without a table.
        """

    def rotation(self, places: int, size: int, /) -> Rotation | None:
        """Returns how queries and keys are turned; ``None`` where they are not.

        Args:
            places: How many places there are.
            size: The length of the query of one head.
        """

    def rotate(
        self, vectors: Float[Array, "rows places heads size"], rotation: Rotation, /
    ) -> Float[Array, "rows places heads size"]:
        """Returns queries or keys, turned by the `rotation` of their places."""
