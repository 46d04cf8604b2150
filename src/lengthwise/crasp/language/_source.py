"""A program text and the pieces that the grammar splits it into.

Pieces have locations but no sorts; the checker turns them into expressions.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lengthwise.errors import CraspError

_TOKEN = re.compile(r'"[^"\n]*"|//[^\n]*|\w+|[^\s\w()]')
_LONGEST_LINE = 1000
_LONGEST_SNIPPET = 60
_LONGEST_REASON = 400


@dataclass(frozen=True, slots=True)
class Piece:
    """The match of one grammar rule or terminal.

    Attributes:
        kind: The rule as named in `grammar.lark`, or the terminal.
        start: Its start in the text, from 0.
        end: Its end, exclusive.
        items: The pieces inside, terminals included.
        depth: Nesting depth of the expressions inside.
        grouped: Whether it is enclosed in parentheses, which belong to the piece.
    """

    kind: str
    start: int
    end: int
    items: "tuple[Piece, ...]" = ()
    depth: int = 0
    grouped: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A program text.

    Attributes:
        text: The text.
        written: The text as the user wrote it, if `text` has other parentheses and
            spaces; errors point there.

    Examples:
        >>> source = Source("x = y")
        >>> print(source.error(CraspError, "no line above defines 'y'", 4))
        line 1, column 5: no line above defines 'y'
        x = y
            ^
    """

    text: str
    written: str | None = None

    def line(self, start: int) -> int:
        """The line, from 1, of the character at `start`."""
        return self.text.count("\n", 0, start) + 1

    def slice(self, piece: Piece) -> str:
        """The text of `piece`."""
        return self.text[piece.start : piece.end]

    def snippet(self, piece: Piece) -> str:
        """The text of `piece` on one line, shortened if long."""
        text = " ".join(printable(self.slice(piece)).split())
        return _shortened(text, _LONGEST_SNIPPET)

    def error(self, kind: type[CraspError], reason: str, start: int) -> CraspError:
        """Returns an error of that kind that points at `start`."""
        if self.written is not None:
            place = _same_token(self.text, self.written, start)
            return Source(self.written).error(kind, reason, place)
        begin = self.text.rfind("\n", 0, start) + 1
        end = self.text.find("\n", start)
        line = self.text[begin : end if end >= 0 else len(self.text)]
        return kind(
            _shortened(reason, _LONGEST_REASON),
            line=self.line(start),
            column=start - begin + 1,
            source=printable(line.rstrip()) if len(line) <= _LONGEST_LINE else None,
        )

    @contextmanager
    def at(self, piece: Piece) -> Iterator[None]:
        """Adds the location of `piece` to errors raised inside."""
        try:
            yield
        except CraspError as error:
            if error.line is not None:
                raise
            raise self.error(type(error), error.reason, piece.start) from None


def _same_token(text: str, written: str, start: int) -> int:
    """The place in `written` of the token of `text` at or after `start`.

    Both texts have the same tokens except for parentheses and comments.

    Examples:
        >>> _same_token('x = !("a" && y)', 'x=! "a" && y', 13)
        11
    """
    before = sum(end <= start for _, end in _tokens(text))
    places = [begin for begin, _ in _tokens(written)]
    return places[before] if before < len(places) else len(written.rstrip())


def _tokens(text: str) -> Iterator[tuple[int, int]]:
    return (one.span() for one in _TOKEN.finditer(text) if one[0][:2] != "//")


def printable(text: str) -> str:
    r"""Returns `text` with control characters replaced.

    Examples:
        >>> printable("a\x1b[31m") == "a\ufffd[31m"
        True
    """
    return "".join(c if c.isprintable() or c in "\t\n" else "\ufffd" for c in text)


def _shortened(text: str, longest: int) -> str:
    """Returns `text` with its middle elided if too long."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]} … {text[-half:]}"
