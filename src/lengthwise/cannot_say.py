"""What is answered where there is no answer, and why there is none."""

from dataclasses import dataclass

from lengthwise.views import html_line


@dataclass(frozen=True, slots=True)
class CannotSay:
    """No answer, and why; it is false where an answer would be true.

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
