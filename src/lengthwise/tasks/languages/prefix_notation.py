"""Expressions in prefix notation: the languages Boolean-n."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

from lengthwise.tasks.languages.counter_machines import (
    AbstractCounterLanguage,
    Configuration,
    pick,
    table_length,
)
from lengthwise.words import Alphabet, Word

OPERATORS = "~+>&|"
"""The operators, by arity from 1."""


@dataclass(frozen=True)
class PrefixNotation(AbstractCounterLanguage):
    """Expressions over the values 0 and 1 with one operator of each arity.

    Attributes:
        arity: The largest arity; the smallest is 1.

    Examples:
        >>> PrefixNotation(3).accepts("+~01"), PrefixNotation(3).accepts("+~0")
        (True, False)
        >>> PrefixNotation(3).members(3)
        6
    """

    arity: int

    @cached_property
    def alphabet(self) -> Alphabet:
        """The values, then the operators by arity."""
        return Alphabet("01" + OPERATORS[: self.arity])

    @property
    def start(self) -> Configuration:
        """The number of missing operands: the single expression."""
        return (1,)

    def step(self, counters: Configuration, symbol: str) -> Configuration | None:
        """A symbol is one operand itself, and requires its own operands."""
        (missing,) = counters
        return (missing - 1 + self._operands(symbol),) if missing else None

    def _operands(self, symbol: str) -> int:
        return max(0, self.alphabet.index(symbol) - 1)

    def ends(self, counters: Configuration) -> bool:
        """No operand is missing."""
        return counters == (0,)

    def members(self, length: int) -> int:
        """Returns the number of members with `length`."""
        return _completions(self.arity, table_length(length))[length][1]

    def draw(self, rng: Random, length: int) -> Word:
        """Draws each symbol with weight proportional to its number of completions."""
        missing, word = 1, []
        for rest in reversed(range(length)):
            choice = pick(rng, symbol_weights(self.arity, rest, missing))
            word.append(self.alphabet.symbols[choice])
            missing += self._operands(word[-1]) - 1
        return tuple(word)


def symbol_weights(arity: int, rest: int, missing: int) -> list[int]:
    """Returns the number of completions after each symbol, in alphabet order.

    Args:
        arity: The largest arity.
        rest: The number of symbols after this one.
        missing: The number of missing operands before it, at least 1.

    Examples:
        >>> symbol_weights(3, 0, 1), symbol_weights(3, 2, 1)
        ([1, 1, 0, 0, 0], [0, 0, 2, 4, 0])
    """
    row = _completions(arity, table_length(rest))[rest]
    after = [missing - 1, *range(missing - 1, missing + arity)]
    return [row[m] if m <= rest else 0 for m in after]


@lru_cache(maxsize=64)
def _completions(arity: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Entry ``[rest][missing]``: number of words of `rest` symbols, `missing` operands.

    More operands than symbols can never be complete, so rows have ``rest + 2`` entries.
    """
    rows: list[tuple[int, ...]] = [(1, 0)]
    for rest in range(1, length + 1):
        before = (*rows[-1], *[0] * (arity + 1))
        row = [0]
        for missing in range(1, rest + 2):
            operators = before[missing : missing + arity]
            row.append(2 * before[missing - 1] + sum(operators))
        rows.append(tuple(row))
    return tuple(rows)
