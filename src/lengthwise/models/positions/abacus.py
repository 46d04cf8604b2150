r"""Abacus: each digit of a number gets the vector of its place in that number.

.. math:: y_i = E_{x_i} + p_{a_i}, \qquad a_i = \begin{cases}
          o + i - s_i + 1 & x_i \text{ a digit of a number that begins at } s_i\\
          0 & \text{otherwise} \end{cases}

Digits of equal significance then have equal vectors in all numbers, if the last digit
is written first :cite:p:`mcleish2024transformers`. In training one offset
:math:`o \sim U\{0, \dots, k\}` is drawn for all numbers of a word; in evaluation it is
0. The paper uses :math:`k = 99` and a table of 1024 rows.
"""

from dataclasses import dataclass
from typing import ClassVar

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Key

from lengthwise.arguments import whole_number
from lengthwise.models.positions.initial_tables import normal_table
from lengthwise.models.positions.layout import Layout
from lengthwise.models.positions.scheme import Numbers, Table, Vectors
from lengthwise.models.positions.silent import SilentScheme


@dataclass(frozen=True, slots=True)
class Abacus(SilentScheme):
    """Vectors for the places of digits in numbers.

    Attributes:
        digits: Number of digits; they are the first symbols of the alphabet.
        offset: The largest training offset :math:`k`.
        places: Number of rows of the table; the first ``places - 1`` digits of a number
            have vectors.

    Raises:
        SpecError: A number is out of range.

    Examples:
        >>> from lengthwise.models.positions.layout import layout
        >>> digits = jnp.array([[1, 0, 0, 2, 1, 1]])  # 2 is no digit
        >>> Abacus().numbering(layout(digits, jnp.array([6])), None).tolist()
        [[1, 2, 3, 0, 1, 2]]
    """

    name: ClassVar[str] = "abacus"
    source: ClassVar[str] = "mcleish2024transformers"

    digits: int = 2
    offset: int = 99
    places: int = 256

    def __post_init__(self) -> None:
        whole_number("digits of abacus", self.digits, 1)
        whole_number("offset of abacus", self.offset, 0)
        whole_number("places of abacus", self.places, self.offset + 2)

    def embedding_table(
        self, width: int, /, key: Key[Array, ""] | None = None
    ) -> Float[Array, "places width"]:
        """Returns one vector for each place in a number, and one for other symbols."""
        return normal_table((self.places, width), key)

    def numbering(self, layout: Layout, key: Key[Array, ""] | None, /) -> Numbers:
        """Returns the places of digits in numbers, in training plus a random offset."""
        digit = (layout.tokens < self.digits) & layout.read
        before = jnp.pad(digit[:, :-1], ((0, 0), (1, 0)))
        first = digit & (~before | (layout.place == 1))
        start = jax.lax.cummax(jnp.where(first, layout.index, 0), axis=1)
        number = jnp.where(digit, layout.index - start + 1, 0)
        if key is None:
            return number
        room = self.places - 1 - jnp.max(number, 1, keepdims=True)
        most = jnp.clip(room, 0, self.offset)
        offset = jax.random.randint(key, layout.shape, 0, most + 1)
        return jnp.where(digit, number + layout.of_word(offset), 0)

    def embed(self, table: Table, number: Numbers, /, width: int = 1) -> Vectors | None:
        """Returns the vectors by a one-hot product; 0 beyond the table."""
        del width
        return jax.nn.one_hot(number, table.shape[0]) @ table
