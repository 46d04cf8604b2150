"""Messages of syntax errors: what was found, what was allowed."""

import re

from lengthwise.crasp.language._source import printable

COMPARISONS = frozenset({"EQ", "NE", "LT", "LE", "GT", "GE"})
_OPERAND = frozenset({"NAME", "SYMBOL", "TRUE", "FALSE", "LPAR", "BANG"})
_EXPRESSION = _OPERAND | {
    "INT", "HASH", "EXISTS", "NEVER", "MIN", "MAX", "POSITION", "MINUS"
}  # fmt: skip
_PHRASES = {
    "an expression": _EXPRESSION,
    "a name, a symbol, true, false, '(', '!'": _OPERAND,
    "a number": frozenset({"INT", "MINUS"}),
    "a comparison": COMPARISONS,
}
_TERMINALS = {
    "NAME": "a name", "SYMBOL": "a symbol in quotes", "INT": "a number",
    "_NL": "end of the line", "$END": "end of the text", "LSQB": "a [guard]",
    "ASSIGN": "'='", "AND": "'&&'", "OR": "'||'", "EQ": "'=='", "LE": "'<='",
    "PLUS": "'+'", "MINUS": "'-'", "STAR": "'*'", "COMMA": "','", "LPAR": "'('",
    "RPAR": "')'", "RSQB": "']'", "LBRACE": "'{'", "RBRACE": "'}'", "I": "'i - j'",
    "IMPORT": "#import",
}  # fmt: skip
_TOKEN = re.compile(r'"[^"\n]*"|//[^\n]*|[\[\](){}]')


def mistake(kind: str, text: str, expected: frozenset[str]) -> str:
    """Returns what was found and what was allowed, as one phrase.

    Args:
        kind: The grammar terminal that was found, or empty.
        text: Its text.
        expected: The terminals that were allowed.

    Examples:
        >>> mistake("INT", "3", frozenset({"ASSIGN"}))
        "unexpected '3'; allowed is '='"
    """
    if kind in COMPARISONS and "AND" in expected and not COMPARISONS & expected:
        return "comparisons do not chain; join two of them with &&"
    if text == '"':
        return "a symbol without its closing quote"
    what = _TERMINALS[kind] if kind in {"_NL", "$END"} else repr(printable(text))
    return f"unexpected {what}; allowed {_list(expected)}"


def _list(expected: frozenset[str]) -> str:
    names: list[str] = []
    for phrase, members in _PHRASES.items():
        if members <= expected:
            names.append(phrase)
            expected -= members
    names += sorted(_TERMINALS.get(kind, kind.lower()) for kind in expected)
    return ("is " if len(names) == 1 else "are ") + ", ".join(names)


def open_bracket(text: str) -> int | None:
    """Returns the index of the innermost unclosed bracket in `text`.

    Examples:
        >>> open_bracket("(a [b] (c")
        7
    """
    waiting: list[int] = []
    for token in _TOKEN.finditer(text):
        if token[0] in "([{":
            waiting.append(token.start())
        elif token[0] in ")]}" and waiting:
            waiting.pop()
    return waiting[-1] if waiting else None
