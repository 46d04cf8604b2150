r"""Desugared programs: a list of a few kinds of nodes, each computed once.

`lengthwise.crasp.core.desugar.core` builds them. These are the nodes that a compiler
must handle:

====================  ==============================================================
Boolean node          value at position i
====================  ==============================================================
``Symbol(a)``         the symbol at i is a
``Modulus(m, r)``     i mod m = r
``Truth(value)``      `value`
``Not(p)``            p is a symbol, a modulus or a conjunction only
``And(parts)``        at least two parts, none of them ``Truth`` or ``And``
``AtLeastZero(f)``    the form f is at least 0
====================  ==============================================================

====================  ==============================================================
count node            value at position i
====================  ==============================================================
``Count(p)``          number of j <= i where p holds
``Count(p, lags)``    number of lags d with i - d >= 1 and p at i - d
``Choice(p, f, g)``   f where p holds at i, g elsewhere
``Linear(f)``         the form f: the value of a count line
====================  ==============================================================

A `Form` is a constant plus integer multiples of ``Count`` and ``Choice`` nodes, so sums
and comparisons are affine in these. Nodes refer to each other by their index in the
list, and only to earlier ones; equal subexpressions share a node.
"""

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from lengthwise.crasp.language.syntax import Lags, Modulus, Symbol, Truth
from lengthwise.words import Alphabet


@dataclass(frozen=True, slots=True)
class Form:
    """``constant`` plus, for each term, ``coefficient`` times a node.

    Attributes:
        constant: Any integer.
        terms: Pairs (index, coefficient), indices ascending, no coefficient 0.
    """

    constant: int = 0
    terms: tuple[tuple[int, int], ...] = ()

    def plus(self, other: "Form", factor: int = 1) -> "Form":
        """``self + factor * other``.

        Examples:
            >>> Form(1, ((0, 2),)).plus(Form(5, ((0, 2),)), -1)
            Form(constant=-4, terms=())
        """
        total = dict(self.terms)
        for place, coefficient in other.terms:
            total[place] = total.get(place, 0) + factor * coefficient
        terms = sorted((place, k) for place, k in total.items() if k)
        return Form(self.constant + factor * other.constant, tuple(terms))


@dataclass(frozen=True, slots=True)
class Not:
    """Holds where the Boolean node at `of` does not."""

    of: int


@dataclass(frozen=True, slots=True)
class And:
    """Holds where the Boolean nodes at all `parts` do; at least two, ascending."""

    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AtLeastZero:
    """Holds where `form` is at least 0; its coefficients have no common divisor."""

    form: Form


@dataclass(frozen=True, slots=True)
class Count:
    """The number of positions so far, or lags, at which the node at `where` holds."""

    where: int
    lags: Lags | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """`then` where the Boolean node at `test` holds, `otherwise` elsewhere."""

    test: int
    then: Form
    otherwise: Form


@dataclass(frozen=True, slots=True)
class Linear:
    """The value of a count line; no other node refers to it."""

    form: Form


Node: TypeAlias = (
    Symbol | Modulus | Truth | Not | And | AtLeastZero | Count | Choice | Linear
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """A desugared program.

    Attributes:
        alphabet: The declared symbols, or the named ones and one more.
        nodes: Each refers only to nodes before it.
        lines: The name of each line with the index of its node.
        accept: The index of the acceptance condition; ``None`` for next-token programs.
        next: The symbols that can be emitted, with the indices of their conditions.
    """

    alphabet: Alphabet
    nodes: tuple[Node, ...]
    lines: tuple[tuple[str, int], ...]
    accept: int | None
    next: tuple[tuple[str, int], ...]


def operands(node: Node) -> tuple[int, ...]:
    """Returns the indices of the nodes that `node` refers to.

    Examples:
        >>> operands(Choice(0, Form(1, ((2, 1),)), Form(0, ((4, -1),))))
        (0, 2, 4)
    """
    match node:
        case Symbol() | Modulus() | Truth():
            return ()
        case Not(of):
            return (of,)
        case And(parts):
            return parts
        case Count(where, _):
            return (where,)
        case AtLeastZero(form) | Linear(form):
            return tuple(place for place, _ in form.terms)
        case Choice(test, then, otherwise):
            return (test, *(place for place, _ in then.terms + otherwise.terms))
        case _:
            assert_never(node)


def renumbered(node: Node, places: dict[int, int]) -> Node:
    """Returns `node` with its references mapped through `places`.

    Examples:
        >>> renumbered(Not(7), {7: 3})
        Not(of=3)
    """

    def moved(form: Form) -> Form:
        return Form(form.constant, tuple((places[p], k) for p, k in form.terms))

    match node:
        case Symbol() | Modulus() | Truth():
            return node
        case Not(of):
            return Not(places[of])
        case And(parts):
            return And(tuple(places[part] for part in parts))
        case Count(where, lags):
            return Count(places[where], lags)
        case AtLeastZero(form):
            return AtLeastZero(moved(form))
        case Linear(form):
            return Linear(moved(form))
        case Choice(test, then, otherwise):
            return Choice(places[test], moved(then), moved(otherwise))
        case _:
            assert_never(node)
