"""Translates the older dialect by adding parentheses.

Operators of the older interpreter, tightest first; ``!``, ``*`` and ``#`` extend as far
to the right as possible:

==================  ===================================================================
operator            reads
==================  ===================================================================
``+``               ``a - b + c`` as ``a - (b + c)``
``-``               left associative
``2*``              ``2*a + b`` as ``2*(a + b)``
comparisons         do not chain
``!``               ``!a && b`` as ``!(a && b)``
``&&``, ``||``      as usual
``#``               ``c == # x && p`` as ``c == #(x && p)``
``if … else``       ``x if p else y if q else z`` as ``(x if p else y) if q else z``
==================  ===================================================================

The end of an operand of ``#`` depends on sorts: ``# x > 1`` compares a count if ``x``
is Boolean, and counts comparisons if ``x`` is a count.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NoReturn, TypeAlias

from lengthwise.crasp.language._scope import DEEPEST
from lengthwise.crasp.language._source import Source
from lengthwise.errors import CraspSyntaxError

Sort: TypeAlias = Literal["Boolean", "count"]

_TOKEN = re.compile(r'"[^"\n]*"|//[^\n]*|\n|\w+|&&|\|\||[=!<>]=|[^\s\w]')
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
_OPENING, _CLOSING = set("([{"), set(")]}")
_LEVELS = {
    "if": 0,
    "||": 1,
    "&&": 2,
    **dict.fromkeys(_COMPARISONS, 3),
    "-": 4,
    "+": 5,
}
"""The precedence of binary operators."""

_OPERANDS: dict[str, Sort] = {
    "||": "Boolean",
    "&&": "Boolean",
    **dict.fromkeys(("if", "-", "+", *_COMPARISONS), "count"),
}
"""The sort of an operator's left operand."""


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class _Read:
    """An expression as text for our grammar.

    Attributes:
        text: The text.
        sort: Its sort.
        operator: The outermost operator; empty if no parentheses are needed.
    """

    text: str
    sort: Sort
    operator: str = ""

    @property
    def closed(self) -> str:
        return f"({self.text})" if self.operator else self.text


def in_our_words(text: str) -> str:
    r"""Returns text for our grammar with the meaning of `text` in the older dialect.

    Line numbers are preserved; comments inside expressions are removed.

    Raises:
        CraspSyntaxError: An expression ends before its statement, or is nested too
            deeply.

    Examples:
        >>> print(in_our_words('c = #"a"\nx = c == #"b" && "c"\ny = !x && "a"'))
        c = #"a"
        x = c == #("b" && "c")
        y = !(x && "a")
    """
    source = Source(text)
    sorts: dict[str, Sort] = {}
    pieces, done = [], 0
    for statement in _statements(text):
        first = _expression_start(statement)
        words = [token.text for token in statement]
        if first is None or first >= len(statement):
            continue
        read = _Reader(source, statement, sorts, first).whole()
        if words[1] == "=":
            sorts[words[0]] = read.sort
        begin, last = statement[first].start, statement[-1]
        end = last.start + len(last.text)
        lost = text.count("\n", begin, end)
        pieces += [text[done:begin], read.text, "\n" * lost]
        done = end
    return "".join([*pieces, text[done:]])


def _statements(text: str) -> Iterator[list[_Token]]:
    """The tokens of each statement; newlines end it, except within brackets."""
    tokens: list[_Token] = []
    depth = 0
    for found in _TOKEN.finditer(text + "\n"):
        word = found[0]
        if word.startswith("//"):
            continue
        if word == "\n":
            if not depth and tokens:
                yield tokens
                tokens = []
            continue
        depth = max(0, depth + (word in _OPENING) - (word in _CLOSING))
        tokens.append(_Token(word, found.start()))
    if tokens:
        yield tokens


def _expression_start(statement: list[_Token]) -> int | None:
    """The index of the first token of a statement's expression, if it has one."""
    words = [token.text for token in statement]
    if words[1:2] == ["="] and re.match(r"[A-Za-z_]", words[0]):
        return 2
    if words[0] == "accept":
        return 1
    if words[0] == "next" and words[2:3] == ["="]:
        return 3
    return None


@dataclass
class _Reader:
    """Parses the tokens of one expression."""

    source: Source
    tokens: list[_Token]
    sorts: dict[str, Sort]
    place: int
    depth: int = field(default=0)

    def whole(self) -> _Read:
        read = self.upward(0)
        if self.place < len(self.tokens):
            self._fail()
        return read

    def upward(self, least: int) -> _Read:
        """An expression of operators with at least this precedence."""
        self.depth += 1
        if self.depth > DEEPEST:
            self._fail(f"nested deeper than {DEEPEST}; give the inner part a name")
        left = self.first()
        while True:
            operator = self._peek()
            level = _LEVELS.get(operator, -1)
            if level < least or left.sort != _OPERANDS[operator]:
                self.depth -= 1
                return left
            self.place += 1
            left = self.joined(left, operator, level)

    def joined(self, left: _Read, operator: str, level: int) -> _Read:
        """The expression formed by `left`, an operator and what follows."""
        if operator == "if":
            test = self.upward(1)
            self._expect("else")
            other = self.upward(1)
            text = f"{left.closed} if {test.closed} else {other.closed}"
            return _Read(text, "count", "if")
        right = self.upward(level + 1)
        same = {"&&": {"&&"}, "||": {"||"}, "+": {"+"}, "-": {"+", "-"}}
        front = left.text if left.operator in same.get(operator, ()) else left.closed
        sort: Sort = "count" if operator in {"+", "-"} else "Boolean"
        return _Read(f"{front} {operator} {right.closed}", sort, operator)

    def first(self) -> _Read:
        """The start of an expression, with prefix operators and their operands."""
        token = self._next()
        match token.text:
            case "!":
                return _Read(f"!({self.upward(1).text})", "Boolean", "!")
            case "-":
                return _Read(f"-{self.upward(5).closed}", "count", "-")
            case "#":
                guard = self._guard()
                return _Read(f"#{guard}{self.upward(1).closed}", "count")
            case "exists" | "never" if self._peek() not in {"", *_LEVELS, ")"}:
                guard = self._guard() or " "
                return _Read(f"{token.text}{guard}{self.first().closed}", "Boolean")
            case "i" if self._peek() == "mod":
                rest = [self._next().text for _ in range(4)]
                return _Read(" ".join(["i", *rest]), "Boolean", "mod")
        if token.text.isdigit() and self._peek() == "*":
            self.place += 1
            return _Read(f"{token.text}*{self.upward(4).closed}", "count", "*")
        return self.atom(token.text)

    def atom(self, word: str) -> _Read:
        """A bracket, a number, a symbol or a name."""
        if word == "(":
            inside = self.upward(0)
            self._expect(")")
            return _Read(f"({inside.text})", inside.sort)
        if word in {"min", "max"}:
            self._expect("(")
            one = self.upward(0)
            self._expect(",")
            other = self.upward(0)
            self._expect(")")
            return _Read(f"{word}({one.text}, {other.text})", "count")
        if word.isdigit():
            return _Read(word, "count")
        if word[0] == '"':
            return _Read(word, "Boolean")
        if not re.match(r"[A-Za-z_]", word) or word in {"if", "else"}:
            self.place -= 1
            self._fail()
        return _Read(word, self.sorts.get(word, "Boolean"))

    def _peek(self) -> str:
        return self.tokens[self.place].text if self.place < len(self.tokens) else ""

    def _next(self) -> _Token:
        if self.place >= len(self.tokens):
            self._fail("the expression ends here; an operand is missing")
        self.place += 1
        return self.tokens[self.place - 1]

    def _expect(self, word: str) -> None:
        if self._peek() != word:
            self._fail()
        self.place += 1

    def _guard(self) -> str:
        """A guard verbatim with a blank; empty if there is none."""
        if self._peek() != "[":
            return ""
        begin = self.tokens[self.place].start
        while self._next().text != "]":
            pass
        return f"{self.source.text[begin : self.tokens[self.place - 1].start + 1]} "

    def _fail(self, reason: str = "") -> NoReturn:
        last = min(self.place, len(self.tokens) - 1)
        found = self._peek() or "the end"
        raise self.source.error(
            CraspSyntaxError,
            reason or f"found {found}, where the older interpreter stops reading",
            self.tokens[last].start,
        )
