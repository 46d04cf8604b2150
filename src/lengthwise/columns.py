"""Text columns in a terminal: rows of cells, and facts by name."""

import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence


def aligned(lines: Sequence[Sequence[str]], sides: str, *, gap: int = 2) -> str:
    """Returns rows of cells in columns, one row per line.

    Args:
        lines: The cells of each row, without newlines.
        sides: One letter per column: ``l`` for left, ``r`` for right.
        gap: Number of spaces between columns.

    Examples:
        >>> print(aligned([("N", "error"), ("128", "0.5")], "rl"))
          N  error
        128  0.5
    """
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        (" " * gap).join(map(_padded, line, widths, sides)).rstrip() for line in lines
    )


def listing(
    facts: Mapping[str, str] | Iterable[tuple[str, str]],
    *,
    indent: int = 0,
    least: int = 0,
    width: int | None = None,
) -> str:
    """Facts by name, one per line, with values aligned in a column.

    Args:
        facts: The value of each name; further lines of a value are indented below it.
        indent: Number of spaces before the names.
        least: The minimum width of the names. Default: the width that they need.
        width: The width at which lines are wrapped. Default: no wrapping.

    Examples:
        >>> print(listing({"alphabet": "a b", "lengths": "1, 2, …"}))
        alphabet  a b
        lengths   1, 2, …
    """
    pairs = list(facts.items() if isinstance(facts, Mapping) else facts)
    column = indent + max([least, *(_width(name) for name, _ in pairs)]) + 2
    lines = []
    for name, fact in pairs:
        front = " " * indent + name
        for part in fact.split("\n"):
            start = front + " " * (column - _width(front))
            lines += _wrapped(part, start, " " * (column + 2 * (not front)), width)
            front = ""
    return "\n".join(lines)


def _wrapped(words: str, first: str, rest: str, width: int | None) -> list[str]:
    if width is None:
        return [f"{first}{words}".rstrip()]
    return textwrap.wrap(
        words,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def _width(words: str) -> int:
    """The width of a text in terminal columns."""
    if words.isascii():
        return len(words)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in words)
    return len(words) + wide - sum(map(bool, map(unicodedata.combining, words)))


def _padded(words: str, width: int, side: str) -> str:
    blanks = " " * (width - _width(words))
    return blanks + words if side == "r" else words + blanks
