"""Sets of letters in a program; a letter stands for a class of equivalent symbols."""

from collections.abc import Set

from lengthwise.automata.equal_letters import Letters
from lengthwise.crasp.language.builder import TRUE, any_of
from lengthwise.crasp.language.program import Line
from lengthwise.crasp.language.syntax import BoolExpr, BoolName, Not, Symbol
from lengthwise.theory.membership.programs._neighborhood import written


class LetterSets:
    """The letters of a machine, and program lines that define sets of them.

    Args:
        letters: The symbols that each letter stands for.

    Raises:
        SpecError: A symbol cannot be written in a program.
    """

    def __init__(self, letters: Letters) -> None:
        self._symbols = [tuple(map(written, symbols)) for symbols in letters]
        self._names: dict[frozenset[int], BoolName] = {}

    def __len__(self) -> int:
        return len(self._symbols)

    def one_of(self, letters: Set[int]) -> BoolExpr:
        """An expression that holds at exactly these letters."""
        if len(letters) == len(self._symbols):
            return TRUE
        symbols = self._all(letters)
        if len(symbols) == 1:
            return symbols[0]
        name = BoolName(f"set{len(self._names) + 1}")
        return self._names.setdefault(frozenset(letters), name)

    def lines(self) -> list[Line]:
        """The lines that define the named sets."""
        return [
            Line(name.name, self._said(letters))
            for letters, name in self._names.items()
        ]

    def _said(self, letters: frozenset[int]) -> BoolExpr:
        """A set given by its symbols or by its complement."""
        inside = self._all(letters)
        outside = self._all(set(range(len(self._symbols))) - letters)
        if 2 * len(outside) < len(inside):
            return Not(any_of(*outside))
        return any_of(*inside)

    def _all(self, letters: Set[int]) -> list[Symbol]:
        return [symbol for k in sorted(letters) for symbol in self._symbols[k]]

    @property
    def alphabet(self) -> tuple[str, ...]:
        """All symbols, over all letters."""
        return tuple(one.symbol for symbols in self._symbols for one in symbols)
