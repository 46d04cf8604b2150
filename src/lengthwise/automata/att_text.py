"""Automata in the AT&T format of finite-state transducer tools.

A line ``source target symbol`` for each transition, a line ``state`` for each accepting
state; the first source is the initial state, and missing transitions lead to a sink. A
further column may repeat the symbol (the output of a transducer), and a last one may be
a weight if all weights are equal. Either all states are numbers, or none is; named
states must be reachable, since unreachable names could be the words of a comment. A
line that starts with ``#`` or ``//`` is a comment.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lengthwise.automata.automaton_size import require_cells
from lengthwise.automata.dfa import DFA
from lengthwise.automata.nfa import NFA, Read
from lengthwise.errors import FormatError
from lengthwise.printable import printable

_EMPTY = re.compile(r"<eps>|<epsilon>|@0@|@_epsilon_symbol_@|ε|ϵ", re.IGNORECASE)
_OTHER = re.compile(
    r"@_(identity|unknown|default)_symbol_@|<(unk|rho|sigma|phi)>", re.I
)
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.I | re.A)


def from_att(text: str, *, alphabet: Iterable[str] | None = None) -> DFA:
    r"""Returns the automaton of a text in the AT&T format.

    Args:
        text: The lines.
        alphabet: The symbols. Default: those of the text, in order of occurrence.

    Raises:
        FormatError: A line has the wrong form, or weights differ.

    Examples:
        >>> dfa = from_att("0 1 a\n1 0 b\n0\n")
        >>> dfa.accepts("abab"), dfa.accepts("aab")
        (True, False)
    """
    return read_att(text, alphabet=alphabet).dfa


def read_att(text: str, *, alphabet: Iterable[str] | None = None) -> Read:
    r"""Returns the automaton with notes on how it was read.

    Examples:
        >>> read_att("0 1 <eps>\n0 0 a\n1\n").notes
        ("'<eps>' reads nothing", 'the automaton is nondeterministic with 2 states; its
        deterministic one has 1')
    """
    lines = _Lines()
    for number, line in enumerate(text.splitlines(), start=1):
        lines.take(number, line)
    found = lines.automaton
    if not found.moves:
        raise FormatError(
            "an automaton was expected: the text has no transition, as in 0 1 a, and "
            "no final state"
        )
    _require_reached(found, numbered=bool(lines.numbered))
    named = None if alphabet is None else tuple(alphabet)
    require_cells(len(found.moves), found.symbols if named is None else named)
    return found.read(lines.notes(), alphabet=named)


def _require_reached(automaton: NFA, *, numbered: bool) -> None:
    """Rejects unreachable names, which may be words of a comment."""
    lost = automaton.unreachable
    if lost and not numbered:
        (first,) = automaton.starts
        raise FormatError(
            f"nothing leads from the start {_short(first)} to the state "
            f"{_short(lost[0])}; begin comments with #, and leave such states out"
        )


@dataclass
class _Lines:
    """A parser of lines."""

    automaton: NFA = field(default_factory=NFA)
    comments: int = 0
    empty: dict[str, None] = field(default_factory=dict)
    weights: dict[str, None] = field(default_factory=dict)
    ends: dict[str, None] = field(default_factory=dict)
    numbered: bool | None = None

    def take(self, number: int, line: str) -> None:
        columns = line.split()
        if not columns:
            return
        if line.lstrip().startswith(("#", "//")):
            self.comments += 1
            return
        self._require_visible(number, line)
        match columns:
            case [state]:
                self._accept(number, state, "0")
            case [state, weight] if _NUMBER.fullmatch(weight):
                self._accept(number, state, weight)
            case [source, target, symbol]:
                self._move(number, source, target, symbol, "0")
            case [source, target, symbol, more]:
                weight = "0" if more == symbol else more
                self._move(number, source, target, symbol, weight)
            case [source, target, symbol, output, weight] if (
                output == symbol and _NUMBER.fullmatch(weight)
            ):
                self._move(number, source, target, symbol, weight)
            case _:
                raise FormatError(
                    f"line {number}: found {_short(line.strip())}; allowed are 'source "
                    "target symbol' and 'state', each with a weight if all are alike"
                )

    def _require_visible(self, number: int, line: str) -> None:
        """A blank between tabs is a symbol that `str.split` would drop."""
        columns = line.split("\t")
        blank = [not column.strip() for column in columns[:3]]
        if len(columns) > 2 and (any(blank) or any(map(str.isspace, columns[3:]))):
            raise FormatError(
                f"line {number}: a column of {_short(line)} is blank; write a blank "
                "that is a symbol with a name, such as <space>"
            )

    def _accept(self, number: int, state: str, weight: str) -> None:
        self._require_state(number, state)
        self._require_alike(number, weight, self.ends)
        self.automaton.accepting.add(self.automaton.state(state))
        self._start(state)

    def _move(
        self, number: int, source: str, target: str, symbol: str, weight: str
    ) -> None:
        for state in (source, target):
            self._require_state(number, state)
        unsure = weight != "0" and _NUMBER.fullmatch(symbol)
        if unsure or not _NUMBER.fullmatch(weight):
            raise FormatError(
                f"line {number}: output {_short(weight)} for symbol {_short(symbol)}; "
                "only automata are read, not transducers"
            )
        self._require_alike(number, weight, self.weights)
        if _OTHER.fullmatch(symbol):
            raise FormatError(
                f"line {number}: {_short(symbol)} stands for symbols that are not "
                "named; write a transition for each symbol"
            )
        if _EMPTY.fullmatch(symbol):
            self.empty[symbol] = None
        self._start(source)
        self.automaton.add(source, None if _EMPTY.fullmatch(symbol) else symbol, target)
        require_cells(len(self.automaton.moves), self.automaton.symbols)

    def _start(self, state: str) -> None:
        if not self.automaton.starts:
            self.automaton.starts[state] = None

    def _require_state(self, number: int, state: str) -> None:
        """All states are numbers or none is: a sentence among numbers is an error."""
        numbered = state.isascii() and state.isdigit()
        if self.numbered is None:
            self.numbered = numbered
        if self.numbered != numbered:
            kind = "is no number" if self.numbered else "is a number"
            raise FormatError(
                f"line {number}: the state {_short(state)} {kind}, unlike those "
                "before; begin comments with #, and name all states or number all"
            )

    def _require_alike(self, number: int, weight: str, known: dict[str, None]) -> None:
        first = next(iter(known), weight)
        known[weight] = None
        if float(first) != float(weight):
            raise FormatError(
                f"line {number}: the weight {_short(weight)} after {_short(first)}; "
                "weights are read only where all are alike"
            )

    def notes(self) -> list[str]:
        found = []
        if self.comments:
            lines = "line that begins" if self.comments == 1 else "lines that begin"
            found.append(f"{self.comments} {lines} with # or // left out as comments")
        found += [f"{symbol!r} reads nothing" for symbol in self.empty]
        if lost := len(self.automaton.unreachable):
            (first,) = self.automaton.starts
            others = "1 state" if lost == 1 else f"{lost} states"
            found.append(f"nothing leads from the start {first} to {others}")
        weights = [*self.weights, *self.ends]
        if any(float(weight) for weight in weights):
            found.append("all weights are alike and were left out")
        symbols = self.automaton.symbols
        if self.numbered and "0" in symbols and all(map(str.isdigit, symbols)):
            found.append(
                "'0' is a letter here; in files without names of symbols it reads "
                "nothing in some tools"
            )
        return found


def _short(text: str) -> str:
    return printable(repr(text), longest=60)
