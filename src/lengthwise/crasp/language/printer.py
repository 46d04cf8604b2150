"""Prints programs and expressions; the inverse of the parser."""

from typing import assert_never

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Line, Program, require_program

_CONDITIONAL, _OR, _AND, _NOT, _COMPARE, _SUM, _TIMES, _ATOM = range(8)


def show(program: Program) -> str:
    r"""Returns the text of `program`; parsing it gives an equal program.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> print(show(parse('x=#("a")>=((2*#"b"))\naccept !!x')), end="")
        x = # "a" >= 2 * # "b"
        accept !!x
    """
    require_program(program)
    rows = []
    if program.alphabet is not None:
        rows.append(alphabet_row(program.alphabet.symbols))
    rows += [line_row(line) for line in program.lines]
    if program.accept is not None:
        rows.append(accept_row(program.accept))
    rows += [next_row(symbol, condition) for symbol, condition in program.next]
    return "\n".join(rows) + "\n"


def alphabet_row(symbols: tuple[str, ...]) -> str:
    """The ``alphabet`` line."""
    return "alphabet " + " ".join(f'"{symbol}"' for symbol in symbols)


def line_row(line: Line) -> str:
    """A line with its name."""
    return f"{line.name} = {show_expression(line.value)}"


def accept_row(condition: s.BoolExpr) -> str:
    """The ``accept`` line."""
    return f"accept {show_expression(condition)}"


def next_row(symbol: str, condition: s.BoolExpr) -> str:
    """A ``next`` line."""
    return f'next "{symbol}" = {show_expression(condition)}'


def show_expression(expr: s.Expr) -> str:
    """Returns the text of one expression, with parentheses only where needed.

    Examples:
        >>> show_expression(s.Not(s.And((s.Symbol("a"), s.BoolName("x")))))
        '!("a" && x)'
    """
    return _text(expr)[1]


def _text(expr: s.Expr) -> tuple[int, str]:
    """The precedence of the text of `expr`, and the text."""
    match expr:
        case s.Symbol(symbol):
            return _ATOM, f'"{symbol}"'
        case s.Truth(value):
            return _ATOM, "true" if value else "false"
        case s.Modulus(period, remainder):
            return _ATOM, f"i mod {period} == {remainder}"
        case s.Not(of):
            plain = isinstance(of, s.Not | s.Exists | s.Never)
            return _NOT, "!" + (_text(of)[1] if plain else _operand(of))
        case s.And(parts):
            return _AND, " && ".join(_at(_NOT, part) for part in parts)
        case s.Or(parts):
            return _OR, " || ".join(_at(_AND, part) for part in parts)
        case s.Compare(left, op, right):
            return _COMPARE, f"{_at(_SUM, left)} {op} {_at(_SUM, right)}"
        case s.Exists(where, lags) | s.Never(where, lags):
            word = "exists" if isinstance(expr, s.Exists) else "never"
            return _ATOM, f"{word}{_guarded(where, lags)}"
        case s.BoolName(name):
            return _ATOM, name
        case _:
            return _count_text(expr)


def _count_text(expr: s.CountExpr) -> tuple[int, str]:
    match expr:
        case s.Number(value):
            return _ATOM, str(value)
        case s.Count(where, lags):
            return _ATOM, f"#{_guarded(where, lags)}"
        case s.Sum(terms):
            return _SUM, _sum(terms)
        case s.Times(factor, of):
            return _TIMES, f"{factor} * {_at(_TIMES, of)}"
        case s.Min(left, right):
            return _ATOM, f"min({_text(left)[1]}, {_text(right)[1]})"
        case s.Max(left, right):
            return _ATOM, f"max({_text(left)[1]}, {_text(right)[1]})"
        case s.Conditional(then, test, otherwise):
            head = f"{_at(_OR, then)} if {_at(_OR, test)}"
            return _CONDITIONAL, f"{head} else {_text(otherwise)[1]}"
        case s.CountName(name):
            return _ATOM, name
        case _:
            assert_never(expr)


def _at(level: int, expr: s.Expr) -> str:
    """The text of `expr`, in parentheses if its precedence is below `level`."""
    binds, text = _text(expr)
    return text if binds >= level else f"({text})"


def _sum(terms: tuple[tuple[int, s.CountExpr], ...]) -> str:
    (sign, first), *rest = terms
    text = ("-" if sign < 0 else "") + _at(_TIMES, first)
    return text + "".join(
        f" {'+' if sign > 0 else '-'} {_at(_TIMES, of)}" for sign, of in rest
    )


def _guarded(where: s.BoolExpr, lags: s.Lags | None) -> str:
    operand = _operand(where)
    blank = "" if operand.startswith("(") else " "
    return f"{_guard(lags)}{blank}{operand}"


def _operand(expr: s.BoolExpr) -> str:
    match expr:
        case s.Symbol() | s.Truth() | s.BoolName():
            return _text(expr)[1]
        case s.Not(of):
            return "!" + _operand(of)
        case _:
            return f"({_text(expr)[1]})"


def _guard(lags: s.Lags | None) -> str:
    if lags is None:
        return ""
    if len(lags) == 1:
        return f"[i - j == {lags[0]}]"
    if lags == tuple(range(len(lags))):
        return f"[i - j <= {lags[-1]}]"
    return "[i - j in {" + ", ".join(map(str, lags)) + "}]"
