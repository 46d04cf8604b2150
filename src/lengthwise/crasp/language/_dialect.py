"""The older dialect (``.cr`` files): imported predicates, and two other readings.

An older interpreter of C-RASP has the same expressions with three differences:

* ``#import name`` makes a predicate known. A binary one is a guard: ``#[pred] "a"``
  looks one position back, ``pred4`` four. A unary one is a name: ``pos_even`` and
  ``pos_odd``, with positions that count from 0.
* It reads ``2*a + b`` as ``2*(a + b)``.
* It reads ``!a && b`` as ``!(a && b)``.

We read the last two as everyone does. A file without an ``alphabet`` line may have been
written for the older interpreter, so the first place of either form is noted.
"""

import re
from collections.abc import Iterable

from lengthwise.crasp.language._source import Piece, Source
from lengthwise.crasp.language.program import Note
from lengthwise.crasp.language.syntax import Lags, Modulus
from lengthwise.errors import CraspNameError

UNARY = {"pos_even": Modulus(2, 1), "pos_odd": Modulus(2, 0)}
"""Position predicates: position 0 there is position 1 here."""

_BINARY = re.compile(r"pred([0-9]{0,6})")


def guard(name: str) -> Lags | None:
    """The distance that a binary predicate allows; ``None`` where there is none.

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
    """The first ``2*a + b`` and the first ``!a && b`` in `pieces`, as notes."""
    by_kind: dict[str, Note] = {}
    waiting = list(pieces)[::-1]
    while waiting:
        piece = waiting.pop()
        waiting.extend(reversed(piece.items))
        if piece.kind == "sum" and "times" not in by_kind:
            _note(source, piece, piece.items, "times", by_kind)
        elif piece.kind in {"conjunction", "disjunction"} and "not" not in by_kind:
            _note(source, piece, _joined(piece), "not", by_kind)
    return tuple(sorted(by_kind.values(), key=lambda note: note.line))


def _joined(piece: Piece) -> tuple[Piece, ...]:
    """The parts of ``p && q || r …`` on both levels."""
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
    """Adds a note for the first item of `kind` that something follows in `whole`."""
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


def _tidy(text: str) -> str:
    return " ".join(text.split())
