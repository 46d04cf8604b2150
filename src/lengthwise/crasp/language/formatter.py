"""Formats program texts, keeping comments."""

import re

from lengthwise.crasp.language._sort_checker import check
from lengthwise.crasp.language._source import Piece, Source
from lengthwise.crasp.language.parser import Dialect, source_of, statements
from lengthwise.crasp.language.printer import (
    accept_row,
    alphabet_row,
    line_row,
    next_row,
)
from lengthwise.crasp.language.program import Program

_COMMENT = re.compile(r'"[^"\n]*"|(//[^\n]*)')


def fmt(text: str, *, dialect: Dialect = "new") -> str:
    r"""Returns `text` in the standard layout: a statement per line, comments in place.

    Redundant parentheses are removed, and imports of the older dialect are expanded.
    The meaning of the program is unchanged.

    Args:
        text: The text.
        dialect: ``old`` reads it like the older interpreter, so that the result has in
            our dialect the meaning that `text` has in the older one.

    Raises:
        CraspError: The text is not a valid program.

    Examples:
        >>> print(fmt('#import pred\nx=(#[pred]"a")>0 // after a'), end="")
        x = #[i - j == 1] "a" > 0  // after a
    """
    source = source_of(text, dialect)
    pieces = statements(source)
    rows = _rows(check(source, pieces), pieces)
    comments = [comment for comment in _COMMENT.finditer(source.text) if comment[1]]
    out: list[str] = []
    for piece, row in zip(pieces, rows, strict=True):
        last = source.text.find("\n", piece.end)
        while comments and comments[0].start() < piece.end:
            _put(out, source, comments[0].start(), comments.pop(0)[1])
        aside = comments.pop(0)[1] if comments and comments[0].start() < last else ""
        line = f"{row}  {aside.rstrip()}" if row and aside else row or aside
        if line:
            _put(out, source, piece.start, line)
    for comment in comments:
        _put(out, source, comment.start(), comment[1])
    return "\n".join(out) + "\n"


def _put(out: list[str], source: Source, start: int, row: str) -> None:
    """Adds `row`, preceded by a blank line if there was one before `start`."""
    before = source.text[:start].rstrip(" \t\r\f")
    if out and out[-1] and re.search(r"\n[ \t\r\f]*\n$", before):
        out.append("")
    out.append(row.rstrip())


def _rows(program: Program, pieces: tuple[Piece, ...]) -> list[str]:
    """One text per statement, empty for redundant ones."""
    lines, emitted = iter(program.lines), iter(program.next)
    rows = []
    for piece in pieces:
        if piece.kind == "line":
            rows.append(line_row(next(lines)))
        elif piece.kind == "emit":
            rows.append(next_row(*next(emitted)))
        elif piece.kind == "accept" and program.accept is not None:
            rows.append(accept_row(program.accept))
        elif piece.kind == "alphabet" and program.alphabet is not None:
            rows.append(alphabet_row(program.alphabet.symbols))
        else:
            rows.append("")
    return rows
