"""Deterministic finite automata: one frozen value, complete over its alphabet."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from lengthwise.errors import SpecError
from lengthwise.words import Alphabet

_Name = TypeVar("_Name", bound=Hashable)


@dataclass(frozen=True)
class DFA:
    """A complete deterministic finite automaton with states ``0 … len(dfa) - 1``.

    Equality is equality of the tables, not of the languages.

    Attributes:
        alphabet: The symbols.
        transitions: ``transitions[state][k]`` is where symbol number ``k`` leads.
        start: The state before the first symbol.
        accepting: The states in which a word may end.

    Raises:
        SpecError: No state, a row of the wrong length, or a state that is not there.

    Examples:
        >>> even = DFA(Alphabet("ab"), ((1, 0), (0, 1)), 0, frozenset({0}))
        >>> even.accepts("abab"), even.accepts("bba")
        (True, False)
        >>> DFA(Alphabet("ab"), ((1, 0),), 0, frozenset())
        Traceback (most recent call last):
        lengthwise.errors.SpecError: state 0 leads to 1; this automaton has only state 0
    """

    alphabet: Alphabet
    transitions: tuple[tuple[int, ...], ...]
    start: int
    accepting: frozenset[int]

    def __post_init__(self) -> None:
        if not self.transitions:
            raise SpecError("an automaton without states; give at least one row")
        for state, row in enumerate(self.transitions):
            if len(row) != len(self.alphabet):
                raise SpecError(
                    f"state {state} has {len(row)} transitions; it needs one for each "
                    f"of the {len(self.alphabet)} symbols {self.alphabet}"
                )
            for target in {min(row), max(row)}:
                self._require_state(f"state {state} leads to", target)
        self._require_state("the start is", self.start)
        for state in self.accepting:
            self._require_state("an accepting state is", state)

    def _require_state(self, what: str, state: int) -> None:
        last = len(self.transitions) - 1
        if not 0 <= state <= last:
            states = f"the states 0 to {last}" if last else "only state 0"
            raise SpecError(f"{what} {state}; this automaton has {states}")

    @classmethod
    def from_table(
        cls,
        symbols: Iterable[str],
        table: Mapping[_Name, Mapping[str, _Name]],
        accepting: Iterable[_Name],
    ) -> "DFA":
        """Returns the automaton that a table of live transitions describes.

        The first state of the table is the start. Where a symbol is missing in a row,
        it leads to a dead state, which is then the last one.

        Args:
            symbols: The alphabet.
            table: For each state, where its symbols lead.
            accepting: Names of the accepting states.

        Raises:
            SpecError: A name is not in the table, or a symbol not in the alphabet.

        Examples:
            >>> dfa = DFA.from_table("ab", {"x": {"a": "y"}, "y": {"b": "x"}}, ["x"])
            >>> dfa.transitions
            ((1, 2), (2, 0), (2, 2))
            >>> dfa.accepts("abab"), dfa.accepts("aba")
            (True, False)
        """
        alphabet = Alphabet(symbols)
        number = {name: state for state, name in enumerate(table)}
        accepting = tuple(accepting)
        targets = {target for moves in table.values() for target in moves.values()}
        for name in [*targets, *accepting]:
            if name not in number:
                raise SpecError(f"state {name!r} is used but has no row in the table")
        for symbol in {symbol for moves in table.values() for symbol in moves}:
            alphabet.index(symbol)
        dead = len(table)
        rows = [
            tuple(
                number[moves[symbol]] if symbol in moves else dead
                for symbol in alphabet
            )
            for moves in table.values()
        ]
        if any(dead in row for row in rows):
            rows.append((dead,) * len(alphabet))
        return cls(alphabet, tuple(rows), 0, frozenset(number[s] for s in accepting))

    def __len__(self) -> int:
        return len(self.transitions)

    def step(self, state: int, symbol: str) -> int:
        """Returns the state after `symbol` is read in `state`.

        Raises:
            WordError: `symbol` is not in the alphabet.
        """
        return self.transitions[state][self.alphabet.index(symbol)]

    def run(self, word: Iterable[str]) -> int:
        """Returns the state after `word`.

        Raises:
            WordError: A symbol is not in the alphabet.
        """
        state = self.start
        for symbol in word:
            state = self.step(state, symbol)
        return state

    def accepts(self, word: Iterable[str]) -> bool:
        """Whether `word` is in the language.

        Raises:
            WordError: A symbol is not in the alphabet.
        """
        return self.run(word) in self.accepting

    @cached_property
    def live(self) -> frozenset[int]:
        """The states from which an accepting state can be reached.

        Examples:
            >>> DFA.from_table("ab", {0: {"a": 0}}, [0]).live
            frozenset({0})
        """
        before: list[set[int]] = [set() for _ in self.transitions]
        for state, row in enumerate(self.transitions):
            for target in row:
                before[target].add(state)
        found = set(self.accepting)
        waiting = list(found)
        while waiting:
            new = before[waiting.pop()] - found
            found |= new
            waiting.extend(new)
        return frozenset(found)

    def legal(self, state: int) -> frozenset[str]:
        """Returns the symbols after which, from `state`, a word can still be accepted.

        Examples:
            >>> sorted(DFA.from_table("ab", {0: {"a": 0}}, [0]).legal(0))
            ['a']
        """
        row = zip(self.alphabet, self.transitions[state], strict=True)
        return frozenset(symbol for symbol, target in row if target in self.live)
