"""What one can say about a program without running it."""

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
    """What one can say about a program without running it.

    All but `letters`, `lines` and `size` are about what the output depends on: a line
    that is never used does not count, and constants are folded first.

    Attributes:
        letters: How many symbols words are made of: those that are declared, or those
            that are named and one more, which stands for all others.
        lines: How many lines have a name.
        size: Nodes of all expressions, each number taken as its binary digits.
        counting_depth: How deep counts stand inside counts, guarded ones included.
        period: The least common multiple of all periods; 1 without any.
        largest_lag: The largest distance of a guard; 0 without any.
        positions: Which positional predicates occur.
        positive: Whether it is in C-RASP+: every comparison, brought to the form
            "sum of counts against a number", has coefficients of one sign for the
            counts without guard. (A count with a guard is bounded, so it never needs a
            sign.) False also where a conditional hides that the signs would agree.
        largest_number: The largest number when every comparison is written in counts of
            letters; ``None`` where counts stand inside counts, or none occur, or there
            are positional predicates.
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
    """Returns what one can say about `program` without running it.

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
    r"""Returns the places of all nodes that the output depends on, in order.

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
