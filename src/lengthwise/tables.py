r"""Tables as values, written as text, HTML, Markdown, CSV and LaTeX.

Every table that Lengthwise shows is a `Table`. The content of a cell never affects its
surroundings: each format escapes its own special characters.
"""

import html
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from lengthwise.columns import aligned
from lengthwise.errors import SpecError
from lengthwise.files import ending, save_file
from lengthwise.latex import latex
from lengthwise.numbers import readable
from lengthwise.printable import disarmed, printable
from lengthwise.views import html_line

Cell: TypeAlias = str | int | float | None
"""Text, a number, or nothing."""

LONG = 24
"""The length from which on a cell is a sentence: a page gives it more space."""

MOST_ROWS = 100
"""The number of table rows shown in a notebook; longer tables are truncated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    r"""A table, with a name and a caption for use on its own.

    Attributes:
        header: One text per column, with the unit.
        rows: Cells; numbers stay numbers.
        align: One letter per column, ``l`` or ``r``. Default: numbers to the right.
        name: Its file name.
        caption: One sentence: the meaning of a row.
        note: What a reader must know to interpret it correctly.
        folded: Whether a page shows it only on request.

    Raises:
        SpecError: A row, or `align`, has more or fewer columns than the header.

    Examples:
        >>> made = Table(header=("N", "error"), rows=((3, 0.25), (12, None)))
        >>> print(made.text())
         N  error
         3   0.25
        12      –
        >>> made.csv()
        'N,error\r\n3,0.25\r\n12,\r\n'
    """

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    align: str = ""
    name: str = ""
    caption: str = ""
    note: str = ""
    folded: bool = False

    def __post_init__(self) -> None:
        widths = {len(row) for row in self.rows} | {len(self.align or self.header)}
        if widths != {len(self.header)}:
            raise SpecError(
                f"table {self.name or self.header} has {sorted(widths)} columns; its "
                f"header has {len(self.header)}"
            )

    @property
    def numeric(self) -> tuple[bool, ...]:
        """Whether each column contains only numbers."""
        columns = zip(*self.rows, strict=True)
        flags = tuple(not any(isinstance(c, str) for c in column) for column in columns)
        return flags or (False,) * len(self.header)

    @property
    def _sides(self) -> str:
        return self.align or "".join("r" if n else "l" for n in self.numeric)

    def text(self, *, gap: int = 2) -> str:
        """The table for a terminal, one row per line.

        Args:
            gap: Number of spaces between columns.
        """
        lines = [[_line(cell) for cell in row] for row in (self.header, *self.rows)]
        return aligned(lines, self._sides, gap=gap)

    def html(
        self,
        *,
        css: str = "",
        row_heads: bool = False,
        most: int | None = None,
    ) -> str:
        """The table as an HTML element, with its caption.

        Args:
            css: The class of the element.
            row_heads: Whether the first column names the rows.
            most: The largest number of rows shown; a line below gives the number of
                further rows. Default: all.
        """
        sides = self._sides
        head = "".join(
            f'<th scope="col"{_css("number" * (side == "r"))}>{html.escape(title)}</th>'
            for title, side in zip(self.header, sides, strict=True)
        )
        place = f' id="{html.escape(self.name)}-caption"' if self.name else ""
        inner = f"<span{place}>{html.escape(self.caption)}</span>"
        caption = f"<caption>{inner}</caption>\n" if self.caption else ""
        body = ""
        for row in self.rows[:most]:
            cells = list(map(_html_cell, row, sides))
            if row_heads:
                cells[0] = f'<th scope="row">{html.escape(text(row[0]))}</th>'
            body += f"<tr>{''.join(cells)}</tr>\n"
        more = 0 if most is None else len(self.rows) - most
        return (
            f"<table{_css(css)}>\n{caption}<thead>\n<tr>{head}</tr>\n</thead>\n"
            f"<tbody>\n{body}</tbody>\n</table>"
            + (html_line(f"and {more} more rows") if more > 0 else "")
        )

    def _repr_html_(self) -> str:
        return self.html(most=MOST_ROWS)

    def markdown(self) -> str:
        """The table in Markdown."""
        lines = [
            _markdown_row(self.header),
            "|" + "---|" * len(self.header),
            *map(_markdown_row, self.rows),
        ]
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """The table as comma-separated values (RFC 4180), numbers in full.

        A text that a spreadsheet would interpret as a formula is prefixed with an
        apostrophe.
        """
        import csv
        import io

        target = io.StringIO()
        writer = csv.writer(target)
        writer.writerow([_plain(cell) for cell in self.header])
        writer.writerows([_plain(cell) for cell in row] for row in self.rows)
        return target.getvalue()

    def latex(self) -> str:
        """The table as a LaTeX ``tabular`` with the rules of the package booktabs."""
        lines = [
            f"\\begin{{tabular}}{{{self._sides}}}",
            r"\toprule",
            _latex_row(self.header),
            r"\midrule",
            *map(_latex_row, self.rows),
            r"\bottomrule",
            r"\end{tabular}",
        ]
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> Path:
        """Writes the table as CSV or LaTeX, depending on the extension.

        Raises:
            SpecError: The extension is neither ``.csv`` nor ``.tex``.
            HostError: The file cannot be written; the old content is untouched.
        """
        is_csv = ending(path, ".csv", ".tex") == ".csv"
        content = self.csv() if is_csv else self.latex()
        return save_file(path, content.encode("utf-8", "replace"), what="the table")

    def without(self, *headers: str) -> "Table":
        """The table without those columns among these headers that are empty."""
        keep = [
            k
            for k, header in enumerate(self.header)
            if header not in headers
            or any(row[k] not in (None, "") for row in self.rows)
        ]
        return replace(
            self,
            header=tuple(self.header[k] for k in keep),
            rows=tuple(tuple(row[k] for k in keep) for row in self.rows),
            align="".join(self.align[k] for k in keep) if self.align else "",
        )


def text(cell: Cell) -> str:
    """A cell in readable form."""
    return cell if isinstance(cell, str) else readable(cell)


def _line(cell: Cell) -> str:
    words = text(cell)
    return printable(words, longest=len(words))


def _html_cell(cell: Cell, side: str) -> str:
    is_number = side == "r" or isinstance(cell, int | float)
    is_long = isinstance(cell, str) and len(cell) > LONG
    css = "number" if is_number else "words" if is_long else ""
    return f"<td{_css(css)}>{html.escape(text(cell))}</td>"


def _css(name: str) -> str:
    return f' class="{name}"' if name else ""


def _plain(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return disarmed(cell)
    return repr(cell)


def _latex_row(cells: tuple[Cell, ...]) -> str:
    return " & ".join(latex(text(cell)) for cell in cells) + r" \\"


def _markdown_row(cells: tuple[Cell, ...]) -> str:
    inside = (re.sub(r"([\\|])", r"\\\1", " ".join(text(c).split())) for c in cells)
    return f"| {' | '.join(inside)} |"
