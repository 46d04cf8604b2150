"""What a program sees at a position: the letter, earlier letters, the residue."""

import re
from collections.abc import Iterator, Sequence

from lengthwise.automata.equal_letters import Letters
from lengthwise.crasp.language.builder import TRUE, any_of, compare
from lengthwise.crasp.language.program import Line
from lengthwise.crasp.language.syntax import (
    BoolExpr,
    BoolName,
    Count,
    Modulus,
    Symbol,
)
from lengthwise.errors import CraspSyntaxError, SpecError
from lengthwise.theory.membership.programs._condition import Question, Value, one_of
from lengthwise.theory.membership.search.prefix_states import LiftedState

Case = tuple[Value, ...]
"""A letter, the letters before it (``None`` before the word starts), a residue."""


class Looks:
    """The neighborhood of a letter, as cases and as questions that distinguish them.

    Args:
        letters: The symbols that each letter stands for.
        window: Number of visible earlier letters.
        period: The modulus at which the position is visible.

    Raises:
        SpecError: A symbol cannot be written in a program.
    """

    def __init__(self, letters: Letters, window: int, period: int) -> None:
        self._window, self._period = window, period
        self._symbols = [tuple(map(written, symbols)) for symbols in letters]
        first = [symbols[0] for symbols in letters]
        plain = all(re.fullmatch(r"\w+", symbol, re.ASCII) for symbol in first)
        self._names = first if plain else [f"s{k}" for k in range(len(letters))]
        self._letters: list[BoolExpr] = [
            symbols[0] if len(symbols) == 1 else BoolName(f"like_{name}")
            for name, symbols in zip(self._names, self._symbols, strict=True)
        ]

    def before(self, state: LiftedState, letter: int) -> Case:
        """What is seen at a letter read in a state."""
        return (letter, *_padded(state[1], self._window), state[2])

    def before_questions(self) -> list[Question]:
        """One question for each value of `before`."""
        lags = [self._lag(k) for k in range(1, self._window + 1)]
        return [one_of(self._letters), *lags, self._residue()]

    def after(self, state: LiftedState) -> Case:
        """What is seen at the letter that led to a state."""
        return (*_padded(state[1], self._window), (state[2] - 1) % self._period)

    def after_questions(self) -> list[Question]:
        """One question for each value of `after`."""
        lags = [self._lag(k) for k in range(1, self._window)]
        letter = [one_of(self._letters)] if self._window else []
        return [*letter, *lags, self._residue()]

    def _residue(self) -> Question:
        return one_of([Modulus(self._period, r) for r in range(self._period)])

    def _lag(self, lag: int) -> Question:
        earlier = [BoolName(f"prev{lag}_{name}") for name in self._names]
        return one_of(earlier, absent=compare(Count(TRUE), "<=", lag))

    def lines(self) -> Iterator[Line]:
        """The lines for classes of letters and for earlier letters."""
        for name, symbols in zip(self._names, self._symbols, strict=True):
            if len(symbols) > 1:
                yield Line(f"like_{name}", any_of(*symbols))
        for lag in range(1, self._window + 1):
            for name, letter in zip(self._names, self._letters, strict=True):
                condition = compare(Count(letter, (lag,)), ">=", 1)
                yield Line(f"prev{lag}_{name}", condition)

    @property
    def alphabet(self) -> tuple[str, ...]:
        """All symbols, over all letters."""
        return tuple(one.symbol for symbols in self._symbols for one in symbols)


def written(symbol: str) -> Symbol:
    """Returns a symbol of an automaton in program syntax.

    Raises:
        SpecError: It cannot be written in a program.
    """
    try:
        return Symbol(symbol)
    except CraspSyntaxError:
        raise SpecError(
            f"the symbol {symbol!r} cannot be written in a program"
        ) from None


def _padded(letters: Sequence[int], length: int) -> Case:
    """The letters, last first, padded with ``None``."""
    return (*reversed(letters), *[None] * (length - len(letters)))
