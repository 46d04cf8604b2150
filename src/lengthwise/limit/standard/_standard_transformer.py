"""Standard transformers, with finite context and a position table."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from lengthwise.errors import SpecError, WordError
from lengthwise.limit.frozen_arrays import ArrayValue, Matrix, frozen, require_shape
from lengthwise.limit.machine import Attention, Layer
from lengthwise.limit.running import definition
from lengthwise.words import Alphabet


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StandardTransformer(ArrayValue):
    """A transformer with a table of absolute positions.

    Attributes:
        alphabet: Input symbols.
        embedding: One row per symbol and, if `bos`, a last one for ``$``.
        positions: Row ``t - 1`` is added at position ``t`` of the context.
        layers: The layers, whose heads have no lag biases.
        readout: One row per output.
        attention: The kind of attention.
        bos: Whether the machine reads ``$`` in front of every word.
    """

    alphabet: Alphabet
    embedding: Matrix
    positions: Matrix
    layers: tuple[Layer, ...]
    readout: Matrix
    attention: Attention
    bos: bool

    def __post_init__(self) -> None:
        for name in ("embedding", "positions", "readout"):
            object.__setattr__(self, name, frozen(name, getattr(self, name), 2))
        width = self.embedding.shape[1]
        why = f"the embedding of width {width}"
        require_shape("positions", self.positions, (self.context, width), why)
        require_shape("readout", self.readout, (len(self.readout), width), why)
        if any(head.lags.any() for layer in self.layers for head in layer.heads):
            raise SpecError("a standard transformer has no lag biases; use translate")

    @property
    def context(self) -> int:
        """The length of the longest input, with ``$``."""
        return len(self.positions)

    def outputs(self, word: Iterable[str], *, offset: int = 0) -> Matrix:
        """Returns the outputs at every symbol read, one row each.

        Args:
            word: Symbols of the alphabet.
            offset: Number of empty positions of the context in front.

        Raises:
            WordError: The word does not fit in the context after `offset`.
        """
        tokens = [len(self.alphabet)] * self.bos + list(self.alphabet.encode(word))
        if offset < 0 or offset + len(tokens) > self.context:
            raise WordError(
                f"{len(tokens)} symbols at offset {offset} do not fit into a context "
                f"of {self.context}; translate to a larger one"
            )
        places = slice(offset, offset + len(tokens))
        y = self.embedding[np.array(tokens, dtype=np.intp)] + self.positions[places]
        for layer in self.layers:
            added = [
                definition.attend(head, y, attention=self.attention)
                for head in layer.heads
            ]
            y = y + sum(added)
            y = y + definition.feed(layer.mlp, y)
        return np.asarray(y @ self.readout.T)
