"""The first word on which two languages differ, by a search over states."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

import numpy as np
from jaxtyping import Bool, Int

from lengthwise.automata.dfa import DFA
from lengthwise.theory.programs._program_states import LONGEST, ProgramStates
from lengthwise.words import Word

MOST_CELLS = 1 << 24
"""The limit on entries in the states of one length, over all letters."""

MOST_KEPT = 1 << 25
"""The limit on entries in all stored states."""


class AutomatonStates:
    """The states of an automaton, each a row with one entry."""

    faithful = True

    def __init__(self, dfa: DFA) -> None:
        self.first = dfa.start
        self.table = np.array(dfa.transitions, dtype=np.int64)
        self.accepting = np.zeros((len(dfa), 1), dtype=bool)
        self.accepting[list(dfa.accepting)] = True

    def start(self) -> Int[np.ndarray, " columns"]:
        """The state before the first symbol."""
        return np.array([self.first], dtype=np.int64)

    def step(
        self, rows: Int[np.ndarray, "words columns"], letter: int
    ) -> tuple[Int[np.ndarray, "words columns"], Bool[np.ndarray, "words outputs"]]:
        """The states after one more letter, and whether they accept."""
        new = self.table[rows, letter]
        return new, self.accepting[new[:, 0]]


States: TypeAlias = ProgramStates | AutomatonStates
"""The states of words, one row of integers each."""


@dataclass(frozen=True, slots=True)
class Searched:
    """The result of a search over states.

    Attributes:
        word: The first word, by length and then in alphabet order, on which the two
            differ; ``None`` if there is none among those compared.
        length: All non-empty words up to this length were compared, up to the word.
        everything: Whether all words, of any length, were covered.
        full: Whether the search ended for another reason than the number of states, so
            that a larger limit on these would not help.
    """

    word: Word | None
    length: int
    everything: bool
    full: bool = False


def first_difference(
    first: States,
    second: States,
    letters: Sequence[str],
    *,
    most_states: int,
    longest: int = LONGEST,
) -> Searched:
    """Compares all non-empty words in order of length, until there are too many states.

    If a program is among them, words have at most `longest` letters.

    Args:
        first: The first to compare.
        second: The second.
        letters: The alphabet of both.
        most_states: The search ends with the length at which this is exceeded.
        longest: Length of the longest words, at most `LONGEST`.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> one, other = regex("(ab)*").dfa, regex("(ab|abaa)*").dfa
        >>> states = AutomatonStates(one), AutomatonStates(other)
        >>> first_difference(*states, "ab", most_states=100)
        Searched(word=('a', 'b', 'a', 'a'), length=4, everything=False, full=False)
    """
    begin = np.concatenate([first.start(), second.start()])
    cut = len(first.start())
    rows = begin[None, :]
    tree: list[tuple[int, int]] = [(0, 0)]
    seen = {begin.tobytes()}
    words = [0]
    programs = isinstance(first, ProgramStates) or isinstance(second, ProgramStates)
    for length in count(1):
        full = rows.size * len(letters) > MOST_CELLS
        full |= len(seen) > MOST_KEPT // len(begin)
        full |= programs and length > min(longest, LONGEST)
        if full or len(seen) > most_states:
            break
        steps = []
        for k in range(len(letters)):
            left, says = first.step(rows[:, :cut], k)
            right, other = second.step(rows[:, cut:], k)
            steps.append((np.concatenate([left, right], axis=1), says != other))
        differ = np.stack([wrong.any(axis=1) for _, wrong in steps], axis=1)
        if differ.any():
            row, k = map(int, np.argwhere(differ)[0])
            return Searched(
                _spelled(tree, words[row], k, letters), length, everything=False
            )
        new = np.stack([after for after, _ in steps], axis=1).reshape(-1, rows.shape[1])
        kept, reached = [], []
        for number, row_bytes in enumerate(map(np.ndarray.tobytes, new)):
            if row_bytes not in seen:
                seen.add(row_bytes)
                kept.append(number)
                reached.append(len(tree))
                tree.append((words[number // len(letters)], number % len(letters)))
        rows, words = new[kept], reached
        if not kept:
            return Searched(None, length, first.faithful and second.faithful)
    return Searched(None, length - 1, everything=False, full=full)


def _spelled(
    tree: list[tuple[int, int]], place: int, last: int, letters: Sequence[str]
) -> Word:
    """The word of a node in the tree, and one more letter."""
    word = [letters[last]]
    while place:
        place, k = tree[place]
        word.append(letters[k])
    return tuple(reversed(word))
