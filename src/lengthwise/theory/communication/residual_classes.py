r"""How many residual classes the beginnings of a task have.

Two beginnings are in one class if every continuation has the same answer after both.
Whoever answers in the second half must be told the class, so messages have at least
:math:`\log_2` of their number in bits, and a task with more than polynomially many has
no program of C-RASP with periodic and local positions :cite:p:`huang2025formal`.

Numbers at short lengths are evidence and no proof; a family in closed form is one
(`lengthwise.theory.knowledge.outside.Rows`). Regular languages have as many classes as
the automaton has states, so nothing here excludes a regular language.
"""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Literal, TypeAlias

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.errors import SpecError, WordError
from lengthwise.tables import Table
from lengthwise.tasks.outputs import BEGIN, END, SEPARATOR, NextToken, Real, Vector
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.lookup import knowledge_of
from lengthwise.views import html_line, short
from lengthwise.words import Word

Basis: TypeAlias = Literal["automaton", "enumerated", "sampled"]

HALVES = (1, 2, 3, 4, 6, 8, 16)
"""Lengths of the beginnings that are looked at by default."""

WORK = 20_000
"""Answers that are computed for one length."""

BEGINNINGS = 256
"""Beginnings that are drawn where there are too many."""

DRAWN_SYMBOLS = 1 << 21
"""Symbols of all inputs that are drawn for one length, about."""

LONGEST = 1024
"""Symbols of the longest beginnings."""


@dataclass(frozen=True, slots=True)
class ResidualRow:
    """The classes of beginnings of one length.

    Attributes:
        N: Symbols of the beginnings.
        classes: How many were told apart.
        exact: Whether there are no more.
        basis: How they were counted: the states of the minimal automaton that
            beginnings reach; all beginnings, by all continuations up to `suffix`
            symbols; or some beginnings and some continuations.
        suffix: Symbols of the longest continuation; ``None`` for all of them.
        proved_bits: What a family in closed form proves, where one is known.
    """

    N: int
    classes: int
    exact: bool
    basis: Basis
    suffix: int | None
    proved_bits: float | None

    @property
    def bits(self) -> float:
        """Bits that a message must have, at least."""
        return max(math.log2(self.classes), self.proved_bits or 0.0)


@dataclass(frozen=True)
class Residuals:
    """The residual classes of a task at several lengths.

    Attributes:
        task: The task.
        rows: One a length, ascending.
        why: Why there are so many for every N, where a family in closed form is known.
    """

    task: Task
    rows: tuple[ResidualRow, ...]
    why: str | None

    @property
    def sources(self) -> tuple[str, ...]:
        """What it rests on, as keys of the bibliography."""
        return ("huang2025formal", *self.task.sources)

    @property
    def answer(self) -> str:
        """What follows, in a sentence or two."""
        if self.why is not None:
            return (
                f"{self.task} needs messages whose bits grow in proportion to N, so no "
                "program of C-RASP with periodic and local positions computes it: "
                f"{self.why}."
            )
        if self.task.dfa is not None:
            return (
                f"{self.task} is regular: it has as many classes as its automaton has "
                "states, at every length. This excludes no regular language; "
                "lengthwise verdict decides."
            )
        return (
            f"Numbers for {self.task} at these lengths are evidence, not a proof: "
            "growth beyond every polynomial would exclude it from C-RASP."
        )

    @property
    def table(self) -> Table:
        """One row a length."""
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
            caption="Residual classes of beginnings of N symbols.",
        )

    def __str__(self) -> str:
        return f"{self.answer}\n\n{self.table.text()}"

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
            return "states of the minimal automaton"
        case "enumerated":
            return f"all beginnings, continuations up to {row.suffix} symbols"
        case "sampled":
            return f"{BEGINNINGS} random beginnings, some continuations"


def residuals(
    task: Task, lengths: Iterable[int] = HALVES, *, seed: int = 0
) -> Residuals:
    """Counts the residual classes of a task after beginnings of each length.

    Of regular languages all classes are counted. Of other tasks, beginnings are told
    apart by continuations of up to N symbols, as in an input that is cut in the middle:
    longer ones might tell more apart. Where that is too much, random beginnings and
    continuations give a smaller number.

    Args:
        task: A task with a fixed alphabet and inputs of every length.
        lengths: Of the beginnings; of answers to questions, without ``<bos>``.
        seed: Of the random ones.

    Raises:
        SpecError: The length of inputs is bounded by the alphabet, the task has real
            outputs, or a length is not a whole number from 1 up.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> found = residuals(task("repeat_copy"), [1, 2, 3])
        >>> [(row.classes, row.exact) for row in found.rows]
        [(2, True), (4, True), (8, True)]
        >>> residuals(task("sort"))
        Traceback (most recent call last):
        lengthwise.errors.SpecError: inputs of sort have at most ... symbols, ...
    """
    _require_countable(task)
    halves = sorted(set(lengths))
    if not halves or not all(isinstance(n, int) and 1 <= n <= LONGEST for n in halves):
        raise SpecError(f"lengths are {halves}; use whole numbers from 1 to {LONGEST}")
    form = knowledge_of(task).rows
    rows = []
    for half in halves:
        classes, basis, suffix, every = _classes(task, half, Random(seed))
        proved = None
        if form is not None:
            proved = (half - form.shift) * math.log2(form.base_of(task))
        exact = basis == "automaton" or classes == every
        rows.append(ResidualRow(half, classes, exact, basis, suffix, proved))
    return Residuals(task, tuple(rows), None if form is None else form.why)


def _require_countable(task: Task) -> None:
    if task.max_length is not None:
        raise SpecError(
            f"inputs of {task} have at most {task.max_length} symbols, a length that "
            "the alphabet bounds, so growth with the length says nothing; give a task "
            "with inputs of every length, or a program"
        )
    if isinstance(task.output, Real | Vector):
        raise SpecError(
            f"{task} has real outputs, of which no two need be equal; classes are "
            "counted for tasks with discrete answers"
        )


def _classes(task: Task, half: int, rng: Random) -> tuple[int, Basis, int | None, int]:
    """The number of classes, how it was found, and the number of beginnings."""
    symbols = _symbols(task)
    every = len(symbols) ** half
    if task.dfa is not None:
        return len(_reached(minimize(task.dfa), half)), "automaton", None, every
    continuations = sum(len(symbols) ** n for n in range(half + 1))
    if every * continuations <= WORK:
        beginnings = product(symbols, repeat=half)
        ends = [e for n in range(half + 1) for e in product(symbols, repeat=n)]
        return _told_apart(task, beginnings, ends), "enumerated", half, every
    drawn = {tuple(rng.choices(symbols, k=half)) for _ in range(BEGINNINGS)}
    number = min(WORK, DRAWN_SYMBOLS // half) // BEGINNINGS
    lengths = (rng.randint(0, half) for _ in range(number))
    some = [(), *(tuple(rng.choices(symbols, k=n)) for n in lengths)]
    return _told_apart(task, sorted(drawn), some), "sampled", half, every


def _symbols(task: Task) -> Word:
    if not isinstance(task.output, NextToken):
        return task.alphabet.symbols
    marks = {BEGIN, SEPARATOR, END, task.output.mark}
    return tuple(symbol for symbol in task.alphabet if symbol not in marks)


def _reached(automaton: DFA, half: int) -> frozenset[int]:
    """The states after all words of a length."""
    states = frozenset({automaton.start})
    for _ in range(half):
        states = frozenset(t for s in states for t in automaton.transitions[s])
    return states


def _told_apart(task: Task, beginnings: Iterable[Word], ends: Sequence[Word]) -> int:
    rows = {
        tuple(_answer(task, (*begin, *end)) for end in ends) for begin in beginnings
    }
    return len(rows)


def _answer(task: Task, word: Word) -> Hashable:
    """The answer to a whole input; ``None`` where it is none."""
    whole = task.output.prompt(word) if isinstance(task.output, NextToken) else word
    try:
        return task.label(whole)
    except WordError:
        return None
