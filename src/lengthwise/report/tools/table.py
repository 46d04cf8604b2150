"""A table as a value: what HTML, CSV and LaTeX are made of."""

import csv
import io
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from lengthwise.errors import SpecError
from lengthwise.files import ending, save_file
from lengthwise.printable import disarmed
from lengthwise.report.tools.numbers import RAISED, shown

Cell: TypeAlias = str | int | float | None
"""Text, a number, or nothing."""

_LATEX = {
    "\\": r"\textbackslash{}",
    **{c: f"\\{c}" for c in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": "$-$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "∞": r"$\infty$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "Δ": r"$\Delta$",
    "Σ": r"$\Sigma$",
    "γ": r"$\gamma$",
    "δ": r"$\delta$",
    "ε": r"$\varepsilon$",
    "τ": r"$\tau$",
    "ω": r"$\omega$",
}
_SPECIAL = re.compile("[" + re.escape("".join(_LATEX)) + "]")
_RAISED = {chr(high): chr(low) for low, high in RAISED.items()}
_POWER = re.compile(f"[{''.join(_RAISED)}]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    r"""A table with a name and a caption.

    Attributes:
        name: What its file is called.
        caption: One sentence: what a row is.
        header: One text a column, with the unit.
        rows: Cells; numbers stay numbers.
        note: What a reader must know to read it right.
        folded: Whether a page shows it only when asked.

    Raises:
        SpecError: A row has more or fewer cells than the header.

    Examples:
        >>> made = Table(name="t", caption="A row.", header=("N",), rows=((3,),))
        >>> made.csv()
        'N\r\n3\r\n'
    """

    name: str
    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    folded: bool = False

    def __post_init__(self) -> None:
        widths = {len(row) for row in self.rows} - {len(self.header)}
        if widths:
            raise SpecError(
                f"table {self.name} has rows of {sorted(widths)} cells; its header "
                f"has {len(self.header)}"
            )

    @property
    def numeric(self) -> tuple[bool, ...]:
        """Whether each column holds numbers only."""
        columns = zip(*self.rows, strict=True)
        found = tuple(not any(isinstance(c, str) for c in column) for column in columns)
        return found or (False,) * len(self.header)

    def csv(self) -> str:
        """The table as comma-separated values (RFC 4180), numbers in full.

        A text that a spreadsheet would take for a formula begins with an apostrophe.
        """
        target = io.StringIO()
        writer = csv.writer(target)
        writer.writerow([_plain(cell) for cell in self.header])
        writer.writerows([_plain(cell) for cell in row] for row in self.rows)
        return target.getvalue()

    def latex(self) -> str:
        """The table as a LaTeX ``tabular`` with the rules of the package booktabs."""
        columns = "".join("r" if number else "l" for number in self.numeric)
        lines = [
            f"\\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            _latex_row(self.header),
            r"\midrule",
            *map(_latex_row, self.rows),
            r"\bottomrule",
            r"\end{tabular}",
        ]
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> Path:
        """Writes the table as CSV or LaTeX, as the name ends.

        Raises:
            SpecError: The name ends neither in ``.csv`` nor in ``.tex``.
            MachineError: The file cannot be written; what was there is untouched.
        """
        is_csv = ending(path, ".csv", ".tex") == ".csv"
        made = self.csv() if is_csv else self.latex()
        return save_file(path, made.encode("utf-8", "replace"), what="the table")

    def without(self, *headers: str) -> "Table":
        """The table without columns of these headers that hold nothing at all."""
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
        )


def text(cell: Cell) -> str:
    """A cell as people read it."""
    return cell if isinstance(cell, str) else shown(cell)


def _plain(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return disarmed(cell)
    return repr(cell)


def _latex_row(cells: tuple[Cell, ...]) -> str:
    return " & ".join(_latex(text(cell)) for cell in cells) + r" \\"


def _latex(words: str) -> str:
    flat = " ".join(words.split())
    if flat.startswith(("[", "*")):  # an option of the \\\\ before it
        return f"{{{flat[0]}}}{_latex(flat[1:])}"
    plain = _SPECIAL.sub(lambda found: _LATEX[found.group()], flat)
    return _POWER.sub(lambda found: f"$^{{{_lowered(found.group())}}}$", plain)


def _lowered(power: str) -> str:
    return "".join(_RAISED[sign] for sign in power)
