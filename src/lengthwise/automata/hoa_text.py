r"""Automata in the Hanoi format, read as automata on finite words.

The format was designed for infinite words. Its state-based acceptance ``1 Inf(0)`` is
read as a set of accepting states, the convention of tools for finite words. A letter
assigns a truth value to each proposition, as in ``a&!b``.
"""

import re

from lengthwise.automata._hoa_labels import Labels
from lengthwise.automata._token_stream import Tokens
from lengthwise.automata.nfa import NFA, Read
from lengthwise.errors import FormatError
from lengthwise.printable import printable

_TOKEN = re.compile(
    r'(?P<text>"(?:[^"\\]|\\.)*")|(?P<mark>--[A-Z]+--)|(?P<head>[A-Za-z][\w-]*:)'
    r"|(?P<word>@?[A-Za-z_][\w-]*)|(?P<number>[0-9]+)|(?P<sign>[][{}()!&|])"
)

MOST_PROPOSITIONS = 10
"""The largest number of propositions: there is a letter for each set of them."""

_ACCEPTANCE = {"1 Inf ( 0 )": "some", "0 t": "all", "0 f": "none"}
"""The supported acceptance conditions, and their accepting states."""

_NOTE = "read as an automaton of finite words: a word is accepted in an accepting state"


def read_hoa(text: str) -> Read:
    r"""Returns the automaton of a text in the Hanoi format.

    Raises:
        FormatError: The text is not in the format, or uses features that automata on
            finite words lack: transition-based acceptance, other conditions,
            alternation.

    Examples:
        >>> found = read_hoa('''HOA: v1
        ... Start: 0
        ... AP: 1 "a"
        ... Acceptance: 1 Inf(0)
        ... --BODY--
        ... State: 0 [!0] 0 [0] 1
        ... State: 1 {0} [t] 1
        ... --END--''')
        >>> found.dfa.alphabet.symbols, found.dfa.accepts(["!a", "a"])
        (('!a', 'a'), True)
    """
    return _Reader(text).read()


class _Reader:
    """Parses the header, then the states."""

    def __init__(self, text: str) -> None:
        self.tokens = Tokens(text, _TOKEN, "the Hanoi format")
        self.found = NFA()
        self.accepts: str | None = None
        self.labels = Labels(0)
        self.letters: list[str] = ["t"]

    def read(self) -> Read:
        self.tokens.take("HOA:")
        if self.tokens.take_kind("word") != "v1":
            raise FormatError("only version v1 of the Hanoi format is read")
        while self.tokens.kind == "head":
            self._header(self.tokens.next())
        self.tokens.take("--BODY--")
        if self.accepts is None:
            raise FormatError("the automaton has no 'Acceptance:' line")
        self.found.symbols = dict.fromkeys(self.letters)
        while self.tokens.text == "State:":
            self._state()
        self.tokens.take("--END--")
        if self.tokens.kind != "end":
            self.tokens.refuse("a file must hold one automaton")
        for start in self.found.starts:
            self.found.state(start)
        return self.found.read([_NOTE])

    def _header(self, name: str) -> None:
        match name:
            case "Start:":
                self.found.starts[self._number()] = None
                if self.tokens.text == "&":
                    self.tokens.refuse("alternating automata are not read")
            case "AP:":
                self._propositions()
            case "Acceptance:":
                self._acceptance()
            case "Alias:":
                alias = self.tokens.take_kind("word")
                self.labels.aliases[alias] = self.labels.expression(self.tokens)
            case "States:":
                self._number()
            case _ if name[0].isupper():
                raise FormatError(
                    f"the header {printable(name)} is not known; only automata of "
                    "finite words are read"
                )
            case _:
                while self.tokens.kind in {"text", "word", "number", "sign"}:
                    self.tokens.next()

    def _propositions(self) -> None:
        number = int(self._number())
        if number > MOST_PROPOSITIONS:
            raise FormatError(
                f"{number} propositions; at most {MOST_PROPOSITIONS} are read, because "
                "each set of them is a letter"
            )
        names = [self.tokens.take_kind("text")[1:-1] for _ in range(number)]
        self.labels = Labels(number)
        self.letters = [
            "&".join(name if v >> i & 1 else f"!{name}" for i, name in enumerate(names))
            or "t"
            for v in range(1 << number)
        ]

    def _acceptance(self) -> None:
        parts: list[str] = []
        while self.tokens.kind in {"word", "number", "sign"} and len(parts) < 50:
            parts.append(self.tokens.next())
        condition = " ".join(parts)
        if condition not in _ACCEPTANCE:
            raise FormatError(
                f"the acceptance {printable(condition, longest=60)!r}; read are "
                f"{', '.join(_ACCEPTANCE)}"
            )
        self.accepts = _ACCEPTANCE[condition]

    def _number(self) -> str:
        number = self.tokens.take_kind("number")
        if len(number) > 9:
            raise FormatError(
                f"the number {printable(number, longest=20)} is too large"
            )
        return str(int(number))

    def _marks(self) -> bool:
        """Parses acceptance marks, if present."""
        if self.tokens.text != "{":
            return False
        self.tokens.next()
        found = False
        while self.tokens.text != "}":
            self.tokens.take("0")
            found = True
        self.tokens.next()
        return found

    def _state(self) -> None:
        self.tokens.take("State:")
        label = self._label()
        name = self.found.state(self._number())
        if self.tokens.kind == "text":
            self.tokens.next()
        if self._marks() or self.accepts == "all":
            self.found.accepting.add(name)
        implicit = 0
        while self.tokens.text == "[" or self.tokens.kind == "number":
            own = self._label()
            target = self._number()
            if self.tokens.text == "&":
                self.tokens.refuse("alternating automata are not read")
            if self.tokens.text == "{":
                self.tokens.refuse("acceptance must be on states, not on transitions")
            if own is None and label is None:
                own, implicit = 1 << implicit, implicit + 1
                if implicit > len(self.letters):
                    self.tokens.refuse("more transitions than letters")
            self._add(name, self.labels.all if own is None else own, label, target)

    def _label(self) -> int | None:
        return self.labels.bracketed(self.tokens) if self.tokens.text == "[" else None

    def _add(self, source: str, own: int, label: int | None, target: str) -> None:
        allowed = own if label is None else own & label
        for number, letter in enumerate(self.letters):
            if allowed >> number & 1:
                self.found.add(source, letter, target)
