"""Do two programs, expressions or automata say the same about every word?"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, assert_never

from lengthwise.automata.dfa import DFA
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.interpreter import run
from lengthwise.theory.programs._program_states import ProgramStates
from lengthwise.theory.programs._same_text import same_text
from lengthwise.theory.programs.compared import Compared, compared
from lengthwise.theory.programs.state_search import (
    AutomatonStates,
    Searched,
    States,
    first_difference,
)
from lengthwise.words import Alphabet, Word

MOST_STATES = 200_000
"""States after which a search over words ends, about two seconds."""


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
    """

    answer: Literal["equal", "different", "unknown"]
    word: Word | None = None
    says: tuple[Says, Says] | None = None
    length: int | None = None
    basis: Literal["decided", "bounded"] = "decided"
    letters: Alphabet
    how: str

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

    def _shown(self) -> str:
        if self.word is None or self.says is None:
            return f" ({self.how})"
        first, second = map(_said, self.says)
        return (
            f": {' '.join(self.word) or 'the empty word'}\n"
            f"the first {first}, the second {second}"
        )

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


def equivalent(
    *subjects: Program | DFA | str | Path,
    regex: str | Iterable[str] = (),
    alphabet: Iterable[str] | None = None,
    most_states: int = MOST_STATES,
) -> Equivalence:
    """Says whether two things are equal on all words, or where they first differ.

    Programs say nothing about the empty word; it is compared only if both are
    expressions or automata.

    Args:
        subjects: Programs, by value, name, path or text, and automata.
        regex: An expression, or two of them; with `subjects` two in all.
        alphabet: The letters, if programs and expressions should not say.
        most_states: The search over words ends when it meets more states.

    Raises:
        SpecError: There are not two things, or they cannot be compared.

    Examples:
        >>> found = equivalent("d2", "d3")
        >>> found.answer, "".join(found.word)
        ('different', 'aaabbb')
        >>> equivalent('accept exists "a"', regex="b*a(a|b)*").answer
        'equal'
        >>> print(equivalent(regex=["(ab)*", "(ab|abab)*"]))
        equal on all words over {a, b} (all states were compared)
    """
    pair = compared(*subjects, regex=regex, alphabet=alphabet)
    return equivalence(pair, most_states=most_states)


def equivalence(pair: Compared, *, most_states: int = MOST_STATES) -> Equivalence:
    """The same for two things over one alphabet."""
    if pair.programs is not None and same_text(*pair.programs):
        how = "both are the same program in other words"
        return Equivalence(answer="equal", letters=pair.letters, how=how)
    if pair.regular and _empty(pair.first) != _empty(pair.second):
        return _different((), pair)
    return _bounded(pair, _search(pair, most_states))


def _search(pair: Compared, most_states: int) -> Searched:
    states = _states(pair.first, pair), _states(pair.second, pair)
    letters = pair.letters.symbols
    return first_difference(*states, letters, most_states=most_states)


def _states(thing: Program | DFA, pair: Compared) -> States:
    if isinstance(thing, DFA):
        return AutomatonStates(thing)
    return ProgramStates(thing, pair.letters.symbols)


def _empty(thing: Program | DFA) -> bool:
    return isinstance(thing, DFA) and thing.accepts(())


def _different(word: Word, pair: Compared) -> Equivalence:
    return Equivalence(
        answer="different",
        word=word,
        says=(_says(pair.first, word), _says(pair.second, word)),
        length=len(word),
        letters=pair.letters,
        how="no shorter word separates them",
    )


def _says(thing: Program | DFA, word: Word) -> Says:
    if isinstance(thing, DFA):
        return thing.accepts(word)
    result = run(thing, word)
    says = result.accepted if result.next is None else result.next
    assert says is not None, "a program was asked about the empty word"
    return says


def _said(says: Says) -> str:
    if isinstance(says, bool):
        return "accepts it" if says else "rejects it"
    return f"continues it with {' '.join(says) or 'nothing'}"


def _bounded(pair: Compared, found: Searched) -> Equivalence:
    if found.word is not None:
        return _different(found.word, pair)
    if found.everything:
        how = "all states were compared"
        return Equivalence(answer="equal", letters=pair.letters, how=how)
    return Equivalence(
        answer="unknown",
        length=found.length,
        basis="bounded",
        letters=pair.letters,
        how="longer words were not compared",
    )
