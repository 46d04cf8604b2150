r"""Periodic positions: one learned vector per residue class of positions.

.. math:: y_i = E_{x_i} + p_{i \bmod \Delta}

These are the positions of limit transformers :cite:p:`huang2025formal`: the vectors
repeat, so longer inputs need no new ones.
"""

from dataclasses import dataclass
from typing import ClassVar

import jax
from jaxtyping import Array, Float, Key

from lengthwise.arguments import whole_number
from lengthwise.models.positions.initial_tables import normal_table
from lengthwise.models.positions.layout import Layout
from lengthwise.models.positions.scheme import ByCounts, Numbers, Table, Vectors
from lengthwise.models.positions.silent import SilentScheme


@dataclass(frozen=True, slots=True)
class Periodic(SilentScheme):
    r"""Position vectors that repeat with a period.

    Attributes:
        delta: The period :math:`\Delta`; row ``r`` of the table is for the positions
            ``i`` with ``i % delta == r``.

    Raises:
        SpecError: The period is not positive.

    Examples:
        >>> import numpy as np
        >>> table = np.array([[0.0], [1.0], [2.0]])
        >>> Periodic(3).embed(table, np.array([1, 2, 3, 4])).tolist()
        [[1.0], [2.0], [0.0], [1.0]]
    """

    name: ClassVar[str] = "periodic"
    source: ClassVar[str] = "huang2025formal"

    delta: int

    def __post_init__(self) -> None:
        whole_number("delta of periodic positions", self.delta, 1)

    @property
    def by_counts(self) -> ByCounts:
        """The count of each symbol in each residue class."""
        return ByCounts(delta=self.delta)

    def embedding_table(
        self, width: int, /, key: Key[Array, ""] | None = None
    ) -> Float[Array, "delta width"]:
        """Returns one vector per residue class."""
        return normal_table((self.delta, width), key)

    def numbering(self, layout: Layout, _key: Key[Array, ""] | None, /) -> Numbers:
        """Returns the positions in words."""
        return layout.place

    def embed(self, table: Table, number: Numbers, /, width: int = 1) -> Vectors | None:
        """Returns the position vectors, by a one-hot product."""
        del width
        return jax.nn.one_hot(number % self.delta, self.delta) @ table
