r"""Periodic positions: one learned vector for each residue class of positions.

.. math:: y_i = E_{x_i} + p_{i \bmod \Delta}

These are the positions of limit transformers :cite:p:`huang2025formal`: the vectors
repeat, so that every length has them all.
"""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.models.positions.scheme import Biases, ByCounts, Table, Vectors


@dataclass(frozen=True, slots=True)
class Periodic:
    r"""Vectors that repeat.

    Attributes:
        delta: The period :math:`\Delta`; row ``r`` of the table is for the positions
            ``i`` with ``i % delta == r``.

    Examples:
        >>> import numpy as np
        >>> table = np.array([[0.0], [1.0], [2.0]])
        >>> Periodic(3).embed(table, np.array([1, 2, 3, 4])).tolist()
        [[1.0], [2.0], [0.0], [1.0]]
    """

    delta: int

    @property
    def by_counts(self) -> ByCounts:
        """How often each symbol occurs in each residue class."""
        return ByCounts(delta=self.delta)

    def embedding_table(self, width: int, /) -> Float[Array, "delta width"]:
        """Returns one vector for each residue class, all zeros."""
        return jnp.zeros((self.delta, width))

    def bias_table(self, _heads: int, /) -> None:
        """Returns nothing: no biases are learned."""

    def embed(self, table: Table, place: Int[Array, " places"], /) -> Vectors | None:
        """Returns the vectors of positions, by a one-hot product."""
        return jax.nn.one_hot(place % self.delta, self.delta) @ table

    def bias(
        self,
        _table: Table,
        _query: Int[Array, " queries"],
        _key: Int[Array, " keys"],
        /,
    ) -> Biases | None:
        """Returns ``None``: logits stay as they are."""
        return None
