"""Nondeterministic automata with epsilon transitions, and their determinization.

Files of other tools may have several initial states, several successors for one symbol,
and epsilon transitions. A deterministic table keeps its states; any other is
determinized by the subset construction, within limits on states and work.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from lengthwise.automata.automaton_size import MAX_CELLS, require_cells
from lengthwise.automata.dfa import DFA
from lengthwise.errors import FormatError, InputError, TooLargeError
from lengthwise.printable import printable

MAX_WORK = 5_000_000
"""The limit on the total size of all subsets: a few seconds."""


@dataclass(frozen=True)
class Read:
    """An automaton from a file.

    Attributes:
        dfa: A deterministic automaton of its language.
        notes: Notes on how it was read, one sentence each.
    """

    dfa: DFA
    notes: tuple[str, ...] = ()


@dataclass
class NFA:
    """States by name, in order of occurrence, with the transitions between them.

    Attributes:
        moves: The successors for each state and symbol, in order; the symbol ``None``
            is epsilon.
        starts: The initial states.
        accepting: The accepting states.
        symbols: In order of occurrence.
    """

    moves: dict[str, dict[str | None, dict[str, None]]] = field(default_factory=dict)
    starts: dict[str, None] = field(default_factory=dict)
    accepting: set[str] = field(default_factory=set)
    symbols: dict[str, None] = field(default_factory=dict)
    size: int = 0

    def state(self, name: str) -> str:
        """Adds a state if it is new."""
        self.moves.setdefault(name, {})
        return name

    def add(self, source: str, symbol: str | None, target: str) -> None:
        """Adds a transition.

        Raises:
            FormatError: The symbol is not a valid letter, or there are too many.
        """
        if symbol is not None and symbol not in self.symbols:
            require_printable(symbol)
            self.symbols[symbol] = None
        self.moves.setdefault(source, {}).setdefault(symbol, {})[target] = None
        self.moves.setdefault(target, {})
        self.size += 1
        if self.size > MAX_CELLS:
            raise FormatError(
                f"more than {MAX_CELLS} transitions; minimize the automaton"
            )

    @property
    def unreachable(self) -> list[str]:
        """The unreachable states."""
        found = dict.fromkeys(self.starts)
        for name in (waiting := list(found)):
            for targets in self.moves.get(name, {}).values():
                new = [target for target in targets if target not in found]
                found.update(dict.fromkeys(new))
                waiting += new
        return [name for name in self.moves if name not in found]

    @property
    def deterministic(self) -> bool:
        """Whether there is one initial state and at most one successor per symbol."""
        return len(self.starts) == 1 and not any(
            None in moves or any(len(targets) > 1 for targets in moves.values())
            for moves in self.moves.values()
        )

    def read(
        self, notes: Iterable[str] = (), *, alphabet: Iterable[str] | None = None
    ) -> Read:
        """Returns a deterministic automaton of the language, with notes.

        Args:
            notes: The notes so far.
            alphabet: The symbols. Default: those of the transitions.

        Raises:
            FormatError: It has no initial state or no symbol, or is too large.
        """
        symbols = tuple(self.symbols if alphabet is None else alphabet)
        if not self.starts:
            raise FormatError("the automaton has no start state; name one")
        require_cells(len(self.moves), symbols)
        for start in self.starts:
            self.state(start)
        try:
            if self.deterministic:
                return Read(self._table(symbols), tuple(notes))
            made = self._subsets(symbols)
        except TooLargeError as error:
            raise FormatError(str(error)) from None
        except InputError as error:
            raise FormatError(f"not an automaton: {error}") from None
        note = (
            f"the automaton is nondeterministic with {len(self.moves)} states; its "
            f"deterministic one has {len(made)}"
        )
        return Read(made, (*notes, note))

    def _table(self, symbols: tuple[str, ...]) -> DFA:
        (start,) = self.starts
        order = [start, *(name for name in self.moves if name != start)]
        table = {
            name: {
                symbol: next(iter(targets))
                for symbol, targets in self.moves[name].items()
                if symbol is not None
            }
            for name in order
        }
        return DFA.from_table(symbols, table, sorted(self.accepting))

    def _subsets(self, symbols: tuple[str, ...]) -> DFA:
        work = 0

        def closure(names: Iterable[str]) -> frozenset[str]:
            found = dict.fromkeys(names)
            for name in (waiting := list(found)):
                for target in self.moves[name].get(None, ()):
                    if target not in found:
                        found[target] = None
                        waiting.append(target)
            return frozenset(found)

        start = closure(self.starts)
        table: dict[frozenset[str], dict[str, frozenset[str]]] = {start: {}}
        for subset in (waiting := [start]):
            work += len(subset) * (1 + len(symbols))
            if work > MAX_WORK:
                raise TooLargeError(
                    "the automaton is nondeterministic, and its deterministic one is "
                    "too large to build; give that one instead",
                    size=work,
                    limit=MAX_WORK,
                )
            for symbol in symbols:
                reached = {t for s in subset for t in self.moves[s].get(symbol, ())}
                if reached:
                    target = closure(reached)
                    table[subset][symbol] = target
                    if target not in table:
                        table[target] = {}
                        waiting.append(target)
            require_cells(len(table), symbols)
        ends = [subset for subset in table if not self.accepting.isdisjoint(subset)]
        return DFA.from_table(symbols, table, ends)


def require_printable(symbol: str) -> None:
    r"""Rejects a symbol that cannot be printed.

    Raises:
        FormatError: It has such a character.

    Examples:
        >>> require_printable("a\0")
        Traceback (most recent call last):
        lengthwise.errors.FormatError: the symbol 'a\x00' has a character that cannot be
        printed; rename it
    """
    if not symbol.isprintable():
        raise FormatError(
            f"the symbol {printable(repr(symbol), longest=40)} has a character that "
            "cannot be printed; rename it"
        )
