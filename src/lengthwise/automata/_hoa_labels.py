"""Labels of the Hanoi format: the sets of propositions that they allow."""

from lengthwise.automata._token_stream import Tokens

DEEPEST = 100
"""The largest nesting depth of parentheses and negations."""


class Labels:
    """Parses labels over atomic propositions.

    A set of letters is an integer whose bit ``v`` says whether it contains letter
    ``v``; bit ``i`` of ``v`` says whether proposition ``i`` holds.

    Args:
        propositions: Their number.
    """

    def __init__(self, propositions: int) -> None:
        self._letters = 1 << propositions
        self.all = (1 << self._letters) - 1
        self.aliases: dict[str, int] = {}
        self._holds = [
            sum(1 << v for v in range(self._letters) if v >> i & 1)
            for i in range(propositions)
        ]

    def bracketed(self, tokens: Tokens) -> int:
        """Reads a label in brackets."""
        tokens.take("[")
        found = self.expression(tokens)
        tokens.take("]")
        return found

    def expression(self, tokens: Tokens, depth: int = 0) -> int:
        """Reads a label without brackets."""
        if depth > DEEPEST:
            tokens.refuse(f"labels may be at most {DEEPEST} deep")
        found = self._all_of(tokens, depth)
        while tokens.text == "|":
            tokens.next()
            found |= self._all_of(tokens, depth)
        return found

    def _all_of(self, tokens: Tokens, depth: int) -> int:
        found = self._one(tokens, depth)
        while tokens.text == "&":
            tokens.next()
            found &= self._one(tokens, depth)
        return found

    def _one(self, tokens: Tokens, depth: int) -> int:
        turned = 0
        while tokens.text == "!":
            tokens.next()
            turned ^= self.all
        if tokens.text == "(":
            tokens.next()
            found = self.expression(tokens, depth + 1)
            tokens.take(")")
        elif tokens.kind == "number":
            number = int(tokens.text) if len(tokens.text) < 10 else len(self._holds)
            if number >= len(self._holds):
                tokens.refuse(f"there are {len(self._holds)} propositions")
            tokens.next()
            found = self._holds[number]
        elif tokens.text in self.aliases:
            found = self.aliases[tokens.next()]
        else:
            found = self.all if tokens.take("t", "f") == "t" else 0
        return found ^ turned
