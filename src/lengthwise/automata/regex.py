r"""Regular expressions in Python's syntax, as minimal automata.

=====================  ==========================================================
written                means
=====================  ==========================================================
``a`` ``\*``           a symbol; a backslash takes a mark as it is
``.``                  any symbol of the alphabet
``[ab0-9]`` ``[^ab]``  one of these symbols; any other symbol of the alphabet
``(…)`` ``(?:…)``      a group; ``()`` is the empty word
``x|y``                either; an empty side is the empty word
``x*`` ``x+`` ``x?``   any number; at least one; at most one
``x{3}`` ``x{2,5}``    so many times; also ``x{2,}`` and ``x{,5}``
``ε`` ``∅`` ``∪``      the empty word; the empty language; the same as ``|``
=====================  ==========================================================

The expression matches whole words, so there are no anchors. All other constructs of
Python's ``re`` (look-around, back-references, ``\d``, lazy quantifiers) are rejected
with a message. The alphabet consists of the symbols in the expression unless it is
given.

The text is parsed into postfix steps, without recursion;
`lengthwise.automata._glushkov` gives them their meaning.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NoReturn

from lengthwise.automata._glushkov import MAX_POSITIONS, Step, build
from lengthwise.automata._math_marks import EMPTY_WORD, MARKS, UNION, mark_notes
from lengthwise.automata._plus_for_union import notes
from lengthwise.automata._repeats import joined, number, repeated
from lengthwise.automata.dfa import DFA
from lengthwise.errors import FormatError, TooLargeError
from lengthwise.words import Alphabet

MAX_CHARACTERS = 10_000
"""The longest accepted expression."""

_OTHERS = (
    "no alphabet is given, so '.' and '[^…]' range over the letters that are written, "
    "{}; name the alphabet to have others"
)

_REPEAT = re.compile(r"\{(\d*)(,?)(\d*)\}")


@dataclass(frozen=True)
class Regex:
    """A regular expression with its language.

    Attributes:
        text: The expression as given.
        alphabet: The symbols of words.
        dfa: The minimal automaton.
        notes: Notes for the reader, one sentence each.
    """

    text: str
    alphabet: Alphabet
    dfa: DFA
    notes: tuple[str, ...]


def regex(text: str, *, alphabet: Iterable[str] | None = None) -> Regex:
    """Returns the language of a regular expression.

    Args:
        text: In Python's syntax, restricted to the table above.
        alphabet: Symbols of one character. Default: those in `text`.

    Raises:
        FormatError: The text is not such an expression.
        TooLargeError: Its automaton exceeds the limit on states.

    Examples:
        >>> even = regex("(aa)*")
        >>> even.dfa.transitions, even.alphabet.symbols
        (((1,), (0,)), ('a',))
        >>> regex("(ab+bbaa)*").notes
        ("'+' means one or more here, as in Python; write '|' for union",)
    """
    if len(text) > MAX_CHARACTERS:
        raise TooLargeError(
            f"the expression has {len(text)} characters; at most {MAX_CHARACTERS} are "
            "read; give the automaton as JSON instead",
            size=len(text),
            limit=MAX_CHARACTERS,
        )
    named = None if alphabet is None else Alphabet(alphabet).symbols
    letters = MARKS.intersection(named or ())
    reader = _Reader(text, letters)
    steps = reader.read()
    symbols = _alphabet(text, reader.written, named)
    remarks = (*notes(text), *mark_notes(text, letters))
    if named is None and any(step.negated for step in steps):
        remarks += (_OTHERS.format(symbols),)
    return Regex(text, symbols, build(steps, symbols), remarks)


def _alphabet(text: str, written: set[str], named: Iterable[str] | None) -> Alphabet:
    if named is None:
        if not written:
            raise FormatError(
                f"the expression {text!r} has no symbol; name its letters with "
                "--alphabet, in Python alphabet="
            )
        return Alphabet(sorted(written))
    alphabet = Alphabet(named)
    for symbol in alphabet:
        if len(symbol) != 1:
            raise FormatError(
                f"{symbol!r} cannot be a symbol of an expression, only one character "
                "can; give the automaton as JSON instead"
            )
    for symbol in sorted(written):
        if symbol not in alphabet:
            raise FormatError(
                f"the expression has the symbol {symbol!r}, which is not in the "
                f"alphabet {alphabet}; add it there or leave it out"
            )
    return alphabet


@dataclass
class _Group:
    """An open group: completed alternatives of ``|``, and parts of the current one."""

    column: int
    sides: list[list[Step]] = field(default_factory=list)
    parts: list[list[Step]] = field(default_factory=list)
    repeated: bool = False

    def add(self, part: list[Step]) -> None:
        self.parts.append(part)
        self.repeated = False

    def end_side(self) -> None:
        self.sides.append(joined(self.parts, "then") or [Step("empty")])
        self.parts = []

    def close(self) -> list[Step]:
        self.end_side()
        return joined(self.sides, "or")


class _Reader:
    """Parses a text from left to right with a stack of open groups."""

    def __init__(self, text: str, letters: frozenset[str]) -> None:
        self.text = text
        self.marks = MARKS - letters
        self.at = 0
        self.written: set[str] = set()
        self.groups = [_Group(0)]

    def read(self) -> list[Step]:
        while self.at < len(self.text):
            self._next()
        if len(self.groups) > 1:
            self._refuse("'(' without ')'; close the group", self.groups[-1].column)
        return self.groups[0].close()

    def _next(self) -> None:
        char = self.text[self.at]
        if char == "(":
            self._open()
        elif char == ")":
            self._close()
        elif char == "|" or (char == UNION and char in self.marks):
            self.groups[-1].end_side()
            self.at += 1
        elif char in self.marks:
            empty = Step("empty" if char in EMPTY_WORD else "symbols")
            self.groups[-1].add([empty])
            self.at += 1
        elif char in "*+?{":
            self._repeat()
        elif char == "[":
            self.groups[-1].add([self._class()])
        elif char == ".":
            self.groups[-1].add([Step("symbols", negated=True)])
            self.at += 1
        elif char in "^$":
            self._refuse(
                f"the anchor {char!r}; leave it out, a word is matched as a whole"
            )
        elif char in "]}":
            self._refuse(f"{char!r} that closes nothing; write \\{char} for the symbol")
        else:
            self.groups[-1].add([Step("symbols", frozenset(self._symbol()))])

    def _refuse(self, found: str, at: int | None = None) -> NoReturn:
        column = (self.at if at is None else at) + 1
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        raise FormatError(f"column {column} of the expression {shown!r}: found {found}")

    def _open(self) -> None:
        self.groups.append(_Group(self.at))
        self.at += 1
        if self.text.startswith("?", self.at):
            if not self.text.startswith("?:", self.at):
                self._refuse("'(?'; the only group of this kind is '(?:'")
            self.at += 2

    def _close(self) -> None:
        if len(self.groups) == 1:
            self._refuse("')' without '('; open a group or write \\)")
        part = self.groups.pop().close()
        self.groups[-1].add(part)
        self.at += 1

    def _symbol(self) -> str:
        """Parses one symbol, escaped or not."""
        symbol = self.text[self.at]
        if symbol in self.marks:
            self._refuse(f"{symbol!r} in a class; write \\{symbol} for the letter")
        if symbol == "\\":
            self.at += 1
            if self.at == len(self.text):
                self._refuse("a backslash at the end; write \\\\ for the symbol")
            symbol = self.text[self.at]
            if symbol.isalnum() and symbol not in MARKS:
                self._refuse(f"'\\{symbol}'; a backslash may only stand before a mark")
        if symbol.isspace():
            self._refuse("a blank, which cannot be a symbol; leave it out")
        if not symbol.isprintable():
            self._refuse(f"{symbol!r}, which cannot be printed; leave it out")
        self.at += 1
        self.written.add(symbol)
        return symbol

    def _class(self) -> Step:
        begin = self.at
        self.at += 1
        negated = self.text.startswith("^", self.at)
        self.at += negated
        symbols: set[str] = set()
        first = True
        while first or not self.text.startswith("]", self.at):
            if self.at >= len(self.text):
                self._refuse("'[' without ']'; close the class", begin)
            symbols |= self._range()
            first = False
        self.at += 1
        return Step("symbols", frozenset(symbols), negated)

    def _range(self) -> set[str]:
        low = self._symbol()
        rest = self.text[self.at : self.at + 2]
        if not rest.startswith("-") or rest in {"-", "-]"}:
            return {low}
        self.at += 1
        high = self._symbol()
        if not 0 <= ord(high) - ord(low) < MAX_POSITIONS:
            self._refuse(f"the range {low}-{high}; it must go up, by less than 2000")
        symbols = set(map(chr, range(ord(low), ord(high) + 1)))
        if not all(map(str.isprintable, symbols)):
            self._refuse(f"the range {low}-{high}; some of it cannot be printed")
        self.written |= symbols
        return symbols

    def _repeat(self) -> None:
        group, char = self.groups[-1], self.text[self.at]
        if group.repeated:
            self._refuse(f"{char!r} after a repeat; put the first one in parentheses")
        if not group.parts:
            self._refuse(
                f"{char!r} with nothing to repeat; write \\{char} for the symbol"
            )
        low, high = self._bounds(char)
        steps = group.parts.pop()
        group.add(repeated(steps, low, high))
        group.repeated = True

    def _bounds(self, char: str) -> tuple[int, int | None]:
        if char != "{":
            self.at += 1
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[char]
        found = _REPEAT.match(self.text, self.at)
        if found is None or found[0] == "{}":
            self._refuse("'{' that begins no repeat; write {3}, {2,5} or \\{")
        low = number(found[1] or "0")
        high = (number(found[3]) if found[3] else None) if found[2] else low
        if high is not None and high < low:
            self._refuse(f"{found[0]!r}; the second number must not be smaller")
        self.at = found.end()
        return low, high
