"""The length from which on a program differs from all other small ones: the answer."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from lengthwise.crasp.language.printer import line_row, show_expression
from lengthwise.crasp.language.program import Program
from lengthwise.numbers import readable
from lengthwise.tables import Table
from lengthwise.theory.programs._line_table import Fragment
from lengthwise.theory.programs.learned import STOPS, Stop
from lengthwise.views import html_line, short, symbols_text
from lengthwise.words import Alphabet, Word

Basis: TypeAlias = Literal["decided", "bounded"]


@dataclass(frozen=True, kw_only=True)
class InformativeRow:
    """All programs up to a size.

    Attributes:
        size: The size.
        functions: The number of them that differ on the compared words.
        length: The smallest length that distinguishes the program from each of them
            that does not equal it.
        rival: One that first differs from it at this length; ``None`` if all of them
            equal it.
        word: A shortest word on which they differ.
    """

    size: int
    functions: int
    length: int
    rival: Program | None
    word: Word | None

    def json(self) -> dict[str, Any]:
        """Returns the row as plain data."""
        return {
            "size": self.size,
            "functions": self.functions,
            "length": self.length,
            "rival": None if self.rival is None else str(self.rival),
            "word": None if self.word is None else list(self.word),
        }


@dataclass(frozen=True, kw_only=True)
class InformativeLength:
    """The length from which on a program differs from all others up to a size.

    Attributes:
        subject: The name of the program.
        alphabet: The symbols of the words.
        hypotheses: The class of the other programs, as for the learner.
        limits: Further bounds of the class, as a sentence.
        rows: One for each size, from 1 on.
        basis: ``decided``: programs that words of the length do not distinguish are
            equal on all words. ``bounded``: on words up to `compared`.
        compared: See `basis`; ``None`` if that is ``decided``.
        letters_up_to: All words up to this length were compared one by one.
        more_words: The number of longer words that were also compared.
        stop: Why the search ended; ``found`` if it reached the size.
        seconds: The time of the search.
        sources: Its sources, as keys of the bibliography.
    """

    subject: str
    alphabet: Alphabet
    hypotheses: str
    limits: str
    rows: tuple[InformativeRow, ...]
    basis: Basis
    compared: int | None
    letters_up_to: int
    more_words: int
    stop: Stop
    seconds: float
    sources: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The size up to which every program was enumerated."""
        return self.rows[-1].size

    @property
    def length(self) -> int:
        """The smallest length that distinguishes the program from all up to `size`."""
        return self.rows[-1].length

    @property
    def sentence(self) -> str:
        """The answer, limited to what is known."""
        lines = f"{self.size} line{'s' if self.size != 1 else ''}"
        told = (
            f"Words up to length {self.length} distinguish {self.subject} over "
            f"{symbols_text(self.alphabet)} from every different program of this class "
            f"with at most {lines}"
        )
        if self.length > 1:
            told += f"; words up to length {self.length - 1} do not"
        if self.basis == "decided":
            return f"{told}. The other programs are equal to it (proved)."
        return (
            f"{told}. The other programs agree with it on all words up to length "
            f"{self.compared}; they are not proved equal."
        )

    @property
    def table(self) -> Table:
        """One row for each size."""
        return Table(
            header=("lines", "functions", "length", "told apart by", "last rival"),
            rows=tuple(
                (
                    row.size,
                    row.functions,
                    row.length,
                    None if row.word is None else " ".join(row.word),
                    None if row.rival is None else _brief(row.rival),
                )
                for row in self.rows
            ),
            align="rrrll",
            name="informative",
            caption="For each size the length up to which words must be seen to tell "
            "the program from all others of at most so many lines, and one that needs "
            "this length.",
        )

    def __str__(self) -> str:
        searched = (
            f"Searched: every program with at most {self.size} lines ({self.limits}), "
            f"on all words up to length {self.letters_up_to}"
            f"{f' and {self.more_words} longer ones' if self.more_words else ''}, in "
            f"{readable(self.seconds)} s.{STOPS[self.stop]}"
        )
        return f"{self.sentence}\n\n{self.table.text()}\n\n{searched}"

    def __repr__(self) -> str:
        return short(self, self.sentence)

    def _repr_html_(self) -> str:
        return html_line(self.sentence) + self.table.html()

    def json(self) -> dict[str, Any]:
        """As ``lengthwise crasp informative --json`` prints it."""
        return {
            "subject": self.subject,
            "alphabet": list(self.alphabet),
            "class": self.hypotheses,
            "size": self.size,
            "length": self.length,
            "basis": self.basis,
            "compared": self.compared,
            "rows": [row.json() for row in self.rows],
            "stop": self.stop,
            "seconds": round(self.seconds, 3),
        }


def _brief(program: Program) -> str:
    rows = [line_row(line) for line in program.lines]
    last = [] if program.accept is None else [show_expression(program.accept)]
    return "; ".join([*rows, *last])


def described(fragment: Fragment) -> str:
    """The bounds on the lines of a program, as part of a sentence."""
    text = f"comparisons c <= d + k and c <= k with |k| <= {fragment.constants}"
    if fragment.lags:
        text += f", guards i - j == d with d <= {fragment.lags[-1]}"
    if fragment.periods:
        text += f", periods up to {fragment.periods[-1]}"
    return text
