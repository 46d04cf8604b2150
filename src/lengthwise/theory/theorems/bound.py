"""What a theorem about training lengths says: a number, or only an order of growth.

A theorem with explicit constants gives a `LengthBound`, which has a ``length``. A big-O
statement gives a `GrowthBound`, which has an order and the value at constant one, and
no ``length``: nobody can take it for a number by accident.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.theory.theorems.magnitude import Real, Size

Basis: TypeAlias = Literal["published", "derived", "sketched"]


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
