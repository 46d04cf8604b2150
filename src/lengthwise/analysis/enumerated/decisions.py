"""The decisions of a machine on all words of a length, in a few numbers."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.analysis.enumerated._decided_words import Case
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.machine_run import ACCEPT
from lengthwise.words import Word

Way: TypeAlias = Literal["words", "statistics"]
"""What was looked at one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """The decisions of a machine on all words of a length.

    Attributes:
        length: Of the words.
        looked: How many words, or statistics of words, were looked at.
        by: Which of the two.
        wrong: How many of them are decided wrongly; statistics count as wrong where
            one of their words is.
        inside: The smallest distance of the output to the border over words of the
            language, negative where one is rejected; ``None`` where there is no such
            word.
        outside: The same over other words, negative where one is accepted.
        sign: The smallest distance from 0 of a number of which the last layer takes
            the sign; ``None`` where it takes none.
        worst: The word with the smallest distance, then with the smallest sign.
        output: What the machine says there.
        label: Whether it is in the language.
    """

    length: int
    looked: int
    by: Way
    wrong: int
    inside: float | None
    outside: float | None
    sign: float | None
    worst: Word
    output: float
    label: bool


def decisions(
    machine: LimitTransformer, length: int, by: Way, cases: list[Case]
) -> Decisions:
    """Returns what all words of a length have in common.

    A compiled acceptor accepts above 1/2, a trained net above 0.

    Args:
        machine: With one output.
        length: Of the words.
        by: Whether a case is a word or stands for all words with its statistics.
        cases: What it says on each.
    """
    border = 0.5 if machine.outputs == (ACCEPT,) else 0.0

    def margin(case: Case) -> float:
        return case.output - border if case.label else border - case.output

    margins = {
        label: [margin(case) for case in cases if case.label is label]
        for label in (True, False)
    }
    wrong = {case.place for case in cases if (case.output > border) is not case.label}
    worst = min(cases, key=lambda case: (round(margin(case), 12), case.sign or 0.0))
    return Decisions(
        length=length,
        looked=1 + max(case.place for case in cases),
        by=by,
        wrong=len(wrong),
        inside=min(margins[True], default=None),
        outside=min(margins[False], default=None),
        sign=min((c.sign for c in cases if c.sign is not None), default=None),
        worst=worst.word(),
        output=worst.output,
        label=worst.label,
    )
