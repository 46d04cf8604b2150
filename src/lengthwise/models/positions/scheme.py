"""The protocol of position schemes."""

from dataclasses import dataclass
from math import lcm
from typing import Any, ClassVar, Protocol, TypeAlias

from jaxtyping import Array, Float, Int, Key

from lengthwise.models.positions.layout import Layout

Table: TypeAlias = Any
"""Learned parameters of a scheme: an array, a tree of arrays, or ``None``.

The model keeps them among its weights; only the scheme knows their structure.
"""

Vectors: TypeAlias = Float[Array, "... places width"]
Biases: TypeAlias = Float[Array, "... heads queries keys"]
Numbers: TypeAlias = Int[Array, "... places"]
Rotation: TypeAlias = tuple[Float[Array, "... places pairs"], ...]
"""Cosine and sine of the angle of each pair of coordinates at each position."""


@dataclass(frozen=True, slots=True)
class ByCounts:
    r"""The statistics of a prefix that determine the output of layer 1 at its end.

    These are the count of each symbol in each residue class of positions modulo
    :math:`\Delta`, and the last :math:`\tau + 1` symbols in order.

    Attributes:
        delta: The number :math:`\Delta` of residue classes.
        tau: The largest lag :math:`\tau` at which order matters.

    Examples:
        >>> ByCounts(delta=2).joined(ByCounts(delta=3, tau=1))
        ByCounts(delta=6, tau=1)
    """

    delta: int = 1
    tau: int = 0

    def joined(self, other: "ByCounts") -> "ByCounts":
        """Returns the statistics that determine layer 1 under both schemes together."""
        return ByCounts(lcm(self.delta, other.delta), max(self.tau, other.tau))


class Scheme(Protocol):
    """The interface of every member of the union `Positions`.

    All methods are pure functions of the frozen value and their arguments. Positions
    count from 1. `SilentScheme` has defaults for the methods that a scheme does not
    need.

    Attributes:
        name: Its name in text, as in ``rope:base=500``.
        source: Its source, as a key of the bibliography.
        across_layers: Whether all layers share the bias table of the first.
    """

    name: ClassVar[str]
    source: ClassVar[str]
    across_layers: ClassVar[bool]

    @property
    def by_counts(self) -> ByCounts | None:
        """The statistics that determine layer 1; ``None`` where the order matters.

        A model may use its statistics form only if this is not ``None``.
        """

    @property
    def longest(self) -> int | None:
        """The longest word that it can number; ``None``: any length."""

    def embedding_table(
        self, width: int, /, key: Key[Array, ""] | None = None
    ) -> Table:
        """Returns the initial table of `embed`; zeros without a key.

        Raises:
            SpecError: The scheme does not give its number of rows.
        """

    def bias_table(self, heads: int, /, key: Key[Array, ""] | None = None) -> Table:
        """Returns the initial table of `bias` for one layer; zeros without a key."""

    def numbering(self, layout: Layout, key: Key[Array, ""] | None, /) -> Numbers:
        """Returns the number of each position, the input of `embed` and `bias`.

        Args:
            layout: Where the symbols are.
            key: Random key in training; ``None`` to evaluate.

        Returns:
            The numbers; no row axis if all rows are numbered alike.
        """

    def embed(self, table: Table, number: Numbers, /, width: int = 1) -> Vectors | None:
        """Returns the vectors to add to the embeddings; ``None`` if there are none.

        Args:
            table: The table of the scheme.
            number: The numbers of the positions.
            width: The width of the embeddings, for a scheme without a table.
        """

    def bias(
        self, table: Table, query: Numbers, key: Numbers, /, heads: int = 1
    ) -> Biases | None:
        """Returns the biases to add to the logits; ``None`` if there are none.

        Biases of keys after their query are arbitrary (masked later).

        Args:
            table: The table of the layer.
            query: The numbers of the queries.
            key: The numbers of the keys.
            heads: Number of heads of the layer, for a scheme without a table.
        """

    def rotation(self, places: int, size: int, /) -> Rotation | None:
        """Returns the rotation of queries and keys; ``None`` if there is none.

        Args:
            places: Number of positions.
            size: The dimension of one head.
        """

    def rotate(
        self, vectors: Float[Array, "rows places heads size"], rotation: Rotation, /
    ) -> Float[Array, "rows places heads size"]:
        """Returns queries or keys, rotated by the `rotation` of their positions."""
