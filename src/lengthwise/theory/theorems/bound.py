"""What a theorem about training lengths says: a number, or only an order of growth.

A theorem with explicit constants gives a `LengthBound`, which has a ``length``. A big-O
statement gives a `GrowthBound`, which has an order and the value at constant one, and
no ``length``: nobody can take it for a number by accident.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.theory.theorems.magnitude import Real, Size

Basis: TypeAlias = Literal["published", "derived", "sketched"]

Sense: TypeAlias = Literal[
    "at most", "at least", "attention", "on average", "lemma", "automata"
]
"""What a length is: one that suffices for every word; one below which some pair of
machines needs more; where attention becomes hardmax; one that suffices on average over
a law; a step of a proof; one for learners of automata."""

UNKNOWN = "its constants"
"""Which constants of a big-O statement are unknown: all."""

Precision: TypeAlias = Literal["rounded", "unrounded", "any"]
"""The softmax that a theorem is about: rounded to p bits, exact, or either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theorem:
    """Where a bound comes from.

    Attributes:
        name: Its name in tables and in JSON.
        order: How the length grows, as text.
        key: The paper, a key of the bibliography.
        place: Where in the paper, or how it follows from there.
        basis: ``published``, as the paper states it; ``derived``, proved in the manual
            of this package from the paper's argument; ``sketched``, a proof sketch
            held up by measurement.
        sense: What its length is.
        layers: How many layers the machines have that it is about; ``None`` where it is
            not about two machines.
        elsewhere: What it is about in place of two machines; empty where it is not.
        precision: The softmax that it is about, of one layer.
        norm: The norm of the machines that its length depends on, as tables say it.
        column: The heading of its column beside measured lengths; empty for none.
        unknown: Which constants are not known, of an order of growth.

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
    """A training length, with every constant known.

    Attributes:
        theorem: Where it is proved.
        size: The length; lengths too large for a float have their logarithm.
        promise: What holds for training words up to this length.
        tight: Whether a shorter length is known not to suffice.
        note: What the number leaves out; empty where nothing is.

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
        """How the length grows, as text."""
        return self.theorem.order

    @property
    def length(self) -> Real:
        """The length as a whole number; infinity above ``1e308``."""
        return self.size.whole


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthBound:
    """An order of growth with unknown constants; it has no length.

    Attributes:
        theorem: Where it is proved.
        at_constant_one: The order evaluated with every unknown constant set to one.
        promise: What holds for training words up to the length.
        note: What the number leaves out; empty where nothing is.

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
        """How the length grows, as text."""
        return self.theorem.order


Bound: TypeAlias = LengthBound | GrowthBound


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A theorem with the functions that evaluate it.

    A parameter without default is a number that the theorem needs; the return type says
    whether its constants are known.

    Attributes:
        theorem: The theorem.
        bound: What it says about numbers.
        of_machines: The same for two machines, where their weights say more.
        unrounded: The same for softmax without rounding, where that is another bound.
    """

    theorem: Theorem
    bound: Callable[..., Bound]
    of_machines: Callable[..., Bound] | None = None
    unrounded: Callable[..., Bound] | None = None
