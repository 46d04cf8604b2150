"""Words as a tree of prefixes, so that a line is one vector for all of its positions.

The value of a line at position i of a word depends only on the first i symbols, so it
equals the value at the last position of that prefix. One entry per non-empty prefix, in
order of length, represents every line at every position of every word.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise

import numpy as np
from jaxtyping import Bool, Int, Int8

from lengthwise.words import Alphabet, Word


@dataclass(frozen=True, eq=False)
class PrefixTree:
    """All non-empty prefixes of some words, in order of length.

    Attributes:
        alphabet: The symbols.
        words: The prefixes, by length.

    Examples:
        >>> tree = PrefixTree.of_all(Alphabet("ab"), 2)
        >>> ["".join(word) for word in tree.words]
        ['a', 'b', 'aa', 'ab', 'ba', 'bb']
        >>> tree.counts(np.array([1, 0, 1, 0, 1, 0], bool)).tolist()
        [1, 0, 2, 1, 1, 0]
    """

    alphabet: Alphabet
    words: tuple[Word, ...]

    @classmethod
    def of_all(cls, alphabet: Alphabet, length: int) -> "PrefixTree":
        """The tree of all words up to a length."""
        levels = (alphabet.words(n) for n in range(1, length + 1))
        return cls(alphabet, tuple(chain.from_iterable(levels)))

    @classmethod
    def of_words(cls, alphabet: Alphabet, words: Iterable[Word]) -> "PrefixTree":
        """The tree of these words and all of their prefixes."""
        prefixes = {word[:n] for word in words for n in range(1, len(word) + 1)}
        order = sorted(prefixes, key=lambda word: (len(word), alphabet.encode(word)))
        return cls(alphabet, tuple(order))

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def lengths(self) -> Int[np.ndarray, " prefixes"]:
        """The length of each prefix."""
        return np.array([len(word) for word in self.words])

    @cached_property
    def last(self) -> Int[np.ndarray, " prefixes"]:
        """The index in the alphabet of the last symbol of each prefix."""
        return np.array([self.alphabet.index(word[-1]) for word in self.words])

    @cached_property
    def parent(self) -> Int[np.ndarray, " prefixes"]:
        """The index of each prefix without its last symbol; -1 for single symbols."""
        place = {word: k for k, word in enumerate(self.words)}
        return np.array([place.get(word[:-1], -1) for word in self.words])

    @cached_property
    def _levels(self) -> list[slice]:
        ends = np.searchsorted(self.lengths, np.arange(self.lengths[-1] + 1), "right")
        return [slice(int(a), int(b)) for a, b in pairwise(ends)]

    def counts(
        self, holds: Bool[np.ndarray, " prefixes"]
    ) -> Int8[np.ndarray, " prefixes"]:
        """The count of a Boolean line, up to the end of each prefix."""
        sums = holds.astype(np.int8)
        for level in self._levels[1:]:
            sums[level] += sums[self.parent[level]]
        return sums

    def shifted(
        self, holds: Bool[np.ndarray, " prefixes"], lag: int
    ) -> Int8[np.ndarray, " prefixes"]:
        """1 where a Boolean line held `lag` positions before, otherwise 0."""
        padded = np.append(holds, np.zeros(1, bool))
        place = np.arange(len(self))
        for _ in range(lag):
            place = np.append(self.parent, np.array(-1))[place]
        return padded[place].astype(np.int8)
