"""Tables of counts: the prefixes of all words of a length, as arrays."""

import math
from collections.abc import Iterator

import numpy as np
from jaxtyping import Int

from lengthwise.words import class_sizes


def composition_table(total: int, parts: int) -> Int[np.ndarray, "ways parts"]:
    """Returns all ways to write `total` as an ordered sum of `parts` numbers, by row.

    The rows are those of `lengthwise.words.compositions`, in the same order.

    Examples:
        >>> composition_table(2, 2)
        array([[2, 0],
               [1, 1],
               [0, 2]])
    """
    table = np.full((1, 1), total, dtype=np.int64)
    for _ in range(parts - 1):
        rest = table[:, -1]
        rows = np.repeat(np.arange(len(table)), rest + 1)
        later = np.arange(len(rows)) - np.repeat(
            np.cumsum(rest + 1) - rest - 1, rest + 1
        )
        table = np.column_stack([table[rows, :-1], rest[rows] - later, later])
    return table


def count_tables(
    symbols: int, positions: int, *, delta: int, block: int = 1 << 16
) -> Iterator[Int[np.ndarray, "words symbols delta"]]:
    """Yields the counts of (symbol, residue class) of all prefixes, in blocks.

    Args:
        symbols: Number of symbols.
        positions: Length of the prefixes.
        delta: Number of residue classes.
        block: The largest number of tables in a block.

    Examples:
        >>> [len(tables) for tables in count_tables(2, 3, delta=2, block=4)]
        [4, 2]
    """
    columns = [
        composition_table(size, symbols) for size in class_sizes(positions, delta)
    ]
    shape = [len(column) for column in columns]
    total = math.prod(shape)
    for start in range(0, total, block):
        places = np.unravel_index(np.arange(start, min(start + block, total)), shape)
        chosen = [column[at] for column, at in zip(columns, places, strict=True)]
        yield np.stack(chosen, axis=2)
