"""The residual stream as a table: which dimension holds what at which position."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

import numpy as np

from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running import evaluator
from lengthwise.printable import shown_word
from lengthwise.views import short
from lengthwise.words import BOS, Word


@dataclass(frozen=True, slots=True, eq=False)
class StreamTrace:
    """The stream after the last layer, with the names of its dimensions.

    Attributes:
        read: What the machine read, ``$`` included.
        dimensions: The name of each row.
        made: The layer that first writes to each row; 0 is the embedding.
        values: One row a dimension, one column a position.
    """

    read: Word
    dimensions: tuple[str, ...]
    made: tuple[int, ...]
    values: Matrix

    def rows(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Name, layer and values of each dimension, as texts."""
        return [
            (name, str(layer), tuple(f"{value:.4g}" for value in row))
            for name, layer, row in zip(
                self.dimensions, self.made, self.values, strict=True
            )
        ]

    def __str__(self) -> str:
        table = [("", "layer", self.read), *self.rows()]
        left = max(len(name) for name, _, _ in table)
        widths = [
            max(map(len, cells))
            for cells in zip(*(cells for _, _, cells in table), strict=True)
        ]
        lines = []
        for name, layer, cells in table:
            texts = [cell.rjust(w) for cell, w in zip(cells, widths, strict=True)]
            lines.append(" ".join([name.ljust(left), layer.rjust(5), *texts]).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        size = f"{len(self.dimensions)} dimensions"
        return short(self, f"{size} on {shown_word(self.read)}")

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(symbol)}</th>" for symbol in self.read)
        body = "".join(
            f"<tr><th>{escape(name)}</th><td>{layer}</td>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + "</tr>"
            for name, layer, cells in self.rows()
        )
        return (
            '<table class="stream-trace"><thead><tr><th></th><th>layer</th>'
            f"{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def trace(machine: LimitTransformer, word: Iterable[str]) -> StreamTrace:
    """The stream of `machine` on `word`.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> from lengthwise.limit.compile.compiler import compile_program
        >>> majority = compile_program(parse('accept # "a" >= # "b"'))
        >>> print(trace(majority, "ab"))
               layer $   a      b
        $          0 1   0      0
        a          0 0   1      0
        # a        1 0 0.5 0.3333
        b          0 0   0      1
        # b        1 0   0 0.3333
        1/i        1 1 0.5 0.3333
        accept     1 0   1      1
    """
    symbols = tuple(word)
    stream = evaluator.streams(machine, symbols)[-1]
    made = np.zeros(machine.width, dtype=int)
    bottom = np.concatenate([machine.embedding, machine.positions]).any(axis=0)
    for number, layer in reversed(list(enumerate(machine.layers, start=1))):
        written = layer.mlp.outer.any(axis=1)
        for head in layer.heads:
            written = written | head.value.any(axis=1)
        made[written] = number
    made[bottom] = 0
    return StreamTrace(
        read=(BOS, *symbols) if machine.bos else symbols,
        dimensions=machine.dimensions,
        made=tuple(map(int, made)),
        values=np.ascontiguousarray(stream.T),
    )
