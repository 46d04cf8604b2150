r"""Desugars a program to its core, sharing equal subexpressions.

The rewriting rules, over the integers: :math:`c \le d` is :math:`d - c \ge 0`, and its
negation is :math:`c - d - 1 \ge 0`; equality is two of them; ``||`` is a negated
conjunction; ``min(c, d)`` is ``c if c <= d else d``; ``exists p`` is
:math:`\#p - 1 \ge 0` and ``never p`` is :math:`-\#p \ge 0`; a name is replaced by its
definition. Constants are folded and common divisors in a comparison are divided out.
"""

from math import gcd
from typing import assert_never

from lengthwise.crasp.core.nodes import (
    And,
    AtLeastZero,
    Choice,
    Core,
    Count,
    Form,
    Linear,
    Node,
    Not,
    operands,
    renumbered,
)
from lengthwise.crasp.language import syntax
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import (
    BoolExpr,
    CountExpr,
    Lags,
    Modulus,
    Symbol,
    Truth,
)
from lengthwise.errors import TooLargeError

LIMIT = 2_000_000
"""Limit on the total size of all forms; larger programs are rejected."""

_TRUE, _FALSE = Truth(value=True), Truth(value=False)


def core(program: Program) -> Core:
    """Returns the desugared `program`, with equal subexpressions shared.

    Raises:
        TooLargeError: Nested sums have more than two million terms in total.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> for node in core(parse('accept # "a" > # "b"')).nodes:
        ...     print(node)
        Symbol(symbol='a')
        Count(where=0, lags=None)
        Symbol(symbol='b')
        Count(where=2, lags=None)
        AtLeastZero(form=Form(constant=-1, terms=((1, 1), (3, -1))))
    """
    builder = _Builder()
    for line in program.lines:
        if isinstance(line.value, BoolExpr):
            builder.booleans[line.name] = builder.boolean(line.value)
        else:
            builder.counts[line.name] = builder.weighted(builder.count(line.value))
    places = {
        line.name: builder.booleans[line.name]
        if line.name in builder.booleans
        else builder.add(Linear(builder.counts[line.name]))
        for line in program.lines
    }
    acceptor = program.acceptor
    accept = None if acceptor is None else builder.boolean(acceptor)
    following = tuple((symbol, builder.boolean(p)) for symbol, p in program.next)
    roots = [*places.values(), *(place for _, place in following)]
    nodes, moved = _pruned(builder.list, roots if accept is None else [*roots, accept])
    return Core(
        alphabet=program.letters,
        nodes=nodes,
        lines=tuple((name, moved[place]) for name, place in places.items()),
        accept=None if accept is None else moved[accept],
        next=tuple((symbol, moved[place]) for symbol, place in following),
    )


def _pruned(
    nodes: list[Node], roots: list[int]
) -> tuple[tuple[Node, ...], dict[int, int]]:
    """The nodes that `roots` depend on, in order, and the new index of each."""
    needed = set(roots)
    for place in range(len(nodes) - 1, -1, -1):
        if place in needed:
            needed.update(operands(nodes[place]))
    moved = {place: new for new, place in enumerate(sorted(needed))}
    return tuple(renumbered(nodes[place], moved) for place in moved), moved


class _Builder:
    """The nodes so far, with their indices."""

    def __init__(self) -> None:
        self.places: dict[Node, int] = {}
        self.list: list[Node] = []
        self.booleans: dict[str, int] = {}
        self.counts: dict[str, Form] = {}
        self.weight = 0

    def add(self, node: Node) -> int:
        place = self.places.setdefault(node, len(self.list))
        if place == len(self.list):
            self.list.append(node)
        return place

    def weighted(self, form: Form) -> Form:
        self.weight += sum(1 + k.bit_length() // 64 for _, k in form.terms)
        self.weight += form.constant.bit_length() // 64
        if self.weight > LIMIT:
            raise TooLargeError(
                f"the sums of this program take more than {LIMIT} machine words in "
                "total; use fewer sums of sums",
                size=self.weight,
                limit=LIMIT,
            )
        return form

    def boolean(self, expr: BoolExpr) -> int:
        match expr:
            case Symbol() | Truth():
                return self.add(expr)
            case Modulus(period, _):
                return self.add(expr if period > 1 else _TRUE)
            case syntax.Not(of):
                return self.negation(self.boolean(of))
            case syntax.And(parts):
                return self.conjunction([self.boolean(p) for p in parts])
            case syntax.Or(parts):
                return self.disjunction([self.boolean(p) for p in parts])
            case syntax.Compare(left, op, right):
                return self.comparison(self.count(left), op, self.count(right))
            case syntax.Exists(where, lags):
                times = self.count(syntax.Count(where, lags))
                return self.comparison(times, ">=", Form(1))
            case syntax.Never(where, lags):
                times = self.count(syntax.Count(where, lags))
                return self.comparison(times, "<=", Form(0))
            case syntax.BoolName(name):
                return self.booleans[name]
            case _:
                assert_never(expr)

    def count(self, expr: CountExpr) -> Form:
        match expr:
            case syntax.Number(value):
                return Form(value)
            case syntax.Count(where, lags):
                return self.counting(self.boolean(where), lags)
            case syntax.Sum(terms):
                total = Form()
                for sign, of in terms:
                    total = total.plus(self.count(of), sign)
                return total
            case syntax.Times(factor, of):
                return Form().plus(self.count(of), factor)
            case syntax.Min(left, right):
                c, d = self.count(left), self.count(right)
                return self.choice(self.comparison(c, "<=", d), c, d)
            case syntax.Max(left, right):
                c, d = self.count(left), self.count(right)
                return self.choice(self.comparison(c, "<=", d), d, c)
            case syntax.Conditional(then, test, otherwise):
                return self.choice(
                    self.boolean(test), self.count(then), self.count(otherwise)
                )
            case syntax.CountName(name):
                return self.counts[name]
            case _:
                assert_never(expr)

    def counting(self, where: int, lags: Lags | None) -> Form:
        if self.list[where] == _FALSE:
            return Form(0)
        if lags == (0,):
            return self.choice(where, Form(1), Form(0))
        return Form(0, ((self.add(Count(where, lags)), 1),))

    def choice(self, test: int, then: Form, otherwise: Form) -> Form:
        node = self.list[test]
        if then == otherwise or node == _TRUE:
            return then
        if node == _FALSE:
            return otherwise
        if isinstance(node, Not):
            test, then, otherwise = node.of, otherwise, then
        chosen = Choice(test, self.weighted(then), self.weighted(otherwise))
        return Form(0, ((self.add(chosen), 1),))

    def comparison(self, left: Form, op: syntax.Comparison, right: Form) -> int:
        match op:
            case "<=":
                return self.at_least_zero(right.plus(left, -1))
            case ">=":
                return self.at_least_zero(left.plus(right, -1))
            case "<":
                return self.at_least_zero(right.plus(left, -1).plus(Form(-1)))
            case ">":
                return self.comparison(right, "<", left)
            case "==":
                up = self.comparison(left, "<=", right)
                return self.conjunction([up, self.comparison(left, ">=", right)])
            case "!=":
                return self.negation(self.comparison(left, "==", right))
            case _:
                assert_never(op)

    def at_least_zero(self, form: Form) -> int:
        if not form.terms:
            return self.add(Truth(value=form.constant >= 0))
        decided = self.choice_as_test(form)
        if decided is not None:
            return decided
        common = gcd(*(k for _, k in form.terms))
        terms = tuple((place, k // common) for place, k in form.terms)
        return self.add(
            AtLeastZero(self.weighted(Form(form.constant // common, terms)))
        )

    def choice_as_test(self, form: Form) -> int | None:
        """A comparison of a choice between two numbers, as its test."""
        place, factor = form.terms[0]
        node = self.list[place]
        if len(form.terms) > 1 or not isinstance(node, Choice):
            return None
        if node.then.terms or node.otherwise.terms:
            return None
        yes, no = (
            form.constant + factor * branch.constant >= 0
            for branch in (node.then, node.otherwise)
        )
        if yes == no:
            return self.add(Truth(value=yes))
        return node.test if yes else self.negation(node.test)

    def negation(self, place: int) -> int:
        match self.list[place]:
            case Truth(value):
                return self.add(Truth(value=not value))
            case Not(of):
                return of
            case AtLeastZero(form):
                return self.at_least_zero(Form(-1).plus(form, -1))
            case _:
                return self.add(Not(place))

    def conjunction(self, places: list[int]) -> int:
        flat: set[int] = set()
        for place in places:
            match self.list[place]:
                case Truth(value=True):
                    pass
                case And(parts):
                    flat.update(parts)
                case _:
                    flat.add(place)
        opposites = {n.of for p in flat if isinstance(n := self.list[p], Not)}
        if flat & opposites or any(self.list[place] == _FALSE for place in flat):
            return self.add(_FALSE)
        if not flat:
            return self.add(_TRUE)
        return min(flat) if len(flat) == 1 else self.add(And(tuple(sorted(flat))))

    def disjunction(self, places: list[int]) -> int:
        return self.negation(self.conjunction([self.negation(p) for p in places]))
