"""What a program must remember of a word to read on, for many words at once.

After a prefix it is the counters of its counts, the last values of what is counted at
lags, and the position modulo the periods. Words that leave the same state behind are
continued alike, so a search over words needs to keep one of them only.
"""

import math
from collections.abc import Sequence
from typing import Any, assert_never

import numpy as np
from jaxtyping import Bool, Int

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.nodes import (
    And,
    AtLeastZero,
    Choice,
    Core,
    Count,
    Form,
    Linear,
    Not,
)
from lengthwise.crasp.core.program_facts import used_places
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import Modulus, Symbol, Truth

LONGEST = 1000
"""The longest words that are read; lags above it reach no position of them."""

_EXACT = 2**62
_LONG = 2**31
"""No count is above this."""


class ProgramStates:
    """The states of a program over an alphabet.

    A state is a row of integers: the position modulo the periods, a counter for each
    count, and for each count at lags the last values of what it counts. A counter that
    is compared with numbers only stops at the largest of them.

    Attributes:
        width: Columns of a state.
        faithful: Whether the states are right for words longer than `LONGEST` too.
    """

    def __init__(self, program: Program, letters: Sequence[str]) -> None:
        self.letters = tuple(letters)
        self.plain = core(program)
        self.used = used_places(self.plain)
        counts = {
            place: node
            for place in self.used
            if isinstance(node := self.plain.nodes[place], Count)
        }
        self.caps = _caps(self.plain, self.used)
        self.counters: dict[int, int] = {}
        self.histories: dict[int, slice] = {}
        column = 1
        for place, node in counts.items():
            if node.lags is None:
                self.counters[place], column = column, column + 1
            else:
                reach = min(node.lags[-1], LONGEST)
                self.histories[place] = slice(column, column + reach)
                column += reach
        self.width = column
        lags = [node.lags[-1] for node in counts.values() if node.lags is not None]
        self.faithful = max(lags, default=0) <= LONGEST
        periods = [
            node.period
            for place in self.used
            if isinstance(node := self.plain.nodes[place], Modulus)
        ]
        self.period = min(math.lcm(*periods), _EXACT)
        self.faithful &= self.period < _EXACT
        self.exact = _bound(self.plain, self.used) < _EXACT

    def start(self) -> Int[np.ndarray, " columns"]:
        """The state before the first symbol."""
        return np.zeros(self.width, dtype=np.int64)

    def step(
        self, rows: Int[np.ndarray, "words columns"], letter: int
    ) -> tuple[Int[np.ndarray, "words columns"], Bool[np.ndarray, "words outputs"]]:
        """The states after one letter more, and what the program says there."""
        new = rows.copy()
        new[:, 0] = (rows[:, 0] + 1) % self.period
        values: dict[int, Any] = {}
        for place in self.used:
            values[place] = self._value(place, letter, rows, new, values)
        plain = self.plain
        if plain.accept is not None:
            return new, values[plain.accept][:, None]
        emits = dict(plain.next)
        never = np.zeros(len(rows), dtype=bool)
        columns = [
            values[emits[one]] if one in emits else never for one in self.letters
        ]
        return new, np.stack(columns, axis=1)

    def _value(
        self,
        place: int,
        letter: int,
        rows: np.ndarray,
        new: np.ndarray,
        values: dict[int, Any],
    ) -> Any:  # noqa: ANN401 - Booleans or integers, of 64 bits or of any size
        node = self.plain.nodes[place]
        match node:
            case Symbol(symbol):
                return np.full(len(rows), symbol == self.letters[letter])
            case Truth(value):
                return np.full(len(rows), value)
            case Modulus(period, remainder):
                return new[:, 0] % min(period, _EXACT) == remainder
            case Not(of):
                return ~values[of]
            case And(parts):
                return np.logical_and.reduce([values[part] for part in parts])
            case AtLeastZero(form) | Linear(form):  # no output needs a Linear
                return (self._form(form, values, len(rows)) >= 0).astype(bool)
            case Choice(test, then, otherwise):
                either = [self._form(f, values, len(rows)) for f in (then, otherwise)]
                return np.where(values[test], *either)
            case Count(where, lags):
                if lags is None:
                    return self._counted(place, values[where], rows, new)
                history = rows[:, self.histories[place]]
                seen = np.concatenate([values[where][:, None], history], axis=1)
                new[:, self.histories[place]] = seen[:, :-1]
                return seen[:, [lag for lag in lags if lag <= LONGEST]].sum(axis=1)
            case _:
                assert_never(node)

    def _counted(
        self, place: int, holds: np.ndarray, rows: np.ndarray, new: np.ndarray
    ) -> np.ndarray:
        column = self.counters[place]
        counted = rows[:, column] + holds
        if place in self.caps:
            counted = np.minimum(counted, self.caps[place])
        new[:, column] = counted
        return counted

    def _form(self, form: Form, values: dict[int, Any], rows: int) -> np.ndarray:
        total = np.full(
            rows, form.constant, dtype=np.int64 if self.exact else np.object_
        )
        for place, factor in form.terms:
            term = values[place]
            total += factor * (term if self.exact else term.astype(np.object_))
        return total


def _caps(plain: Core, used: Sequence[int]) -> dict[int, int]:
    """Where a counter may stop: it is compared with numbers only, none above it."""
    caps: dict[int, int] = {}
    open_ended: set[int] = set()
    for place in used:
        match plain.nodes[place]:
            case AtLeastZero(Form(constant, ((counter, factor),))):
                # A single term has the coefficient 1 or -1.
                above = -constant if factor > 0 else constant + 1
                caps[counter] = max(caps.get(counter, 0), above)
            case AtLeastZero(form):
                open_ended.update(k for k, _ in form.terms)
            case Choice(_, then, otherwise):
                open_ended.update(k for k, _ in then.terms + otherwise.terms)
            case _:
                pass
    return {k: min(cap, _LONG) for k, cap in caps.items() if k not in open_ended}


def _bound(plain: Core, used: Sequence[int]) -> int:
    """A number that no form exceeds."""
    bounds: dict[int, int] = {}
    largest = 0

    def of(form: Form) -> int:
        nonlocal largest
        total = abs(form.constant) + sum(abs(f) * bounds[k] for k, f in form.terms)
        largest = max(largest, total)
        return total

    for place in used:
        match plain.nodes[place]:
            case Count():
                bounds[place] = _LONG
            case Choice(_, then, otherwise):
                bounds[place] = max(of(then), of(otherwise))
            case AtLeastZero(form):
                of(form)
            case _:
                pass
    return largest
