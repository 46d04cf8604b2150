r"""Classes of positions that heads with content logits tell apart.

What such a head reads of a position is its key and its value. If these take finitely
many values, a half of an input enters the other half only through the number of
positions with each value and through the last :math:`\tau` positions. In front of the
first layer the values are those of pairs (symbol, residue). In front of later layers
they are taken from all short beginnings, and whatever has other values is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import TypeAlias

import numpy as np
from jaxtyping import Float, Int

from lengthwise.errors import SpecError, TooLargeError
from lengthwise.limit.machine import Head, LimitTransformer
from lengthwise.limit.running import definition
from lengthwise.limit.running.definition import terms

Rows: TypeAlias = Float[np.ndarray, "rows used"]

DIGITS = 9
"""Decimal digits in which values of one class agree: sums of floats in another order
differ in their last bits."""

MOST_BEGINNINGS = 2_000
"""Short beginnings that are read for the classes of a later layer, under a second."""

TRIED = 64
"""Symbols of the word on which the classes of later layers are tried."""


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes in front of one layer.

    Attributes:
        layer: The layer, from 0.
        columns: The coordinates of which keys and values of its heads are made.
        rows: The values of these coordinates, one row a class.
        reach: How many positions back the largest lag of the heads is.
    """

    layer: int
    columns: Int[np.ndarray, " used"]
    rows: Rows
    reach: int

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def digits(self) -> int:
        """Bits that tell one class from all others."""
        return (len(self) - 1).bit_length()

    def of(self, stream: Float[np.ndarray, "positions width"]) -> Int[np.ndarray, " _"]:
        """Returns the class of each position.

        Raises:
            SpecError: Some position is in none of the classes.
        """
        both = np.concatenate([self.rows, stream[:, self.columns]])
        _, kinds = np.unique(_rounded(both), axis=0, return_inverse=True)
        kinds = kinds.reshape(-1)
        number = np.full(len(both), -1)
        number[kinds[: len(self)]] = np.arange(len(self))
        found = number[kinds[len(self) :]]
        if (found < 0).any():
            raise SpecError(
                f"keys or values in layer {self.layer + 1} are real numbers, of which "
                "there are not finitely many; give a machine where they are those of "
                "some beginning of few symbols"
            )
        return np.asarray(found)

    def written(self, numbers: Sequence[int]) -> tuple[bool, ...]:
        """Classes in binary, so many digits each."""
        digits = self.digits
        text = "".join(f"{n:0{digits}b}" for n in numbers) if digits else ""
        return tuple(digit == "1" for digit in text)

    def read(self, bits: Sequence[bool]) -> Int[np.ndarray, " reach"]:
        """The classes that were written, `reach` of them."""
        places = np.array(bits, dtype=np.intp).reshape(self.reach, self.digits)
        return np.asarray(places @ (1 << np.arange(self.digits)[::-1]))


def is_by_content(head: Head) -> bool:
    """Whether a head has content logits."""
    return bool(head.bilinear.any())


def reach_of(head: Head) -> int:
    """How many positions back the largest lag with a bias is."""
    return max(len(np.trim_zeros(head.lags, "b")) - 1, 0)


def classes_of(machine: LimitTransformer) -> tuple[Classes, ...]:
    """Returns the classes in front of each layer that has heads with content logits.

    Raises:
        SpecError: Keys or values are real numbers.
        TooLargeError: There are too many short beginnings.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import construction
        >>> [len(one) for one in classes_of(construction("simple:omega=4"))]
        [3]
        >>> [len(one) for one in classes_of(construction("kgram_exact:k=1,S=2"))]
        [6]
    """
    found = []
    for layer, parts in enumerate(machine.layers):
        heads = [head for head in parts.heads if is_by_content(head)]
        if not heads:
            continue
        used = [h.bilinear.any(axis=1) | h.value.any(axis=0) for h in heads]
        columns = np.flatnonzero(np.any(used, axis=0))
        streams = _first(machine) if layer == 0 else _short(machine, layer)
        seen = _rounded(streams[:, columns])
        _, places = np.unique(seen, axis=0, return_index=True)
        rows = streams[np.sort(places)][:, columns]
        one = Classes(layer, columns, rows, max(map(reach_of, heads)))
        if layer:
            word = Random(0).choices(machine.alphabet.symbols, k=TRIED)
            one.of(definition.streams(machine, word)[layer][int(machine.bos) :])
        found.append(one)
    return tuple(found)


def _first(machine: LimitTransformer) -> Float[np.ndarray, "kinds width"]:
    """The stream in front of the first layer, for all symbols and residues."""
    symbols = machine.embedding[: len(machine.alphabet), np.newaxis]
    every = symbols + machine.positions[: machine.delta]
    return np.asarray(every.reshape(-1, machine.width))


def _short(machine: LimitTransformer, layer: int) -> Float[np.ndarray, "rows width"]:
    """The stream in front of a layer, at all symbols of all short words."""
    below = machine.layers[:layer]
    lags = (max(map(reach_of, one.heads), default=0) for one in below)
    length = sum(lags) + machine.delta
    words = len(machine.alphabet) ** length
    if words > MOST_BEGINNINGS:
        raise TooLargeError(
            f"the classes of layer {layer + 1} are found from all words of {length} "
            f"symbols, {words} of them; at most {MOST_BEGINNINGS} are read: give a "
            "machine with fewer symbols, lags or a smaller period",
            size=words,
            limit=MOST_BEGINNINGS,
        )
    rows = [
        definition.streams(machine, word)[layer][int(machine.bos) :]
        for word in product(machine.alphabet.symbols, repeat=length)
    ]
    return np.concatenate(rows)


def _rounded(rows: Rows) -> Rows:
    return np.asarray(rows.round(DIGITS) + 0.0)  # -0.0 becomes 0.0


def class_means(
    head: Head,
    classes: Classes,
    machine: LimitTransformer,
    own: Float[np.ndarray, "positions width"],
    *,
    before: Int[np.ndarray, " classes"],
    past: Int[np.ndarray, " reach"],
    mark: Rows,
    length: int,
) -> Float[np.ndarray, "positions width"]:
    """Returns what a head adds at each position of the second half.

    Args:
        head: A head with content logits.
        classes: The classes in front of its layer.
        machine: The machine.
        own: The stream in front of the layer, at the second half.
        before: How many symbols of the first half are in each class.
        past: The classes of its last symbols.
        mark: The row of ``$``, or none.
        length: Symbols of the whole input, with ``$``.
    """
    numbers = classes.of(own)
    near = len(np.trim_zeros(head.lags, "b"))
    every = np.concatenate([past, numbers])
    index = len(past) + np.arange(len(own))
    lagged = every[index[:, np.newaxis] - np.arange(near)]
    unit = np.eye(len(classes))
    counts = before + np.cumsum(unit[numbers], axis=0) - unit[lagged].sum(axis=1)
    rows = np.concatenate([classes.rows, mark[:, classes.columns]])
    counts = np.concatenate([counts, np.ones((len(own), len(mark)))], axis=1)
    logits = own @ head.bilinear[classes.columns].T @ rows.T
    patterns = np.concatenate([logits, counts > 0, lagged], axis=1)
    _, first, kinds = np.unique(
        patterns, axis=0, return_index=True, return_inverse=True
    )
    weights = np.zeros((len(first), len(rows) + near))
    for place, i in enumerate(first):
        there = np.concatenate([counts[i] > 0, np.ones(near, dtype=bool)])
        content = np.concatenate([logits[i], logits[i, lagged[i]]])
        lags = np.concatenate([np.zeros(len(rows)), head.lags[:near]])
        weights[place, there] = terms(
            content[there], lags[there], attention=machine.attention, length=length
        )
    w = weights[kinds.reshape(-1)]
    far, close = w[:, : len(rows)] * counts, w[:, len(rows) :]
    total = far @ rows + np.einsum("ik,ikc->ic", close, rows[lagged])
    mean = total / (far.sum(axis=1) + close.sum(axis=1))[:, np.newaxis]
    return np.asarray(mean @ head.value[:, classes.columns].T)
