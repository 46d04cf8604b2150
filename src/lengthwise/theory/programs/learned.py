"""The result of a learner: a program for every length, and the sufficient length."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from lengthwise.automata.dfa import DFA
from lengthwise.crasp.language.printer import line_row, show_expression
from lengthwise.crasp.language.program import Program
from lengthwise.numbers import readable
from lengthwise.tables import Table
from lengthwise.views import html_line, html_source, symbols_text
from lengthwise.words import Alphabet, Word

Stop: TypeAlias = Literal["found", "size", "time", "memory", "interrupted"]
"""Why a search ended: every row is complete, or a limit was reached."""

Basis: TypeAlias = Literal["decided", "tested", "examples", "searched"]
"""Why the last program is correct beyond its training words.

``decided``: it accepts the language of the automaton, by comparing all reachable
states. ``tested``: it was correct on random longer words. ``examples``: longer words
have no label. ``searched``: there is no such program; all up to a size were enumerated.
"""

STOPS = {
    "found": "",
    "size": " The search ended at the limit on the size.",
    "time": " The search ended because the time was up.",
    "memory": " The search ended because the memory was used up.",
    "interrupted": " The search was interrupted.",
}
"""The sentence for it, with a leading blank."""

MOST_COLUMNS = 6
"""The largest number of symbols whose lines get their own columns in the table."""


@dataclass(frozen=True, kw_only=True)
class LearnedRow:
    """The smallest hypothesis that is correct on all words up to a length.

    Attributes:
        n: The length.
        size: Lines of the program, or states of the automaton; ``None`` if there is
            none.
        hypothesis: The program or the automaton.
        final: Whether it equals that of the last row and has no known error.
        first_error: A shortest word on which it is known to be wrong; it is longer than
            `n`, the length of the training words.
        lines: For tasks with outputs, the size of the line of each symbol.
    """

    n: int
    size: int | None
    hypothesis: Program | DFA | None
    final: bool
    first_error: Word | None
    lines: tuple[tuple[str, int | None], ...] = ()

    @property
    def text(self) -> str | None:
        """The hypothesis as text."""
        return None if self.hypothesis is None else str(self.hypothesis)

    def json(self) -> dict[str, Any]:
        """Returns the row as plain data."""
        error = None if self.first_error is None else list(self.first_error)
        lines = {"lines": dict(self.lines)} if self.lines else {}
        return {
            "n": self.n,
            "size": self.size,
            "program": self.text,
            "final": self.final,
            "first_error": error,
            **lines,
        }


@dataclass(frozen=True, kw_only=True)
class Learned:
    """The result of the learner of smallest hypotheses.

    Attributes:
        subject: The name of the target.
        alphabet: The symbols.
        inputs: The training data: ``words``, or ``inputs`` of a task, which are scored
            at the positions of answers.
        hypotheses: The class: ``none``, ``local``, ``periodic``, ``periodic-local`` for
            programs, or ``dfa``.
        limits: Further bounds of the class, as a sentence; empty for automata.
        rows: One for each length, from 1 on.
        searched: The size up to which every hypothesis was enumerated.
        word_positions: The number of prefixes of words on which a line was compared.
        basis: Why the last hypothesis is correct on longer words.
        tested: The number and the lengths of random longer words, as a text.
        stop: Why the search ended.
        candidates: The number of candidate lines examined.
        seconds: The time of the search.
        notes: Notes for the reader, one sentence each.
        sources: Its sources, as keys of the bibliography.
    """

    subject: str
    alphabet: Alphabet
    inputs: str = "words"
    hypotheses: str
    limits: str
    rows: tuple[LearnedRow, ...]
    searched: int
    word_positions: int
    basis: Basis
    tested: str = ""
    stop: Stop
    candidates: int
    seconds: float
    notes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def n0(self) -> int | None:
        """The length from which on the hypothesis is correct and no longer changes."""
        stays = None
        for row in reversed(self.rows):
            if not row.final:
                break
            stays = row.n
        return stays

    @property
    def program(self) -> Program | DFA | None:
        """The final hypothesis, if there is one."""
        return self.rows[-1].hypothesis if self.n0 is not None else None

    @property
    def rate(self) -> float:
        """Candidate lines per minute."""
        return 60 * self.candidates / max(self.seconds, 1e-3)

    @property
    def kind(self) -> str:
        """The name of a hypothesis."""
        return "automaton" if self.hypotheses == "dfa" else "program"

    @property
    def unit(self) -> str:
        """The unit of its size."""
        return "states" if self.hypotheses == "dfa" else "lines"

    def sized(self, size: int | None) -> str:
        """A size with its unit, as part of a sentence."""
        return f"{size} {self.unit if size != 1 else self.unit[:-1]}"

    @property
    def sentence(self) -> str:
        """The answer in one sentence, limited to what is known."""
        name = f"{self.subject} over {symbols_text(self.alphabet)}"
        if self.n0 is not None:
            size = self.sized(self.rows[-1].size)
            return (
                f"From length {self.n0} on, the smallest {self.kind} for {name} no "
                f"longer changes: {size}, {self.reason}."
            )
        missing = next((row for row in self.rows if row.hypothesis is None), None)
        if missing is not None:
            return (
                f"No {self.kind} of this class with at most "
                f"{self.sized(self.searched)} is right for {name} on all "
                f"{self.inputs} up to length {missing.n}."
            )
        return (
            f"No length up to {self.rows[-1].n} is enough for {name}: the smallest "
            f"{self.kind} is still wrong on a longer word. Learn from longer words."
        )

    @property
    def reason(self) -> str:
        """Why the last hypothesis is believed to be correct, as part of a sentence."""
        length = self.rows[-1].n
        if self.basis == "decided":
            return "proved equal to the automaton on all words"
        if self.basis == "tested":
            return (
                f"right on all {self.inputs} up to length {length} and on "
                f"{self.tested} (not a proof)"
            )
        if self.inputs == "inputs":
            return f"right on all inputs; none is longer than {length}"
        return "right on all examples"

    @property
    def table(self) -> Table:
        """One row for each length."""
        symbols = [f'"{symbol}"' for symbol, _ in self._columns(self.rows[0])]
        return Table(
            header=("n", *symbols, self.unit, "first error", f"smallest {self.kind}"),
            rows=tuple(self._cells()),
            align=f"r{'r' * len(symbols)}rll",
            name="learned",
            caption=f"For each length n the smallest {self.kind} that is right on all "
            f"{self.inputs} up to n, and a shortest word on which it is wrong.",
        )

    def _columns(self, row: LearnedRow) -> tuple[tuple[str, int | None], ...]:
        """The sizes of the lines of symbols, if there are few."""
        return row.lines if len(row.lines) <= MOST_COLUMNS else ()

    def _cells(self) -> Iterator[tuple[str | int | None, ...]]:
        before = None
        for row in self.rows:
            same = row.hypothesis is not None and row.hypothesis == before
            text = "the same" if same else self._brief(row)
            wrong = " ".join(row.first_error) if row.first_error else None
            lines = (size for _, size in self._columns(row))
            yield row.n, *lines, row.size, wrong, text
            before = row.hypothesis

    def _brief(self, row: LearnedRow) -> str:
        if row.hypothesis is None:
            return f"none up to {self.sized(self.searched)}"
        if isinstance(row.hypothesis, DFA):
            return f"accepting: {len(row.hypothesis.accepting)}"
        program = row.hypothesis
        rows = [line_row(line) for line in program.lines]
        last = [] if program.accept is None else [show_expression(program.accept)]
        last += [f'"{a}" = {show_expression(where)}' for a, where in program.next]
        return "; ".join([*rows, *last])

    def json(self) -> dict[str, Any]:
        """Returns the result as plain data, ready for JSON."""
        return {
            "subject": self.subject,
            "alphabet": list(self.alphabet),
            "class": self.hypotheses,
            "rows": [row.json() for row in self.rows],
            "n0": self.n0,
            "program": None if self.program is None else str(self.program),
            "searched": {"size": self.searched, "positions": self.hypotheses},
            "inputs": self.inputs,
            "word_positions": self.word_positions,
            "basis": self.basis,
            "tested": self.tested,
            "stop": self.stop,
            "candidates": self.candidates,
            "seconds": round(self.seconds, 3),
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        parts = [self.sentence, self.table.text()]
        if self.program is not None:
            parts.append(str(self.program))
        parts.append(self._search_text())
        parts += [f"note: {note}" for note in self.notes]
        return "\n\n".join(parts)

    def _search_text(self) -> str:
        text = (
            f"Searched: every {self.kind} with at most {self.sized(self.searched)}"
            f"{f' ({self.limits})' if self.limits else ''}."
            f"{STOPS[self.stop]}"
        )
        if self.hypotheses == "dfa":
            return text
        return (
            f"{text}\n{readable(self.candidates)} candidate lines in "
            f"{readable(self.seconds)} s ({readable(self.rate)} a minute, each on "
            f"{self.word_positions} word positions)."
        )

    def _repr_html_(self) -> str:
        program = "" if self.program is None else html_source(str(self.program))
        return html_line(self.sentence) + self.table.html() + program
