r"""Positive numbers that may be too large for a float.

:math:`2^{p/\gamma}` with a small margin, and the constants of a two-layer machine,
overflow floats; their logarithms do not.
"""

import math
from dataclasses import dataclass
from typing import TypeAlias

Real: TypeAlias = float | int
"""A real number, as an int or a float."""

WHOLE = 2.0**53
"""Below this, floats represent integers exactly."""

LARGEST = 308.0
"""Numbers above ``10 ** LARGEST`` are given only by their logarithm."""


@dataclass(frozen=True, slots=True)
class Size:
    """A number of at least 1, with its base-10 logarithm.

    Attributes:
        value: The number; infinity above ``1e308``.
        log10: Its logarithm, always finite.

    Examples:
        >>> Size.product((10, 2), (2, 3))
        Size(value=800.0, log10=2.9030899869919438)
        >>> Size.product((2, 10_000))
        Size(value=inf, log10=3010.299956639812)
    """

    value: float
    log10: float

    @classmethod
    def product(cls, *factors: tuple[Real, Real]) -> "Size":
        """The product of ``base ** exponent``, but at least 1.

        Args:
            factors: Pairs of a nonnegative base and an exponent, which is positive for
                base 0.
        """
        if any(base == 0 for base, _ in factors):
            return ONE
        log10 = sum(exponent * math.log10(base) for base, exponent in factors)
        if log10 <= 0:
            return ONE
        if log10 > LARGEST:
            return cls(math.inf, log10)
        try:
            value = math.prod(float(base) ** exponent for base, exponent in factors)
        except OverflowError:
            value = 0.0
        # A factor may overflow although the product does not.
        if not 0 < value < math.inf:
            value = 10.0**log10
        return cls(value, log10)

    @classmethod
    def of_log(cls, log: float) -> "Size":
        """The number with natural logarithm `log`, but at least 1.

        Examples:
            >>> Size.of_log(1000.0).value
            inf
        """
        if log <= 0:
            return ONE
        log10 = log / math.log(10)
        return cls(math.exp(log) if log10 <= LARGEST else math.inf, log10)

    @property
    def whole(self) -> Real:
        """The number rounded up to an integer; large and infinite values unchanged.

        Examples:
            >>> Size.product((2, 0.5)).whole
            2
        """
        # Float rounding must not add one.
        small = self.value < WHOLE
        return math.ceil(self.value * (1 - 1e-12)) if small else self.value

    def ceil(self) -> "Size":
        """The number rounded up to an integer, where floats are exact."""
        return Size.product((self.whole, 1)) if self.value < WHOLE else self

    def times(self, number: Real) -> "Size":
        """This number times `number`, which must be at least 1."""
        log10 = self.log10 + math.log10(number)
        return Size(self.value * number if log10 <= LARGEST else math.inf, log10)

    def plus(self, number: Real) -> "Size":
        """This number plus `number`, which must be at least 0."""
        value = self.value + number
        return Size(value, math.log10(value)) if value < math.inf else self

    @staticmethod
    def largest(*sizes: "Size") -> "Size":
        """The largest of some numbers."""
        return max(sizes, key=lambda size: size.log10)


ONE = Size(1.0, 0.0)
