"""The residual classes of a task at several lengths: a value, a table, JSON."""

import math
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from lengthwise.tables import Table
from lengthwise.tasks.task import Task
from lengthwise.views import html_line, short

Basis: TypeAlias = Literal["automaton", "enumerated", "sampled"]
"""The method of counting classes; see `ResidualRow`."""


@dataclass(frozen=True, slots=True)
class ResidualRow:
    """The classes of prefixes of one length.

    Attributes:
        N: The length of the prefixes.
        classes: The number of classes distinguished.
        exact: Whether these are all classes.
        basis: The method of counting: the states of the automaton that prefixes reach;
            all prefixes, by all continuations up to `suffix` symbols; or some prefixes
            and some continuations.
        suffix: The length of the longest continuation; ``None`` for all of them.
        proved_bits: The lower bound proved by a family in closed form, if one is known.
    """

    N: int
    classes: int
    exact: bool
    basis: Basis
    suffix: int | None
    proved_bits: float | None

    @property
    def bits(self) -> float:
        """The lower bound on the bits of a message."""
        return max(math.log2(self.classes), self.proved_bits or 0.0)


@dataclass(frozen=True)
class Residuals:
    """The residual classes of a task at several lengths.

    Attributes:
        task: The task.
        rows: One per length, ascending.
        why: The reason for this number at every N, if a family in closed form is known.
    """

    task: Task
    rows: tuple[ResidualRow, ...]
    why: str | None

    @property
    def sources(self) -> tuple[str, ...]:
        """Its sources, as keys of the bibliography."""
        return ("huang2025formal", *self.task.sources)

    @property
    def answer(self) -> str:
        """The conclusion, in a sentence or two."""
        if self.why is not None:
            return (
                f"{self.task} has no program of C-RASP, also not with periodic and "
                "local positions. Messages would need bits in proportion to N: "
                f"{self.why}."
            )
        if self.task.dfa is not None:
            return (
                f"{self.task} is regular: it never has more classes than its automaton "
                "has states. This excludes no regular language; lengthwise verdict "
                "decides."
            )
        return (
            f"What {self.task} needs at these lengths is evidence, not a proof. "
            "Growth beyond every polynomial would exclude it from C-RASP."
        )

    @property
    def table(self) -> Table:
        """One row per length."""
        return Table(
            header=("N", "classes", "bits", "how classes were counted"),
            rows=tuple(
                (
                    row.N,
                    f"{'' if row.exact else '≥ '}{row.classes:,}",
                    f"{'' if row.exact else '≥ '}{row.bits:.4g}",
                    _how(row),
                )
                for row in self.rows
            ),
            align="rrrl",
            name="residuals",
            caption="Residual classes of prefixes of N symbols.",
        )

    def __str__(self) -> str:
        answer = self.answer.replace(". ", ".\n")
        return f"{answer}\n\n{self.table.text()}"

    def __repr__(self) -> str:
        return short(self, self.answer)

    def _repr_html_(self) -> str:
        return html_line(self.answer) + self.table.html()

    def json(self) -> dict[str, Any]:
        """The result as plain data, ready for JSON."""
        return {
            "task": str(self.task),
            "why": self.why,
            "rows": [
                {
                    "N": row.N,
                    "bits": row.bits,
                    "classes": row.classes,
                    "exact": row.exact,
                    "basis": row.basis,
                    "suffix": row.suffix,
                    "proved_bits": row.proved_bits,
                }
                for row in self.rows
            ],
        }


def _how(row: ResidualRow) -> str:
    match row.basis:
        case "automaton":
            return "states of the automaton"
        case "enumerated":
            return f"all prefixes, continuations up to {row.suffix} symbols"
        case "sampled":
            return "random prefixes and continuations"
