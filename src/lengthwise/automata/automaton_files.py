"""Automata as JSON.

``{"alphabet": ["a", "b"], "start": 0, "accepting": [0], "transitions": [[1, null],
[null, 0]]}``; row and column of the transitions are state and symbol, ``null`` is a
sink. In a nondeterministic automaton, ``start`` and entries of the transitions may be
lists of states, and ``epsilon`` has for each state a list of its epsilon successors.
"""

import json
from collections.abc import Iterable
from typing import Any

from lengthwise.automata.automaton_size import require_cells
from lengthwise.automata.dfa import DFA
from lengthwise.automata.nfa import NFA, Read, require_printable
from lengthwise.errors import FormatError, InputError
from lengthwise.jsontext import json_value
from lengthwise.printable import printable
from lengthwise.words import Alphabet

KEYS = ("alphabet", "start", "accepting", "transitions")


def from_json(text: str) -> DFA:
    """Returns the automaton of a JSON text.

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
    return read_json(text).dfa


def read_json(text: str) -> Read:
    """Returns the automaton with notes on how it was read; it may be nondeterministic.

    Raises:
        FormatError: The text is not JSON, or not an automaton.

    Examples:
        >>> text = '{"alphabet": ["a"], "start": [0, 1], "accepting": [1], '
        >>> found = read_json(text + '"transitions": [[[0, 1]], [null]]}')
        >>> found.dfa.accepts(""), len(found.notes)
        (True, 1)
    """
    data = json_value(text, what="an automaton in JSON")
    if isinstance(data, dict) and _nondeterministic(data):
        return _from_lists(data)
    found = Read(from_plain(data))
    for symbol in found.dfa.alphabet:
        require_printable(symbol)
    return found


def from_plain(data: object) -> DFA:
    """Returns the deterministic automaton given by parsed JSON data.

    Raises:
        FormatError: The data are not an automaton, or it is too large.

    Examples:
        >>> from_plain(
        ...     {"alphabet": ["a"], "start": 0, "accepting": [0], "transitions": [[0]]}
        ... ).accepts("aa")
        True
    """
    parts = _parts(data, KEYS)
    return _checked(
        parts["alphabet"],
        _integers("transitions", parts["transitions"]),
        _integer("start", parts["start"]),
        [_integer("accepting", s) for s in _items("accepting", parts["accepting"])],
    )


def _parts(data: object, known: Iterable[str]) -> dict[str, Any]:
    """The parts of an automaton with an alphabet and a valid size."""
    if not isinstance(data, dict):
        found = "" if isinstance(data, list) else f", not {_short(json.dumps(data))}"
        raise FormatError(
            "an automaton in JSON was expected, an object with the keys "
            + ", ".join(KEYS)
            + found
        )
    for key in KEYS:
        if key not in data:
            raise FormatError(
                f"the automaton has no {key!r}; it needs {', '.join(KEYS)}"
            )
    for key in data:
        if key not in known:
            raise FormatError(
                f"the automaton has the key {_short(repr(key))}; known are "
                f"{', '.join(KEYS)}"
            )
    if not isinstance(data["alphabet"], list) or not all(
        isinstance(symbol, str) for symbol in data["alphabet"]
    ):
        raise FormatError("'alphabet' must be a list of texts")
    require_cells(len(_items("transitions", data["transitions"])), data["alphabet"])
    return data


def _nondeterministic(data: dict[str, Any]) -> bool:
    rows = data.get("transitions")
    return (
        "epsilon" in data
        or isinstance(data.get("start"), list)
        or (
            isinstance(rows, list)
            and any(
                isinstance(entry, list)
                for row in rows
                if isinstance(row, list)
                for entry in row
            )
        )
    )


def _from_lists(data: dict[str, Any]) -> Read:
    parts = _parts(data, (*KEYS, "epsilon"))
    symbols, rows = parts["alphabet"], parts["transitions"]
    epsilon = _items("epsilon", parts.get("epsilon", [[]] * len(rows)))
    if len(epsilon) != len(rows):
        raise FormatError(f"'epsilon' needs a list for each of the {len(rows)} states")
    found = NFA(symbols=dict.fromkeys(symbols))
    for state, row in enumerate(rows):
        found.state(str(state))
        if len(_items("transitions", row)) != len(symbols):
            raise FormatError(
                f"state {state} has {len(row)} transitions; it needs one for each of "
                f"the {len(symbols)} symbols"
            )
        for symbol, entry in [*zip(symbols, row, strict=True), (None, epsilon[state])]:
            for target in _states("transitions", entry, len(rows)):
                found.add(str(state), symbol, target)
    found.starts = dict.fromkeys(_states("start", parts["start"], len(rows)))
    ends = _items("accepting", parts["accepting"])
    found.accepting = set(_states("accepting", ends, len(rows)))
    return found.read(alphabet=symbols)


def _states(key: str, value: Any, size: int) -> list[str]:  # noqa: ANN401
    """One state or several, by name."""
    listed = value if isinstance(value, list) else [] if value is None else [value]
    numbers = [_integer(key, one) for one in listed]
    for number in numbers:
        if not 0 <= number < size:
            raise FormatError(f"{key!r} has {number}; there are {size} states")
    return list(map(str, numbers))


def _short(text: str) -> str:
    return printable(text, longest=80)


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
    """Returns `dfa` as JSON on one line; `from_json` is the inverse.

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
