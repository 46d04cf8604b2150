r"""Randomized positions: a sorted random subset of a range longer than any input.

.. math::

    n_1 < \dots < n_{|x|} \quad \text{a uniform random subset of } \{1, \dots, P\},
    \qquad y_i = E_{x_i} + s(n_i), \\
    s(n)_{k} = \sin\!\left(n \cdot 10000^{-2k/d}\right), \quad
    s(n)_{d/2 + k} = \cos\!\left(n \cdot 10000^{-2k/d}\right)

A new subset is drawn for every training word, so that long test inputs have no unseen
position numbers :cite:p:`ruoss2023randomized`. The paper draws at test time too, by the
same procedure. Evaluation here does so with one fixed draw per length, which makes it
reproducible. The numbers enter through the sine and cosine vectors :math:`s` of
:cite:t:`vaswani2017attention`, or through ALiBi's biases :math:`-m_h (n_i - n_j)`.

The vectors are multiplied by :math:`0.02 \sqrt 2`, which gives them the mean square of
the initial embeddings of GPT-2.
"""

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Key

from lengthwise.arguments import whole_number
from lengthwise.models.positions.alibi import linear_bias, slopes
from lengthwise.models.positions.flags import flag
from lengthwise.models.positions.initial_tables import DEVIATION
from lengthwise.models.positions.layout import Layout, sorted_in_words
from lengthwise.models.positions.scheme import Biases, Numbers, Table, Vectors
from lengthwise.models.positions.silent import SilentScheme

BASE = 10000.0


@dataclass(frozen=True, slots=True)
class Randomized(SilentScheme):
    """Sorted random position numbers.

    Attributes:
        places: The largest number :math:`P`.
        alibi: Whether the numbers enter through ALiBi's biases instead of vectors.

    Raises:
        SpecError: A number is out of range.

    Examples:
        >>> from lengthwise.models.positions.layout import layout
        >>> where = layout(jnp.zeros((1, 3), int), jnp.array([3]))
        >>> Randomized(3).numbering(where, None).tolist()
        [[1, 2, 3]]
    """

    name: ClassVar[str] = "randomized"
    source: ClassVar[str] = "ruoss2023randomized"

    places: int = 2048
    alibi: bool = False

    def __post_init__(self) -> None:
        whole_number("places of randomized positions", self.places, 1)
        on = flag("alibi of randomized positions", self.alibi)
        object.__setattr__(self, "alibi", on)

    @property
    def longest(self) -> int | None:
        """The largest number: all positions of a word have different numbers."""
        return self.places

    def numbering(self, layout: Layout, key: Key[Array, ""] | None, /) -> Numbers:
        """Returns a sorted random subset per word; a fixed one without a key."""
        rows, places = layout.shape
        if key is None:
            fixed = jax.random.permutation(jax.random.key(0), self.places)
            numbers = jnp.take(fixed, layout.place - 1, mode="clip")
            numbers = jnp.broadcast_to(numbers, layout.shape)
        else:
            order = jnp.argsort(jax.random.bits(key, (rows, self.places)))
            missing = max(places - self.places, 0)
            numbers = jnp.pad(order, ((0, 0), (0, missing)))[:, :places]
        return 1 + sorted_in_words(layout, numbers)

    def embed(
        self, _table: Table, number: Numbers, /, width: int = 1
    ) -> Vectors | None:
        """Returns sines and cosines of the numbers; ``None`` with ``alibi``."""
        if self.alibi:
            return None
        frequency = np.float32(BASE ** (-np.arange(0, width, 2) / width))
        angle = number[..., None] * frequency
        waves = jnp.concatenate([jnp.sin(angle), jnp.cos(angle)], -1)
        return DEVIATION * sqrt(2.0) * waves[..., :width]

    def bias(
        self, _table: Table, query: Numbers, key: Numbers, /, heads: int = 1
    ) -> Biases | None:
        """Returns ALiBi's biases of the numbers; ``None`` without ``alibi``."""
        return linear_bias(slopes(heads), query, key) if self.alibi else None
