"""Automata from the nodes and edges of a drawing."""

import re

from lengthwise.automata.nfa import NFA, Read
from lengthwise.errors import FormatError

Attributes = dict[str, str]

_MARKS = {"point", "none", "plaintext", "plain"}
_START = ("start", "initial", "is_start")
_FINAL = ("final", "accepting", "is_final")
_EMPTY = {"", "ε", "ϵ", "λ", "eps", "epsilon", "<eps>", "<epsilon>", "lambda"}
_BREAKS = re.compile(r"\\[nlr]|[\s,]+")


def drawn_automaton(
    nodes: dict[str, Attributes], arrows: list[tuple[str, str, str]]
) -> Read:
    """Returns the automaton that a drawing shows.

    Args:
        nodes: Their attributes, by name.
        arrows: Source, label and target of each edge.

    Raises:
        FormatError: The drawing shows no start or no accepting state.

    Examples:
        >>> nodes = {"s": {"shape": "point"}, "0": {"shape": "doublecircle"}}
        >>> arrows = [("s", "", "0"), ("0", "a, b", "0")]
        >>> drawn_automaton(nodes, arrows).dfa.accepts("abba")
        True
    """
    found = NFA()
    marks = _marks(nodes, arrows)
    for name, given in nodes.items():
        if name not in marks:
            found.state(name)
            if _is_one(given, _START):
                found.starts[name] = None
            if _accepts(given):
                found.accepting.add(name)
    empty: dict[str, None] = {}
    for source, label, target in arrows:
        if source in marks:
            found.starts[target] = None
            continue
        for symbol in _symbols(label):
            nothing = symbol.lower() in _EMPTY
            if nothing:
                empty[symbol] = None
            found.add(source, None if nothing else symbol, target)
    _require_ends(found)
    names = [repr(symbol) if symbol else "an arrow without a label" for symbol in empty]
    return found.read(f"{name} reads nothing" for name in names)


def _marks(
    nodes: dict[str, Attributes], arrows: list[tuple[str, str, str]]
) -> set[str]:
    """The nodes that only mark the initial state."""
    reached = {target for _, _, target in arrows}
    return {
        name
        for name, given in nodes.items()
        if name not in reached
        if given.get("shape", "").lower() in _MARKS or "invis" in given.get("style", "")
    }


def _require_ends(found: NFA) -> None:
    if not found.starts:
        raise FormatError(
            "the automaton has no start state; draw an arrow to it from a node with "
            "shape=point or shape=none"
        )
    if not found.accepting:
        raise FormatError(
            "the automaton has no accepting state; draw it with shape=doublecircle"
        )


def _is_one(given: Attributes, names: tuple[str, ...]) -> bool:
    return any(given.get(name, "").lower() in {"true", "1", "yes"} for name in names)


def _accepts(given: Attributes) -> bool:
    double = given.get("shape", "").lower() == "doublecircle"
    return double or given.get("peripheries") == "2" or _is_one(given, _FINAL)


def _symbols(label: str) -> list[str]:
    if label == ",":
        return [label]
    parts = [part for part in _BREAKS.split(label.strip()) if part]
    return parts or [""]
