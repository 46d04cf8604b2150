"""The residual stream as a table: the value of every dimension at every position."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running import evaluator
from lengthwise.printable import shown_word
from lengthwise.tables import Table
from lengthwise.views import short
from lengthwise.words import BOS, Word


@dataclass(frozen=True, slots=True, eq=False)
class StreamTrace:
    """The stream after the last layer, with the names of its dimensions.

    Attributes:
        read: The input of the machine, ``$`` included.
        dimensions: The name of each row.
        made: The first layer that writes to each row; 0 is the embedding.
        values: One row per dimension, one column per position.
    """

    read: Word
    dimensions: tuple[str, ...]
    made: tuple[int, ...]
    values: Matrix

    @property
    def table(self) -> Table:
        """Name, layer and values of each dimension, one column per position."""
        return Table(
            header=("", "layer", *self.read),
            rows=tuple(
                (name, str(layer), *(f"{value:.4g}" for value in row))
                for name, layer, row in zip(
                    self.dimensions, self.made, self.values, strict=True
                )
            ),
            align="lr" + "r" * len(self.read),
        )

    def __str__(self) -> str:
        return self.table.text(gap=1)

    def __repr__(self) -> str:
        size = f"{len(self.dimensions)} dimensions"
        return short(self, f"{size} on {shown_word(self.read)}")

    def _repr_html_(self) -> str:
        return self.table.html(css="stream-trace", row_heads=True)


def trace(machine: LimitTransformer, word: Iterable[str]) -> StreamTrace:
    """Returns the stream of `machine` on `word`.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> from lengthwise.limit.compile.compiler import compile_program
        >>> majority = compile_program(parse('accept # "a" >= # "b"'))
        >>> print(trace(majority, "ab"))
               layer $   a      b
        $          0 1   0      0
        a          0 0   1      0
        #a         1 0 0.5 0.3333
        b          0 0   0      1
        #b         1 0   0 0.3333
        1/i        1 1 0.5 0.3333
        accept     1 0   1      1
    """
    symbols = tuple(word)
    stream = evaluator.streams(machine, symbols)[-1]
    origin = np.zeros(machine.width, dtype=int)
    bottom = np.concatenate([machine.embedding, machine.positions]).any(axis=0)
    for number, layer in reversed(list(enumerate(machine.layers, start=1))):
        written = layer.mlp.outer.any(axis=1)
        for head in layer.heads:
            written = written | head.value.any(axis=1)
        origin[written] = number
    origin[bottom] = 0
    return StreamTrace(
        read=(BOS, *symbols) if machine.bos else symbols,
        dimensions=machine.dimensions,
        made=tuple(map(int, origin)),
        values=np.ascontiguousarray(stream.T),
    )
