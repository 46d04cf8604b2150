"""The states of an automaton reachable by words with given counts.

A one-layer machine sees the counts of a word and its last symbols; an automaton sees
the order. The states that words with given counts can lead to are computed by dynamic
programming over counts, which covers all words of a length without enumerating them.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.languages.counter_machines import Lead
from lengthwise.tasks.task import Language
from lengthwise.words import Alphabet, Word

Place: TypeAlias = tuple[tuple[int, ...], ...]
"""The count of each symbol in each residue class."""


@dataclass(frozen=True)
class Steps:
    """A language as a deterministic automaton, possibly with infinitely many states.

    Attributes:
        alphabet: The symbols.
        start: The state before the first symbol.
        step: Maps a state and a symbol to the next state.
        ends: Whether words that lead to a state are in the language.
    """

    alphabet: Alphabet
    start: Hashable
    step: Callable[[Any, str], Hashable]
    ends: Callable[[Any], bool]


def steps_of(language: Language) -> Steps:
    """Returns a language as an automaton.

    Examples:
        >>> steps = steps_of(Lead("ab", "a", 0))
        >>> steps.step(steps.start, "b"), steps.ends(-1)
        (-1, False)
    """
    if isinstance(language, DFA):
        return _of_dfa(language)
    if isinstance(language, Lead):
        leader, margin = language.leader, language.margin
        return Steps(
            language.alphabet,
            0,
            lambda lead, symbol: lead + (1 if symbol == leader else -1),
            lambda lead: lead >= margin,
        )
    counted = language
    return Steps(
        language.alphabet,
        language.start,
        lambda at, symbol: None if at is None else counted.step(at, symbol),
        lambda at: at is not None and counted.ends(at),
    )


def _of_dfa(dfa: DFA) -> Steps:
    return Steps(
        dfa.alphabet,
        dfa.start,
        lambda state, symbol: dfa.transitions[state][dfa.alphabet.index(symbol)],
        lambda state: state in dfa.accepting,
    )


class StatesByCounts:
    """For every table of counts, the states reachable by words with these counts.

    Args:
        language: The language.
        delta: Number of residue classes of positions; positions count from 1.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> reached = StatesByCounts(regex("(ab)*").dfa, delta=1)
        >>> [len(states) for states in reached.at(2).values()]
        [1, 2, 1]
        >>> place = ((1,), (1,))
        >>> sorted(reached.word(place, state) for state in reached.at(2)[place])
        [('a', 'b'), ('b', 'a')]
    """

    def __init__(self, language: Language, *, delta: int) -> None:
        self.steps = steps_of(language)
        self.delta = delta
        empty = ((0,) * delta,) * len(self.steps.alphabet)
        self._levels: list[dict[Place, frozenset[Hashable]]] = [
            {empty: frozenset({self.steps.start})}
        ]

    def at(self, length: int) -> Mapping[Place, frozenset[Hashable]]:
        """Returns the reachable states by counts, over all words of `length`."""
        while len(self._levels) <= length:
            self._levels.append(self._next(len(self._levels)))
        return self._levels[length]

    def _next(self, position: int) -> dict[Place, frozenset[Hashable]]:
        residue = position % self.delta
        level: dict[Place, set[Hashable]] = {}
        for place, states in self._levels[-1].items():
            for at, symbol in enumerate(self.steps.alphabet):
                moved = {self.steps.step(state, symbol) for state in states}
                level.setdefault(_moved(place, at, residue, 1), set()).update(moved)
        return {place: frozenset(states) for place, states in level.items()}

    def accepts(self, state: Hashable, suffix: Word) -> bool:
        """Whether a word that leads to `state`, then `suffix`, is in the language."""
        for symbol in suffix:
            state = self.steps.step(state, symbol)
        return self.steps.ends(state)

    def word(self, place: Place, state: Hashable) -> Word:
        """Returns a word with these counts that leads to `state`, which must exist."""
        letters: list[str] = []
        for position in reversed(range(1, 1 + sum(map(sum, place)))):
            place, state, symbol = self._before(place, state, position)
            letters.append(symbol)
        return tuple(reversed(letters))

    def _before(
        self, place: Place, state: Hashable, position: int
    ) -> tuple[Place, Hashable, str]:
        residue = position % self.delta
        return next(
            (earlier, source, symbol)
            for at, symbol in enumerate(self.steps.alphabet)
            if place[at][residue]
            for earlier in (_moved(place, at, residue, -1),)
            for source in self._levels[position - 1][earlier]
            if self.steps.step(source, symbol) == state
        )


def _moved(place: Place, symbol: int, residue: int, by: int) -> Place:
    row = place[symbol]
    changed = (*row[:residue], row[residue] + by, *row[residue + 1 :])
    return (*place[:symbol], changed, *place[symbol + 1 :])
