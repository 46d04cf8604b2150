"""Turns pieces of text into a `Program`: sorts, names, symbols, numbers.

The grammar has a single kind of expression. Here each piece gets its sort (Boolean or
count), and errors are reported at their location, before anything runs.
"""

import difflib
from collections.abc import Iterator
from typing import NoReturn, cast

from lengthwise.crasp.language import _dialect as dialect
from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language._scope import Scope
from lengthwise.crasp.language._source import Piece, Source
from lengthwise.crasp.language.program import Line, Program
from lengthwise.errors import CraspNameError, CraspSortError, CraspSyntaxError
from lengthwise.words import Alphabet

_BOOLEAN = {
    "symbol", "truth", "modulus", "not", "conjunction", "disjunction", "compare",
    "exists", "never",
}  # fmt: skip
_DIGITS = len(str(s.LARGEST_NUMBER))


def check(source: Source, statements: tuple[Piece, ...]) -> Program:
    """Returns the program made of `statements`, pieces of `source`."""
    declared = [piece for piece in statements if piece.kind == "alphabet"]
    if len(declared) > 1:
        raise source.error(
            CraspNameError, "a second alphabet; declare one", declared[1].start
        )
    alphabet = None
    if declared:
        with source.at(declared[0]):
            alphabet = _alphabet(source, declared[0])
    names = {
        source.slice(piece.items[0]): piece.start
        for piece in statements
        if piece.kind == "line"
    }
    checker = _Checker(source, alphabet, names)
    for piece in statements:
        checker.statement(piece)
    notes = () if declared else dialect.notes(source, statements)
    with source.at(Piece("end", len(source.text) - 1, len(source.text))):
        return Program(
            lines=tuple(checker.lines),
            accept=checker.accept,
            next=tuple(checker.next),
            alphabet=alphabet,
            notes=notes,
        )


def _alphabet(source: Source, piece: Piece) -> Alphabet:
    symbols: list[str] = []
    for item in piece.items[1:]:
        with source.at(item):
            symbol = s.Symbol(source.slice(item)[1:-1]).symbol
            if symbol in symbols:
                raise CraspNameError(f'"{symbol}" occurs twice in the alphabet')
            symbols.append(symbol)
    return Alphabet(symbols)


class _Checker:
    def __init__(
        self, source: Source, alphabet: Alphabet | None, names: dict[str, int]
    ) -> None:
        self.source = source
        self.names = names
        self.scope = Scope(alphabet)
        self.imports: set[str] = set()
        self.lines: list[Line] = []
        self.accept: s.BoolExpr | None = None
        self.next: list[tuple[str, s.BoolExpr]] = []

    def statement(self, piece: Piece) -> None:
        match piece.kind:
            case "line":
                self._line(piece.items[0], piece.items[2])
            case "accept":
                if self.accept is not None:
                    self._fail(piece, "a second accept; combine them with && or ||")
                self._either_or(piece)
                self.accept = self.boolean(piece.items[1], piece)
            case "emit":
                symbol = self.source.slice(piece.items[1])[1:-1]
                with self.source.at(piece.items[1]):
                    self.scope.emit(symbol)
                self._either_or(piece)
                self.next.append((symbol, self.boolean(piece.items[3], piece)))
            case "imported":
                self._import(piece.items[1])

    def _either_or(self, piece: Piece) -> None:
        if (self.next and piece.kind == "accept") or (
            self.accept is not None and piece.kind == "emit"
        ):
            self._fail(
                piece,
                "accept and next in one program; it accepts words or emits symbols",
            )

    def _line(self, name: Piece, value: Piece) -> None:
        expr = self.either(value)
        with self.source.at(name):
            if self.source.slice(name) in self.imports:
                raise CraspNameError(
                    f"{self.source.slice(name)!r} is imported; choose another name"
                )
            self.scope.define(self.source.slice(name), expr)
        self.lines.append(Line(self.source.slice(name), expr))

    def _import(self, name: Piece) -> None:
        text = self.source.slice(name)
        with self.source.at(name):
            dialect.require_known(text)
            if text in self.scope.sorts:
                raise CraspNameError(f"{text!r} is already the name of a line")
        self.imports.add(text)

    def sort(self, piece: Piece) -> str:
        if piece.kind == "name":
            name = self.source.slice(piece.items[0])
            if name in self.imports and name in dialect.UNARY:
                return "Boolean"
            if name not in self.scope.sorts:
                self._unknown(name, piece.items[0])
            return self.scope.sort(name)
        return "Boolean" if piece.kind in _BOOLEAN else "count"

    def _unknown(self, name: str, place: Piece) -> NoReturn:
        if name in self.names:
            line = self.source.line(self.names[name])
            reason = f"{name!r} is used before its definition in line {line}"
        else:
            near = difflib.get_close_matches(name, self.scope.sorts, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            reason = f"no line above defines {name!r}{hint}"
        raise self.source.error(CraspNameError, reason, place.start)

    def either(self, piece: Piece) -> s.Expr:
        if self.sort(piece) == "Boolean":
            return self.boolean(piece, piece)
        return self.count(piece, piece)

    def boolean(self, piece: Piece, parent: Piece) -> s.BoolExpr:
        if self.sort(piece) != "Boolean":
            self._wrong_sort(piece, parent, "Boolean")
        items = piece.items
        with self.source.at(piece):
            match piece.kind:
                case "symbol":
                    symbol = s.Symbol(self.source.slice(items[0])[1:-1])
                    self.scope.symbol(symbol.symbol)
                    return symbol
                case "truth":
                    return s.Truth(items[0].kind == "TRUE")
                case "modulus":
                    return s.Modulus(self.integer(items[2]), self.integer(items[4]))
                case "not":
                    return s.Not(self.boolean(items[1], piece))
                case "conjunction" | "disjunction":
                    inside = tuple(self.boolean(p, piece) for p in items[::2])
                    return (s.And if piece.kind == "conjunction" else s.Or)(inside)
                case "compare":
                    op = cast("s.Comparison", self.source.slice(items[1]))
                    left, right = (self.count(p, piece) for p in items[::2])
                    return s.Compare(left, op, right)
                case "exists" | "never":
                    kind = s.Exists if piece.kind == "exists" else s.Never
                    return kind(self.boolean(items[-1], piece), self.lags(piece))
                case _:
                    name = self.source.slice(items[0])
                    if name in self.imports:
                        return dialect.UNARY[name]
                    return s.BoolName(name)

    def count(self, piece: Piece, parent: Piece) -> s.CountExpr:
        if self.sort(piece) != "count":
            self._wrong_sort(piece, parent, "count")
        items = piece.items
        with self.source.at(piece):
            match piece.kind:
                case "number":
                    return s.Number(self.integer(piece))
                case "count":
                    return s.Count(self.boolean(items[-1], piece), self.lags(piece))
                case "sum":
                    return s.Sum(tuple(self.terms(piece)))
                case "times":
                    return s.Times(self.integer(items[0]), self.count(items[2], piece))
                case "extreme":
                    kind = s.Min if items[0].kind == "MIN" else s.Max
                    return kind(
                        self.count(items[2], piece), self.count(items[4], piece)
                    )
                case "conditional":
                    then, test, otherwise = items[::2]
                    return s.Conditional(
                        self.count(then, piece),
                        self.boolean(test, piece),
                        self.count(otherwise, piece),
                    )
                case _:
                    return s.CountName(self.source.slice(items[0]))

    def terms(self, piece: Piece) -> Iterator[tuple[int, s.CountExpr]]:
        sign = 1
        for item in piece.items:
            if item.kind in {"PLUS", "MINUS"}:
                sign = 1 if item.kind == "PLUS" else -1
            else:
                yield sign, self.count(item, piece)

    def integer(self, piece: Piece) -> int:
        last = piece.items[-1] if piece.items else piece
        text = self.source.slice(last).lstrip("0") or "0"
        if len(text) > _DIGITS:
            self._fail(piece, f"a number beyond {s.LARGEST_NUMBER}")
        minus = bool(piece.items) and piece.items[0].kind == "MINUS"
        return -int(text) if minus else int(text)

    def lags(self, piece: Piece) -> s.Lags | None:
        """The distances in the guard of a counting `piece`, if it has one."""
        if len(piece.items) < 3:
            return None
        guard = piece.items[1]
        if guard.kind == "predicate":
            return self._imported_lags(guard.items[1])
        numbers = [item for item in guard.items if item.kind == "integer"]
        values = [self.integer(item) for item in numbers]
        for item, value in zip(numbers, values, strict=True):
            if not 0 <= value <= s.LARGEST_LAG:
                self._fail(
                    item,
                    f"the distance i - j is {value}; counts only look at the present "
                    f"and the past, so allowed are 0 to {s.LARGEST_LAG}",
                )
        if guard.kind == "within":
            return tuple(range(values[0] + 1))
        return tuple(sorted(set(values)))

    def _imported_lags(self, name: Piece) -> s.Lags:
        text = self.source.slice(name)
        lags = dialect.guard(text)
        if text not in self.imports or lags is None:
            raise self.source.error(
                CraspNameError,
                f"no guard is called {text!r}; write [i - j == 1], or #import pred",
                name.start,
            )
        return lags

    def _fail(self, piece: Piece, reason: str) -> NoReturn:
        raise self.source.error(CraspSyntaxError, reason, piece.start)

    def _wrong_sort(self, piece: Piece, parent: Piece, needed: str) -> NoReturn:
        sort = "count" if needed == "Boolean" else "Boolean"
        raise self.source.error(
            CraspSortError,
            f"{self.source.snippet(piece)} is a {sort} where a {needed} is needed; "
            f"did you mean {self._proposal(piece, parent)}?",
            piece.start,
        )

    def _proposal(self, piece: Piece, parent: Piece) -> str:
        text = self.source.snippet(piece)
        if self.sort(piece) == "Boolean":
            simple = piece.grouped or piece.kind in {"symbol", "name", "truth"}
            return f"#{text}" if simple else f"#({text})"
        joined = parent.kind in {"conjunction", "disjunction"}
        if joined and piece.kind == "count" and not piece.grouped:
            operand = piece.items[-1]
            sign = self.source.text[piece.start : operand.start].rstrip()
            end = parent.end - parent.grouped
            inner = Piece("", operand.start, end)
            return f"{sign}({self.source.snippet(inner)})"
        loose = piece.kind == "conditional" and not piece.grouped
        return f"({text}) >= 1" if loose else f"{text} >= 1"
