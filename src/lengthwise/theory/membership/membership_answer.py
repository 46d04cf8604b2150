"""An answer about membership, with its acceptance, format and evidence."""

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
    """Evidence for a yes in next-set format: the last symbols determine what follows.

    Attributes:
        window: Number of symbols read before the last one.
        period: The modulus at which the position is read; 1: not at all.
        table: What may follow (the symbols, and whether the word may end), by the last
            symbols, oldest first, and the residue of the position.
    """

    window: int
    period: int
    table: tuple[tuple[tuple[str, ...], int, frozenset[str], bool], ...]


Evidence: TypeAlias = Potentials | Definite | Certificate | LastSymbols | Searched


@dataclass(frozen=True)
class Membership:
    """Whether a regular language is in a class of C-RASP.

    Attributes:
        answer: ``yes``, ``no``, or ``unknown``. A no means that the language is outside
            the class, so no guarantee is known; it does not mean that a transformer
            fails.
        positions: The class.
        acceptance: ``end``: decided after the last letter, which is seen only through
            counts; ``last``: decided at the last letter; ``next``: at every letter,
            what may follow.
        format: The task format; compare an answer only with a measurement in the same
            format.
        alphabet: The letters of words.
        evidence: What the answer rests on.
    """

    answer: Literal["yes", "no", "unknown"]
    positions: Positions
    acceptance: Literal["end", "last", "next"]
    format: Format
    alphabet: Alphabet
    evidence: Evidence
