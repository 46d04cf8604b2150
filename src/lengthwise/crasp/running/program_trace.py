"""The run of a program on a word, with every line at every position."""

from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from lengthwise.crasp.language.printer import accept_row
from lengthwise.crasp.language.program import Program
from lengthwise.printable import shown_word
from lengthwise.tables import Table
from lengthwise.views import MOST_COLUMNS, html_line, short
from lengthwise.words import Word

Values: TypeAlias = tuple[int, ...]
"""One value per position; Booleans are ``True`` and ``False``."""


@dataclass(frozen=True)
class Run:
    """The run of a program on a word.

    Attributes:
        program: The program.
        word: The word.
        lines: The name of each line with its values, one per position.
        accepts: Whether the prefix up to each position is accepted; ``None`` for
            next-token programs.
        emits: The symbols that can follow at each position; ``None`` for acceptors.
    """

    program: Program
    word: Word
    lines: tuple[tuple[str, Values], ...]
    accepts: tuple[bool, ...] | None
    emits: tuple[Word, ...] | None

    @property
    def accepted(self) -> bool | None:
        """Whether the word is accepted; ``None`` for the empty word or with `emits`."""
        return self.accepts[-1] if self.accepts else None

    @property
    def next(self) -> Word | None:
        """Symbols that can follow; ``None`` for the empty word or with `accepts`."""
        return self.emits[-1] if self.emits else None

    def rows(self) -> list[tuple[str, tuple[str, ...]]]:
        """The rows of the trace as text: a name and one cell per position."""
        table = [(name, tuple(map(_cell, values))) for name, values in self.lines]
        if self.accepts is not None and self.program.accept is not None:
            name = accept_row(self.program.accept)
            table.append((name, tuple(map(_cell, self.accepts))))
        if self.emits is not None:
            table.append(("next", tuple(" ".join(s) or "\u00b7" for s in self.emits)))
        return table

    @property
    def table(self) -> Table:
        """The trace as a table: one row per line, one column per position."""
        return self._columns(0)

    def _columns(self, cut: int) -> Table:
        """The table without the first `cut` positions."""
        return Table(
            header=("", *self.word[cut:]),
            rows=tuple((name, *cells[cut:]) for name, cells in self.rows()),
            align="l" + "r" * (len(self.word) - cut),
        )

    def __str__(self) -> str:
        return self.table.text(gap=1)

    def __repr__(self) -> str:
        answer = "undefined"
        if self.next is not None:
            answer = f"next {' '.join(self.next) or 'nothing'}"
        elif self.accepted is not None:
            answer = "accepted" if self.accepted else "rejected"
        return short(self, f"{answer} on {shown_word(self.word)}")

    def _repr_html_(self) -> str:
        return self._html(MOST_COLUMNS)

    def _html(self, columns: int) -> str:
        """The trace as HTML, for at most this many of the last symbols."""
        cut = max(0, len(self.word) - columns)
        shown = self._columns(cut).html(css="crasp-trace", row_heads=True)
        left_out = f"the last {columns} of {len(self.word):,} symbols"
        return (html_line(left_out) if cut else "") + shown

    def page(self) -> str:
        """The trace as a complete HTML page."""
        style = (
            "table{border-collapse:collapse;font-family:monospace}"
            "th,td{border:1px solid #ccc;padding:2px 6px;text-align:right}"
        )
        title = escape("".join(self.word)[:40])
        policy = "default-src 'none'; style-src 'unsafe-inline'"
        return (
            '<!doctype html><html lang="en"><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
            f"<title>Trace of {title}</title><style>{style}</style>"
            f"{self._html(len(self.word))}</html>\n"
        )


def _cell(value: int) -> str:
    """A Boolean as ``1`` or ``\u00b7``, a count as its digits."""
    if isinstance(value, bool):
        return "1" if value else "\u00b7"
    return str(value)
