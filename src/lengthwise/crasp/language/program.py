"""A program: named lines of two sorts, and what it accepts or emits."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from lengthwise.crasp.language.syntax import (
    BoolExpr,
    BoolName,
    CountName,
    Expr,
    Symbol,
    parts,
)
from lengthwise.errors import (
    CraspNameError,
    CraspSortError,
    CraspSyntaxError,
)
from lengthwise.words import Alphabet, Word

DEEPEST = 100
"""Expressions may be nested this deep; deeper ones want lines with names."""

RESERVED = frozenset({"true", "false", "if", "else", "min", "max"})
"""What cannot be the name of a line. All other keywords can."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*", re.ASCII)
_SPARE = "_*?.+-~^%&@:;|/=<>"


@dataclass(frozen=True, slots=True)
class Line:
    """``name = value``."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Note:
    """A place where an older interpreter reads the text in another way.

    Attributes:
        line: Line in the text, from 1.
        ours: How the text is read here, with parentheses.
        theirs: How the older interpreter reads it.
    """

    line: int
    ours: str
    theirs: str

    def __str__(self) -> str:
        return (
            f"line {self.line}: read as {self.ours}; "
            f"the older C-RASP interpreter reads it as {self.theirs}"
        )


@dataclass(frozen=True)
class Program:
    """Named lines of two sorts (Boolean, count), and what is accepted or emitted.

    Attributes:
        lines: In order; a line uses only lines above it.
        accept: What holds at the last position of an accepted word. ``None``: the last
            Boolean line, unless `next` says what is emitted.
        next: For next-token programs, the symbols that can be emitted, each with its
            condition.
        alphabet: The declared symbols; ``None`` means open: a symbol that the program
            does not name is just another letter.
        notes: Where an older interpreter reads the text in another way; not compared.

    Raises:
        CraspError: A name is unknown, repeated, or used before its definition; a sort
            is wrong; a symbol is not in the alphabet; nothing is accepted or emitted.

    Examples:
        >>> from lengthwise.crasp.language.syntax import Compare, Count
        >>> more = Compare(Count(Symbol("b")), "<=", Count(Symbol("a")))
        >>> majority = Program((Line("more", more),), alphabet=Alphabet("ab"))
        >>> majority.acceptor
        BoolName(name='more')
    """

    lines: tuple[Line, ...] = ()
    accept: BoolExpr | None = None
    next: tuple[tuple[str, BoolExpr], ...] = ()
    alphabet: Alphabet | None = None
    notes: tuple[Note, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        scope = Scope(self.alphabet)
        for line in self.lines:
            scope.check(line.value)
            scope.define(line.name, line.value)
        if self.accept is not None:
            scope.check(self.accept)
        for symbol, condition in self.next:
            scope.emit(symbol)
            scope.check(condition)
        if self.next and self.accept is not None:
            raise CraspSyntaxError(
                "accept and next in one program; it accepts words or emits symbols"
            )
        if not self.next and self.acceptor is None:
            raise CraspSyntaxError(
                "no Boolean line, so nothing is accepted; add one, or accept, or next"
            )

    @property
    def acceptor(self) -> BoolExpr | None:
        """What holds at the last position of an accepted word; ``None`` with `next`."""
        if self.accept is not None or self.next:
            return self.accept
        names = [x.name for x in self.lines if isinstance(x.value, BoolExpr)]
        return BoolName(names[-1]) if names else None

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The declared symbols, or those that the program names, in order."""
        if self.alphabet is not None:
            return self.alphabet.symbols
        found = dict.fromkeys(
            part.symbol
            for expr in self.expressions
            for part in subexpressions(expr)
            if isinstance(part, Symbol)
        )
        return tuple(found | dict.fromkeys(symbol for symbol, _ in self.next))

    @property
    def letters(self) -> Alphabet:
        """The declared alphabet, or the named symbols and one letter more.

        The one more stands for all symbols that an open program does not name; it is
        ``_`` unless that is taken.
        """
        if self.alphabet is not None:
            return self.alphabet
        named = self.symbols
        spare = next((c for c in _SPARE if c not in named), "other" + "".join(named))
        return Alphabet((*named, spare))

    @property
    def expressions(self) -> tuple[Expr, ...]:
        """Every expression of the program: lines, then accept, then next."""
        return (
            *(line.value for line in self.lines),
            *(() if self.accept is None else (self.accept,)),
            *(condition for _, condition in self.next),
        )

    def read(self, word: str | Iterable[str]) -> Word:
        """Returns `word` as a tuple of symbols.

        A text is read as people write words on a command line: symbols separated by
        blanks; where every symbol that is declared (or, without a declaration, named)
        is one character, they may be written together.

        Raises:
            WordError: A symbol is not in the declared alphabet.
        """
        if self.alphabet is not None:
            if isinstance(word, str):
                return self.alphabet.word(word)
            symbols = tuple(word)
            self.alphabet.encode(symbols)
            return symbols
        if not isinstance(word, str):
            return tuple(word)
        pieces, named = word.split(), set(self.symbols)
        if any(len(symbol) > 1 for symbol in named):
            return tuple(pieces)
        if len(pieces) == 1:
            return tuple(pieces[0])
        # "(()) ()" is six symbols, but a foreign "foo" between blanks is one.
        return tuple(
            symbol
            for piece in pieces
            for symbol in (piece if named.issuperset(piece) else (piece,))
        )


def subexpressions(expr: Expr) -> tuple[Expr, ...]:
    """`expr` and everything inside it, outer ones first.

    Examples:
        >>> len(subexpressions(Symbol("a")))
        1
    """
    found: list[Expr] = []
    waiting = [expr]
    while waiting:
        here = waiting.pop()
        found.append(here)
        waiting.extend(reversed(parts(here)))
    return tuple(found)


class Scope:
    """What is known above a line: names with their sorts, and the alphabet."""

    def __init__(self, alphabet: Alphabet | None) -> None:
        self.alphabet = alphabet
        self.sorts: dict[str, str] = {}
        self.emitted: set[str] = set()

    def define(self, name: str, value: Expr) -> None:
        """Makes the line `name` known."""
        if not _NAME.fullmatch(name) or name in RESERVED:
            raise CraspNameError(f"{name!r} cannot be the name of a line")
        if name in self.sorts:
            raise CraspNameError(f"{name!r} is defined twice; choose another name")
        self.sorts[name] = "Boolean" if isinstance(value, BoolExpr) else "count"

    def emit(self, symbol: str) -> None:
        """Makes a ``next`` line for `symbol` known."""
        self.symbol(Symbol(symbol).symbol)
        if symbol in self.emitted:
            raise CraspNameError(f'next "{symbol}" stands twice; join them with ||')
        self.emitted.add(symbol)

    def symbol(self, symbol: str) -> None:
        """Raises unless `symbol` is in the alphabet or that is open."""
        if self.alphabet is not None and symbol not in self.alphabet:
            raise CraspNameError(
                f'"{symbol}" is not in the alphabet; declared are {self.alphabet}'
            )

    def sort(self, name: str) -> str:
        """The sort of the line `name`."""
        if name not in self.sorts:
            raise CraspNameError(f"no line above defines {name!r}")
        return self.sorts[name]

    def check(self, expr: Expr) -> None:
        """Raises unless everything in `expr` is known and not nested too deep."""
        waiting = [(expr, 1)]
        while waiting:
            here, depth = waiting.pop()
            if depth > DEEPEST:
                raise CraspSyntaxError(
                    f"nested deeper than {DEEPEST}; give the inner part a name"
                )
            match here:
                case Symbol(symbol):
                    self.symbol(symbol)
                case BoolName(name) | CountName(name):
                    asked = "Boolean" if isinstance(here, BoolName) else "count"
                    if self.sort(name) != asked:
                        raise CraspSortError(
                            f"{name!r} is a {self.sort(name)}, used as a {asked}"
                        )
            waiting.extend((part, depth + 1) for part in parts(here))
