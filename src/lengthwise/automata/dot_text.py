r"""Automata as Graphviz graphs.

Accepting states have ``shape=doublecircle`` or ``peripheries=2``. The initial state is
the target of an unlabeled edge from a marker node (``shape=point``, ``none`` or
``plaintext``, or ``style=invis``). A label is one symbol, or several separated by
commas or line breaks; an edge without a label, or with ``ε``, is an epsilon transition.
"""

import itertools
import re

from lengthwise.automata._drawn_automaton import Attributes, drawn_automaton
from lengthwise.automata._token_stream import Tokens
from lengthwise.automata.automaton_size import MAX_CELLS
from lengthwise.automata.nfa import Read

_TOKEN = re.compile(
    r'(?P<text>"(?:[^"\\]|\\.|\\\n)*")|(?P<arrow>->|--)|(?P<sign>[][{};,=:+])'
    r"|(?P<name>[^\W\d]\w*|-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))|(?P<html><)",
)
_SKIPPED = re.compile(r"\s+|/\*.*?\*/|//[^\n]*|(?<=\n)#[^\n]*|\A#[^\n]*", re.DOTALL)

DEEPEST = 50
"""The largest nesting depth of braces."""


def read_dot(text: str) -> Read:
    r"""Returns the automaton of a directed Graphviz graph.

    Raises:
        FormatError: The text is not such a graph, or has no initial state.

    Examples:
        >>> found = read_dot(
        ...     'digraph { s [shape=point]; s -> 0; 0 -> 1 [label="a"];'
        ...     '1 -> 0 [label="b, c"]; 0 [shape=doublecircle] }'
        ... )
        >>> found.dfa.accepts("abac"), found.dfa.accepts("aba")
        (True, False)
    """
    return _Reader(text).read()


class _Reader:
    """Parses the statements, then builds an automaton from nodes and edges."""

    def __init__(self, text: str) -> None:
        self.tokens = Tokens(text, _TOKEN, "a graph of Graphviz", _SKIPPED)
        self.nodes: dict[str, Attributes] = {}
        self.arrows: list[tuple[str, str, str]] = []

    def read(self) -> Read:
        if self._keyword() == "strict":
            self.tokens.next()
        if self._keyword() != "digraph":
            self.tokens.refuse("a directed graph, digraph { … }, was expected")
        self.tokens.next()
        if self.tokens.text != "{":
            self._name()
        self.tokens.take("{")
        self._statements({"node": {}, "edge": {}, "graph": {}}, 0)
        if self.tokens.kind != "end":
            self.tokens.refuse("a file must hold one automaton")
        return drawn_automaton(self.nodes, self.arrows)

    def _keyword(self) -> str:
        return self.tokens.text.lower() if self.tokens.kind == "name" else ""

    def _name(self) -> str:
        if self.tokens.kind == "html":
            self.tokens.refuse("labels in HTML are not read")
        if self.tokens.kind == "name":
            return self.tokens.next()
        parts = [self.tokens.take_kind("text")]
        while self.tokens.text == "+":
            self.tokens.next()
            parts.append(self.tokens.take_kind("text"))
        return "".join(part[1:-1].replace('\\"', '"') for part in parts)

    def _statements(self, defaults: dict[str, Attributes], depth: int) -> None:
        """Reads up to the closing brace."""
        if depth > DEEPEST:
            self.tokens.refuse(f"braces may be at most {DEEPEST} deep")
        while self.tokens.text != "}" or self.tokens.kind != "sign":
            self._statement(defaults, depth)
            if self.tokens.text == ";":
                self.tokens.next()
        self.tokens.next()

    def _statement(self, defaults: dict[str, Attributes], depth: int) -> None:
        word = self._keyword()
        if word == "subgraph" or self.tokens.text == "{":
            if word:
                self.tokens.next()
            if self.tokens.text != "{":
                self._name()
            self.tokens.take("{")
            inner = {kind: dict(values) for kind, values in defaults.items()}
            self._statements(inner, depth + 1)
            if self.tokens.kind == "arrow":
                self.tokens.refuse("arrows from a group of nodes are not read")
        elif word in defaults:
            self.tokens.next()
            defaults[word].update(self._attributes())
        else:
            self._nodes(defaults)

    def _nodes(self, defaults: dict[str, Attributes]) -> None:
        """Parses a node, a chain of edges, or an attribute of the graph."""
        way = [self._node()]
        if self.tokens.text == "=":
            self.tokens.next()
            self._name()
            return
        while self.tokens.kind == "arrow":
            if self.tokens.next() == "--":
                self.tokens.refuse("lines without an arrow are not read")
            if self.tokens.text == "{" or self._keyword() == "subgraph":
                self.tokens.refuse("arrows to a group of nodes are not read")
            way.append(self._node())
        for name in way:
            self.nodes.setdefault(name, dict(defaults["node"]))
        given = self._attributes() if self.tokens.text == "[" else {}
        if len(way) == 1:
            self.nodes[way[0]].update(given)
        label = (defaults["edge"] | given).get("label", "")
        for source, target in itertools.pairwise(way):
            self.arrows.append((source, label, target))
        if max(len(self.arrows), len(self.nodes)) > MAX_CELLS:
            self.tokens.refuse(f"at most {MAX_CELLS} nodes and arrows are read")

    def _node(self) -> str:
        name = self._name()
        while self.tokens.text == ":":  # a port
            self.tokens.next()
            self._name()
        return name

    def _attributes(self) -> Attributes:
        found: Attributes = {}
        while self.tokens.text == "[":
            self.tokens.next()
            while self.tokens.text != "]" or self.tokens.kind != "sign":
                key = self._name().lower()
                value = "true"
                if self.tokens.text == "=":
                    self.tokens.next()
                    value = self._name()
                found[key] = value
                if self.tokens.text in {",", ";"}:
                    self.tokens.next()
            self.tokens.next()
        return found
