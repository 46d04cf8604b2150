"""Numbers on a command line."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter, Token


def whole(kind: Any, tokens: Sequence[Token]) -> int:  # noqa: ANN401, ARG001
    """The whole number that one token says; half a number is a mistake, not rounded."""
    (token,) = tokens
    try:
        return int(token.value)
    except ValueError:
        raise ValueError(f"{token.value!r} is not a whole number") from None


Whole: TypeAlias = Annotated[int | None, Parameter(converter=whole)]
"""An option that takes a whole number and may be left out."""

WholeNumber: TypeAlias = Annotated[int, Parameter(converter=whole)]
"""An option that takes a whole number and has one by default."""
