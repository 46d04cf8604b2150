"""The scope of a line: known names with their sorts, and the alphabet."""

import re
from types import UnionType

from lengthwise.arguments import require_kind
from lengthwise.crasp.language.syntax import (
    BoolExpr,
    BoolName,
    CountName,
    Expr,
    Symbol,
    parts,
)
from lengthwise.errors import CraspNameError, CraspSortError, CraspSyntaxError
from lengthwise.words import Alphabet

DEEPEST = 100
"""The largest nesting depth of expressions; use named lines beyond it."""

RESERVED = frozenset({"true", "false", "if", "else", "min", "max"})
"""Reserved words; all other keywords can be names of lines."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*", re.ASCII)


class Scope:
    """The known names with their sorts, and the alphabet."""

    def __init__(self, alphabet: Alphabet | None) -> None:
        self.alphabet = alphabet
        self.sorts: dict[str, str] = {}
        self.emitted: set[str] = set()

    def define(self, name: str, value: Expr) -> None:
        """Adds the line `name`."""
        if not _NAME.fullmatch(name) or name in RESERVED:
            raise CraspNameError(f"{name!r} cannot be the name of a line")
        if name in self.sorts:
            raise CraspNameError(f"{name!r} is defined twice; choose another name")
        self.sorts[name] = "Boolean" if isinstance(value, BoolExpr) else "count"

    def emit(self, symbol: str) -> None:
        """Adds a ``next`` line for `symbol`."""
        self.symbol(Symbol(symbol).symbol)
        if symbol in self.emitted:
            raise CraspNameError(f'next "{symbol}" occurs twice; combine them with ||')
        self.emitted.add(symbol)

    def symbol(self, symbol: str) -> None:
        """Raises unless `symbol` is in the alphabet or the alphabet is open."""
        if self.alphabet is not None and symbol not in self.alphabet:
            raise CraspNameError(
                f'"{symbol}" is not in the alphabet; the alphabet is {self.alphabet}'
            )

    def sort(self, name: str) -> str:
        """The sort of the line `name`."""
        if name not in self.sorts:
            raise CraspNameError(f"no line above defines {name!r}")
        return self.sorts[name]

    def check(self, expr: Expr, sort: UnionType = Expr) -> None:
        """Raises unless everything in `expr` is known and not nested too deeply."""
        kind = "a Boolean expression" if sort is BoolExpr else "an expression"
        require_kind("a condition", expr, sort, f"it must be {kind}")
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
                    needed = "Boolean" if isinstance(here, BoolName) else "count"
                    if self.sort(name) != needed:
                        raise CraspSortError(
                            f"{name!r} is a {self.sort(name)}, used as a {needed}"
                        )
            waiting.extend((part, depth + 1) for part in parts(here))
