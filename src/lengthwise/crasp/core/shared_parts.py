"""Turns large repeated subexpressions of a program into named lines."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from typing import assert_never

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Line, Program

SMALLEST = 10
"""Parts with fewer nodes stay repeated, which is easier to read than a name."""


def share(program: Program) -> Program:
    r"""Returns the program with lines for large repeated Boolean parts.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> from lengthwise.crasp.language.printer import show
        >>> part = '# "a" == 1 && # "b" == 2 && # "c" == 3'
        >>> text = f'x = "a" || {part}\ny = "b" || {part}\naccept exists x && exists y'
        >>> print(show(share(parse(text))), end="")
        part1 = # "a" == 1 && # "b" == 2 && # "c" == 3
        x = "a" || part1
        y = "b" || part1
        accept exists x && exists y
    """
    sharing = _Sharing(program)
    if not sharing.repeated:
        return program
    for line in program.lines:
        sharing.line(line)
    return replace(
        program,
        accept=None if program.accept is None else sharing.boolean(program.accept),
        next=tuple((symbol, sharing.boolean(p)) for symbol, p in program.next),
        lines=tuple(sharing.lines),
    )


def _repeated(expressions: Iterable[s.Expr]) -> frozenset[s.Expr]:
    """The large Boolean parts that still occur twice once larger ones have names."""
    roots = list(expressions)
    sizes: dict[s.Expr, int] = {}
    for root in roots:
        _measure(root, sizes)
    uses = Counter(roots)
    repeated = set()
    for expr, size in sorted(sizes.items(), key=lambda pair: -pair[1]):
        times = uses[expr]
        if times > 1 and size >= SMALLEST and isinstance(expr, s.BoolExpr):
            repeated.add(expr)
            times = 1
        for part in s.parts(expr):
            uses[part] += times
    return frozenset(repeated)


def _measure(expr: s.Expr, sizes: dict[s.Expr, int]) -> int:
    """Records the number of nodes of `expr` and each of its parts."""
    if expr not in sizes:
        sizes[expr] = 1 + sum(_measure(part, sizes) for part in s.parts(expr))
    return sizes[expr]


class _Sharing:
    """A program whose repeated parts are being named."""

    def __init__(self, program: Program) -> None:
        taken = {line.name for line in program.lines}
        self._free = (name for k in count(1) if (name := f"part{k}") not in taken)
        self._names: dict[s.Expr, s.BoolName] = {}
        self.repeated = _repeated(program.expressions)
        self.lines: list[Line] = []

    def line(self, line: Line) -> None:
        """Adds a line, after lines for its repeated parts."""
        value: s.Expr
        if isinstance(line.value, s.BoolExpr):
            value = self._names.get(line.value) or self._boolean(line.value)
        else:
            value = self._count(line.value)
        self.lines.append(Line(line.name, value))
        if line.value in self.repeated:
            self._names.setdefault(line.value, s.BoolName(line.name))

    def boolean(self, expr: s.BoolExpr) -> s.BoolExpr:
        """Returns `expr` with its repeated parts, or all of it, replaced by names."""
        if expr not in self.repeated:
            return self._boolean(expr)
        if expr not in self._names:
            value = self._boolean(expr)
            name = next(self._free)
            self.lines.append(Line(name, value))
            self._names[expr] = s.BoolName(name)
        return self._names[expr]

    def _boolean(self, expr: s.BoolExpr) -> s.BoolExpr:
        match expr:
            case s.Symbol() | s.Truth() | s.Modulus() | s.BoolName():
                return expr
            case s.Not(of):
                return s.Not(self.boolean(of))
            case s.And(inside) | s.Or(inside):
                return type(expr)(tuple(map(self.boolean, inside)))
            case s.Compare(left, op, right):
                return s.Compare(self._count(left), op, self._count(right))
            case s.Exists(where, lags) | s.Never(where, lags):
                return type(expr)(self.boolean(where), lags)
            case _:
                assert_never(expr)

    def _count(self, expr: s.CountExpr) -> s.CountExpr:
        match expr:
            case s.Number() | s.CountName():
                return expr
            case s.Count(where, lags):
                return s.Count(self.boolean(where), lags)
            case s.Sum(terms):
                return s.Sum(tuple((sign, self._count(of)) for sign, of in terms))
            case s.Times(factor, of):
                return s.Times(factor, self._count(of))
            case s.Min(left, right) | s.Max(left, right):
                return type(expr)(self._count(left), self._count(right))
            case s.Conditional(then, test, otherwise):
                return s.Conditional(
                    self._count(then), self.boolean(test), self._count(otherwise)
                )
            case _:
                assert_never(expr)
