"""Bounds on the training length: a number, or only an asymptotic order.

A theorem with explicit constants gives a `LengthBound`, which has a ``length``. A big-O
statement gives a `GrowthBound`, which has an order and its value with constants set to
one but no ``length``, so that it cannot be mistaken for a number.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.theory.theorems.magnitude import Real, Size

Basis: TypeAlias = Literal["published", "derived", "sketched"]

Sense: TypeAlias = Literal[
    "at most", "at least", "attention", "on average", "lemma", "automata"
]
"""The meaning of a length.

It is sufficient for every word; necessary for some pair of machines; the length at
which attention becomes hardmax; sufficient on average over a distribution; a step of a
proof; or for learners of automata.
"""

UNKNOWN = "its constants"
"""The unknown constants of a big-O statement: all."""

Precision: TypeAlias = Literal["rounded", "unrounded", "any"]
"""The softmax that a theorem is about: rounded to p bits, exact, or either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theorem:
    """The source of a bound.

    Attributes:
        name: Its name in tables and in JSON.
        order: The growth of the length, as text.
        key: The paper, as a key of the bibliography.
        place: The place in the paper, or how it follows from the paper.
        basis: ``published``: as stated in the paper; ``derived``: proved in the manual
            of this package from the paper's argument; ``sketched``: a proof sketch
            supported by measurements.
        sense: The meaning of its length.
        layers: The number of layers of its machines; ``None`` if it is not about two
            machines.
        elsewhere: Its subject, if not two machines; otherwise empty.
        precision: The kind of softmax that it is about, for one layer.
        norm: The norm of the machines that its length depends on, as named in tables.
        column: The heading of its column beside measured lengths; empty: no column.
        unknown: The unknown constants of an asymptotic order.

    Examples:
        >>> from lengthwise.theory.theorems.automata_lengths import DFA
        >>> DFA.name, DFA.order, DFA.key
        ('chen-dfa', '2n-2', 'chen2025nonasymptotic')
    """

    name: str
    order: str
    key: str
    place: str
    basis: Basis = "published"
    sense: Sense = "at most"
    layers: int | None = None
    elsewhere: str = ""
    precision: Precision = "any"
    norm: str = ""
    column: str = ""
    unknown: str = UNKNOWN

    def __post_init__(self) -> None:
        assert (self.layers is None) == bool(self.elsewhere), self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthBound:
    """A training length with explicit constants.

    Attributes:
        theorem: The theorem.
        size: The length; its logarithm if too large for a float.
        promise: What agreement on training words up to this length implies.
        tight: Whether a shorter length is known not to suffice.
        note: What the number ignores; may be empty.

    Examples:
        >>> from lengthwise.theory.theorems.automata_lengths import (
        ...     dfa_length_complexity,
        ... )
        >>> dfa_length_complexity(n=3).length
        4
    """

    theorem: Theorem
    size: Size
    promise: str
    tight: bool = False
    note: str = ""

    @property
    def order(self) -> str:
        """The growth of the length, as text."""
        return self.theorem.order

    @property
    def length(self) -> Real:
        """The length as an integer; infinity above ``1e308``."""
        return self.size.whole


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthBound:
    """An asymptotic order with unknown constants; it has no length.

    Attributes:
        theorem: The theorem.
        at_constant_one: The order evaluated with every unknown constant set to one.
        promise: What agreement on training words up to the length implies.
        note: What the number ignores; may be empty.

    Examples:
        >>> from lengthwise.theory.theorems.one_layer import workshop
        >>> bound = workshop(tau=1, delta=1, L=1, eps=0.1)
        >>> bound.at_constant_one.value, hasattr(bound, "length")
        (100.0, False)
    """

    theorem: Theorem
    at_constant_one: Size
    promise: str
    note: str = ""

    @property
    def order(self) -> str:
        """The growth of the length, as text."""
        return self.theorem.order


Bound: TypeAlias = LengthBound | GrowthBound


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A theorem with the functions that evaluate it.

    A parameter without default is required by the theorem; the return type tells
    whether its constants are known.

    Attributes:
        theorem: The theorem.
        bound: Evaluates it for given parameters.
        of_machines: Evaluates it for two machines, if their weights give more.
        unrounded: Evaluates it for softmax without rounding, if that differs.
    """

    theorem: Theorem
    bound: Callable[..., Bound]
    of_machines: Callable[..., Bound] | None = None
    unrounded: Callable[..., Bound] | None = None
