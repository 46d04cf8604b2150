"""The answer to an equivalence question: its basis, and a distinguishing word."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias, assert_never

from lengthwise.theory.programs.count_proof import CountProof
from lengthwise.theory.programs.path_search import PathProof
from lengthwise.views import html_source, short
from lengthwise.words import Alphabet, Word

SHOWN = 40
"""The largest number of symbols of a word that are shown one by one."""

Says: TypeAlias = bool | Word
"""Whether a word is accepted, or its next set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalence:
    """Whether two languages are equal, and the basis of the answer.

    Attributes:
        answer: ``unknown`` means: equal on all words up to `length`; longer words are
            open.
        word: A shortest word on which they differ; ``None`` also if it is too long to
            be spelled out.
        says: The outputs of the first and the second on the word.
        length: The length of the shortest words on which they differ; if the answer is
            unknown, the length up to which they are equal; ``None`` if they are equal.
        basis: ``decided``: the answer covers all words. ``bounded``: it covers words up
            to `length`.
        letters: The symbols of the words that were compared.
        how: The method, in a few words.
        proof: For methods with counts or paths, the proof that the programs are equal;
            `lengthwise.theory.programs.count_proof.flaw` or
            `lengthwise.theory.programs.path_search.path_flaw` checks it.

    Examples:
        >>> from lengthwise.theory.programs.equivalence import equivalent
        >>> equivalent(regex=["a*", "a+"])
        <Equivalence different, first at length 0: the empty word; the first accepts...
    """

    answer: Literal["equal", "different", "unknown"]
    word: Word | None = None
    says: tuple[Says, Says] | None = None
    length: int | None = None
    basis: Literal["decided", "bounded"] = "decided"
    letters: Alphabet
    how: str
    proof: CountProof | PathProof | None = None

    def __str__(self) -> str:
        over = f"over {self.letters} ({self.how})"
        match self.answer:
            case "equal":
                return f"equal on all words {over}"
            case "unknown":
                return f"unknown; equal on all words up to length {self.length} {over}"
            case "different":
                return f"different, first at length {self.length}{self._shown()}"
            case _:
                assert_never(self.answer)

    def __repr__(self) -> str:
        return short(self, "; ".join(str(self).splitlines()))

    def _repr_html_(self) -> str:
        return html_source(str(self))

    def _shown(self) -> str:
        if self.word is None or self.says is None:
            return f" ({self.how})"
        first, second = map(_said, self.says)
        return f": {_spelled(self.word)}\nthe first {first}, the second {second}"

    def json(self) -> dict[str, Any]:
        """As ``lengthwise crasp equivalent --json`` prints it."""
        return {
            "answer": self.answer,
            "word": None if self.word is None else list(self.word),
            "says": None if self.says is None else list(self.says),
            "basis": self.basis,
            "length": self.length,
            "alphabet": list(self.letters),
            "how": self.how,
        }


def _said(says: Says) -> str:
    if isinstance(says, bool):
        return "accepts it" if says else "rejects it"
    return f"continues it with {' '.join(says) or 'nothing'}"


def _spelled(word: Word) -> str:
    """A word as text; runs of equal symbols in a long one are abbreviated.

    Examples:
        >>> _spelled(("a", "b")), _spelled(()), _spelled(("a",) * 90 + ("b",))
        ('a b', 'the empty word', '90 times a, b')
    """
    if len(word) <= SHOWN:
        return " ".join(word) or "the empty word"
    runs = ((symbol, sum(1 for _ in run)) for symbol, run in groupby(word))
    return ", ".join(s if n == 1 else f"{n} times {s}" for s, n in runs)
