"""A long word as seen by programs of counting depth 1: conditions on its counts.

Within a view, each comparison of the program is an affine condition on the unknown
counts. A program is evaluated as far as the known conditions determine it, and
otherwise returns the first condition that it needs.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar, assert_never, runtime_checkable

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.nodes import (
    And,
    AtLeastZero,
    Choice,
    Core,
    Count,
    Form,
    Linear,
    Not,
    operands,
)
from lengthwise.crasp.core.program_facts import used_places
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import Modulus, Symbol, Truth
from lengthwise.theory.programs.count_views import Condition, Ending, View


@dataclass(frozen=True, slots=True)
class Needed:
    """Evaluation needs to know whether this condition holds."""

    condition: Condition


Decided: TypeAlias = Mapping[Condition, bool]
"""The conditions known to hold and known not to hold."""

Value: TypeAlias = bool | Condition | Needed
"""A Boolean, an affine form in the unknowns, or a condition that is needed first."""


EndingT = TypeVar("EndingT", bound=Ending)
_EndingC = TypeVar("_EndingC", bound=Ending, contravariant=True)


@runtime_checkable
class Speaker(Protocol[_EndingC]):
    """A program or an automaton that can be evaluated at the end of words."""

    def outputs(self, view: _EndingC, decided: Decided) -> tuple[bool, ...] | Needed:
        """The output there, or the condition that must be known first."""


class CountProgram:
    """A program of counting depth at most 1 over an alphabet.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> program = CountProgram(parse('accept "a" && # "a" >= 2*# "b"'), ("a", "b"))
        >>> [*views([program], ("a", "b"))][0].window
        ('a',)
        >>> view = View(("a", "b"), 1, ("a",), 0)
        >>> asked = program.outputs(view, {})
        >>> asked
        Needed(condition=Condition(coefficients=(1, -2), constant=1))
        >>> program.outputs(view, {asked.condition: True})
        (True,)
    """

    def __init__(self, program: Program, letters: Sequence[str]) -> None:
        self.program = program
        self.plain = core(program)
        self.letters = tuple(letters)
        self.used = used_places(self.plain)
        nodes = [self.plain.nodes[place] for place in self.used]
        self.period = math.lcm(*(n.period for n in nodes if isinstance(n, Modulus)))
        lags = [n.lags[-1] for n in nodes if isinstance(n, Count) and n.lags]
        self.largest_lag = max(lags, default=0)
        self._flat = _flat(self.plain, self.used)
        self._tables: dict[tuple[str, int], dict[int, Value]] = {}
        self._forms: dict[View, dict[int, Condition]] = {}

    def outputs(self, view: View, decided: Decided) -> tuple[bool, ...] | Needed:
        """The output at the last position, or a condition that must be known first."""
        if view not in self._forms:
            self._forms[view] = self._counts(view)
        forms = self._forms[view]
        last = view.window[-1], view.residue(0)
        here = Position(*last, view.unknowns, forms, decided)
        values = _values(self.plain, self.used, here)
        return outputs_of(self.plain, self.letters, values)

    def _counts(self, view: View) -> dict[int, Condition]:
        """Every count as an affine form in the unknowns of a view."""
        cells = list(itertools.product(view.letters, range(view.period)))
        found = {}
        for place in self.used:
            node = self.plain.nodes[place]
            if not isinstance(node, Count):
                continue
            inside = range(len(view.window)) if node.lags is None else node.lags
            ends = [(view.window[-1 - lag], view.residue(lag)) for lag in inside]
            constant = sum(self._holds(node.where, *end) for end in ends)
            counted = [0] * len(cells)
            if node.lags is None:
                counted = [int(self._holds(node.where, *cell)) for cell in cells]
            found[place] = Condition(tuple(counted), constant)
        return found

    def _holds(self, place: int, letter: str, residue: int) -> bool:
        """Whether a node without counts holds at a letter and a residue."""
        key = letter, residue % self.period
        if key not in self._tables:
            here = Position(*key, 0, {}, {})
            self._tables[key] = _values(self.plain, self._flat, here)
        return self._tables[key][place] is True


def views(
    programs: Sequence[CountProgram], letters: Sequence[str], longest: int | None = None
) -> Iterator[View]:
    """All views of words that are longer than every lag of the programs."""
    period = math.lcm(*(one.period for one in programs))
    size = 1 + max(one.largest_lag for one in programs)
    for window in itertools.product(letters, repeat=size):
        for before in range(period):
            yield View(tuple(letters), period, window, before, longest)


def views_count(programs: Sequence[CountProgram], letters: int) -> int:
    """The number of views; only a lower bound if it exceeds 2^64."""
    size = 1 + max(one.largest_lag for one in programs)
    period = math.lcm(*(one.period for one in programs))
    return int(letters ** min(size, 65) * period)


@dataclass(frozen=True, slots=True)
class Position:
    """The position at which a program is evaluated, and what is known there."""

    letter: str
    residue: int
    unknowns: int
    counts: Mapping[int, Condition]
    decided: Decided


def _values(plain: Core, places: Iterable[int], here: Position) -> dict[int, Value]:
    """The values of nodes at a position."""
    values: dict[int, Value] = {}
    for place in places:
        values[place] = node_value(plain, place, here, values)
    return values


def node_value(
    plain: Core, place: int, here: Position, values: Mapping[int, Value]
) -> Value:
    """The value of a node at a position, from those of the nodes before it."""
    node = plain.nodes[place]
    match node:
        case Symbol(symbol):
            return symbol == here.letter
        case Modulus(period, remainder):
            return here.residue % period == remainder
        case Truth(always):
            return always
        case Not(of):
            value = values[of]
            return value if isinstance(value, Needed) else not value
        case And(parts):
            return _conjunction([values[part] for part in parts])
        case AtLeastZero(form):
            return _compared(_affine(form, here.unknowns, values), here.decided)
        case Choice(test, then, otherwise):
            value = values[test]
            if isinstance(value, Needed):
                return value
            return _affine(then if value else otherwise, here.unknowns, values)
        case Count() | Linear():  # no output needs a Linear
            return here.counts[place]
        case _:
            assert_never(node)


def _conjunction(held: Sequence[Value]) -> Value:
    if any(value is False for value in held):
        return False
    return next((value for value in held if value is not True), True)


def _affine(
    form: Form, unknowns: int, values: Mapping[int, Value]
) -> Condition | Needed:
    total = Condition((0,) * unknowns, form.constant)
    for place, factor in form.terms:
        term = values[place]
        if isinstance(term, Needed):
            return term
        assert isinstance(term, Condition)
        total = total.plus(factor, term)
    return total


def _compared(form: Condition | Needed, decided: Decided) -> bool | Needed:
    if isinstance(form, Needed):
        return form
    condition = form.normal()
    if condition.settled is not None:
        return condition.settled
    if condition in decided:
        return decided[condition]
    return Needed(condition)


def _flat(plain: Core, used: Sequence[int]) -> list[int]:
    """The indices of nodes without a count inside."""
    flat: set[int] = set()
    for place in used:
        node = plain.nodes[place]
        if not isinstance(node, Count) and flat.issuperset(operands(node)):
            flat.add(place)
    return sorted(flat)


def outputs_of(
    plain: Core, letters: Sequence[str], values: Mapping[int, Value]
) -> tuple[bool, ...] | Needed:
    """Acceptance or emitted letters, or the condition that must be known first."""
    emits = dict(plain.next)
    places = [emits.get(letter) for letter in letters]
    if plain.accept is not None:
        places = [plain.accept]
    found = []
    for place in places:
        value = False if place is None else values[place]
        if isinstance(value, Needed):
            return value
        assert isinstance(value, bool)
        found.append(value)
    return tuple(found)
