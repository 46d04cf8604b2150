r"""Views of words that are alike except for counts, and conditions on these counts.

A program of counting depth 1 knows, at the last position, the last :math:`\tau + 1`
letters, the position modulo the period :math:`\Delta`, and the count of each letter in
each residue class before these letters. A `View` fixes the first two; the counts are
nonnegative unknowns.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Condition:
    """``coefficients`` times the unknowns plus ``constant`` is 0 or more.

    Examples:
        >>> Condition((2, -4), 3).normal()
        Condition(coefficients=(1, -2), constant=1)
        >>> Condition((1, -2), 1).negated()
        Condition(coefficients=(-1, 2), constant=-2)
    """

    coefficients: tuple[int, ...]
    constant: int

    def negated(self) -> "Condition":
        """The negation of this condition, on integers."""
        return Condition(tuple(-k for k in self.coefficients), -self.constant - 1)

    def opposite(self) -> "Condition":
        """The condition that makes an equation together with this one."""
        return Condition(tuple(-k for k in self.coefficients), -self.constant)

    def normal(self) -> "Condition":
        """The same condition on integers, divided by the common divisor."""
        common = math.gcd(*self.coefficients) or 1
        divided = tuple(k // common for k in self.coefficients)
        return Condition(divided, self.constant // common)

    def plus(self, factor: int, other: "Condition") -> "Condition":
        """The sum of this and a multiple of another, as an affine form."""
        pairs = zip(self.coefficients, other.coefficients, strict=True)
        total = tuple(one + factor * more for one, more in pairs)
        return Condition(total, self.constant + factor * other.constant)

    def value(self, unknowns: Sequence[Fraction]) -> Fraction:
        """The value of the affine form for some unknowns."""
        terms = zip(self.coefficients, unknowns, strict=True)
        return sum((k * y for k, y in terms), Fraction(self.constant))

    @property
    def settled(self) -> bool | None:
        """Whether it holds for all nonnegative unknowns, or for none of them."""
        if self.constant >= 0 and min(self.coefficients, default=0) >= 0:
            return True
        if self.constant < 0 and max(self.coefficients, default=0) <= 0:
            return False
        return None


@runtime_checkable
class Ending(Protocol):
    """Words that are alike except for nonnegative counts, the unknowns."""

    @property
    def window(self) -> tuple[str, ...]:
        """The last letters, which the unknowns do not count."""

    @property
    def unknowns(self) -> int:
        """The number of unknowns; their sum is the length before the window."""

    def given(self) -> tuple[Condition, ...]:
        """The conditions that the unknowns of every word fulfill."""

    def unreached(self, counts: Sequence[int]) -> frozenset[int]:
        """Empty if there is a word with these unknowns; otherwise what is missing."""

    def entered(self, states: frozenset[int]) -> tuple[Condition, Condition] | None:
        """Two conditions, one of which holds for every word, for what is missing."""


@dataclass(frozen=True, slots=True)
class View:
    """The fixed parts of a word: its last letters, and the length before them.

    Attributes:
        letters: The alphabet.
        period: The period of positions.
        window: The last letters.
        before: The number of letters before the window, modulo the period.
        longest: Longer words need not be compared, by a theorem; ``None``: all must.
    """

    letters: tuple[str, ...]
    period: int
    window: tuple[str, ...]
    before: int
    longest: int | None = None

    @property
    def unknowns(self) -> int:
        """The number of counts: one for each letter in each residue class."""
        return len(self.letters) * self.period

    def residue(self, lag: int) -> int:
        """The position `lag` before the last one, modulo the period."""
        return (self.before + len(self.window) - lag) % self.period

    def given(self) -> tuple[Condition, ...]:
        """The conditions on all counts: sizes of residue classes, and the length bound.

        The classes of residues 1 … `before` have one more position than that of residue
        0; the others have the same number.
        """
        found = []
        for residue in range(1, self.period):
            more = int(residue <= self.before)
            one, zero = self._class(residue), self._class(0)
            difference = tuple(a - b for a, b in zip(one, zero, strict=True))
            found.append(Condition(difference, -more))
            found.append(Condition(tuple(-k for k in difference), more))
        if self.longest is not None:
            room = self.longest - len(self.window)
            found.append(Condition((-1,) * self.unknowns, room))
        return tuple(found)

    def unreached(self, counts: Sequence[int]) -> frozenset[int]:  # noqa: ARG002
        """Nothing: letters can occur in any order."""
        return frozenset()

    def entered(self, states: frozenset[int]) -> None:  # noqa: ARG002
        """There is no such condition."""
        return

    def _class(self, residue: int) -> tuple[int, ...]:
        inside = tuple(int(r == residue) for r in range(self.period))
        return inside * len(self.letters)
