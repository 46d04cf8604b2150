"""Words as seen from their last position: keys with multiplicities.

This is the arithmetic behind `lengthwise.limit.running.on_statistics`, which checks the
arguments. For a machine with `bos`, the counts of a word are shifted by one position
here, and ``$`` is an additional key.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from lengthwise.limit.machine import MLP, Attention, Head, LimitTransformer
from lengthwise.limit.running._attention_weights import terms
from lengthwise.words import Word


@dataclass(frozen=True, slots=True)
class View:
    """What the last position sees, for words with a given suffix and residue class.

    Attributes:
        machine: The machine.
        keys: The embedding of each token at each residue class.
        query: The embedding of the last symbol.
        near: The flat index in `keys` of each symbol of the suffix, and of ``$``.
        distance: The distance of each of these from the query.
    """

    machine: LimitTransformer
    keys: Float[np.ndarray, "tokens delta width"]
    query: Float[np.ndarray, " width"]
    near: Int[np.ndarray, " near"]
    distance: Int[np.ndarray, " near"]

    @property
    def heads(self) -> tuple[Head, ...]:
        """The heads of the only layer."""
        return tuple(head for layer in self.machine.layers for head in layer.heads)

    def numerators(
        self,
        head: Head,
        counts: Int[np.ndarray, "batch symbols delta"],
        attention: Attention,
    ) -> Float[np.ndarray, "batch keys"]:
        """Sums of `terms` over the positions of each (token, residue of reading)."""
        tokens, delta, width = self.keys.shape
        flat = self.keys.reshape(-1, width)
        far = np.roll(counts, self.machine.bos, axis=2).reshape(len(counts), -1)
        length = np.sum(far, axis=1, keepdims=True) + float(len(self.near))
        content = flat @ (head.bilinear @ self.query)
        bias = np.append(head.lags, 0.0)[np.minimum(self.distance, len(head.lags))]
        weights = terms(
            np.append(content[: far.shape[1]], content[self.near])[np.newaxis],
            np.append(np.zeros(far.shape[1]), bias)[np.newaxis],
            np.pad(far > 0, ((0, 0), (0, len(bias))), constant_values=True),
            attention=attention,
            length=length,
            index=length,
        )
        sums = np.zeros((len(counts), tokens * delta))
        sums[:, : far.shape[1]] = weights[:, : far.shape[1]] * far
        for place, column in zip(self.near, weights.T[far.shape[1] :], strict=True):
            sums[:, place] += column
        return sums

    def outputs(
        self, counts: Int[np.ndarray, "batch symbols delta"], attention: Attention
    ) -> Float[np.ndarray, "batch outputs"]:
        """The outputs at the last position."""
        y = np.repeat(self.query[np.newaxis], len(counts), axis=0)
        for head in self.heads:
            sums = self.numerators(head, counts, attention)
            mean = sums @ self.keys.reshape(-1, self.machine.width)
            mean /= sums.sum(axis=1, keepdims=True)
            y += mean @ head.value.T
        values = y @ self.machine.readout.T
        for layer in self.machine.layers:
            values += _units(layer.mlp, y) @ (self.machine.readout @ layer.mlp.outer).T
        return np.asarray(values)


def _units(
    mlp: MLP, stream: Float[np.ndarray, "batch width"]
) -> Float[np.ndarray, "batch units"]:
    before = stream @ mlp.inner.T
    before += mlp.bias
    if not any(mlp.heaviside):
        return np.asarray(np.maximum(before, 0.0, out=before))
    return np.asarray(np.where(mlp.heaviside, before >= 0, np.maximum(before, 0.0)))


def views(
    machine: LimitTransformer,
    counts: Int[np.ndarray, "batch symbols delta"],
    suffix: Word,
) -> Iterator[tuple[View, Int[np.ndarray, " rows"]]]:
    """Yields a view for each residue class of the last position, with its rows.

    Args:
        machine: At most one layer.
        counts: One table per row, of words without ``$``.
        suffix: The suffix after each of these prefixes.
    """
    delta = counts.shape[2]
    periodic = machine.positions[np.arange(delta) % machine.delta]
    keys = machine.embedding[:, np.newaxis] + periodic
    tokens = np.array(machine.alphabet.encode(suffix), dtype=np.intp)
    distance = np.arange(len(suffix) - 1, -1, -1)
    residues = (counts.sum(axis=(1, 2)) + len(suffix) + machine.bos) % delta
    for residue in np.unique(residues):
        near = tokens * delta + (residue - distance) % delta
        far = distance
        if machine.bos:
            # `$` is beyond all lags, or directly in front of the suffix.
            near = np.append(len(machine.alphabet) * delta + 1 % delta, near)
            far = np.append(len(suffix), far)
        view = View(
            machine=machine,
            keys=keys,
            query=keys.reshape(-1, machine.width)[near[-1]],
            near=near,
            distance=far,
        )
        yield view, np.flatnonzero(residues == residue)
