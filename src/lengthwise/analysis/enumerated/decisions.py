"""A summary of a machine's decisions on all words of a length."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.analysis.enumerated._decided_words import Case
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.machine_run import ACCEPT
from lengthwise.words import Word

Way: TypeAlias = Literal["words", "statistics"]
"""What was enumerated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """A summary of a machine's decisions on all words of a length.

    Attributes:
        length: The length of the words.
        looked: Number of words, or of statistics of words, enumerated.
        by: Which of the two was enumerated.
        wrong: Number of wrong decisions; statistics count as wrong if one of their
            words is.
        inside: The smallest distance of the output to the decision boundary over words
            of the language, negative if one is rejected; ``None`` without such words.
        outside: The same over other words, negative if one is accepted.
        sign: The smallest distance from 0 of a number whose sign the last layer takes;
            ``None`` if it takes none.
        worst: The word with the smallest distance, then the smallest sign.
        output: The output of the machine there.
        label: Whether that word is in the language.
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
    """Returns the summary of all cases of a length.

    A compiled acceptor accepts above 1/2, a trained net above 0.

    Args:
        machine: A machine with one output.
        length: The length of the words.
        by: Whether a case is a word or represents all words with its statistics.
        cases: The cases with their outputs.
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
