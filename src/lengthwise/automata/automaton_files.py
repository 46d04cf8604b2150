"""Automata as text: JSON, and the AT&T format of transducer tools.

JSON: ``{"alphabet": ["a", "b"], "start": 0, "accepting": [0],
"transitions": [[1, null], [null, 0]]}``; row and column of the transitions are state
and symbol, ``null`` is a dead state.

AT&T: a line ``source target symbol`` for each transition, a line ``state`` for each
accepting state; the first source is the start, and what is not listed leads to a dead
state.
States and symbols are any texts without blanks. A fourth column (the output of a
transducer) must repeat the symbol; weights are refused.
"""

import json
from collections.abc import Hashable, Iterable, Sized
from typing import Any

from lengthwise.automata.dfa import DFA
from lengthwise.errors import FormatError, InputError
from lengthwise.jsontext import json_value
from lengthwise.printable import printable
from lengthwise.words import Alphabet

KEYS = ("alphabet", "start", "accepting", "transitions")

MAX_CELLS = 250_000
"""Transitions of the largest automaton that is read: its states times its symbols."""


def from_json(text: str) -> DFA:
    """Returns the automaton that a JSON text describes.

    Raises:
        FormatError: The text is not JSON, or not an automaton.

    Examples:
        >>> dfa = from_json(
        ...     '{"alphabet": ["a", "b"], "start": 0, "accepting": [0], '
        ...     '"transitions": [[1, null], [null, 0]]}'
        ... )
        >>> dfa.accepts("abab"), dfa.accepts("aab")
        (True, False)
    """
    return from_plain(json_value(text, what="an automaton in JSON"))


def from_plain(data: object) -> DFA:
    """Returns the automaton that data describe, as JSON was read.

    Raises:
        FormatError: The data are not an automaton, or one that is too large.

    Examples:
        >>> from_plain(
        ...     {"alphabet": ["a"], "start": 0, "accepting": [0], "transitions": [[0]]}
        ... ).accepts("aa")
        True
    """
    if not isinstance(data, dict):
        raise FormatError(
            "an automaton in JSON was expected, an object with the keys "
            + ", ".join(KEYS)
        )
    for key in KEYS:
        if key not in data:
            raise FormatError(
                f"the automaton has no {key!r}; it needs {', '.join(KEYS)}"
            )
    for key in data:
        if key not in KEYS:
            raise FormatError(
                f"the automaton has the key {_short(repr(key))}; known are "
                f"{', '.join(KEYS)}"
            )
    if not isinstance(data["alphabet"], list) or not all(
        isinstance(symbol, str) for symbol in data["alphabet"]
    ):
        raise FormatError("'alphabet' must be a list of texts")
    _require_cells(len(_items("transitions", data["transitions"])), data["alphabet"])
    return _checked(
        data["alphabet"],
        _integers("transitions", data["transitions"]),
        _integer("start", data["start"]),
        [_integer("accepting", s) for s in _items("accepting", data["accepting"])],
    )


def _short(text: str) -> str:
    return printable(text, longest=80)


def _require_cells(states: int, symbols: Sized) -> None:
    """Raises a `FormatError` where a table is too large to be built."""
    if max(states, 1) * max(len(symbols), 1) > MAX_CELLS:
        raise FormatError(
            f"an automaton with {states} states and {len(symbols)} symbols; at most "
            f"{MAX_CELLS} transitions are read: minimize it, or leave symbols out"
        )


def _items(key: str, value: Any) -> list[Any]:  # noqa: ANN401
    if not isinstance(value, list):
        raise FormatError(f"{key!r} must be a list")
    return value


def _integer(key: str, value: Any) -> int:  # noqa: ANN401
    if type(value) is not int:
        nested = isinstance(value, list | dict)
        found = "a list or an object" if nested else _short(json.dumps(value))
        raise FormatError(f"{key!r} has {found}; states are numbers from 0")
    return value


def _integers(key: str, value: Any) -> list[list[int | None]]:  # noqa: ANN401
    return [
        [None if entry is None else _integer(key, entry) for entry in _items(key, row)]
        for row in _items(key, value)
    ]


def _checked(
    symbols: Iterable[str],
    table: list[list[int | None]],
    start: int,
    accepting: Iterable[int],
) -> DFA:
    try:
        alphabet = Alphabet(symbols)
        dead = len(table)
        rows = [tuple(dead if s is None else s for s in row) for row in table]
        if any(None in row for row in table):
            rows.append((dead,) * len(alphabet))
        return DFA(alphabet, tuple(rows), start, frozenset(accepting))
    except InputError as error:
        raise FormatError(f"not an automaton: {error}") from None


def to_json(dfa: DFA) -> str:
    """Returns `dfa` as JSON in one line; `from_json` is the inverse.

    Examples:
        >>> to_json(DFA.from_table("a", {0: {"a": 0}}, [0]))
        '{"alphabet": ["a"], "start": 0, "accepting": [0], "transitions": [[0]]}'
    """
    return json.dumps(
        {
            "alphabet": list(dfa.alphabet),
            "start": dfa.start,
            "accepting": sorted(dfa.accepting),
            "transitions": [list(row) for row in dfa.transitions],
        },
        ensure_ascii=False,
    )


def from_att(text: str, *, alphabet: Iterable[str] | None = None) -> DFA:
    r"""Returns the automaton that a text in the AT&T format describes.

    Args:
        text: The lines.
        alphabet: The symbols; those of the text, in its order, if not given.

    Raises:
        FormatError: A line has the wrong form, or a symbol leads to two states.

    Examples:
        >>> dfa = from_att("0 1 a\n1 0 b\n0\n")
        >>> dfa.accepts("abab"), dfa.accepts("aab")
        (True, False)
    """
    table: dict[Hashable, dict[str, Hashable]] = {}
    accepting: list[str] = []
    symbols: dict[str, None] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        match line.split():
            case []:
                continue
            case [state]:
                table.setdefault(state, {})
                accepting.append(state)
            case [source, target, symbol] | [source, target, symbol, _]:
                _require_plain(line, number)
                moves = table.setdefault(source, {})
                table.setdefault(target, {})
                if moves.setdefault(symbol, target) != target:
                    raise FormatError(
                        f"line {number}: {symbol!r} leads from {source!r} to two "
                        "states; make the automaton deterministic first"
                    )
                symbols[symbol] = None
                _require_cells(len(table), symbols)
            case _:
                raise FormatError(
                    f"line {number}: found {line.strip()!r}; allowed are 'source "
                    "target symbol' and 'state', without weights"
                )
    named = symbols if alphabet is None else tuple(alphabet)
    _require_cells(len(table), named)  # also of states without transitions
    if not table:
        raise FormatError("an automaton in the AT&T format was expected, not no lines")
    try:
        return DFA.from_table(named, table, accepting)
    except InputError as error:
        raise FormatError(f"not an automaton: {error}") from None


def _require_plain(line: str, number: int) -> None:
    _, _, symbol, *output = line.split()
    if output not in ([], [symbol]):
        raise FormatError(
            f"line {number}: output {output[0]!r} for symbol {symbol!r}; only automata "
            "are read, not transducers or weights"
        )
    if symbol in {"<eps>", "@0@", "<epsilon>"}:
        raise FormatError(
            f"line {number}: the empty symbol {symbol!r}; make the automaton "
            "deterministic first"
        )
