"""Finite automata from JFLAP files.

The XML is parsed as a stream: document types, and with them entities, are rejected, and
so are deeply nested and long files. A transition that reads several characters becomes
that many transitions; one that reads nothing is an epsilon transition.
"""

from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from lengthwise.automata.nfa import NFA, Read
from lengthwise.errors import FormatError
from lengthwise.printable import printable

DEEPEST = 20
"""The largest nesting depth of elements."""

MOST_ELEMENTS = 2_000_000
"""The largest number of elements of a file."""

LONGEST = 1000
"""The largest number of characters of a text."""


def read_jflap(text: str) -> Read:
    """Returns the finite automaton of a JFLAP file.

    Raises:
        FormatError: The text is not XML, has a document type, or is not a finite
            automaton.

    Examples:
        >>> found = read_jflap(
        ...     '<structure><type>fa</type><state id="0"><initial/><final/></state>'
        ...     "<transition><from>0</from><to>0</to><read>ab</read></transition>"
        ...     "</structure>"
        ... )
        >>> found.dfa.accepts("abab"), found.dfa.accepts("aba")
        (True, False)
    """
    reader = _Reader()
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = reader.begin
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.StartDoctypeDeclHandler = _refuse_type
    try:
        parser.Parse(text.encode(), True)  # noqa: FBT003 - that is its last argument
    except expat.ExpatError as error:
        raise FormatError(f"an automaton of JFLAP was expected: {error}") from None
    return reader.automaton()


def _refuse_type(*_: object) -> NoReturn:
    raise FormatError("the XML has a document type, which is not read; leave it out")


@dataclass
class _Reader:
    """The state of the parser."""

    found: NFA = field(default_factory=NFA)
    way: list[str] = field(default_factory=list)
    elements: int = 0
    text: str = ""
    state: str = ""
    move: dict[str, str] = field(default_factory=dict)
    kind: str | None = None
    empty: bool = False
    known: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        self.way.append(name)
        self.text = ""
        if self.elements > MOST_ELEMENTS or len(self.way) > DEEPEST:
            raise FormatError(
                f"the XML has more than {MOST_ELEMENTS} elements or is more than "
                f"{DEEPEST} deep; an automaton of JFLAP was expected"
            )
        if self.elements == 1 and name != "structure":
            raise FormatError(f"the XML is a {_short(name)}, not a structure of JFLAP")
        if name == "state":
            if not attributes.get("id"):
                raise FormatError("a state of the XML has no id")
            self.state = self.found.state(f"q{attributes['id']}")
            self.known.add(self.state)
        elif name == "transition":
            self.move = {}
        elif name == "initial" and self._inside("state"):
            self.found.starts[self.state] = None
        elif name == "final" and self._inside("state"):
            self.found.accepting.add(self.state)

    def _inside(self, name: str) -> bool:
        return self.way[-2:-1] == [name]

    def characters(self, text: str) -> None:
        self.text += text
        if len(self.text) > LONGEST:
            if self.text.strip():
                raise FormatError(
                    f"the XML has a text of more than {LONGEST} characters"
                )
            self.text = ""

    def end(self, name: str) -> None:
        if name == "type":
            self.kind = self.text.strip()
            if self.kind != "fa":
                raise FormatError(
                    f"the XML is of type {_short(self.kind)}; only fa, a finite "
                    "automaton, is read"
                )
        elif name in {"from", "to", "read"} and self._inside("transition"):
            self.move[name] = self.text.strip()
        elif name == "transition":
            self._add()
        self.way.pop()
        self.text = ""

    def _add(self) -> None:
        if not {"from", "to"} <= self.move.keys():
            raise FormatError("a transition of the XML has no from or no to")
        source, target = f"q{self.move['from']}", f"q{self.move['to']}"
        self.named |= {source, target}
        read = self.move.get("read", "")
        if not read:
            self.empty = True
            self.found.add(source, None, target)
            return
        if len(read) > 2 and read[0] == "[" and read[-1] == "]":
            raise FormatError(
                f"a transition of the XML reads the range {_short(read)}; write a "
                "transition for each symbol"
            )
        for place, symbol in enumerate(read[:-1]):
            between = f"{source} {target} {self.found.size} {place}"
            self.found.add(source, symbol, between)
            source = between
        self.found.add(source, read[-1], target)

    def automaton(self) -> Read:
        if self.kind is None:
            raise FormatError("the XML names no type; a finite automaton is of type fa")
        for name in self.named - self.known:
            raise FormatError(f"the XML has no state {_short(name[1:])}")
        note = "a transition without a symbol reads nothing"
        return self.found.read([note] if self.empty else [])


def _short(text: str) -> str:
    return printable(repr(text), longest=60)
