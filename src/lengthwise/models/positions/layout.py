"""The layout of a batch: one word per row, or several packed words."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int


@dataclass(frozen=True)
class Layout:
    """Where the symbols of a batch are.

    Attributes:
        tokens: The symbol ids.
        index: The index of each symbol in its row, from 1, padding included.
        place: The position of each symbol in its word, from 1; no row axis if every row
            is one word.
        begins: The index, from 0, at which the word of each symbol begins; ``None`` if
            every row is one word.
        length: The length of the word of each symbol; one per row if every row is one
            word.
        read: Mask of the symbols that are read; the others are padding.
    """

    tokens: Int[Array, "rows places"]
    index: Int[Array, " places"]
    place: Int[Array, "... places"]
    begins: Int[Array, "rows places"] | None
    length: Int[Array, "rows some"]
    read: Bool[Array, "rows places"]

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of positions per row."""
        rows, places = self.tokens.shape
        return rows, places

    def of_word(self, drawn: Array) -> Array:
        """Returns one value per word: the one drawn for its first symbol.

        Args:
            drawn: ``[rows, places]`` values.

        Returns:
            ``[rows, 1]`` values if every row is one word, otherwise ``[rows, places]``.
        """
        if self.begins is None:
            return drawn[:, :1]
        return jnp.take_along_axis(drawn, self.begins, axis=1)


def layout(
    tokens: Int[Array, "rows places"],
    lengths: Int[Array, " rows"],
    begins: Int[Array, "rows places"] | None = None,
) -> Layout:
    """Returns the layout of a batch; arguments as in `lengthwise.models.Words`.

    Examples:
        >>> two_words = jnp.array([[0, 0, 2, 2, 2]])
        >>> where = layout(jnp.zeros((1, 5), int), jnp.array([4]), two_words)
        >>> where.place.tolist(), where.length.tolist()
        ([[1, 2, 1, 2, 3]], [[2, 2, 2, 2, 2]])
    """
    index = jnp.arange(1, tokens.shape[1] + 1)
    read = index <= lengths[:, None]
    if begins is None:
        return Layout(tokens, index, index, None, lengths[:, None], read)
    same = begins[:, :, None] == begins[:, None, :]
    length = jnp.sum(same & read[:, None, :], -1)
    return Layout(tokens, index, index - begins, begins, length, read)


def sorted_in_words(
    where: Layout, values: Int[Array, "rows places"]
) -> Int[Array, "rows places"]:
    """Returns values sorted within each word; arbitrary at the padding.

    Examples:
        >>> two_words = jnp.array([[0, 0, 2, 2, 2]])
        >>> where = layout(jnp.zeros((1, 5), int), jnp.array([4]), two_words)
        >>> sorted_in_words(where, jnp.array([[9, 7, 8, 5, 1]])).tolist()
        [[7, 9, 5, 8, 1]]
    """
    rows, places = where.shape
    begins = jnp.zeros((rows, places), int) if where.begins is None else where.begins
    word = jnp.where(where.read, begins, places)
    _, ordered = jax.lax.sort((word, values), dimension=1, num_keys=2)
    return ordered
