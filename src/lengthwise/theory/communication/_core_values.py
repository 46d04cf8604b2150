"""The values of a program on a segment of an input, given a summary of its prefix.

Alice and Bob both run this: Alice from the summary of the empty word, Bob from the one
that he receives. It evaluates the core of a program, so it shares no code with the
interpreters that serve as its oracles.
"""

from typing import TypeAlias, assert_never

import numpy as np
from jaxtyping import Bool, Int, Shaped

from lengthwise.crasp.core.nodes import (
    And,
    AtLeastZero,
    Choice,
    Core,
    Count,
    Form,
    Linear,
    Node,
    Not,
)
from lengthwise.crasp.language.syntax import Lags, Modulus, Symbol, Truth
from lengthwise.crasp.running.lag_intervals import intervals
from lengthwise.theory.communication.message_layout import Layout, Summary

Codes: TypeAlias = Int[np.ndarray, " positions"]
Values: TypeAlias = Shaped[np.ndarray, " positions"]

_EXACT = 2**62
"""From this size on, Python integers replace 64-bit integers."""


def values_of(
    plain: Core, layout: Layout, codes: Codes, before: Summary
) -> tuple[list[Values], Summary]:
    """Returns the values of all nodes on a segment, and the summary up to its end.

    Args:
        plain: The core of the program.
        layout: The layout of its messages.
        codes: The symbols of the segment as indices into the alphabet of `plain`; -1
            for symbols that an open program does not name.
        before: The summary of all symbols before the segment.
    """
    piece = _Piece(plain, layout, codes, before)
    for place, node in enumerate(plain.nodes):
        values, bound = piece.value(place, node)
        piece.values.append(values)
        piece.bounds.append(bound)
    counts = (int(piece.values[k][-1]) for k in layout.counts)
    windows = (piece.windows[k][-lag:] for k, lag in layout.windows)
    after = Summary(
        counts=tuple(counts) if codes.size else before.counts,
        windows=tuple(tuple(row.tolist()) for row in windows),
        residue=(before.residue + codes.size) % layout.period,
    )
    return piece.values, after


class _Piece:
    """The values so far, each with a bound on its magnitude."""

    def __init__(
        self, plain: Core, layout: Layout, codes: Codes, before: Summary
    ) -> None:
        self.plain = plain
        self.codes = codes
        self.residue = before.residue
        self.starts = dict(zip(layout.counts, before.counts, strict=True))
        places = (place for place, _ in layout.windows)
        self.windows: dict[int, Bool[np.ndarray, " extended"]] = {
            place: np.array(row, dtype=bool)
            for place, row in zip(places, before.windows, strict=True)
        }
        self.values: list[Values] = []
        self.bounds: list[int] = []

    def value(self, place: int, node: Node) -> tuple[Values, int]:
        match node:
            case Count(where, lags) if lags is not None:
                return self.local(place, self.values[where], lags), len(lags)
            case Count(where, _):
                start = self.starts[place]
                sums = np.cumsum(self.values[where], dtype=np.int64)
                return start + sums, start + self.codes.size
            case Choice(test, then, otherwise):
                (c, below), (d, above) = self.form(then), self.form(otherwise)
                return np.where(self.values[test], c, d), max(below, above)
            case Linear(form):
                return self.form(form)
            case _:
                return self.boolean(node), 1

    def boolean(
        self, node: Symbol | Modulus | Truth | Not | And | AtLeastZero
    ) -> Values:
        match node:
            case Symbol(symbol):
                return np.asarray(self.codes == self.plain.alphabet.index(symbol))
            case Modulus(period, remainder):
                holds = np.zeros(self.codes.size, dtype=bool)
                holds[(remainder - self.residue - 1) % period :: period] = True
                return holds
            case Truth(value):
                return np.full(self.codes.size, value)
            case Not(of):
                return ~self.values[of]
            case And(parts):
                return np.asarray(
                    np.logical_and.reduce([self.values[k] for k in parts])
                )
            case AtLeastZero(form):
                return np.asarray(self.form(form)[0] >= 0).astype(bool)
            case _:
                assert_never(node)

    def form(self, form: Form) -> tuple[Values, int]:
        bound = abs(form.constant)
        bound += sum(abs(k) * self.bounds[place] for place, k in form.terms)
        kind = object if bound >= _EXACT else np.int64
        total = np.full(self.codes.size, form.constant, dtype=kind)
        for place, factor in form.terms:
            total = total + factor * self.values[place].astype(kind)
        return total, bound

    def local(self, place: int, holds: Values, lags: Lags) -> Values:
        """A local count, as differences of prefix sums over the window and `holds`."""
        known = self.windows[place]
        reach = known.size
        extended = np.concatenate([known, holds])
        self.windows[place] = extended
        sums = np.concatenate([[0], np.cumsum(extended, dtype=np.int64)])
        total = np.zeros(holds.size, dtype=np.int64)
        for near, far in intervals(lags):
            upper = sums[reach - near + 1 :][: holds.size]
            total += upper - sums[reach - far :][: holds.size]
        return total
