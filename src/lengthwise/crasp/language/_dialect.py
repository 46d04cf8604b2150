"""The older dialect (``.cr`` files): imported predicates and five different readings.

An older interpreter of C-RASP differs as follows:

* ``#import name`` declares a predicate. A binary one is a guard: ``#[pred] "a"`` looks
  one position back, ``pred4`` four. A unary one is a name: ``pos_even`` and
  ``pos_odd``, with positions that count from 0.
* It reads ``2*a + b`` as ``2*(a + b)``.
* It reads ``!a && b`` as ``!(a && b)``.
* It reads ``c == # x && p`` as ``c == #(x && p)``.
* It reads ``a - b + c`` as ``a - (b + c)``.
* It reads ``x if p else y if q else z`` as ``(x if p else y) if q else z``.

We give the last five their usual meaning. A file without an ``alphabet`` line may have
been written for the older interpreter, so the first occurrence of each form gets a
note. `lengthwise.crasp.language._old_reading` implements the older reading.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from lengthwise.crasp.language._source import Piece, Source
from lengthwise.crasp.language.program import Note
from lengthwise.crasp.language.syntax import Lags, Modulus
from lengthwise.errors import CraspNameError

UNARY = {"pos_even": Modulus(2, 1), "pos_odd": Modulus(2, 0)}
"""Position predicates: position 0 there is position 1 here."""

_BINARY = re.compile(r"pred([0-9]{0,6})")


def guard(name: str) -> Lags | None:
    """Returns the distance of a binary predicate; ``None`` if it is not one.

    Examples:
        >>> guard("pred"), guard("pred4"), guard("pos_even")
        ((1,), (4,), None)
    """
    match = _BINARY.fullmatch(name)
    return None if match is None else (int(match[1] or 1),)


def require_known(name: str) -> None:
    """Raises a `CraspNameError` unless `name` can be imported."""
    if name not in UNARY and guard(name) is None:
        raise CraspNameError(
            f"no predicate is called {name!r}; known are pred, pred2, pred3, …, "
            + ", ".join(UNARY)
        )


def notes(source: Source, pieces: Iterable[Piece]) -> tuple[Note, ...]:
    """Returns notes for the first occurrence of each ambiguous form in `pieces`."""
    by_kind: dict[str, Note] = {}
    waiting = list(pieces)[::-1]
    while waiting:
        piece = waiting.pop()
        waiting.extend(reversed(piece.items))
        if piece.kind == "sum" and "times" not in by_kind:
            _note(source, piece, piece.items, "times", by_kind)
        elif piece.kind in {"conjunction", "disjunction"} and "not" not in by_kind:
            _note(source, piece, _joined(piece), "not", by_kind)
        for kind, second in _SECOND.items():
            found = None if kind in by_kind else second(source, piece)
            if found is not None:
                line = source.line(piece.start)
                by_kind[kind] = Note(line, *map(_tidy, found))
    return tuple(sorted(by_kind.values(), key=lambda note: note.line))


def _joined(piece: Piece) -> tuple[Piece, ...]:
    """The operands of ``p && q || r …`` at both levels."""
    inner: list[Piece] = []
    for item in piece.items:
        flat = item.kind == "conjunction" and not item.grouped
        inner.extend(item.items if flat else (item,))
    return tuple(inner)


def _note(
    source: Source,
    whole: Piece,
    items: tuple[Piece, ...],
    kind: str,
    by_kind: dict[str, Note],
) -> None:
    """Adds a note for the first item of `kind` that is not last in `whole`."""
    begin, end = whole.start + whole.grouped, whole.end - whole.grouped
    for item in items:
        if item.kind == kind and not item.grouped and item.end < items[-1].end:
            text, operand = source.text, item.items[-1].start
            before, sign = text[begin : item.start], text[item.start : operand]
            by_kind[kind] = Note(
                source.line(item.start),
                _tidy(f"{before}({source.slice(item)}){text[item.end : end]}"),
                _tidy(f"{before}{sign}({text[operand:end]})"),
            )
            return


def _swallowed(source: Source, piece: Piece) -> tuple[str, str] | None:
    """``c == # x && p``: ours and theirs."""
    if piece.kind not in {"conjunction", "disjunction"}:
        return None
    items = _joined(piece)
    begin, end = piece.start + piece.grouped, piece.end - piece.grouped
    for item in items[:-1]:
        operand = _last_operand(item)
        if operand is not None and item.kind not in {"AND", "OR"}:
            text = source.text
            before, after = text[begin : item.start], text[item.end : end]
            return (
                f"{before}({source.slice(item)}){after}",
                f"{text[begin : operand.start]}({text[operand.start : end]})",
            )
    return None


def _last_operand(piece: Piece) -> Piece | None:
    """The operand of a count at the end of `piece`, outside parentheses."""
    while not piece.grouped:
        if piece.kind == "count":
            return piece.items[-1]
        if piece.kind not in {"compare", "sum", "times", "not"}:
            return None
        piece = piece.items[-1]
    return None


def _subtracted(source: Source, piece: Piece) -> tuple[str, str] | None:
    """``a - b + c``: ours and theirs."""
    if piece.kind != "sum":
        return None
    items, text = piece.items, source.text
    begin, end = piece.start + piece.grouped, piece.end - piece.grouped
    for place, item in enumerate(items[:-2]):
        if item.kind == "MINUS" and items[place + 2].kind == "PLUS":
            one, last = items[place + 1], place + 3
            while items[last + 1 : last + 2] and items[last + 1].kind == "PLUS":
                last += 2
            stop = items[last].end
            return (
                f"({text[begin : one.end]}){text[one.end : end]}",
                f"{text[begin : one.start]}({text[one.start : stop]}){text[stop:end]}",
            )
    return None


def _chained(source: Source, piece: Piece) -> tuple[str, str] | None:
    """``x if p else y if q else z``: ours and theirs."""
    inner = piece.items[-1] if piece.kind == "conditional" else piece
    if inner is piece or inner.kind != "conditional" or inner.grouped:
        return None
    text = source.text
    begin, end = piece.start + piece.grouped, piece.end - piece.grouped
    middle = inner.items[0].end
    return (
        f"{text[begin : inner.start]}({source.slice(inner)})",
        f"({text[begin:middle]}){text[middle:end]}",
    )


_SECOND: Mapping[str, Callable[[Source, Piece], tuple[str, str] | None]] = {
    "count": _swallowed,
    "minus": _subtracted,
    "else": _chained,
}
"""Further ambiguous forms, besides those of `_note`."""


def _tidy(text: str) -> str:
    return " ".join(text.split())
