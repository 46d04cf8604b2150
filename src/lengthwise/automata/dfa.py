"""Deterministic finite automata: one frozen value, complete over its alphabet."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from lengthwise.arguments import require_kind
from lengthwise.errors import SpecError
from lengthwise.printable import brief, printable
from lengthwise.tables import MOST_ROWS, Table
from lengthwise.views import FEW, html_line, short, symbols_text
from lengthwise.words import Alphabet

_Name = TypeVar("_Name", bound=Hashable)


@dataclass(frozen=True)
class DFA:
    """A complete deterministic finite automaton with states ``0 … len(dfa) - 1``.

    Equality compares the tables, not the languages.

    Attributes:
        alphabet: The symbols.
        transitions: ``transitions[state][k]`` is the successor for the symbol with
            index ``k``.
        start: The initial state.
        accepting: The accepting states.

    Raises:
        SpecError: There is no state, a row has the wrong length, or a state does not
            exist.

    Examples:
        >>> even = DFA(Alphabet("ab"), ((1, 0), (0, 1)), 0, frozenset({0}))
        >>> even.accepts("abab"), even.accepts("bba")
        (True, False)
        >>> even
        <DFA {a, b}: 2 states, 1 accepting>
        >>> print(even)
        automaton over {a, b}, 2 states, 1 accepting
          0 (start) (accepting): a to 1, b to 0
          1: a to 0, b to 1
        >>> DFA(Alphabet("ab"), ((1, 0),), 0, frozenset())
        Traceback (most recent call last):
        lengthwise.errors.SpecError: state 0 leads to 1; this automaton has only state 0
    """

    alphabet: Alphabet
    transitions: tuple[tuple[int, ...], ...]
    start: int
    accepting: frozenset[int]

    def __post_init__(self) -> None:
        require_kind("the alphabet", self.alphabet, Alphabet, "it must be an Alphabet")
        rows = "it must be a tuple of rows, each a tuple of states"
        require_kind("transitions", self.transitions, (tuple, list), rows)
        states = "it must be a set of states"
        require_kind("accepting", self.accepting, (frozenset, set), states)
        if not self.transitions:
            raise SpecError("an automaton without states; give at least one row")
        for state, row in enumerate(self.transitions):
            require_kind(f"row {state}", row, (tuple, list), "it must be a tuple")
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

    def _require_state(self, what: str, state: object) -> None:
        last = len(self.transitions) - 1
        if not isinstance(state, int) or not 0 <= state <= last:
            states = f"the states 0 to {last}" if last else "only state 0"
            raise SpecError(f"{what} {brief(state)}; this automaton has {states}")

    @classmethod
    def from_table(
        cls,
        symbols: Iterable[str],
        table: Mapping[_Name, Mapping[str, _Name]],
        accepting: Iterable[_Name],
    ) -> "DFA":
        """Returns the automaton given by a table of live transitions.

        The first state of the table is the initial one. Missing transitions lead to a
        sink, which is then the last state.

        Args:
            symbols: The alphabet.
            table: For each state, its successor for each symbol.
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

    def __str__(self) -> str:
        lines = [f"automaton over {symbols_text(self.alphabet)}, {self._size()}"]
        for name, *targets in self._rows()[:FEW]:
            moves = zip(map(printable, self.alphabet), targets, strict=True)
            shown = [f"{symbol} to {target}" for symbol, target in moves][:FEW]
            more = [f"{len(targets) - FEW} more"] * (len(targets) > FEW)
            lines.append(f"  {name}: {', '.join(shown + more)}")
        if len(self) > FEW:
            lines.append(f"  and {len(self) - FEW} states more")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return short(self, f"{symbols_text(self.alphabet)}: {self._size()}")

    def _repr_html_(self) -> str:
        title = f"automaton over {symbols_text(self.alphabet)}, {self._size()}"
        if len(self.alphabet) > FEW:
            return html_line(title)
        table = Table(header=("state", *self.alphabet), rows=tuple(self._rows()))
        return html_line(title) + table.html(row_heads=True, most=MOST_ROWS)

    def _size(self) -> str:
        states = f"{len(self)} state{'s' * (len(self) > 1)}"
        return f"{states}, {len(self.accepting)} accepting"

    def _rows(self) -> list[tuple[str, ...]]:
        """The rows of a table: each state with its role and its successors."""
        rows = []
        for state, row in enumerate(self.transitions):
            start = " (start)" if state == self.start else ""
            accepting = " (accepting)" if state in self.accepting else ""
            rows.append((f"{state}{start}{accepting}", *map(str, row)))
        return rows

    def step(self, state: int, symbol: str) -> int:
        """Returns the successor of `state` for `symbol`.

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
        """The live states, from which an accepting state is reachable.

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
        """Returns the symbols after which a word in `state` can still be accepted.

        Examples:
            >>> sorted(DFA.from_table("ab", {0: {"a": 0}}, [0]).legal(0))
            ['a']
        """
        row = zip(self.alphabet, self.transitions[state], strict=True)
        return frozenset(symbol for symbol, target in row if target in self.live)
