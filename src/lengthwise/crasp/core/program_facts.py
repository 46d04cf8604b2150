"""Static facts about a program."""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.crasp.core._largest_constant import largest_number
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.nodes import (
    AtLeastZero,
    Choice,
    Core,
    Count,
    Form,
    operands,
)
from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Program, subexpressions

Positions: TypeAlias = Literal["none", "periodic", "local", "periodic-local"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Static facts about a program.

    All except `letters`, `lines` and `size` are about the part that the output depends
    on: unused lines do not count, and constants are folded first.

    Attributes:
        letters: Number of symbols: the declared ones, or the named ones and one more,
            which represents all others.
        lines: Number of named lines.
        size: Number of nodes in all expressions, counting a number as its binary
            digits.
        counting_depth: Nesting depth of counts, guarded ones included.
        period: The least common multiple of all periods; 1 if there are none.
        largest_lag: The largest distance in a guard; 0 if there are none.
        positions: The kinds of positional predicates that occur.
        positive: Whether it is in C-RASP+: in every comparison, written as "sum of
            counts against a number", the counts without guard have coefficients of one
            sign. (Guarded counts are bounded, so their sign does not matter.) Also
            false if a conditional hides that signs agree.
        largest_number: The largest number when comparisons are expressed in letter
            counts; ``None`` if counts are nested or absent, or with positional
            predicates.
    """

    letters: int
    lines: int
    size: int
    counting_depth: int
    period: int
    largest_lag: int
    positions: Positions
    positive: bool
    largest_number: int | None = None


def facts(program: Program) -> Facts:
    """Returns static facts about `program`.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> dyck = facts(parse('accept never(# "(" < # ")") && # "(" == # ")"'))
        >>> dyck.counting_depth, dyck.positions, dyck.positive
        (2, 'none', False)
        >>> facts(parse('accept # "a" >= 3*# "b"')).largest_number
        3
    """
    plain = core(program)
    used = used_places(plain)
    counts = [node for k in used if isinstance(node := plain.nodes[k], Count)]
    periods = [n.period for k in used if isinstance(n := plain.nodes[k], s.Modulus)]
    lags = [node.lags[-1] for node in counts if node.lags is not None]
    depth = _depth(plain, used)
    shallow = depth == 1 and not periods and not lags
    return Facts(
        letters=len(program.letters),
        lines=len(program.lines),
        size=sum(map(_weight, program.expressions)),
        counting_depth=depth,
        period=math.lcm(*periods),
        largest_lag=max(lags, default=0),
        positions=_positions(periodic=bool(periods), local=bool(lags)),
        positive=_positive(plain, used),
        largest_number=largest_number(plain, used) if shallow else None,
    )


def used_places(plain: Core) -> list[int]:
    r"""Returns the indices of all nodes that the output depends on, in order.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> used_places(core(parse('unused = "b"\naccept "a"')))
        [1]
    """
    needed = {place for _, place in plain.next}
    if plain.accept is not None:
        needed.add(plain.accept)
    for place in range(len(plain.nodes) - 1, -1, -1):
        if place in needed:
            needed.update(operands(plain.nodes[place]))
    return sorted(needed)


def _depth(plain: Core, used: list[int]) -> int:
    depth: dict[int, int] = {}
    for place in used:
        node = plain.nodes[place]
        inside = max((depth[k] for k in operands(node)), default=0)
        depth[place] = inside + isinstance(node, Count)
    return max(depth.values(), default=0)


def _positions(*, periodic: bool, local: bool) -> Positions:
    if periodic:
        return "periodic-local" if local else "periodic"
    return "local" if local else "none"


def _positive(plain: Core, used: list[int]) -> bool:
    """Whether no comparison mixes signs; a choice has the signs of both branches."""
    signs: dict[int, set[int]] = {}

    def of(form: Form) -> set[int]:
        return {
            (1 if factor > 0 else -1) * sign
            for place, factor in form.terms
            for sign in signs[place]
        }

    for place in used:
        match plain.nodes[place]:
            case Count(_, lags):
                signs[place] = {1} if lags is None else set()
            case Choice(_, then, otherwise):
                signs[place] = of(then) | of(otherwise)
            case AtLeastZero(form) if len(of(form)) > 1:
                return False
            case _:
                pass
    return True


def _weight(expr: s.Expr) -> int:
    total = 0
    for part in subexpressions(expr):
        match part:
            case s.Number(number) | s.Times(number, _):
                total += 1 + number.bit_length()
            case s.Modulus(period, _):
                total += 1 + period.bit_length()
            case s.Count(_, lags) | s.Exists(_, lags) | s.Never(_, lags):
                total += 1 + sum(1 + lag.bit_length() for lag in lags or ())
            case _:
                total += 1
    return total
