"""An answer about membership, with its convention, its format and its evidence."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.tasks.task_format import Format
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    Definite,
    Positions,
    Potentials,
    Searched,
)
from lengthwise.words import Alphabet


@dataclass(frozen=True)
class LastSymbols:
    """Evidence for a yes of the format next-set: the last symbols decide what follows.

    Attributes:
        window: How many symbols before the last one are looked at.
        period: Modulo what the position is looked at; 1 is not at all.
        table: What may follow (symbols; whether the word may end), for each thing that
            can be seen: the last symbols, the oldest first, and the residue.
    """

    window: int
    period: int
    table: tuple[tuple[tuple[str, ...], int, frozenset[str], bool], ...]


Evidence: TypeAlias = Potentials | Definite | Certificate | LastSymbols | Searched


@dataclass(frozen=True)
class Membership:
    """Whether a regular language is in a class of C-RASP.

    Attributes:
        answer: ``yes``, ``no``, or ``unknown``. A no says that the language is outside
            the class, so that no guarantee is known; not that a transformer fails.
        positions: Which class.
        acceptance: ``end``: judged after the last letter, which is seen through counts
            only; ``last``: judged at the last letter; ``next``: at every letter, what
            may follow.
        format: The kind of task; an answer may only be compared with a measurement of
            the same kind.
        alphabet: The letters that words are made of.
        evidence: What the answer rests on.
    """

    answer: Literal["yes", "no", "unknown"]
    positions: Positions
    acceptance: Literal["end", "last", "next"]
    format: Format
    alphabet: Alphabet
    evidence: Evidence
