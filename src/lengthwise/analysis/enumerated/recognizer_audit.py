"""The audit of a recognizer: all decisions at a length, and their margins.

If there are few words, they are enumerated. A one-layer machine sees a word only
through its statistics; if the language is given by an automaton, the states that words
with equal statistics lead to are known, which covers all words of much larger lengths.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from lengthwise.analysis.enumerated._decided_words import (
    cases_of_statistics,
    cases_of_words,
)
from lengthwise.analysis.enumerated.all_words import few_words
from lengthwise.analysis.enumerated.decisions import Decisions, decisions
from lengthwise.analysis.enumerated.states_by_counts import StatesByCounts
from lengthwise.errors import SpecError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.tables import Table
from lengthwise.tasks.outputs import Accept
from lengthwise.tasks.task import Language, Task
from lengthwise.views import html_line, short
from lengthwise.words import Alphabet, Word, statistics_count

MOST_STATISTICS = 10_000
"""Limit on the number of statistics at a length."""

LONGEST_SHOWN = 40
"""The longest words that are printed."""


@dataclass(frozen=True, kw_only=True)
class Recognized:
    """The language that a machine should recognize.

    Attributes:
        name: Its name.
        alphabet: The symbols.
        accepts: Whether a word is in the language.
        language: The language as an automaton or a counter language, if it is one.
        marks: The symbols that a trained net reads in addition; empty for others.
        marked: Returns what such a net reads for a word.
        sources: Its sources, as keys of the bibliography.
    """

    name: str
    alphabet: Alphabet
    accepts: Callable[[Word], Any]
    language: Language | None = None
    marks: tuple[str, ...] = ()
    marked: Callable[[Word], Word] = tuple
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RecognizerAudit:
    """The decisions of a machine by length.

    Attributes:
        subject: The language.
        rows: Decisions by length, ascending.
        left_out: Lengths with too many words.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.limit.compile.compiler import compile_program
        >>> from lengthwise.tasks.catalogue import task
        >>> language = task("majority_language")
        >>> machine = compile_program(load("majority_language"))
        >>> print(audit_recognizer(machine, recognized(language), [2, 128]))
        Right on every word of the lengths 2, 128.
        length  words               wrong  margin inside  margin outside  ...
             2  all, by 4 counts        0            0.5             0.5  ...
           128  all, by 256 counts      0            0.5             0.5  ...
        nearest sign: ...
    """

    subject: Recognized
    rows: tuple[Decisions, ...]
    left_out: tuple[int, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """Sources of the language, as keys of the bibliography."""
        return self.subject.sources

    @property
    def sentence(self) -> str:
        """Whether all decisions are right, in one line."""
        for row in self.rows:
            if row.wrong:
                verb, place = ("rejects", "in") if row.label else ("accepts", "not in")
                return (
                    f"Wrong: it {verb} {_shown(row.worst)}, which is {place} "
                    f"{self.subject.name}."
                )
        lengths = ", ".join(str(row.length) for row in self.rows)
        return f"Right on every word of the lengths {lengths}."

    @property
    def remark(self) -> str:
        """What was skipped; empty if nothing was."""
        if not self.left_out:
            return ""
        return (
            f"skipped: {', '.join(map(str, self.left_out))}; these lengths have "
            "too many words"
        )

    @property
    def table(self) -> Table:
        """The decisions as a table, one row per length."""
        return Table(
            header=(
                *("length", "words", "wrong", "margin inside", "margin outside"),
                *("nearest sign", "worst word"),
            ),
            rows=tuple(
                (
                    str(row.length),
                    _looked(row),
                    str(row.wrong),
                    *map(_margin, (row.inside, row.outside, row.sign)),
                    f"{_shown(row.worst)} (says {row.output:.4g}, {_side(row)})",
                )
                for row in self.rows
            ),
            align="rlrrrrl",
        )

    @property
    def legend(self) -> str:
        """The meaning of the column of signs; empty if there are none."""
        if all(row.sign is None for row in self.rows):
            return ""
        return (
            "nearest sign: the smallest distance from 0 of a number whose sign the "
            "last layer takes; coarser arithmetic may decide differently"
        )

    def __str__(self) -> str:
        lines = [self.sentence, self.table.text(), self.legend, self.remark]
        return "\n".join(line for line in lines if line)

    def __repr__(self) -> str:
        return short(self, self.sentence)

    def _repr_html_(self) -> str:
        below = "".join(html_line(one) for one in (self.legend, self.remark) if one)
        return html_line(self.sentence) + self.table.html() + below


def audit_recognizer(
    machine: LimitTransformer, subject: Recognized, lengths: Iterable[int]
) -> RecognizerAudit:
    """Returns the decisions of a machine on all words of the `lengths`.

    A compiled acceptor accepts above 1/2, a trained net above 0.

    Args:
        machine: A machine of any depth with one output.
        subject: The language.
        lengths: Lengths from 1 on; those with too many words are skipped.

    Raises:
        SpecError: The machine does not read such words or has several outputs, or all
            lengths have too many words.
    """
    is_marked = machine.alphabet.symbols == (*subject.alphabet, *subject.marks)
    is_plain = machine.alphabet == subject.alphabet
    if not (is_marked or is_plain) or len(machine.readout) != 1:
        raise SpecError(
            f"a machine over {machine.alphabet} with {len(machine.readout)} outputs "
            f"does not recognize {subject.name}, which is over {subject.alphabet}; it "
            "needs one output, and the same symbols in the same order"
        )
    distinct = sorted(set(lengths))
    reached = None
    if len(machine.layers) <= 1 and subject.language is not None and is_plain:
        reached = StatesByCounts(subject.language, delta=machine.delta)
    few = few_words(subject.alphabet, distinct)
    rows = []
    for n in distinct:
        if reached is not None and _size(machine, n) <= MOST_STATISTICS:
            cases = cases_of_statistics(machine, reached, n)
            rows.append(decisions(machine, n, "statistics", list(cases)))
        elif n in few:
            cases = cases_of_words(
                machine,
                subject.accepts,
                n,
                subject.alphabet,
                tuple if is_plain else subject.marked,
            )
            rows.append(decisions(machine, n, "words", list(cases)))
    if not rows:
        raise SpecError(
            f"there are too many words of length {distinct[0]} to enumerate; use "
            "shorter lengths, from 1 up"
        )
    seen = {row.length for row in rows}
    left = tuple(n for n in distinct if n not in seen)
    return RecognizerAudit(subject=subject, rows=tuple(rows), left_out=left)


def recognized(task: Task) -> Recognized | None:
    """Returns the language that a task is about; ``None`` if it is not a language task.

    This includes tasks whose format asks for the next symbols.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> recognized(task("dyck1")).accepts(("(", ")")), recognized(task("simple"))
        (True, None)
    """
    language = task.language
    if language is None and not isinstance(task.output, Accept):
        return None
    from lengthwise.training.batch import marked, marked_alphabet  # loads JAX

    return Recognized(
        name=str(task),
        alphabet=task.alphabet,
        accepts=task.label if language is None else language.accepts,
        language=language,
        marks=marked_alphabet(task).symbols[len(task.alphabet) :],
        marked=partial(marked, task),
        sources=task.sources,
    )


def _size(machine: LimitTransformer, length: int) -> int:
    symbols = len(machine.alphabet)
    return statistics_count(symbols, length, delta=machine.delta, tau=machine.tau)


def _looked(row: Decisions) -> str:
    if row.by == "words":
        return f"all {row.looked:,}"
    return f"all, by {row.looked:,} counts"


def _side(row: Decisions) -> str:
    return "inside" if row.label else "outside"


def _margin(margin: float | None) -> str:
    return "-" if margin is None else f"{margin:.4g}"


def _shown(word: Word) -> str:
    """A word as text; a long one by the counts of its symbols.

    Examples:
        >>> _shown(tuple("ab")), _shown(tuple("ab" * 40))
        ('a b', 'a=40, b=40 (80 symbols)')
    """
    if len(word) <= LONGEST_SHOWN:
        return " ".join(word)
    counts = ", ".join(f"{s}={word.count(s)}" for s in dict.fromkeys(word))
    return f"{counts} ({len(word)} symbols)"
