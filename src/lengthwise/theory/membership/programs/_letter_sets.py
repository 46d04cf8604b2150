"""Sets of letters as text, where a letter stands for all symbols that act alike."""

from collections.abc import Set

from lengthwise.automata.equal_letters import Letters
from lengthwise.errors import SpecError
from lengthwise.theory.membership.programs._condition import TRUE, any_of


class LetterSets:
    """The letters of a machine, and lines for the sets of them that a program names.

    Args:
        letters: The symbols that each letter stands for.

    Raises:
        SpecError: A symbol cannot be written in a program.
    """

    def __init__(self, letters: Letters) -> None:
        for symbol in (symbol for symbols in letters for symbol in symbols):
            if '"' in symbol:
                raise SpecError(f"the symbol {symbol!r} cannot be written in a program")
        self._symbols = [[f'"{symbol}"' for symbol in symbols] for symbols in letters]
        self._names: dict[frozenset[int], str] = {}

    def __len__(self) -> int:
        return len(self._symbols)

    def text(self, letters: Set[int]) -> str:
        """A text that holds exactly where one of the letters stands."""
        if len(letters) == len(self._symbols):
            return TRUE
        symbols = [symbol for k in sorted(letters) for symbol in self._symbols[k]]
        if len(symbols) == 1:
            return symbols[0]
        return self._names.setdefault(frozenset(letters), f"set{len(self._names) + 1}")

    def definitions(self) -> list[tuple[str, str]]:
        """The lines (name, text) of the sets that were named."""
        return [(name, self._written(letters)) for letters, name in self._names.items()]

    def _written(self, letters: frozenset[int]) -> str:
        others = set(range(len(self._symbols))) - letters
        few, many = sorted(letters), sorted(others)
        if sum(len(self._symbols[k]) for k in many) * 2 < sum(
            len(self._symbols[k]) for k in few
        ):
            return f"!({any_of(s for k in many for s in self._symbols[k])})"
        return any_of(symbol for k in few for symbol in self._symbols[k])

    def alphabet(self, *more: str) -> str:
        """The line that declares the letters, and `more` symbols that are emitted."""
        letters = [symbol for symbols in self._symbols for symbol in symbols]
        return " ".join(["alphabet", *letters, *(f'"{s}"' for s in more)])
