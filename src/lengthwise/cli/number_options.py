"""Numeric command-line options."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter, Token

from lengthwise.errors import SpecError
from lengthwise.tasks.length_bins import LengthBin

MOST_LENGTHS = 100_000


def whole(kind: Any, tokens: Sequence[Token]) -> int:  # noqa: ANN401, ARG001
    """Returns the integer in a token; fractions are errors, not rounded."""
    (token,) = tokens
    try:
        return int(token.value)
    except ValueError:
        raise ValueError(f"{token.value!r} is not a whole number") from None


Whole: TypeAlias = Annotated[int | None, Parameter(converter=whole)]
"""An optional integer option."""

WholeNumber: TypeAlias = Annotated[int, Parameter(converter=whole)]
"""An integer option with a default."""


def read_lengths(text: str) -> list[int]:
    """Returns the lengths in an option ``--lengths``, ascending.

    Examples:
        >>> read_lengths("8,16,32-34")
        [8, 16, 32, 33, 34]
    """
    lengths: set[int] = set()
    try:
        for part in text.split(","):
            low, dash, high = part.partition("-")
            first, last = int(low), int(high if dash else low)
            if not 1 <= first <= last or last - first >= MOST_LENGTHS:
                raise ValueError  # noqa: TRY301 - one message for all of them
            lengths.update(range(first, last + 1))
    except ValueError:
        raise SpecError(
            f"--lengths {text!r}; use lengths from 1 up, as in 8,16,32 or 1-50"
        ) from None
    return sorted(lengths)


def read_bins(text: str) -> list[LengthBin]:
    """Returns the bins of an option ``--bins``, in the given order.

    Examples:
        >>> [str(one) for one in read_bins("1-50,51-100")]
        ['1 to 50', '51 to 100']
    """
    bins = []
    try:
        for part in text.split(","):
            low, dash, high = part.partition("-")
            bins.append(LengthBin(int(low), int(high if dash else low)))
    except (ValueError, SpecError):
        raise SpecError(
            f"--bins {text!r}; use ranges of lengths, as in 1-50,51-100,101-150"
        ) from None
    return bins


def read_errors(text: str) -> tuple[float, ...]:
    """Returns the errors in an option ``--eps``, in the given order.

    Examples:
        >>> read_errors("0.1,0.05")
        (0.1, 0.05)
    """
    try:
        errors = tuple(float(part) for part in text.split(","))
    except ValueError:
        errors = ()
    if not errors or not all(0 < one < float("inf") for one in errors):
        raise SpecError(f"--eps {text!r}; use positive numbers, as in 0.1,0.05")
    return errors
