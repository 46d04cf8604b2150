"""Columns of text in a terminal: rows of cells, and facts by name."""

import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence


def aligned(lines: Sequence[Sequence[str]], sides: str, *, gap: int = 2) -> str:
    """Returns rows of cells, one a line, in columns.

    Args:
        lines: The cells of each row, each without an end of line.
        sides: One letter a column: ``l`` for left, ``r`` for right.
        gap: Blanks between columns.

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
    """Facts by name, one below the other, all beginning in the same column.

    Args:
        facts: What stands behind each name; lines of a text stand below each other.
        indent: Blanks before the names.
        least: Room for the names at least; by default as much as they take.
        width: Where lines are wrapped. Default: they are not.

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
    """How many columns of a terminal a text takes."""
    if words.isascii():
        return len(words)
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in words)
    return len(words) + wide - sum(map(bool, map(unicodedata.combining, words)))


def _padded(words: str, width: int, side: str) -> str:
    blanks = " " * (width - _width(words))
    return blanks + words if side == "r" else words + blanks
