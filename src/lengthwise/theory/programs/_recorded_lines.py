"""A table of lines that records the operations that produced each line.

Two lines that hold at the same prefixes of the compared words are one entry of a
`LineTable`. On longer words they may differ. Here every operation is recorded with its
resulting entry, so that one can check whether two operations with the same entry are
equal on all words.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from jaxtyping import Int8

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Program
from lengthwise.theory.programs._line_table import LineTable

Kind: TypeAlias = Literal["first", "truth", "not", "and", "count", "compare"]


class Operation(NamedTuple):
    """The derivation of a line from others, given by their indices in the table.

    Attributes:
        kind: ``first``: a symbol or a modulus; ``truth``: true or false.
        numbers: ``first`` and ``truth``: which one. ``not``, ``and``: Boolean lines.
            ``count``: a Boolean line, and the lag or -1. ``compare``: counts c and d,
            d may be -1, the sign and k, as in sign (c - d) + k >= 0.
    """

    kind: Kind
    numbers: tuple[int, ...]


class RecordedLines(LineTable):
    """The lines over one tree of prefixes, with the operations that produced them.

    Attributes:
        booleans: The Boolean line produced by each operation.
        counted: The count line produced by each operation.

    Examples:
        >>> from lengthwise.theory.programs._line_table import Fragment
        >>> from lengthwise.theory.programs._prefix_tree import PrefixTree
        >>> from lengthwise.words import Alphabet
        >>> table = RecordedLines(PrefixTree.of_all(Alphabet("ab"), 3), Fragment())
        >>> a, b = table.first_lines
        >>> table.negation(a) == b, table.booleans[Operation("not", (a,))] == b
        (True, True)
        >>> table.program(Operation("not", (a,))).accept
        Not(of=Symbol(symbol='a'))
    """

    def __post_init__(self) -> None:
        self.booleans: dict[Operation, int] = {}
        self.counted: dict[Operation, int] = {}
        self._first_way: dict[tuple[bool, int], Operation] = {}
        self._written: dict[tuple[bool, int], s.Expr] = {}
        super().__post_init__()
        self._note(Operation("truth", (0,)), self.never)
        self._note(Operation("truth", (1,)), self.always)
        for k, line in enumerate(self.first_lines):
            self._note(Operation("first", (k,)), line)

    def _note(self, way: Operation, line: int) -> None:
        is_count = way.kind == "count"
        (self.counted if is_count else self.booleans)[way] = line
        self._first_way.setdefault((is_count, line), way)

    def counts(self, boolean: int) -> tuple[int, ...]:
        """As in the base class; each operation is recorded."""
        found = super().counts(boolean)
        for lag, count in zip((-1, *self.fragment.lags), found, strict=True):
            self._note(Operation("count", (boolean, lag)), count)
        return found

    def thresholds(self, count: int, other: int = -1) -> Iterator[tuple[int, int, int]]:
        """As in the base class; constant lines are recorded too."""
        difference: Int8[np.ndarray, " prefixes"] = self.values[count]
        most = self.fragment.constants
        least = 0
        if other >= 0:
            difference = difference - self.values[other]
            least = -most - 1
        for k in range(least, most + 1):
            small = difference <= k
            for sign, constant, holds in ((-1, k, small), (1, -k - 1, ~small)):
                line = self.boolean(holds)
                numbers = (count, other, sign, constant)
                self._note(Operation("compare", numbers), line)
                if line not in (self.never, self.always):
                    yield line, sign, constant

    def conjunction(self, line: int, other: int) -> int:
        """As in the base class, and noted."""
        both = super().conjunction(line, other)
        numbers = (line, other) if line < other else (other, line)
        self._note(Operation("and", numbers), both)
        return both

    def negation(self, line: int) -> int:
        """As in the base class, and recorded."""
        opposite = super().negation(line)
        self._note(Operation("not", (line,)), opposite)
        return opposite

    def first_way(self, way: Operation) -> Operation:
        """The first operation that produced the line of `way`."""
        if way.kind == "count":
            return self._first_way[True, self.counted[way]]
        return self._first_way[False, self.booleans[way]]

    def way_to(self, line: int) -> Operation:
        """The first operation that produced a Boolean line."""
        return self._first_way[False, line]

    def program(self, way: Operation, other: Operation | None = None) -> Program:
        """The program that accepts where the line produced by an operation holds.

        For a count line: where it equals that of the `other` operation.
        """
        written = self._expression(way)
        if isinstance(written, s.CountExpr):
            assert other is not None
            equal = self._expression(other)
            assert isinstance(equal, s.CountExpr)
            written = s.Compare(written, "==", equal)
        return Program(accept=written, alphabet=self.tree.alphabet)

    def _line(self, number: int, *, is_count: bool = False) -> s.Expr:
        key = is_count, number
        if key not in self._written:
            self._written[key] = self._expression(self._first_way[key])
        return self._written[key]

    def _holds(self, number: int) -> s.BoolExpr:
        line = self._line(number)
        assert isinstance(line, s.BoolExpr)
        return line

    def _expression(self, way: Operation) -> s.Expr:
        numbers = way.numbers
        match way.kind:
            case "first":
                letters = self.tree.alphabet.symbols
                if numbers[0] < len(letters):
                    return s.Symbol(letters[numbers[0]])
                return s.Modulus(*self.fragment.moduli[numbers[0] - len(letters)])
            case "truth":
                return s.Truth(value=bool(numbers[0]))
            case "not":
                return s.Not(self._holds(numbers[0]))
            case "and":
                return s.And(tuple(map(self._holds, numbers)))
            case "count":
                where, lag = numbers
                return s.Count(self._holds(where), None if lag < 0 else (lag,))
            case "compare":
                return self._comparison(*numbers)

    def _comparison(self, count: int, other: int, sign: int, k: int) -> s.Expr:
        terms = [(sign, self._line(count, is_count=True))]
        if other >= 0:
            terms.append((-sign, self._line(other, is_count=True)))
        parts = [(f, c) for f, c in terms if isinstance(c, s.CountExpr)]
        if k:
            parts.append((1 if k > 0 else -1, s.Number(abs(k))))
        return s.Compare(s.Sum(tuple(parts)), ">=", s.Number(0))
