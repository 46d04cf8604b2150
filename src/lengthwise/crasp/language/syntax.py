r"""The abstract syntax of C-RASP: two sorts of expressions as two families of types.

Every expression has a value at every position :math:`i` of a word. Positions count from
1, and values never depend on symbols after :math:`i`.

=============================  ====================================================
Boolean                        value at position i
=============================  ====================================================
``Symbol(a)``                  whether the symbol at i is a
``Truth(value)``               `value`
``Modulus(m, r)``              whether i mod m = r
``Not``, ``And``, ``Or``       as usual
``Compare(c, op, d)``          whether c op d, for ``== != < <= > >=``
``Exists(p, lags)``            whether ``Count(p, lags)`` is at least 1
``Never(p, lags)``             whether ``Count(p, lags)`` is 0
``BoolName(name)``             the value of the Boolean line called `name`
=============================  ====================================================

=============================  ====================================================
count                          value at position i
=============================  ====================================================
``Number(k)``                  k
``Count(p)``                   number of positions j <= i where p holds
``Count(p, lags)``             number of lags d with i - d >= 1 and p at i - d
``Sum(terms)``                 sum of sign times value
``Times(k, c)``                k c
``Min(c, d)``, ``Max(c, d)``   as usual
``Conditional(c, p, d)``       c where p holds at i, d elsewhere
``CountName(name)``            the value of the count line called `name`
=============================  ====================================================

Nodes check their own arguments when built; everything that depends on other lines
(names, sorts of names, the alphabet) is checked by
`lengthwise.crasp.language.program.Program`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from lengthwise.errors import CraspSyntaxError
from lengthwise.words import BOS

LARGEST_LAG = 100_000
"""Larger lags are rejected."""

LARGEST_NUMBER = 10**18
"""Larger numbers in a text are rejected."""

Comparison: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]
Lags: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Symbol:
    """``"a"``: the symbol here is a."""

    symbol: str

    def __post_init__(self) -> None:
        written = self.symbol.isprintable() and '"' not in self.symbol
        if not written or self.symbol.split() != [self.symbol]:
            raise CraspSyntaxError(
                f"{self.symbol!r} cannot be a symbol; use visible characters, no quotes"
            )
        if self.symbol == BOS:
            raise CraspSyntaxError("'$' marks the beginning and cannot be a symbol")


@dataclass(frozen=True, slots=True)
class Truth:
    """``true`` or ``false``."""

    value: bool


@dataclass(frozen=True, slots=True)
class Modulus:
    """``i mod period == remainder``, the periodic predicate."""

    period: int
    remainder: int

    def __post_init__(self) -> None:
        if not 1 <= self.period <= LARGEST_NUMBER:
            raise CraspSyntaxError(
                f"the period {self.period} is not positive; use 1 or more"
                if self.period < 1
                else f"a period beyond {LARGEST_NUMBER}"
            )
        if not 0 <= self.remainder < self.period:
            raise CraspSyntaxError(
                f"i mod {self.period} is never {self.remainder}; "
                f"remainders are 0 to {self.period - 1}"
            )


@dataclass(frozen=True, slots=True)
class Not:
    """``! p``."""

    of: "BoolExpr"


@dataclass(frozen=True, slots=True)
class And:
    """``p && q && …``, with at least two parts."""

    parts: "tuple[BoolExpr, ...]"

    def __post_init__(self) -> None:
        _require_two("&&", self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """``p || q || …``, with at least two parts."""

    parts: "tuple[BoolExpr, ...]"

    def __post_init__(self) -> None:
        _require_two("||", self.parts)


@dataclass(frozen=True, slots=True)
class Compare:
    """``c <= d`` and the other five comparisons."""

    left: "CountExpr"
    op: Comparison
    right: "CountExpr"

    def __post_init__(self) -> None:
        if self.op not in get_args(Comparison):
            raise CraspSyntaxError(
                f"{self.op!r} is not a comparison; use {' '.join(get_args(Comparison))}"
            )


@dataclass(frozen=True, slots=True)
class Exists:
    """``exists p`` and ``exists[guard] p``: the count is at least 1."""

    where: "BoolExpr"
    lags: Lags | None = None

    def __post_init__(self) -> None:
        _require_lags(self.lags)


@dataclass(frozen=True, slots=True)
class Never:
    """``never p`` and ``never[guard] p``: the count is 0."""

    where: "BoolExpr"
    lags: Lags | None = None

    def __post_init__(self) -> None:
        _require_lags(self.lags)


@dataclass(frozen=True, slots=True)
class BoolName:
    """The name of a Boolean line above."""

    name: str


@dataclass(frozen=True, slots=True)
class Number:
    """A nonnegative constant; a minus sign belongs to `Sum`."""

    value: int

    def __post_init__(self) -> None:
        _require_number(self.value)


@dataclass(frozen=True, slots=True)
class Count:
    """``# p``, or ``#[guard] p`` with the distances i - j that the guard allows."""

    where: "BoolExpr"
    lags: Lags | None = None

    def __post_init__(self) -> None:
        _require_lags(self.lags)


@dataclass(frozen=True, slots=True)
class Sum:
    """``c + d - …``: each term with its sign, 1 or -1."""

    terms: "tuple[tuple[int, CountExpr], ...]"

    def __post_init__(self) -> None:
        if len(self.terms) < 2 and [sign for sign, _ in self.terms] != [-1]:
            raise CraspSyntaxError("a sum needs two or more terms, or one with a minus")
        if any(sign not in (1, -1) for sign, _ in self.terms):
            raise CraspSyntaxError("the signs of a sum must be 1 or -1")


@dataclass(frozen=True, slots=True)
class Times:
    """``2 * c``."""

    factor: int
    of: "CountExpr"

    def __post_init__(self) -> None:
        _require_number(self.factor)


@dataclass(frozen=True, slots=True)
class Min:
    """``min(c, d)``."""

    left: "CountExpr"
    right: "CountExpr"


@dataclass(frozen=True, slots=True)
class Max:
    """``max(c, d)``."""

    left: "CountExpr"
    right: "CountExpr"


@dataclass(frozen=True, slots=True)
class Conditional:
    """``c if p else d``."""

    then: "CountExpr"
    test: "BoolExpr"
    otherwise: "CountExpr"


@dataclass(frozen=True, slots=True)
class CountName:
    """The name of a count line above."""

    name: str


BoolExpr: TypeAlias = (
    Symbol | Truth | Modulus | Not | And | Or | Compare | Exists | Never | BoolName
)
CountExpr: TypeAlias = (
    Number | Count | Sum | Times | Min | Max | Conditional | CountName
)
Expr: TypeAlias = BoolExpr | CountExpr


def parts(expr: Expr) -> tuple[Expr, ...]:
    """Returns the direct subexpressions of `expr`, in the order of the text.

    Examples:
        >>> parts(Not(Symbol("a")))
        (Symbol(symbol='a'),)
    """
    match expr:
        case Not(of) | Times(_, of):
            return (of,)
        case And(inside) | Or(inside):
            return inside
        case Exists(where) | Never(where) | Count(where):
            return (where,)
        case Compare(left, _, right) | Min(left, right) | Max(left, right):
            return (left, right)
        case Sum(terms):
            return tuple(of for _, of in terms)
        case Conditional(then, test, otherwise):
            return (then, test, otherwise)
        case _:
            return ()


def _require_two(op: str, inside: tuple[BoolExpr, ...]) -> None:
    if len(inside) < 2:
        raise CraspSyntaxError(f"{op} needs two or more expressions")


def _require_number(value: int) -> None:
    if not 0 <= value <= LARGEST_NUMBER:
        raise CraspSyntaxError(
            f"the number {value} is out of range; allowed are 0 to {LARGEST_NUMBER}"
        )


def _require_lags(lags: Lags | None) -> None:
    if lags is None:
        return
    if not lags:
        raise CraspSyntaxError("a guard without a distance; give at least one")
    if lags != tuple(sorted(set(lags))) or lags[0] < 0:
        raise CraspSyntaxError("lags must be distinct numbers >= 0 in ascending order")
    if lags[-1] > LARGEST_LAG:
        raise CraspSyntaxError(
            f"the lag {lags[-1]} is too large; allowed are 0 to {LARGEST_LAG}"
        )
