"""Program text for a set of lines given as vectors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.core.shared_parts import share
from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Program
from lengthwise.theory.programs._line_table import LineTable

Known: TypeAlias = dict[int, s.Expr]
"""The text so far: the expression of each line of a set."""


@dataclass(frozen=True)
class Derived:
    """A program as text, with its costs.

    Attributes:
        program: The program.
        constants: The sum of the constants of its comparisons, each as in ``c - d + k
            >= 0``.
        depth: The nesting depth of counts.
        accept: The accepting expression, before large parts got names.
    """

    program: Program
    constants: int
    depth: int
    accept: s.BoolExpr


def derive(table: LineTable, lines: frozenset[int], root: int) -> Derived:
    """Returns the program with these lines whose constants are smallest.

    Args:
        table: The table of lines.
        lines: As in `lengthwise.theory.programs._states`; each is derived from others.
        root: The accepting Boolean line.
    """
    constants, known = _cheapest(table, {}, lines, {})
    expression = known[2 * root]
    assert isinstance(expression, s.BoolExpr)
    program = Program(accept=expression, alphabet=table.tree.alphabet)
    depth = facts(program).counting_depth
    return Derived(share(program), constants, depth, expression)


def derive_several(
    table: LineTable, lines: frozenset[int], roots: Sequence[int]
) -> tuple[int, tuple[s.BoolExpr, ...]]:
    """Returns expressions for several Boolean lines, with the smallest constants.

    The sum of these constants is returned first.

    A line used by two of them is written in the same way.
    """
    constants, known = _cheapest(table, {}, lines, {})
    found = tuple(known[2 * root] for root in roots)
    assert all(isinstance(one, s.BoolExpr) for one in found)
    return constants, cast("tuple[s.BoolExpr, ...]", found)


def _cheapest(
    table: LineTable,
    known: Known,
    waiting: frozenset[int],
    seen: dict[frozenset[int], tuple[int, Known]],
) -> tuple[int, Known]:
    """The smallest constants with which the pending lines can be written."""
    if waiting in seen:
        return seen[waiting]
    now, left = dict(known), set(waiting)
    offers = _offers(table, now, left)
    while free := [(line, expr) for line, (cost, expr) in offers.items() if not cost]:
        line, expression = free[0]
        now[line] = expression
        left.remove(line)
        offers = _offers(table, now, left)
    choices = []
    for line, (cost, expression) in offers.items():
        rest = frozenset(left - {line})
        more, complete = _cheapest(table, {**now, line: expression}, rest, seen)
        choices.append((cost + more, complete))
    best = min(choices, key=lambda pair: pair[0]) if choices else (0, now)
    seen[waiting] = best
    return best


def _offers(
    table: LineTable, known: Known, waiting: set[int]
) -> dict[int, tuple[int, s.Expr]]:
    """For each line derivable from the known ones, its cheapest expression."""
    found = {}
    for line in sorted(waiting):
        ways = _count_ways if line & 1 else _boolean_ways
        offer = min(ways(table, known, line >> 1), key=_cost, default=None)
        if offer is not None:
            found[line] = offer
    return found


def _cost(offer: tuple[int, s.Expr]) -> int:
    return offer[0]


def _count_ways(
    table: LineTable, known: Known, count: int
) -> Iterator[tuple[int, s.Expr]]:
    for line, where in known.items():
        if isinstance(where, s.BoolExpr):
            guards: tuple[int | None, ...] = (None, *table.fragment.lags)
            for lag, number in zip(guards, table.counts(line >> 1), strict=True):
                if number == count:
                    yield 0, s.Count(where, None if lag is None else (lag,))


def _boolean_ways(
    table: LineTable, known: Known, line: int
) -> Iterator[tuple[int, s.Expr]]:
    first = _first_lines(table).get(line)
    if first is not None:
        yield 0, first
    opposite = known.get(2 * table.negation(line))
    if isinstance(opposite, s.Symbol | s.Modulus | s.And):
        yield 0, s.Not(opposite)
    conjunction = _conjunction(table, known, line)
    if conjunction is not None:
        yield 0, conjunction
    counts = {x >> 1: c for x, c in known.items() if isinstance(c, s.CountExpr)}
    for one, count in counts.items():
        for other, second in ((-1, None), *counts.items()):
            if other < one:
                for found, sign, k in table.thresholds(one, other):
                    if found == line:
                        yield abs(k), _comparison(count, second, sign, k)


def _first_lines(table: LineTable) -> dict[int, s.BoolExpr]:
    names: list[s.BoolExpr] = [s.Symbol(symbol) for symbol in table.tree.alphabet]
    names += [s.Modulus(m, r) for m, r in table.fragment.moduli]
    truths = {table.always: s.Truth(value=True), table.never: s.Truth(value=False)}
    return {**dict(zip(table.first_lines, names, strict=True)), **truths}


def _conjunction(table: LineTable, known: Known, line: int) -> s.BoolExpr | None:
    """The shortest conjunction of known lines that equals the line, if there is one."""
    holds = table.holds[line]
    parts = [
        x >> 1
        for x, expr in known.items()
        if isinstance(expr, s.BoolExpr) and not (holds & ~table.holds[x >> 1]).any()
    ]
    for part in list(parts):
        others = [other for other in parts if other != part]
        if _joined(table, others) == line:
            parts = others
    if len(parts) < 2 or _joined(table, parts) != line:
        return None
    inside: dict[s.BoolExpr, None] = {}
    for part in parts:
        expression = known[2 * part]
        assert isinstance(expression, s.BoolExpr)
        pieces = expression.parts if isinstance(expression, s.And) else (expression,)
        inside.update(dict.fromkeys(pieces))
    return s.And(tuple(inside))


def _joined(table: LineTable, parts: list[int]) -> int | None:
    root = None
    for part in parts:
        root = part if root is None else table.conjunction(root, part)
    return root


def _comparison(
    count: s.CountExpr, other: s.CountExpr | None, sign: int, k: int
) -> s.BoolExpr:
    """``sign (count - other) + k >= 0`` in readable form."""
    assert isinstance(count, s.Count)
    if other is None:
        if sign > 0:
            if k == -1:
                return s.Exists(count.where, count.lags)
            return s.Compare(count, ">=", s.Number(-k))
        if k == 0:
            return s.Never(count.where, count.lags)
        return s.Compare(count, "<=", s.Number(k))
    small, large = (other, count) if sign > 0 else (count, other)
    if k == -1:
        return s.Compare(small, "<", large)
    if k > 0:
        return s.Compare(small, "<=", s.Sum(((1, large), (1, s.Number(k)))))
    if k < 0:
        return s.Compare(s.Sum(((1, small), (1, s.Number(-k)))), "<=", large)
    return s.Compare(small, "<=", large)
