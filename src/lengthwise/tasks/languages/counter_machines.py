"""Counter languages, recognized by deterministic counter automata.

Each has the interface of an automaton whose states are configurations of counters; the
configuration ``None`` is dead: no continuation is a member.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import TypeAlias

from lengthwise.words import Alphabet, Word

Configuration: TypeAlias = tuple[int, ...]


class AbstractCounterLanguage(ABC):
    """A language recognized by a deterministic counter automaton."""

    @property
    @abstractmethod
    def alphabet(self) -> Alphabet:
        """The symbols."""

    @property
    @abstractmethod
    def start(self) -> Configuration:
        """The initial configuration."""

    @abstractmethod
    def step(self, counters: Configuration, symbol: str) -> Configuration | None:
        """Returns the configuration after `symbol`; ``None`` if it is dead."""

    @abstractmethod
    def ends(self, counters: Configuration) -> bool:
        """Whether a word that leads to `counters` is a member."""

    @abstractmethod
    def members(self, length: int) -> int:
        """Returns the number of members with `length`."""

    @abstractmethod
    def draw(self, rng: Random, length: int) -> Word:
        """Returns a uniformly random member of `length`.

        At least one must exist: ``members(length) > 0``.
        """

    def run(self, word: Iterable[str]) -> Configuration | None:
        """Returns the configuration after `word`; ``None`` if no member starts with it.

        Raises:
            WordError: A symbol is not in the alphabet.
        """
        counters: Configuration | None = self.start
        for symbol in word:
            self.alphabet.index(symbol)
            counters = None if counters is None else self.step(counters, symbol)
        return counters

    def accepts(self, word: Iterable[str]) -> bool:
        """Whether `word` is a member.

        Raises:
            WordError: A symbol is not in the alphabet.
        """
        counters = self.run(word)
        return counters is not None and self.ends(counters)

    def legal(self, counters: Configuration | None) -> frozenset[str]:
        """Returns the symbols that can follow `counters` in some member."""
        if counters is None:
            return frozenset()
        return frozenset(s for s in self.alphabet if self.step(counters, s) is not None)


@dataclass(frozen=True)
class EqualBlocks(AbstractCounterLanguage):
    """One block of each of the first `letters` letters, all of the same length >= 1.

    Examples:
        >>> EqualBlocks(3).accepts("aabbcc"), EqualBlocks(3).accepts("aabbc")
        (True, False)
    """

    letters: int

    @cached_property
    def alphabet(self) -> Alphabet:
        """The first letters of the Latin alphabet."""
        return Alphabet(chr(ord("a") + k) for k in range(self.letters))

    @property
    def start(self) -> Configuration:
        """The index of the letter, the number of ``a``, the count of this letter."""
        return (0, 0, 0)

    def step(self, counters: Configuration, symbol: str) -> Configuration | None:
        """The same letter again, or the next one once this block is complete."""
        letter, size, own = counters
        k = self.alphabet.index(symbol)
        if k == letter == 0:
            return (0, size + 1, size + 1)
        if k == letter and own < size:
            return (k, size, own + 1)
        if k == letter + 1 and own == size > 0:
            return (k, size, 1)
        return None

    def ends(self, counters: Configuration) -> bool:
        """The last block is complete."""
        letter, size, own = counters
        return letter == self.letters - 1 and own == size

    def members(self, length: int) -> int:
        """Returns 1 for positive multiples of `letters`, otherwise 0."""
        return int(length > 0 and length % self.letters == 0)

    def draw(self, rng: Random, length: int) -> Word:
        """Returns the only member of `length`."""
        del rng
        return tuple(s for s in self.alphabet for _ in range(length // self.letters))


@dataclass(frozen=True)
class Lead:
    """Words over two symbols with at least `margin` more of one than of the other.

    Attributes:
        symbols: Both symbols.
        leader: The symbol that must lead.
        margin: The smallest lead.

    Examples:
        >>> Lead("ab", "a", 0).accepts("abba"), Lead("ab", "a", 1).accepts("abba")
        (True, False)
    """

    symbols: str
    leader: str
    margin: int

    @cached_property
    def alphabet(self) -> Alphabet:
        """Both symbols."""
        return Alphabet(self.symbols)

    def accepts(self, word: Iterable[str]) -> bool:
        """Whether `word` is a member.

        Raises:
            WordError: A symbol is not in the alphabet.
        """
        places = self.alphabet.encode(word)
        leads = places.count(self.alphabet.index(self.leader))
        return leads - (len(places) - leads) >= self.margin


def pick(rng: Random, weights: Sequence[int]) -> int:
    """Draws an index with probability proportional to its weight, exactly.

    Examples:
        >>> pick(Random(0), [0, 3, 0])
        1
    """
    sums = list(accumulate(weights))
    return bisect_right(sums, rng.randrange(sums[-1]))


def table_length(length: int) -> int:
    """Rounds a length up to one of few values, so that tables are reused.

    Examples:
        >>> [table_length(n) for n in (0, 1, 4, 7)]
        [1, 2, 8, 8]
    """
    return 1 << length.bit_length()
