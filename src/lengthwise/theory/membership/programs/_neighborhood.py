"""What a program sees next to a position: letters, earlier letters, the residue."""

import re
from collections.abc import Iterator, Sequence

from lengthwise.automata.equal_letters import Letters
from lengthwise.errors import SpecError
from lengthwise.theory.membership.programs._condition import Question, Value, one_of
from lengthwise.theory.membership.search.prefix_states import LiftedState

Case = tuple[Value, ...]
"""A letter, the letters before it (``None`` where the word begins later), a residue."""


class Looks:
    """What is seen around a letter, as cases and as questions that tell them apart.

    Args:
        letters: The symbols that each letter stands for.
        window: How many letters before it can be seen.
        period: Modulo what the position can be seen.

    Raises:
        SpecError: A symbol cannot be written in a program.
    """

    def __init__(self, letters: Letters, window: int, period: int) -> None:
        self._window, self._period = window, period
        for symbol in (symbol for symbols in letters for symbol in symbols):
            if '"' in symbol:
                raise SpecError(f"the symbol {symbol!r} cannot be written in a program")
        first = [symbols[0] for symbols in letters]
        plain = all(re.fullmatch(r"\w+", symbol, re.ASCII) for symbol in first)
        self._names = first if plain else [f"s{k}" for k in range(len(letters))]
        self._symbols = [[f'"{symbol}"' for symbol in symbols] for symbols in letters]
        self._letters = [
            symbols[0] if len(symbols) == 1 else f"like_{name}"
            for name, symbols in zip(self._names, self._symbols, strict=True)
        ]

    def before(self, state: LiftedState, letter: int) -> Case:
        """What is seen at a letter that is read in a state."""
        return (letter, *_padded(state[1], self._window), state[2])

    def before_questions(self) -> list[Question]:
        """One question for each value of `before`."""
        lags = [self._lag(k) for k in range(1, self._window + 1)]
        return [one_of(self._letters), *lags, self._residue()]

    def after(self, state: LiftedState) -> Case:
        """What is seen at the letter after which the machine is in a state."""
        return (*_padded(state[1], self._window), (state[2] - 1) % self._period)

    def after_questions(self) -> list[Question]:
        """One question for each value of `after`."""
        lags = [self._lag(k) for k in range(1, self._window)]
        letter = [one_of(self._letters)] if self._window else []
        return [*letter, *lags, self._residue()]

    def _residue(self) -> Question:
        return one_of([f"i mod {self._period} == {r}" for r in range(self._period)])

    def _lag(self, lag: int) -> Question:
        names = [f"prev{lag}_{name}" for name in self._names]
        return one_of(names, absent=f"# true <= {lag}")

    def definitions(self, body: str) -> Iterator[str]:
        """The lines for letters that act alike, and for earlier letters, in `body`."""
        earlier = list(self._earlier(body))
        used = "\n".join([body, *earlier])
        for letter, symbols in zip(self._letters, self._symbols, strict=True):
            if len(symbols) > 1 and re.search(rf"\b{letter}\b", used):
                yield f"{letter} = {' || '.join(symbols)}"
        yield from earlier

    def _earlier(self, body: str) -> Iterator[str]:
        for lag in range(1, self._window + 1):
            for name, letter in zip(self._names, self._letters, strict=True):
                if re.search(rf"\bprev{lag}_{name}\b", body):
                    yield f"prev{lag}_{name} = #[i - j == {lag}] {letter} >= 1"

    def alphabet(self, *more: str) -> str:
        """The line that declares the letters, and `more` symbols that are emitted."""
        letters = [symbol for symbols in self._symbols for symbol in symbols]
        return " ".join(["alphabet", *letters, *(f'"{s}"' for s in more)])


def _padded(letters: Sequence[int], length: int) -> Case:
    """The letters, the last first, and nothing where the word was too short."""
    return (*reversed(letters), *[None] * (length - len(letters)))
