"""Folds constants in an expression and replaces repeated parts by names, bottom-up."""

from collections.abc import Iterable
from typing import assert_never

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.builder import FALSE, TRUE, all_of, any_of, total
from lengthwise.crasp.running.meaning import COMPARE

_OPPOSITE: dict[s.Comparison, s.Comparison] = {
    "==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"
}  # fmt: skip


class Folder:
    """Folds expressions, given the values of names and the names of values."""

    def __init__(self) -> None:
        self.booleans: dict[str, s.BoolExpr] = {}
        self.counts: dict[str, s.CountExpr] = {}
        self.named_booleans: dict[s.BoolExpr, s.BoolExpr] = {}
        self.named_counts: dict[s.CountExpr, s.CountExpr] = {}

    def boolean(self, expr: s.BoolExpr) -> s.BoolExpr:
        """Returns an expression equivalent to `expr`."""
        folded = self._boolean(expr)
        return self.named_booleans.get(folded, folded)

    def count(self, expr: s.CountExpr) -> s.CountExpr:
        """Returns an expression with the values of `expr`."""
        folded = self._count(expr)
        return self.named_counts.get(folded, folded)

    def _boolean(self, expr: s.BoolExpr) -> s.BoolExpr:
        match expr:
            case s.Symbol() | s.Truth():
                return expr
            case s.Modulus(period, _):
                return TRUE if period == 1 else expr
            case s.Not(of):
                return negation(self.boolean(of))
            case s.And(parts) | s.Or(parts):
                inside = [self.boolean(part) for part in parts]
                return junction(inside, conjunction=isinstance(expr, s.And))
            case s.Compare(left, op, right):
                return comparison(self.count(left), op, self.count(right))
            case s.Exists(where, lags):
                return _exists(self.boolean(where), lags)
            case s.Never(where, lags):
                return negation(_exists(self.boolean(where), lags))
            case s.BoolName(name):
                return self.booleans[name]
            case _:
                assert_never(expr)

    def _count(self, expr: s.CountExpr) -> s.CountExpr:
        match expr:
            case s.Number():
                return expr
            case s.Count(where, lags):
                inside = self.boolean(where)
                return s.Number(0) if inside == FALSE else s.Count(inside, lags)
            case s.Sum(terms):
                return collected_sum(s.Sum(tuple((k, self.count(c)) for k, c in terms)))
            case s.Times(factor, of):
                return collected_sum(s.Times(factor, self.count(of)))
            case s.Min(left, right):
                return _smaller(self.count(left), self.count(right), s.Min)
            case s.Max(left, right):
                return _smaller(self.count(left), self.count(right), s.Max)
            case s.Conditional(then, test, otherwise):
                return _chosen(
                    self.boolean(test), self.count(then), self.count(otherwise)
                )
            case s.CountName(name):
                return self.counts[name]
            case _:
                assert_never(expr)


def negation(expr: s.BoolExpr) -> s.BoolExpr:
    """Returns the negation of `expr`.

    Examples:
        >>> negation(s.Compare(s.Number(1), "<", s.CountName("c")))
        Compare(left=Number(value=1), op='>=', right=CountName(name='c'))
    """
    match expr:
        case s.Truth(value):
            return s.Truth(not value)
        case s.Not(of):
            return of
        case s.Compare(left, op, right):
            return s.Compare(left, _OPPOSITE[op], right)
        case s.Exists(where, lags):
            return s.Never(where, lags)
        case s.Never(where, lags):
            return s.Exists(where, lags)
        case _:
            return s.Not(expr)


def junction(parts: Iterable[s.BoolExpr], *, conjunction: bool) -> s.BoolExpr:
    """Returns the conjunction or disjunction of `parts`, without redundant ones."""
    joined = all_of(*parts) if conjunction else any_of(*parts)
    if isinstance(joined, s.And if conjunction else s.Or):
        inside = set(joined.parts)
        if any(negation(part) in inside for part in inside):
            return FALSE if conjunction else TRUE
    return joined


def comparison(left: s.CountExpr, op: s.Comparison, right: s.CountExpr) -> s.BoolExpr:
    """Returns ``left op right``, decided if the sides differ by a constant."""
    gap = difference(left, right)
    if gap is None:
        return s.Compare(left, op, right)
    return s.Truth(bool(COMPARE[op](gap, 0)))


def difference(left: s.CountExpr, right: s.CountExpr) -> int | None:
    """Returns ``left - right`` if it is constant, otherwise ``None``."""
    constant, terms = _linear(s.Sum(((1, left), (-1, right))))
    return None if terms else constant


def collected_sum(expr: s.CountExpr) -> s.CountExpr:
    """Returns a sum with distinct terms and one constant, unless numbers are too large.

    Examples:
        >>> a = s.CountName("a")
        >>> collected_sum(s.Sum(((1, a), (1, s.Number(2)), (1, a), (-1, s.Number(5)))))
        Sum(terms=((1, Times(factor=2, of=CountName(name='a'))), (-1, Number(value=3))))
    """
    constant, terms = _linear(expr)
    if max(map(abs, (constant, *terms.values()))) > s.LARGEST_NUMBER:
        return expr
    return total(*((k, term) for term, k in terms.items()), constant=constant)


def _linear(expr: s.CountExpr) -> tuple[int, dict[s.CountExpr, int]]:
    """A constant, and the nonzero coefficient of each term that is not a sum."""
    constant, terms = 0, dict[s.CountExpr, int]()
    waiting = [(1, expr)]
    while waiting:
        factor, here = waiting.pop()
        match here:
            case s.Number(value):
                constant += factor * value
            case s.Times(k, of):
                waiting.append((factor * k, of))
            case s.Sum(inside):
                waiting.extend((factor * sign, of) for sign, of in reversed(inside))
            case _:
                terms[here] = terms.get(here, 0) + factor
    return constant, {term: k for term, k in terms.items() if k}


def _exists(where: s.BoolExpr, lags: s.Lags | None) -> s.BoolExpr:
    if where == FALSE or (where == TRUE and (lags is None or lags[0] == 0)):
        return where
    return where if lags == (0,) else s.Exists(where, lags)


def _smaller(
    left: s.CountExpr, right: s.CountExpr, kind: type[s.Min] | type[s.Max]
) -> s.CountExpr:
    gap = difference(left, right)
    if gap is None:
        return kind(left, right)
    return left if (gap <= 0) == (kind is s.Min) else right


def _chosen(test: s.BoolExpr, then: s.CountExpr, otherwise: s.CountExpr) -> s.CountExpr:
    if then == otherwise or test == TRUE:
        return then
    if test == FALSE:
        return otherwise
    if isinstance(test, s.Not):
        return s.Conditional(otherwise, test.of, then)
    return s.Conditional(then, test, otherwise)
