"""The states that a program needs to read on, for many words at once.

Words that lead to the same state have the same continuations, so a search over words
needs to keep only one of them. A state is a row of integers:

* the position modulo the periods;
* the sums of counts that are compared: for ``# "a" - # "b" >= 2`` one number, not two.
  A nondecreasing sum compared only with constants is capped at the largest of them;
* for each count at lags, the last values of the counted line.
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
    Count,
    Form,
    Linear,
    Not,
)
from lengthwise.crasp.core.program_facts import used_places
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import Modulus, Symbol, Truth
from lengthwise.theory.programs._kept_sums import EXACT, Terms, kept_sums

LONGEST = 1000
"""The longest words that can be read; a lag above it never reaches a position."""


class ProgramStates:
    """The states of a program over an alphabet.

    Attributes:
        width: Number of columns of a state.
        faithful: Whether the states are also correct for words longer than `LONGEST`.
    """

    def __init__(self, program: Program, letters: Sequence[str]) -> None:
        self.letters = tuple(letters)
        self.plain = core(program)
        self.used = used_places(self.plain)
        nodes = {place: self.plain.nodes[place] for place in self.used}
        self.sums = kept_sums(self.plain, self.used)
        self.raised = self._raised()
        self.histories: dict[int, slice] = {}
        column = 1 + len(self.sums.parts)
        lags = {k: n.lags for k, n in nodes.items() if isinstance(n, Count) and n.lags}
        for place, given in lags.items():
            reach = min(given[-1], LONGEST)
            self.histories[place] = slice(column, column + reach)
            column += reach
        self.width = column
        periods = [node.period for node in nodes.values() if isinstance(node, Modulus)]
        self.period = min(math.lcm(*periods), EXACT)
        farthest = max((given[-1] for given in lags.values()), default=0)
        self.faithful = farthest <= LONGEST and self.period < EXACT

    def start(self) -> Int[np.ndarray, " columns"]:
        """The state before the first symbol."""
        return np.zeros(self.width, dtype=np.int64)

    def step(
        self, rows: Int[np.ndarray, "words columns"], letter: int
    ) -> tuple[Int[np.ndarray, "words columns"], Bool[np.ndarray, "words outputs"]]:
        """The states after one more letter, and the program's outputs there."""
        new, values = self.values(rows, letter)
        plain = self.plain
        if plain.accept is not None:
            return new, values[plain.accept][:, None]
        emits = dict(plain.next)
        never = np.zeros(len(rows), dtype=bool)
        columns = [
            values[emits[one]] if one in emits else never for one in self.letters
        ]
        return new, np.stack(columns, axis=1)

    def values(
        self, rows: Int[np.ndarray, "words columns"], letter: int
    ) -> tuple[Int[np.ndarray, "words columns"], dict[int, Any]]:
        """The states after one more letter, and the values of nodes there.

        Counts over all positions have no separate values; see `sums`.
        """
        new = rows.copy()
        new[:, 0] = (rows[:, 0] + 1) % self.period
        values: dict[int, Any] = {}
        for place in self.used:
            values[place] = self._value(place, letter, new, values)
        return new, values

    def _value(
        self, place: int, letter: int, new: np.ndarray, values: dict[int, Any]
    ) -> Any:  # noqa: ANN401 - Booleans or integers, of 64 bits or of any size
        node = self.plain.nodes[place]
        match node:
            case Symbol(symbol):
                return np.full(len(new), symbol == self.letters[letter])
            case Truth(value):
                return np.full(len(new), value)
            case Modulus(period, remainder):
                return new[:, 0] % min(period, EXACT) == remainder
            case Not(of):
                return ~values[of]
            case And(parts):
                return np.logical_and.reduce([values[part] for part in parts])
            case AtLeastZero(form) | Linear(form):  # no output needs a Linear
                return (self._form(form, new, values) >= 0).astype(bool)
            case Choice(test, then, otherwise):
                either = [self._form(form, new, values) for form in (then, otherwise)]
                return np.where(values[test], *either)
            case Count(where, lags):
                if lags is None:
                    return self._sum_up(place, new, values)
                return self._recall(place, lags, values[where], new)
            case _:
                assert_never(node)

    def _sum_up(self, place: int, new: np.ndarray, values: dict[int, Any]) -> None:
        """Updates the sums whose last term is this count."""
        for column, terms, cap in self.raised.get(place, ()):
            for where, factor in terms:
                new[:, column] += factor * values[where]
            if cap is not None:
                np.minimum(new[:, column], cap, out=new[:, column])

    def _raised(self) -> dict[int, list[tuple[int, Terms, int | None]]]:
        """The sums by their last count, each with its column."""
        found: dict[int, list[tuple[int, Terms, int | None]]] = {}
        for column, part in enumerate(self.sums.parts, start=1):
            terms = []
            for counted, factor in part.terms:
                node = self.plain.nodes[counted]
                assert isinstance(node, Count)
                terms.append((node.where, factor))
            last, _ = part.terms[-1]
            found.setdefault(last, []).append((column, tuple(terms), part.cap))
        return found

    def _recall(
        self, place: int, lags: Sequence[int], holds: np.ndarray, new: np.ndarray
    ) -> np.ndarray:
        """A count at lags, from the last values of the counted line."""
        kept = self.histories[place]
        seen = np.concatenate([holds[:, None], new[:, kept]], axis=1)
        new[:, kept] = seen[:, :-1]
        total: np.ndarray = seen[:, [lag for lag in lags if lag <= LONGEST]].sum(axis=1)
        return total

    def _form(self, form: Form, new: np.ndarray, values: dict[int, Any]) -> np.ndarray:
        kind: Any = np.int64 if self.sums.exact else np.object_
        total: np.ndarray = np.full(len(new), form.constant, dtype=kind)
        for column, factor in self.sums.columns[form]:
            total += factor * new[:, 1 + column].astype(kind)
        for place, factor in self.sums.others[form]:
            total += factor * values[place].astype(kind)
        return total
