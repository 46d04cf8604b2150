"""The answer if there is none, with the reason."""

from dataclasses import dataclass

from lengthwise.views import html_line


@dataclass(frozen=True, slots=True)
class CannotSay:
    """No answer, with the reason; it is falsy.

    Examples:
        >>> print(CannotSay("two seeds are too few"))
        cannot say: two seeds are too few
        >>> bool(CannotSay("noise"))
        False
    """

    reason: str

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"cannot say: {self.reason}"

    def _repr_html_(self) -> str:
        return html_line(str(self))
