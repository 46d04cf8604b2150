r"""Absolute positions: a learned vector per position, with random offsets.

.. math:: y_i = E_{x_i} + p_{i + o}, \qquad
          o \sim U\{0, \dots, P - |x|\} \text{ in training}, \; o = 0 \text{ at test}

The learned table of GPT-2 :cite:p:`radford2019language` with :math:`P` rows. One offset
is drawn per word, so that every row is trained even if all training words are shorter
than the table :cite:p:`huang2025formal`.
"""

from dataclasses import dataclass
from typing import ClassVar

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Key

from lengthwise.arguments import whole_number
from lengthwise.errors import SpecError
from lengthwise.models.positions.initial_tables import normal_table
from lengthwise.models.positions.layout import Layout
from lengthwise.models.positions.scheme import Numbers, Table, Vectors
from lengthwise.models.positions.silent import SilentScheme
from lengthwise.models.storage import stored


@dataclass(frozen=True, slots=True)
class Absolute(SilentScheme):
    """A learned table of position vectors.

    Attributes:
        places: The number of rows :math:`P`: the length of the longest word in training
            and test. ``None`` if it is set later; weights cannot be initialized until
            then.

    Raises:
        SpecError: The number is not positive.

    Examples:
        >>> import numpy as np
        >>> Absolute(2).embed(np.array([[5.0], [7.0]]), np.array([1, 2])).tolist()
        [[5.0], [7.0]]
    """

    name: ClassVar[str] = "absolute"
    source: ClassVar[str] = "radford2019language"

    places: int | None = None

    def __post_init__(self) -> None:
        if self.places is not None:
            whole_number("places of absolute positions", self.places, 1)

    @property
    def longest(self) -> int | None:
        """The number of rows of the table."""
        return self.places

    def embedding_table(
        self, width: int, /, key: Key[Array, ""] | None = None
    ) -> Float[Array, "places width"]:
        """Returns one vector per position."""
        if self.places is None:
            raise SpecError(
                "absolute positions need the size of their table; write "
                "absolute:places=303 with the longest input in place of 303"
            )
        return normal_table((self.places, width), key)

    def numbering(self, layout: Layout, key: Key[Array, ""] | None, /) -> Numbers:
        """Returns positions in words, in training plus a random offset."""
        if key is None or self.places is None:
            return layout.place
        rooms = jnp.maximum(self.places - layout.length + 1, 1)
        offset = jax.random.randint(key, layout.shape, 0, rooms)
        return layout.place + layout.of_word(offset)

    def embed(self, table: Table, number: Numbers, /, width: int = 1) -> Vectors | None:
        """Returns the position vectors by a one-hot product; 0 beyond the table."""
        del width
        return stored(jax.nn.one_hot(number - 1, table.shape[0])) @ stored(table)
