"""The fast interpreter: many words at once, in linear time per operation.

Global counts are running sums; a local count is a difference of running sums for each
interval of lags. Counts are exact: if a number might exceed 64 bits, Python integers
are used.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias, assert_never

import numpy as np
from jaxtyping import Bool, Int, Shaped

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Program, require_program
from lengthwise.crasp.running.lag_intervals import intervals
from lengthwise.crasp.running.meaning import COMPARE
from lengthwise.crasp.running.program_trace import Run
from lengthwise.crasp.running.run_size import program_size, require_room
from lengthwise.words import Word

Codes: TypeAlias = Int[np.ndarray, "words positions"]
Holds: TypeAlias = Bool[np.ndarray, "words positions"]
Numbers: TypeAlias = Shaped[np.ndarray, "words positions"]

_EXACT = 2**62
_CHUNK = 2_000_000
_SHORT = 500
"""Length limit of words for the largest program that is read."""


@dataclass(frozen=True, eq=False)
class Batch:
    """The values of a program on many words; arbitrary beyond the end of a word.

    Attributes:
        lines: The name of each line with its values, ``[word, position]``.
        accepts: Whether the prefix up to a position is accepted; ``None`` for
            next-token programs.
        emits: For next-token programs, the positions at which each symbol can follow.
    """

    lines: dict[str, Numbers]
    accepts: Holds | None
    emits: dict[str, Holds]


def run(program: Program, word: str | Iterable[str]) -> Run:
    """Returns the run of `program` on `word`.

    Raises:
        SpecError: `program` is not a program.
        WordError: `word` is not a word, or a symbol is not in the declared alphabet.
        TooLargeError: The word is too long for a program of this size.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> run(parse('accept # "(" == # ")"'), "(()())").accepted
        True
    """
    require_program(program)
    symbols = program.read(word)
    if len(symbols) > _SHORT:
        require_room(program_size(program), len(symbols))
    result = batch(program, [symbols])
    accepts = None if result.accepts is None else tuple(result.accepts[0].tolist())
    lines = tuple((name, tuple(v[0].tolist())) for name, v in result.lines.items())
    emits = None
    if program.next:
        held = [(a, holds[0].tolist()) for a, holds in result.emits.items()]
        places = range(len(symbols))
        emits = tuple(tuple(a for a, holds in held if holds[k]) for k in places)
    return Run(program, symbols, lines, accepts, emits)


def batch(program: Program, words: Sequence[Word]) -> Batch:
    """Returns the values of `program` on all `words`, which may differ in length."""
    symbols = program.symbols
    place = {symbol: k for k, symbol in enumerate(symbols)}
    code = {symbol: place.get(symbol, -1) for symbol in set(chain.from_iterable(words))}
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    codes = np.full((len(words), lengths.max(initial=0)), -1, dtype=np.int64)
    flat = map(code.__getitem__, chain.from_iterable(words))
    inside = np.arange(codes.shape[1]) < lengths[:, None]
    codes[inside] = np.fromiter(flat, np.int64, int(lengths.sum()))
    return evaluate(program, codes, symbols)


def accepted(program: Program, words: Iterable[Word]) -> Iterator[bool]:
    """Yields whether each of the non-empty `words` is accepted, in batches.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> list(accepted(parse('accept exists "a"'), [("b",), ("b", "a")]))
        [False, True]
    """
    waiting: list[Word] = []
    size = 0
    for word in words:
        waiting.append(word)
        size += len(word)
        if size > _CHUNK:
            yield from _last(program, waiting)
            waiting, size = [], 0
    yield from _last(program, waiting)


def _last(program: Program, words: list[Word]) -> list[bool]:
    if not words:
        return []
    holds = batch(program, words).accepts
    assert holds is not None
    ends = np.array([len(word) for word in words]) - 1
    return [bool(x) for x in holds[np.arange(len(words)), ends]]


def evaluate(program: Program, codes: Codes, symbols: Sequence[str]) -> Batch:
    """Returns the values of `program` on words given as rows of indices into `symbols`.

    The code -1 represents symbols that the program does not name.
    """
    arrays = _Arrays(codes, {symbol: k for k, symbol in enumerate(symbols)})
    for line in program.lines:
        arrays.define(line.name, line.value)
    acceptor = program.acceptor
    return Batch(
        lines=arrays.lines,
        accepts=None if acceptor is None else arrays.boolean(acceptor),
        emits={symbol: arrays.boolean(p) for symbol, p in program.next},
    )


class _Arrays:
    """The words and the lines so far; each count has a bound on its size."""

    def __init__(self, codes: Codes, places: dict[str, int]) -> None:
        self.codes = codes
        self.places = places
        self.lines: dict[str, Numbers] = {}
        self.bounds: dict[str, int] = {}

    def define(self, name: str, value: s.Expr) -> None:
        if isinstance(value, s.BoolExpr):
            self.lines[name] = self.boolean(value)
        else:
            self.lines[name], self.bounds[name] = self.count(value)

    def boolean(self, expr: s.BoolExpr) -> Holds:
        match expr:
            case s.Symbol(symbol):
                return np.asarray(self.codes == self.places.get(symbol, -2))
            case s.Truth(value):
                return np.full(self.codes.shape, value)
            case s.Modulus(period, remainder):
                position = np.arange(1, self.codes.shape[1] + 1)
                holds = position % period == remainder
                return np.broadcast_to(holds, self.codes.shape)
            case s.Not(of):
                return ~self.boolean(of)
            case s.And(parts) | s.Or(parts):
                join = np.logical_and if isinstance(expr, s.And) else np.logical_or
                return np.asarray(join.reduce([self.boolean(p) for p in parts]))
            case s.Compare(left, op, right):
                holds = COMPARE[op](self.count(left)[0], self.count(right)[0])
                return np.asarray(holds).astype(bool)
            case s.Exists(where, lags):
                return np.asarray(self.counting(where, lags) >= 1)
            case s.Never(where, lags):
                return np.asarray(self.counting(where, lags) == 0)
            case s.BoolName(name):
                return self.lines[name]
            case _:
                assert_never(expr)

    def count(self, expr: s.CountExpr) -> tuple[Numbers, int]:
        match expr:
            case s.Number(value):
                return np.full(self.codes.shape, value), value
            case s.Count(where, lags):
                return self.counting(where, lags), self.codes.shape[1]
            case s.Sum(terms):
                counted = [(sign, *self.count(of)) for sign, of in terms]
                bound = sum(more for _, _, more in counted)
                rows = [sign * _exact(term, bound) for sign, term, _ in counted]
                return np.asarray(sum(rows[1:], start=rows[0])), bound
            case s.Times(factor, of):
                single, bound = self.count(of)
                return factor * _exact(single, factor * bound), factor * bound
            case s.Min(left, right) | s.Max(left, right):
                (c, below), (d, above) = self.count(left), self.count(right)
                pick = np.minimum if isinstance(expr, s.Min) else np.maximum
                return pick(c, d), max(below, above)
            case s.Conditional(then, test, otherwise):
                (c, below), (d, above) = self.count(then), self.count(otherwise)
                return np.where(self.boolean(test), c, d), max(below, above)
            case s.CountName(name):
                return self.lines[name], self.bounds[name]
            case _:
                assert_never(expr)

    def counting(self, where: s.BoolExpr, lags: s.Lags | None) -> Numbers:
        sums = np.cumsum(self.boolean(where), axis=1, dtype=np.int64)
        if lags is None:
            return sums
        total = np.zeros_like(sums)
        length = sums.shape[1]
        for nearest, farthest in intervals(lags):
            total[:, nearest:] += sums[:, : max(0, length - nearest)]
            total[:, farthest + 1 :] -= sums[:, : max(0, length - farthest - 1)]
        return total


def _exact(values: Numbers, bound: int) -> Numbers:
    """`values` as Python integers if `bound` exceeds 64 bits."""
    return values.astype(object) if bound >= _EXACT else values
