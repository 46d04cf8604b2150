r"""Lag biases: a learned number for each small distance between query and key.

.. math:: a_{ij} + \varphi[i - j], \qquad \varphi[k] = 0 \text{ for } k > \tau

The local positions of limit transformers :cite:p:`huang2025formal`: each head learns
its own :math:`\varphi`, and beyond the lag :math:`\tau` all keys look alike.
"""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.models.positions.scheme import Biases, ByCounts, Table, Vectors


@dataclass(frozen=True, slots=True)
class LagBias:
    r"""Biases of the lags ``0 … tau``.

    Attributes:
        tau: The largest lag :math:`\tau` with a bias.

    Examples:
        >>> import numpy as np
        >>> table, two, all_three = (
        ...     np.array([[5.0, 7.0]]),
        ...     np.array([2]),
        ...     np.arange(1, 4),
        ... )
        >>> LagBias(1).bias(table, two, all_three).tolist()  # key 3 is in the future
        [[[7.0, 5.0, 0.0]]]
    """

    tau: int

    @property
    def by_counts(self) -> ByCounts:
        """How often each symbol occurs, and the last symbols in order."""
        return ByCounts(tau=self.tau)

    def embedding_table(self, _width: int, /) -> None:
        """Returns nothing: no vectors are learned."""

    def bias_table(self, heads: int, /) -> Float[Array, "heads lags"]:
        """Returns one bias for each head and lag, all zeros."""
        return jnp.zeros((heads, self.tau + 1))

    def embed(self, _table: Table, _place: Int[Array, " places"], /) -> Vectors | None:
        """Returns ``None``: embeddings stay as they are."""
        return None

    def bias(
        self,
        table: Table,
        query: Int[Array, " queries"],
        key: Int[Array, " keys"],
        /,
    ) -> Biases | None:
        """Returns the bias of each head at each distance, by a one-hot product."""
        distance = query[:, None] - key
        hot = jax.nn.one_hot(distance, table.shape[1])
        return jnp.einsum("hk,qjk->hqj", table, hot)
