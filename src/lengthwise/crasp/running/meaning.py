"""The semantics of programs: the definition as the shortest implementation.

It processes one position at a time, in quadratic time. All other interpreters are
tested against it; the tables in `lengthwise.crasp.language.syntax` describe the same in
words.
"""

import operator
from collections.abc import Iterable, Mapping
from typing import assert_never

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.program_trace import Run, Values
from lengthwise.words import Word

COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def run(program: Program, word: str | Iterable[str]) -> Run:
    r"""Returns the run of `program` on `word`.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> print(run(parse('n = # "a"\naccept n == 2'), "aba"))
                      a b a
        n             1 1 2
        accept n == 2 · · 1
    """
    symbols = program.read(word)
    known: dict[str, Values] = {}
    for line in program.lines:
        known[line.name] = values(line.value, symbols, known)
    accepts, emits = None, None
    if program.acceptor is not None:
        accepts = boolean(program.acceptor, symbols, known)
    if program.next:
        held = [(a, boolean(p, symbols, known)) for a, p in program.next]
        places = range(len(symbols))
        emits = tuple(tuple(a for a, holds in held if holds[k]) for k in places)
    return Run(program, symbols, tuple(known.items()), accepts, emits)


def values(expr: s.Expr, word: Word, known: Mapping[str, Values]) -> Values:
    """Returns the value of `expr` at each position of `word`."""
    if isinstance(expr, s.BoolExpr):
        return boolean(expr, word, known)
    return count(expr, word, known)


def boolean(
    expr: s.BoolExpr, word: Word, known: Mapping[str, Values]
) -> tuple[bool, ...]:
    """Returns whether `expr` holds at each position of `word`."""
    match expr:
        case s.Symbol(symbol):
            return tuple(here == symbol for here in word)
        case s.Truth(value):
            return (value,) * len(word)
        case s.Modulus(m, r):
            return tuple(i % m == r for i in range(1, len(word) + 1))
        case s.Not(of):
            return tuple(not p for p in boolean(of, word, known))
        case s.And(parts) | s.Or(parts):
            join = all if isinstance(expr, s.And) else any
            rows = [boolean(part, word, known) for part in parts]
            return tuple(join(column) for column in zip(*rows, strict=True))
        case s.Compare(left, op, right):
            sides = count(left, word, known), count(right, word, known)
            return tuple(bool(COMPARE[op](c, d)) for c, d in zip(*sides, strict=True))
        case s.Exists(where, lags):
            return tuple(n >= 1 for n in count(s.Count(where, lags), word, known))
        case s.Never(where, lags):
            return tuple(n == 0 for n in count(s.Count(where, lags), word, known))
        case s.BoolName(name):
            return tuple(map(bool, known[name]))
        case _:
            assert_never(expr)


def count(expr: s.CountExpr, word: Word, known: Mapping[str, Values]) -> Values:
    """Returns the count `expr` at each position of `word`."""
    places = range(len(word))
    match expr:
        case s.Number(value):
            return (value,) * len(word)
        case s.Count(where, lags):
            p = boolean(where, word, known)
            if lags is None:
                return tuple(sum(p[: i + 1]) for i in places)
            return tuple(sum(p[i - d] for d in lags if d <= i) for i in places)
        case s.Sum(terms):
            rows = [(sign, count(of, word, known)) for sign, of in terms]
            return tuple(sum(sign * row[i] for sign, row in rows) for i in places)
        case s.Times(factor, of):
            return tuple(factor * c for c in count(of, word, known))
        case s.Min(left, right):
            return tuple(map(min, count(left, word, known), count(right, word, known)))
        case s.Max(left, right):
            return tuple(map(max, count(left, word, known), count(right, word, known)))
        case s.Conditional(then, test, otherwise):
            c, d = count(then, word, known), count(otherwise, word, known)
            p = boolean(test, word, known)
            return tuple(c[i] if p[i] else d[i] for i in places)
        case s.CountName(name):
            return known[name]
        case _:
            assert_never(expr)
