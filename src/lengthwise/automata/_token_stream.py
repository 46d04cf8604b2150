"""The tokens of a text, with one token of lookahead."""

import re
from typing import NoReturn

from lengthwise.errors import FormatError
from lengthwise.printable import printable

COMMENT = re.compile(r"\s+|/\*.*?\*/", re.DOTALL)


class Tokens:
    """The tokens of a text.

    Args:
        text: The text.
        pattern: The pattern of a token; each kind is a named group.
        skipped: The pattern of separators between tokens.
        what: The expected kind of text, for messages.
    """

    def __init__(
        self,
        text: str,
        pattern: re.Pattern[str],
        what: str,
        skipped: re.Pattern[str] = COMMENT,
    ) -> None:
        self._text = text
        self._pattern = pattern
        self._skipped = skipped
        self._what = what
        self._at = 0
        self.kind = ""
        self.text = ""
        self.next()

    def next(self) -> str:
        """Advances and returns the text of the current token."""
        before = self.text
        while found := self._skipped.match(self._text, self._at):
            self._at = found.end()
        token = self._pattern.match(self._text, self._at)
        if self._at == len(self._text):
            self.kind, self.text = "end", ""
        elif token is None or token.lastgroup is None:
            self.kind, self.text = "?", self._text[self._at]
            self.refuse("a character that does not belong here")
        else:
            self.kind, self.text = token.lastgroup, token[0]
            self._at = token.end()
        return before

    def take(self, *texts: str) -> str:
        """Consumes the next token if it is one of these.

        Raises:
            FormatError: It is not.
        """
        if self.text not in texts or self.kind == "end":
            self.refuse(f"allowed here is {' or '.join(texts)}")
        return self.next()

    def take_kind(self, kind: str) -> str:
        """Consumes the next token if it is of this kind.

        Raises:
            FormatError: It is not.
        """
        if self.kind != kind:
            self.refuse(f"a {kind} was expected")
        return self.next()

    def refuse(self, why: str) -> NoReturn:
        """Raises an error that names the place."""
        line = self._text.count("\n", 0, self._at) + 1
        found = "the end" if self.kind == "end" else repr(self.text)
        raise FormatError(
            f"line {line}: found {printable(found, longest=60)} in {self._what}; {why}"
        )
