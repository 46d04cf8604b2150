"""Writes the table of the idealized learner beside trained networks into the manual.

``python docs/idealized_table.py`` learns every task anew, reads the records of
``results/idealized.jsonl``, and writes between ``<!-- idealized -->`` and
``<!-- end -->`` in ``docs/learning.md``. The column N_info is filled where the module
that computes it is there, and for programs that accept words.
"""

import re
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import lengthwise as lw
from lengthwise.analysis.runs import run_of
from lengthwise.analysis.sufficient import sufficient_length
from lengthwise.cannot_say import CannotSay
from lengthwise.crasp.language.program import Program
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.records.record import Record
from lengthwise.tables import Table
from lengthwise.theory.programs.learned import Learned

PAGE = Path(__file__).parent / "learning.md"
RECORDS = Path(__file__).parents[1] / "results" / "idealized.jsonl"
BLOCK = re.compile(r"(<!-- idealized -->\n).*?(<!-- end -->)", re.DOTALL)

EPS = 0.05
"""The share of wrong inputs of length 50 that a trained network may have."""

INFORMATIVE = "lengthwise.theory.programs.informative"


@dataclass(frozen=True)
class Entry:
    """One row: a task, and the class that goes with the positions of its networks.

    Attributes:
        trained: The task of the records.
        hypotheses: The class of programs.
        length: The longest words or inputs that are learned from.
    """

    trained: str
    hypotheses: str
    length: int

    @property
    def task(self) -> str:
        """The task without its format."""
        return self.trained.partition("@")[0]


ENTRIES = (
    Entry("tomita1@recognize-last", "none", 8),
    Entry("majority_language@recognize-last", "none", 8),
    Entry("bin_majority", "none", 6),
    Entry("dyck1@recognize-last", "none", 8),
    Entry("contains_ab@recognize-last", "periodic-local", 5),
)


def table() -> Table:
    """The table, one row for each task that has records."""
    records = list(read_lines(RECORDS))
    rows = []
    for entry in ENTRIES:
        mine = [one for one in records if str(one.trial.task) == entry.trained]
        if mine:
            rows.append(_row(entry, mine))
    return Table(
        header=(
            *("task", "class", "lines", "N_0", "N_info", "N* of trained networks"),
            "their positions",
        ),
        rows=tuple(rows),
    )


def _row(entry: Entry, records: list[Record]) -> tuple[str | int | None, ...]:
    learned = lw.learn(entry.task, hypotheses=entry.hypotheses, length=entry.length)
    positions = {str(one.trial.model.positions) for one in records}
    return (
        f"`{entry.task}`",
        entry.hypotheses,
        learned.rows[-1].size,
        learned.n0,
        _informative(learned),
        _sufficient(records),
        ", ".join(sorted(positions)),
    )


def _sufficient(records: list[Record]) -> str:
    """The training length from which on the typical error is small enough."""
    found = sufficient_length(map(run_of, records), EPS)
    if isinstance(found, CannotSay):
        return f"cannot say: {found.reason.partition(';')[0]}"
    return f"{found.length:.1f} {found.interval}"


def _informative(learned: Learned) -> str | None:
    """N_info at the size of the program, if it accepts words."""
    program = learned.program
    if not isinstance(program, Program) or program.next or not find_spec(INFORMATIVE):
        return None
    found = import_module(INFORMATIVE).informative_length(
        program, size=learned.rows[-1].size, hypotheses=learned.hypotheses
    )
    return f"{found.length}{'' if found.basis == 'decided' else ' or more'}"


def main() -> None:
    """Writes the table into the page."""
    text = PAGE.read_text("utf-8")
    PAGE.write_text(BLOCK.sub(rf"\g<1>\n{table().markdown()}\n\g<2>", text), "utf-8")


if __name__ == "__main__":
    main()
