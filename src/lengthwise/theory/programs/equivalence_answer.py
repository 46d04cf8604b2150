"""Whether two languages are equal: the answer, how it is known, and the word."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias, assert_never

from lengthwise.theory.programs.count_proof import CountProof
from lengthwise.theory.programs.path_search import PathProof
from lengthwise.views import html_source, short
from lengthwise.words import Alphabet, Word

SHOWN = 40
"""Symbols of a word that are shown one by one."""

Says: TypeAlias = bool | Word
"""Whether a word is accepted, or the symbols that can follow it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalence:
    """Whether two languages are equal, and how that is known.

    Attributes:
        answer: ``unknown`` means: equal on all words up to `length`, and no more.
        word: A shortest word on which they differ; ``None`` also where it is too long
            to be written down.
        says: What the first and the second say about the word.
        length: Of the shortest words on which they differ; if the answer is unknown,
            the length up to which they are equal; ``None`` if they are equal.
        basis: ``decided``: the answer is about all words. ``bounded``: it is about
            words up to `length`.
        letters: The symbols of the words that were compared.
        how: How it was found, in a few words.
        proof: Where counts or paths were reasoned about, why the programs are equal;
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
    """A word as text; equal neighbors of a long one are counted.

    Examples:
        >>> _spelled(("a", "b")), _spelled(()), _spelled(("a",) * 90 + ("b",))
        ('a b', 'the empty word', '90 times a, b')
    """
    if len(word) <= SHOWN:
        return " ".join(word) or "the empty word"
    runs = ((symbol, sum(1 for _ in run)) for symbol, run in groupby(word))
    return ", ".join(s if n == 1 else f"{n} times {s}" for s, n in runs)
