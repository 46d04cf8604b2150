"""Parses text to a `Program`, with errors that point at their location.

The grammar is `grammar.lark`, used by Lark as LALR(1), which rejects ambiguous
grammars. Parsing is not recursive: pieces are built bottom-up while reading, and texts
that are nested too deeply or too long are rejected.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import resources
from itertools import islice
from typing import Literal, TypeAlias, get_args

from lark import Lark, Token, UnexpectedInput, UnexpectedToken

from lengthwise.arguments import require_choice
from lengthwise.crasp.language._mistakes import mistake, open_bracket
from lengthwise.crasp.language._old_reading import in_our_words
from lengthwise.crasp.language._scope import DEEPEST
from lengthwise.crasp.language._sort_checker import check
from lengthwise.crasp.language._source import Piece, Source
from lengthwise.crasp.language.program import Program
from lengthwise.errors import CraspSyntaxError

Dialect: TypeAlias = Literal["new", "old"]
"""The dialect: the usual reading of expressions, or that of the older interpreter."""

MOST_CHARACTERS = 1_000_000
MOST_TOKENS = 60_000
"""Longer texts are rejected, so that every answer takes only seconds."""

_OPENING, _CLOSING = {"LPAR", "LSQB", "LBRACE"}, {"RPAR", "RSQB", "RBRACE"}
_NO_EXPRESSION = {
    "start", "line", "accept", "emit", "alphabet", "imported",
    "exactly", "within", "among", "predicate", "integer",
}  # fmt: skip
_SPLIT = re.compile(r'"[^"\n]*"|//[^\n]*|\w+|&&|\|\||[=!<>]=|[^\s\w]')


def parse(text: str, *, dialect: Dialect = "new") -> Program:
    r"""Returns the program in `text`.

    Args:
        text: The text.
        dialect: ``old`` reads it like the older interpreter; see
            `lengthwise.crasp.language._old_reading`.

    Raises:
        CraspError: With line, column, the source line and a caret, what was found and
            what was allowed.

    Examples:
        >>> program = parse('ones = # "1"\naccept ones == 2')
        >>> [line.name for line in program.lines]
        ['ones']
        >>> text = 'x = !"a" && "b"'
        >>> print(parse(text), parse(text, dialect="old"), sep="; ")
        x = !"a" && "b"; x = !("a" && "b")
    """
    source = source_of(text, dialect)
    program = check(source, statements(source))
    return program if dialect == "new" else replace(program, notes=())


def source_of(text: str, dialect: Dialect = "new") -> Source:
    """Returns the source for our grammar, without a byte order mark."""
    require_choice("the dialect", dialect, get_args(Dialect))
    plain = text.removeprefix("\ufeff") + "\n"
    if dialect == "new":
        return Source(plain)
    require_size(Source(plain))
    return Source(in_our_words(plain), written=plain)


def statements(source: Source) -> tuple[Piece, ...]:
    """The statements of a text as pieces."""
    require_size(source)
    try:
        whole: Piece = _lark().parse(source.text)  # type: ignore[assignment]
    except UnexpectedInput as error:
        start = error.pos_in_stream or 0
        reason = _reason(source, error) + _still_open(source, start)
        raise source.error(CraspSyntaxError, reason, start) from None
    except _TooDeepError as error:
        raise source.error(
            CraspSyntaxError,
            f"nested deeper than {DEEPEST}; give the inner part a line and a name",
            error.start,
        ) from None
    return tuple(piece for piece in whole.items if piece.kind != "_NL")


def require_size(source: Source) -> None:
    """Checks that a text is not too long to be parsed within seconds.

    Raises:
        CraspSyntaxError: It is too long.
    """
    length = len(source.text)
    if length > MOST_CHARACTERS:
        raise source.error(
            CraspSyntaxError,
            f"the text has {length} characters; at most {MOST_CHARACTERS} can be read",
            MOST_CHARACTERS,
        )
    number = number_of_tokens(source.text)
    if number > MOST_TOKENS:
        beyond = next(islice(_SPLIT.finditer(source.text), MOST_TOKENS, None))
        raise source.error(
            CraspSyntaxError,
            f"the text has {number} tokens; at most {MOST_TOKENS} can be read",
            beyond.start(),
        )


def number_of_tokens(text: str) -> int:
    """Returns the number of tokens in `text`.

    Examples:
        >>> number_of_tokens('accept # "a" >= 2  // often')
        6
    """
    return len(_SPLIT.findall(text))


@cache
def _lark() -> Lark:
    grammar = resources.files("lengthwise.crasp.language").joinpath("grammar.lark")
    return Lark(
        grammar.read_text("utf-8"),
        parser="lalr",
        keep_all_tokens=True,
        postlex=_Newlines(),
        transformer=_Pieces(),
    )


class _TooDeepError(Exception):
    def __init__(self, start: int) -> None:
        self.start = start


class _Newlines:
    """Drops newlines within brackets, and rejects brackets nested too deeply."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        for token in stream:
            if token.type in _OPENING:
                depth += 1
                if depth > 2 * DEEPEST:
                    raise _TooDeepError(token.start_pos or 0)
            elif token.type in _CLOSING:
                depth -= depth > 0
            elif token.type == "_NL" and depth:
                continue
            yield token


class _Pieces:
    """Lark's callbacks, which build the piece of each completed rule."""

    def __getattr__(self, kind: str) -> object:
        if kind.startswith("_") or not kind.islower():
            raise AttributeError(kind)
        return lambda items: _piece(kind, items)


def _piece(kind: str, items: list[Piece | Token]) -> Piece:
    pieces = tuple(_word(item) if isinstance(item, Token) else item for item in items)
    start, end = (pieces[0].start, pieces[-1].end) if pieces else (0, 0)
    if kind == "group":
        inner = pieces[1]
        return Piece(inner.kind, start, end, inner.items, inner.depth, grouped=True)
    inside = max((piece.depth for piece in pieces), default=0)
    depth = inside + (kind not in _NO_EXPRESSION)
    if depth > DEEPEST:
        raise _TooDeepError(start)
    return Piece(kind, start, end, pieces, depth)


def _word(token: Token) -> Piece:
    start = token.start_pos or 0
    return Piece(token.type, start, start + len(token))


def _still_open(source: Source, start: int) -> str:
    opened = open_bracket(source.text[:start])
    if opened is None or source.line(opened) == source.line(start):
        return ""
    line = source.line(opened)
    return f" (the {source.text[opened]!r} in line {line} is still open)"


def _reason(source: Source, error: UnexpectedInput) -> str:
    if isinstance(error, UnexpectedToken):
        expected = error.accepts or error.expected
        return mistake(error.token.type, str(error.token), frozenset(expected))
    expected = getattr(error, "allowed", None) or set()
    return mistake("", source.text[error.pos_in_stream or 0], frozenset(expected))
