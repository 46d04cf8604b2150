"""Enumeration of words beyond the training length.

If attention masses depend on the size of a word and not only on its proportions, the
limit of long words is not sufficient.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from lengthwise.errors import TooLargeError
from lengthwise.theory.minimax._gluing import Glued, Masses
from lengthwise.theory.minimax._long_words import Family
from lengthwise.theory.minimax.patterns import Question, word_masses
from lengthwise.words import Word, statistics_count

FEW_WORDS = 5_000
"""Default number of enumerated words, if sizes matter and no horizon is given."""

LARGEST_WORDS = 100_000
"""The largest number of enumerated words."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A word beyond the training length.

    Attributes:
        distance: The distance of the masses of the two machines, with ``L = 1``.
        counts: The counts of its prefix.
        suffix: Its last symbols.
        masses: The masses of f and of g.
    """

    distance: float
    counts: Int[np.ndarray, "symbols delta"]
    suffix: Word
    masses: tuple[Masses, Masses]


def longest_word(question: Question, families: list[Family], *, N: int) -> int:
    """The longest words to enumerate; `N` if sizes do not matter.

    At least twice `N`, and up to eight times if there are few words.
    """
    if all(family.even for family in families):
        return N
    last, words = 2 * N, 0
    for length in question.lengths(N + 1, 8 * N):
        words += statistics_count(
            len(question.f.alphabet), length, delta=question.delta, tau=question.tau
        )
        if words <= FEW_WORDS:
            last = max(last, length)
    return last


def worst_word(question: Question, sheets: Glued, first: int, last: int) -> Seen | None:
    """The word of length `first` to `last` with the largest distance, if any.

    Raises:
        TooLargeError: There are too many words with distinct masses.
    """
    best: Seen | None = None
    known: set[bytes] = set()
    for counts, suffix, u, v in word_masses(question, question.lengths(first, last)):
        keys = np.hstack([u, v]).round(12)
        for row, key in enumerate(map(bytes, keys)):
            if key in known:
                continue
            known.add(key)
            if len(known) > LARGEST_WORDS:
                raise TooLargeError(
                    f"more than {LARGEST_WORDS} words up to length {last} to "
                    "enumerate; use a smaller horizon",
                    size=len(known),
                    limit=LARGEST_WORDS,
                )
            far = sheets.distance(u[row], v[row])
            if best is None or far > best.distance:
                best = Seen(far, counts[row], suffix, (u[row], v[row]))
    return best
