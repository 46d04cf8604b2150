"""Builds programs as values: combine expressions, add lines, get a `Program`.

Code that generates programs uses this module and never writes program text, which
`lengthwise.crasp.language.printer.show` prints.
"""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import overload

from lengthwise.crasp.language.printer import show
from lengthwise.crasp.language.program import Line, Program, subexpressions
from lengthwise.crasp.language.syntax import (
    And,
    BoolExpr,
    BoolName,
    Compare,
    Comparison,
    CountExpr,
    CountName,
    Expr,
    Number,
    Or,
    Sum,
    Times,
    Truth,
)
from lengthwise.words import Alphabet

TRUE, FALSE = Truth(value=True), Truth(value=False)
_WIDTH = 85


class Builder:
    """A program under construction, to which lines are added in order.

    Args:
        alphabet: The symbols that the program declares.

    Examples:
        >>> from lengthwise.crasp.language.syntax import Count, Never, Symbol
        >>> build = Builder("ab")
        >>> depth = build.line(
        ...     "depth", total((1, Count(Symbol("a"))), (-1, Count(Symbol("b"))))
        ... )
        >>> below = Never(compare(depth, "<", 0))
        >>> print(show(build.program(all_of(below, compare(depth, "==", 0)))), end="")
        alphabet "a" "b"
        depth = # "a" - # "b"
        accept never(depth < 0) && depth == 0
    """

    def __init__(self, alphabet: Iterable[str]) -> None:
        self.alphabet = Alphabet(alphabet)
        self.lines: list[Line] = []
        self.next: list[tuple[str, BoolExpr]] = []

    @overload
    def line(self, name: str, value: BoolExpr) -> BoolName: ...
    @overload
    def line(self, name: str, value: CountExpr) -> CountName: ...
    def line(self, name: str, value: Expr) -> BoolName | CountName:
        """Adds the line `name` and returns the expression that refers to it."""
        self.lines.append(Line(name, value))
        return BoolName(name) if isinstance(value, BoolExpr) else CountName(name)

    def emit(self, symbol: str, condition: BoolExpr) -> None:
        """Adds a ``next`` line."""
        self.next.append((symbol, condition))

    def program(
        self, accept: BoolExpr | None = None, *, only_needed: bool = False
    ) -> Program:
        """Returns the program, checked.

        Args:
            accept: The acceptance condition, unless it emits symbols.
            only_needed: Whether to omit lines that the output does not need.

        Raises:
            CraspError: As for `Program`.
        """
        lines = tuple(self.lines)
        if only_needed:
            outputs = [condition for _, condition in self.next]
            lines = needed(lines, outputs if accept is None else [accept])
        return Program(lines, accept, tuple(self.next), self.alphabet)


@dataclass(frozen=True)
class Commented:
    """A program with a comment at the head of its text.

    Attributes:
        comment: One paragraph.
        program: The program.

    Examples:
        >>> print(Commented("All.", Builder("a").program(TRUE)).text, end="")
        // All.
        alphabet "a"
        accept true
    """

    comment: str
    program: Program

    @property
    def text(self) -> str:
        """The program as text, under its comment."""
        rows = textwrap.wrap(
            self.comment, _WIDTH, break_long_words=False, break_on_hyphens=False
        )
        return "".join(f"// {row}\n" for row in rows) + show(self.program)


def all_of(*parts: BoolExpr) -> BoolExpr:
    """Returns ``p && q && …``, without redundant parts.

    Examples:
        >>> p, q = BoolName("p"), BoolName("q")
        >>> all_of(p, TRUE), all_of(p, FALSE), all_of() == TRUE
        (BoolName(name='p'), Truth(value=False), True)
        >>> all_of(all_of(p, q), p) == And((p, q))
        True
    """
    return _joined(parts, And)


def any_of(*parts: BoolExpr) -> BoolExpr:
    """Returns ``p || q || …``, without redundant parts.

    Examples:
        >>> any_of(BoolName("p"), FALSE), any_of() == FALSE
        (BoolName(name='p'), True)
    """
    return _joined(parts, Or)


def _joined(parts: Iterable[BoolExpr], kind: type[And] | type[Or]) -> BoolExpr:
    nothing, everything = (TRUE, FALSE) if kind is And else (FALSE, TRUE)
    flat: dict[BoolExpr, None] = {}
    for part in parts:
        flat |= dict.fromkeys(part.parts if isinstance(part, kind) else (part,))
    flat.pop(nothing, None)
    if everything in flat:
        return everything
    if not flat:
        return nothing
    return next(iter(flat)) if len(flat) == 1 else kind(tuple(flat))


def compare(left: CountExpr, op: Comparison, right: CountExpr | int) -> Compare:
    """Returns ``left op right``; the right side may be any integer."""
    return Compare(left, op, number(right) if isinstance(right, int) else right)


def number(value: int) -> CountExpr:
    """Returns an integer constant, possibly negative.

    Examples:
        >>> number(3), number(-3)
        (Number(value=3), Sum(terms=((-1, Number(value=3)),)))
    """
    return Number(value) if value >= 0 else Sum(((-1, Number(-value)),))


def total(*terms: tuple[int, CountExpr], constant: int = 0) -> CountExpr:
    """Returns the sum of integer multiples of counts and a constant.

    Examples:
        >>> from lengthwise.crasp.language.printer import show_expression
        >>> x, y, z = (CountName(name) for name in "xyz")
        >>> show_expression(total((0, x), (-2, y), (1, z), constant=-1))
        '-2 * y + z - 1'
        >>> total((1, x)), total()
        (CountName(name='x'), Number(value=0))
    """
    signed: list[tuple[int, CountExpr]] = [
        (1 if k > 0 else -1, of if abs(k) == 1 else Times(abs(k), of))
        for k, of in terms
        if k
    ]
    if constant:
        signed.append((-1 if constant < 0 else 1, Number(abs(constant))))
    if not signed:
        return Number(0)
    sign, first = signed[0]
    return first if len(signed) == 1 and sign > 0 else Sum(tuple(signed))


def needed(lines: Iterable[Line], outputs: Iterable[Expr]) -> tuple[Line, ...]:
    """Returns the lines that `outputs` depend on, directly or indirectly.

    Examples:
        >>> lines = Line("n", Number(1)), Line("m", Number(2))
        >>> [line.name for line in needed(lines, [CountName("m")])]
        ['m']
    """
    names = {name for expr in outputs for name in _names(expr)}
    used = []
    for line in reversed(tuple(lines)):
        if line.name in names:
            names.update(_names(line.value))
            used.append(line)
    return tuple(reversed(used))


def _names(expr: Expr) -> list[str]:
    inside = subexpressions(expr)
    return [part.name for part in inside if isinstance(part, BoolName | CountName)]
