r"""T5: a learned bias per head and bucket of distances.

.. math::

    a_{ij} + b_h[\beta(i - j)], \qquad
    \beta(k) = \begin{cases}
      k & k < B/2 \\
      \min\!\left(B - 1,\; \frac B2 + \left\lfloor \frac{\log(2k/B)}{\log(2D/B)}
        \cdot \frac B2 \right\rfloor\right) & \text{otherwise}
    \end{cases}

The causal biases of T5 :cite:p:`raffel2020exploring` with :math:`B` buckets; the last
one is for all distances from about :math:`D` on. All layers share one table.
"""

from dataclasses import dataclass
from math import ceil, log
from typing import ClassVar

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Key

from lengthwise.arguments import whole_number
from lengthwise.errors import SpecError
from lengthwise.models.positions.initial_tables import normal_table
from lengthwise.models.positions.scheme import Biases, Numbers, Table
from lengthwise.models.positions.silent import SilentScheme


@dataclass(frozen=True, slots=True)
class T5Buckets(SilentScheme):
    """Learned biases per bucket of distances.

    Attributes:
        buckets: The number :math:`B` of buckets; even.
        distance: The distance :math:`D` beyond which all keys share a bucket.

    Raises:
        SpecError: The numbers do not fit together.

    Examples:
        >>> T5Buckets(buckets=8, distance=16).starts()
        (1, 2, 3, 4, 6, 8, 12)
    """

    name: ClassVar[str] = "t5"
    source: ClassVar[str] = "raffel2020exploring"
    across_layers: ClassVar[bool] = True

    buckets: int = 32
    distance: int = 128

    def __post_init__(self) -> None:
        whole_number("buckets of t5", self.buckets, 2)
        if self.buckets % 2:
            raise SpecError(f"buckets of t5 is {self.buckets}; it must be even")
        whole_number("distance of t5", self.distance, self.buckets // 2 + 1)

    def starts(self) -> tuple[int, ...]:
        """Returns the smallest distance of each bucket except the first."""
        half = self.buckets // 2
        grows = log(self.distance / half) / half
        # Round first, so that integer boundaries stay exact.
        borders = [round(half * np.exp(k * grows), 9) for k in range(1, half)]
        return (*range(1, half + 1), *map(ceil, borders))

    def bias_table(
        self, heads: int, /, key: Key[Array, ""] | None = None
    ) -> Float[Array, "buckets heads"]:
        """Returns one bias per bucket and head."""
        return normal_table((self.buckets, heads), key)

    def bias(
        self, table: Table, query: Numbers, key: Numbers, /, heads: int = 1
    ) -> Biases | None:
        """Returns the bias of each head at each distance, by a one-hot product."""
        del heads
        distance = query[..., :, None] - key[..., None, :]
        bucket = jnp.sum(distance[..., None] >= np.array(self.starts()), -1)
        hot = jax.nn.one_hot(bucket, self.buckets)
        return jnp.einsum("bh,...qjb->...hqj", table, hot)
