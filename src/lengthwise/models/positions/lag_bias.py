r"""Lag biases: a learned bias for each small distance between query and key.

.. math:: a_{ij} + \varphi[i - j], \qquad \varphi[k] = 0 \text{ for } k > \tau

The local positions of limit transformers :cite:p:`huang2025formal`: each head learns
its own :math:`\varphi`, and beyond the lag :math:`\tau` it is 0.
"""

from dataclasses import dataclass
from typing import ClassVar

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Key

from lengthwise.arguments import whole_number
from lengthwise.models.positions.scheme import Biases, ByCounts, Numbers, Table
from lengthwise.models.positions.silent import SilentScheme


@dataclass(frozen=True, slots=True)
class LagBias(SilentScheme):
    r"""Learned biases for the lags ``0 … tau``.

    Attributes:
        tau: The largest lag :math:`\tau` with a bias.

    Raises:
        SpecError: The lag is negative.

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

    name: ClassVar[str] = "lag"
    source: ClassVar[str] = "huang2025formal"

    tau: int

    def __post_init__(self) -> None:
        whole_number("tau of lag biases", self.tau, 0)

    @property
    def by_counts(self) -> ByCounts:
        """The count of each symbol, and the last symbols in order."""
        return ByCounts(tau=self.tau)

    def bias_table(
        self, heads: int, /, key: Key[Array, ""] | None = None
    ) -> Float[Array, "heads lags"]:
        """Returns one bias per head and lag, all zero."""
        del key
        return jnp.zeros((heads, self.tau + 1))

    def bias(
        self, table: Table, query: Numbers, key: Numbers, /, heads: int = 1
    ) -> Biases | None:
        """Returns the bias of each head at each distance, by a one-hot product."""
        del heads
        distance = query[..., :, None] - key[..., None, :]
        hot = jax.nn.one_hot(distance, table.shape[1])
        return jnp.einsum("hk,...qjk->...hqj", table, hot)
