"""The words of a length: how many, which one, all in order, one drawn at random.

Counts are exact integers, however long the words. The table of `WordCounts` has one
number for each state and length, made as it is needed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from lengthwise.automata.dfa import DFA
from lengthwise.errors import WordError
from lengthwise.words import Word


@dataclass(frozen=True)
class WordCounts:
    """How many words of each length an automaton accepts, from each of its states.

    Examples:
        >>> dfa = DFA.from_table("ab", {0: {"a": 1, "b": 0}, 1: {"b": 0}}, [0, 1])
        >>> words = WordCounts(dfa)
        >>> [words.count(n) for n in range(8)]
        [1, 2, 3, 5, 8, 13, 21, 34]
        >>> ["".join(w) for w in words.all(3)]
        ['aba', 'abb', 'bab', 'bba', 'bbb']
        >>> "".join(words.nth(3, 2))
        'bab'
    """

    dfa: DFA
    _table: list[tuple[int, ...]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def _from_states(self, length: int) -> tuple[int, ...]:
        if not self._table:
            self._table.append(
                tuple(int(s in self.dfa.accepting) for s in range(len(self.dfa)))
            )
        while len(self._table) <= length:
            last = self._table[-1]
            self._table.append(
                tuple(sum(last[t] for t in row) for row in self.dfa.transitions)
            )
        return self._table[length]

    def count(self, length: int) -> int:
        """How many words of `length` are in the language."""
        return self._from_states(length)[self.dfa.start]

    def nth(self, length: int, index: int) -> Word:
        """Returns the word of `length` at place `index`, from 0, in alphabet order.

        Raises:
            WordError: There are not so many.
        """
        count = self.count(length)
        if not 0 <= index < count:
            raise WordError(
                f"word number {index} of length {length} was asked for; "
                f"there are {count}, numbered from 0"
            )
        state, word = self.dfa.start, []
        for rest in range(length - 1, -1, -1):
            counts = self._from_states(rest)
            row = self.dfa.transitions[state]
            k = 0
            while index >= counts[row[k]]:
                index -= counts[row[k]]
                k += 1
            word.append(self.dfa.alphabet.symbols[k])
            state = row[k]
        return tuple(word)

    def sample(self, length: int, rng: random.Random) -> Word:
        """Returns a word of `length`, each with the same probability.

        Raises:
            WordError: The language has no word of this length.

        Examples:
            >>> dfa = DFA.from_table("ab", {0: {"a": 1}, 1: {"b": 0}}, [0])
            >>> "".join(WordCounts(dfa).sample(6, random.Random(0)))
            'ababab'
        """
        count = self.count(length)
        if not count:
            raise WordError(f"the language has no word of length {length}")
        return self.nth(length, rng.randrange(count))

    def all(self, length: int) -> Iterator[Word]:
        """Yields the words of `length` in alphabet order.

        Prefixes that cannot be completed are never entered, so the time is
        proportional to what comes out.
        """
        self._from_states(length)
        calls = [(self.dfa.start, iter(self._live(self.dfa.start, length)))]
        word: list[str] = []
        if length == 0 and self.count(0):
            yield ()
        while calls and length:
            step = next(calls[-1][1], None)
            if step is None:
                calls.pop()
                if word:
                    word.pop()
                continue
            symbol, target = step
            word.append(symbol)
            if len(word) == length:
                yield tuple(word)
                word.pop()
            else:
                calls.append((target, iter(self._live(target, length - len(word)))))

    def _live(self, state: int, rest: int) -> list[tuple[str, int]]:
        counts = self._table[rest - 1]
        row = zip(self.dfa.alphabet, self.dfa.transitions[state], strict=True)
        return [(symbol, target) for symbol, target in row if counts[target]]


def next_symbols(dfa: DFA) -> tuple[tuple[frozenset[str], bool], ...]:
    """For each state, what may follow: the legal symbols, and whether a word may end.

    A symbol is legal where the word can still be completed after it.

    Examples:
        >>> dfa = DFA.from_table("ab", {0: {"a": 1}, 1: {"b": 0}}, [0])
        >>> [(sorted(symbols), end) for symbols, end in next_symbols(dfa)]
        [(['a'], True), (['b'], False), ([], False)]
    """
    return tuple((dfa.legal(s), s in dfa.accepting) for s in range(len(dfa)))
