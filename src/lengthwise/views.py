"""Representations of values: a short text for a prompt, HTML for a notebook.

Names and texts may be untrusted: on a prompt they cannot move the cursor, and in HTML
they are escaped, so that they produce no tags and no scripts.
"""

from collections.abc import Iterable
from html import escape

from lengthwise.printable import printable

LONGEST = 150
"""The number of characters of a value on a prompt: two lines at most."""

FEW = 12
"""The number of symbols of an alphabet that are listed individually."""

MOST_COLUMNS = 100
"""The number of symbols of a word in a notebook table: the last ones."""


def short(value: object, text: str) -> str:
    """Returns what a prompt shows of a value: its type and one line about it.

    Examples:
        >>> short(5, "a prime")
        '<int a prime>'
    """
    return f"<{type(value).__name__} {printable(text, longest=LONGEST)}>"


def symbols_text(symbols: Iterable[str]) -> str:
    """Returns the symbols of an alphabet; for a large one, the first ones and the last.

    Examples:
        >>> symbols_text("ab"), symbols_text(map(str, range(40)))
        ('{a, b}', '40 symbols, 0 1 2 … 39')
    """
    every = tuple(printable(symbol, longest=LONGEST) for symbol in symbols)
    if len(every) <= FEW:
        return "{" + ", ".join(every) + "}"
    return f"{len(every)} symbols, {' '.join(every[:3])} … {every[-1]}"


def html_line(text: str) -> str:
    """Returns a paragraph of HTML.

    Examples:
        >>> html_line("a < b")
        '<p>a &lt; b</p>'
    """
    return f"<p>{escape(text)}</p>"


def html_source(text: str) -> str:
    r"""Returns a text with its lines preserved, as HTML.

    Examples:
        >>> html_source("x = # a\\n")
        '<pre>x = # a\\n</pre>'
    """
    return f"<pre>{escape(text)}</pre>"


def html_facts(title: str, facts: Iterable[tuple[str, object]]) -> str:
    """Returns a title and a table of names and values as HTML.

    Examples:
        >>> html_facts("A task", [("name", "<b>")])
        '<p>A task</p><table><tbody><tr><th>name</th><td>&lt;b&gt;</td></tr>...'
    """
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
        for name, value in facts
    )
    return f"{html_line(title)}<table><tbody>{rows}</tbody></table>"
