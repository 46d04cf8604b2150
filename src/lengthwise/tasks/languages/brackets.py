"""Balanced brackets: Dyck-1 and shuffles of several copies."""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

from lengthwise.tasks.languages.counter_machines import (
    AbstractCounterLanguage,
    Configuration,
    pick,
)
from lengthwise.words import Alphabet, Word

BRACKETS = ("()", "[]", "{}", "<>", "+-", "ud")
"""The pairs of the shuffle languages, in order."""


@dataclass(frozen=True)
class Shuffle(AbstractCounterLanguage):
    """Interleavings of `pairs` balanced words, each over its own pair of brackets.

    One pair is Dyck-1. The empty word is a member.

    Examples:
        >>> Shuffle(2).accepts("([)]"), Shuffle(2).accepts("(])[")
        (True, False)
        >>> Shuffle(1).members(6)
        5
    """

    pairs: int

    @cached_property
    def alphabet(self) -> Alphabet:
        """The brackets of all pairs."""
        return Alphabet("".join(BRACKETS[: self.pairs]))

    @property
    def start(self) -> Configuration:
        """Depth 0 for every pair."""
        return (0,) * self.pairs

    def step(self, counters: Configuration, symbol: str) -> Configuration | None:
        """One depth increases or decreases by 1; none becomes negative."""
        pair, closing = divmod(self.alphabet.index(symbol), 2)
        depth = counters[pair] + (-1 if closing else 1)
        if depth < 0:
            return None
        return (*counters[:pair], depth, *counters[pair + 1 :])

    def ends(self, counters: Configuration) -> bool:
        """All depths are 0."""
        return not any(counters)

    def members(self, length: int) -> int:
        """Returns the number of members with `length`."""
        return 0 if length % 2 else _shuffles(self.pairs, length // 2)

    def draw(self, rng: Random, length: int) -> Word:
        """Draws the share of each pair, then its positions, then its balanced word."""
        word = [""] * length
        free = list(range(length))
        for pair in reversed(range(self.pairs)):
            half = len(free) // 2
            own = pick(rng, pair_weights(pair, half))
            places = sorted(rng.sample(free, 2 * own))
            for place, rises in zip(places, _balanced(rng, own), strict=True):
                word[place] = BRACKETS[pair][0 if rises else 1]
            free = [place for place in free if not word[place]]
        return tuple(word)


def pair_weights(pairs: int, half: int) -> list[int]:
    """Returns the number of shuffles for each share of one pair beyond `pairs`.

    Entry ``own`` counts those of length ``2 * half`` with ``2 * own`` of its brackets.

    Examples:
        >>> pair_weights(1, 1), pair_weights(1, 2)
        ([1, 1], [2, 6, 2])
    """
    return [_splits(pairs, half, own) for own in range(half + 1)]


@lru_cache(maxsize=4096)
def _shuffles(pairs: int, half: int) -> int:
    """The number of shuffles of `pairs` balanced words with length ``2 * half``."""
    if pairs == 0:
        return int(half == 0)
    return sum(_splits(pairs - 1, half, own) for own in range(half + 1))


def _splits(pairs: int, half: int, own: int) -> int:
    """The number of them that give ``2 * own`` positions to one pair beyond `pairs`."""
    catalan = math.comb(2 * own, own) // (own + 1)
    return math.comb(2 * half, 2 * own) * catalan * _shuffles(pairs, half - own)


def _balanced(rng: Random, half: int) -> list[bool]:
    """A uniform balanced word as a sequence of rises and falls.

    With `rest` remaining symbols at depth d, the ballot numbers give (d + 2)(rest - d)
    / (2 rest (d + 1)) as the fraction of completions that rise.
    """
    depth, rises = 0, []
    for rest in range(2 * half, 0, -1):
        up = (depth + 2) * (rest - depth)
        rises.append(rng.randrange(2 * rest * (depth + 1)) < up)
        depth += 1 if rises[-1] else -1
    return rises
