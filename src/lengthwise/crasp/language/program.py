"""Programs: named lines of two sorts, with acceptance or emission conditions."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from lengthwise.arguments import require_kind, symbols_of
from lengthwise.crasp.language._scope import Scope
from lengthwise.crasp.language.syntax import (
    BoolExpr,
    BoolName,
    Expr,
    Symbol,
    parts,
)
from lengthwise.errors import CraspSyntaxError, SpecError
from lengthwise.printable import brief
from lengthwise.views import html_source, short
from lengthwise.words import Alphabet, Word

LONGEST_NAME = 100
"""The largest length of text that may be the name of a program."""

_SPARE = "_*?.+-~^%&@:;|/=<>"
_PAIRS = "it must be a tuple of pairs of symbol and Boolean expression"


@dataclass(frozen=True, slots=True)
class Line:
    """``name = value``."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Note:
    """A location that an older interpreter reads differently.

    Attributes:
        line: Line in the text, from 1.
        ours: Our reading, with parentheses.
        theirs: The reading of the older interpreter.
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
    """Named lines of two sorts (Boolean, count), with what is accepted or emitted.

    Attributes:
        lines: The lines in order; a line uses only earlier ones.
        accept: The condition at the last position of an accepted word. ``None``: the
            last Boolean line, unless there is `next`.
        next: For next-token programs, the symbols that can be emitted, each with its
            condition.
        alphabet: The declared symbols; ``None``: an open alphabet, where symbols that
            the program does not name are further letters.
        notes: Locations that an older interpreter reads differently; not compared.

    Raises:
        CraspError: A name is unknown, repeated, or used before its definition; a sort
            is wrong; a symbol is not in the alphabet; nothing is accepted or emitted.

    Examples:
        >>> from lengthwise.crasp.language.syntax import Compare, Count
        >>> more = Compare(Count(Symbol("b")), "<=", Count(Symbol("a")))
        >>> majority = Program((Line("more", more),), alphabet=Alphabet("ab"))
        >>> majority.acceptor
        BoolName(name='more')
        >>> majority
        <Program alphabet "a" "b"; more = # "b" <= # "a">
    """

    lines: tuple[Line, ...] = ()
    accept: BoolExpr | None = None
    next: tuple[tuple[str, BoolExpr], ...] = ()
    alphabet: Alphabet | None = None
    notes: tuple[Note, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        self._check_kinds()
        scope = Scope(self.alphabet)
        for line in self.lines:
            scope.check(line.value)
            scope.define(line.name, line.value)
        if self.accept is not None:
            scope.check(self.accept, BoolExpr)
        for symbol, condition in self.next:
            scope.emit(symbol)
            scope.check(condition, BoolExpr)
        if self.next and self.accept is not None:
            raise CraspSyntaxError(
                "accept and next in one program; it accepts words or emits symbols"
            )
        if not self.next and self.acceptor is None:
            raise CraspSyntaxError(
                "no Boolean line, so nothing is accepted; add one, or accept, or next"
            )

    def _check_kinds(self) -> None:
        require_kind("lines", self.lines, tuple, "it must be a tuple of Line values")
        for line in self.lines:
            require_kind("a line", line, Line, "it must be a Line(name, value)")
            require_kind("the name of a line", line.name, str, "it must be a text")
        require_kind("next", self.next, tuple, _PAIRS)
        for pair in self.next:
            require_kind("next", pair, tuple, _PAIRS)
            if len(pair) != 2 or not isinstance(pair[0], str):
                raise SpecError(f"next is {brief(pair)}; {_PAIRS}")
        allowed = 'it must be an Alphabet, as in Alphabet("ab"), or None'
        require_kind("the alphabet", self.alphabet, (Alphabet, type(None)), allowed)

    def __str__(self) -> str:
        from lengthwise.crasp.language.printer import show

        return show(self).rstrip("\n")

    def __repr__(self) -> str:
        return short(self, "; ".join(str(self).splitlines()))

    def _repr_html_(self) -> str:
        return html_source(str(self))

    @property
    def acceptor(self) -> BoolExpr | None:
        """The acceptance condition at the last position; ``None`` with `next`."""
        if self.accept is not None or self.next:
            return self.accept
        names = [x.name for x in self.lines if isinstance(x.value, BoolExpr)]
        return BoolName(names[-1]) if names else None

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The declared symbols, or those named in the program, in order."""
        if self.alphabet is not None:
            return self.alphabet.symbols
        named = dict.fromkeys(
            part.symbol
            for expr in self.expressions
            for part in subexpressions(expr)
            if isinstance(part, Symbol)
        )
        return tuple(named | dict.fromkeys(symbol for symbol, _ in self.next))

    @property
    def spare_letter_note(self) -> str:
        """The meaning of the spare letter of an open alphabet; empty without one.

        Examples:
            >>> from lengthwise.crasp.language.parser import parse
            >>> parse('accept "a"').spare_letter_note.partition(";")[0]
            "the program declares no alphabet, so '_' represents every symbol that it
            does not name"
        """
        if self.alphabet is not None:
            return ""
        *named, spare = self.letters.symbols
        declared = " ".join(["alphabet", *(f'"{symbol}"' for symbol in named)])
        return (
            f"the program declares no alphabet, so {spare!r} represents every symbol "
            "that it does not name; to allow only named symbols, start it with: "
            f"{declared}"
        )

    @property
    def letters(self) -> Alphabet:
        """The declared alphabet, or the named symbols and one more letter.

        The extra letter represents all symbols that an open program does not name; it
        is ``_`` unless that is taken.
        """
        if self.alphabet is not None:
            return self.alphabet
        named = self.symbols
        return Alphabet((*named, spare_symbol(named)))

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

        In text, symbols are separated by blanks; if every declared (or, without a
        declaration, named) symbol is a single character, they may be written together.

        Raises:
            WordError: It is not a word, or a symbol is not in the declared alphabet.
        """
        if self.alphabet is not None:
            return self.alphabet.word(word)
        if not isinstance(word, str):
            return symbols_of(word)
        pieces, named = word.split(), set(self.symbols)
        if any(len(symbol) > 1 for symbol in named):
            return tuple(pieces)
        if len(pieces) == 1:
            return tuple(pieces[0])
        # "(()) ()" is six symbols, but an unknown "foo" between blanks is one.
        return tuple(
            symbol
            for piece in pieces
            for symbol in (piece if named.issuperset(piece) else (piece,))
        )


def spare_symbol(named: Collection[str]) -> str:
    """Returns a symbol not among those `named`, ``_`` unless that is taken.

    Examples:
        >>> spare_symbol("ab"), spare_symbol("_b")
        ('_', '*')
    """
    return next((c for c in _SPARE if c not in named), "other" + "".join(named))


def require_program(value: object) -> None:
    """Checks that a value is a program.

    Raises:
        SpecError: It is not a program; the message says how to get one.
    """
    if isinstance(value, str) and len(value) < LONGEST_NAME:
        advice = f"load it first, as lw.program({value!r})"
    else:
        advice = "it must be a Program, which lw.program loads by name, path or text"
    if callable(value):
        advice += "; a machine is run by calling it, as in machine(word)"
    require_kind("the program", value, Program, advice)


def subexpressions(expr: Expr) -> tuple[Expr, ...]:
    """Returns `expr` and all its subexpressions, outer ones first.

    Examples:
        >>> len(subexpressions(Symbol("a")))
        1
    """
    inside: list[Expr] = []
    waiting = [expr]
    while waiting:
        here = waiting.pop()
        inside.append(here)
        waiting.extend(reversed(parts(here)))
    return tuple(inside)
