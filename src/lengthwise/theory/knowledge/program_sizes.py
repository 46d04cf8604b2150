r"""The size of programs for tasks whose alphabet bounds the length of inputs.

Over a fixed alphabet such a task is finite, and every finite task is in C-RASP without
positions, so membership alone says little. The informative quantity is program size:
one construction gives a program for every alphabet :math:`\Sigma`, of a size polynomial
in :math:`\lvert\Sigma\rvert` (with a logarithmic factor if positions are written as
numbers).
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class UniformFamily:
    """One program for every alphabet.

    Attributes:
        order: The growth of the program size.
        size: The exact size for given task parameters.

    Examples:
        >>> ORDERED.size(symbols=150)
        226504
    """

    order: str
    size: Callable[..., int]


def digits(last: int) -> int:
    """The total number of binary digits of all numbers from 1 to `last`.

    Examples:
        >>> digits(4)
        8
    """
    length = last.bit_length()
    return length * (last + 1) - (1 << length) + 1


ORDERED = UniformFamily("|Σ|^2", lambda symbols: 10 * symbols**2 + 10 * symbols + 4)
"""Copying and reversing distinct symbols, without positions."""

SORT = UniformFamily(
    "|Σ|^3", lambda symbols: (symbols**3 + 6 * symbols**2 + 35 * symbols + 15) // 3
)
COUNT = UniformFamily("|Σ|", lambda symbols: 28 * symbols + 1)
