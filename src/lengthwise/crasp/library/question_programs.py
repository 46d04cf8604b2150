"""Common parts of programs that read ``<bos> question <sep> answer <eos>``."""

from collections.abc import Iterable, Sequence

from lengthwise.crasp.language.builder import Builder
from lengthwise.crasp.language.syntax import BoolName, Exists, Symbol

BOS, SEP = Symbol("<bos>"), Symbol("<sep>")
_MARKS = {"bos": BOS, "sep": SEP}


def question_builder(names: Sequence[str]) -> Builder:
    """Returns a builder for programs with questions over the symbols `names`."""
    return Builder((*names, BOS.symbol, SEP.symbol, "<eos>"))


def mark_or_symbol(name: str) -> Symbol:
    """Returns the symbol that lines call `name`: a symbol, or ``bos`` or ``sep``.

    Examples:
        >>> mark_or_symbol("sep"), mark_or_symbol("3")
        (Symbol(symbol='<sep>'), Symbol(symbol='3'))
    """
    return _MARKS.get(name) or Symbol(name)


def symbols_back(
    build: Builder, line: str, names: Iterable[str], lag: int
) -> dict[str, BoolName]:
    """Adds lines ``line_x``: the symbol `lag` positions back is x."""
    return {
        a: build.line(f"{line}_{a}", Exists(mark_or_symbol(a), (lag,))) for a in names
    }
