r"""Untrusted text, made safe for a terminal and for a spreadsheet.

A name in a store or a file may contain escape sequences that move the cursor, clear the
screen or set the title of the window, marks that change the direction of the text, or a
formula. `printable` and `disarmed` turn it into plain text.
"""

import math
import re
import reprlib
import unicodedata
from collections.abc import Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Characters that start a formula in a spreadsheet, or are skipped before one."""

_LONG_NUMBER = re.compile(r"\d{100,}")
_LONG_WORD = re.compile(r"\S{1000,}")

LONGEST = 1000
"""The number of characters of the longest text that is shown in full."""

LONGEST_WORD = 40
"""The number of symbols of the longest word that is shown in full."""

SHOWN = 12
"""The number of digits of a digest that are shown."""

_LARGE = 10**99


def printable(text: object, *, longest: int = LONGEST) -> str:
    r"""Returns one line without effects on a terminal.

    Unprintable characters are escaped; printable letters of any script stay. Values
    other than strings are shown in Python's notation.

    Args:
        text: The text.
        longest: The largest number of its characters to show.

    Examples:
        >>> printable("größer"), printable("a\x1b[2Jb\nc"), printable(None)
        ('größer', 'a\\x1b[2Jb\\nc', 'None')
        >>> printable("\udcff\u202e"), printable("abcdef", longest=3)
        ('\\udcff\\u202e', 'abc…')
    """
    if not isinstance(text, str):
        text = ascii(text[:longest]) if isinstance(text, bytes) else ascii(text)
    cut = text[:longest]
    shown = cut if cut.isprintable() else "".join(map(_shown, cut))
    return shown if len(text) <= longest else f"{shown}…"


def printable_lines(text: str) -> str:
    r"""Returns a trusted text with newlines and tabs kept.

    Examples:
        >>> printable_lines("line 1:\n\t!\x07")
        'line 1:\n\t!\\x07'
    """
    return "\n".join(map(_line, text.split("\n")))


def with_short_words(text: str) -> str:
    """Returns a text in which no number and no word fills the screen.

    Examples:
        >>> with_short_words("length " + "9" * 5000 + "; allowed is 8")
        'length 9999999999… (5000 digits); allowed is 8'
        >>> with_short_words("a" * 5000)
        'aaaaaaaaaa… (5000 characters)'
    """
    shorter = _LONG_NUMBER.sub(
        lambda match: f"{match[0][:10]}… ({len(match[0])} digits)", text
    )
    return _LONG_WORD.sub(
        lambda match: f"{match[0][:10]}… ({len(match[0])} characters)", shorter
    )


def brief(value: object) -> str:
    r"""Returns any value on one short line, for a message about it.

    Long strings and containers are truncated; an array is shown by its shape, a very
    large integer by its first digits, and values that cannot be shown by their type.

    Examples:
        >>> brief("a\x1b"), brief([1, "b"]), brief(None), brief(10**5000)
        ("'a\\x1b'", "[1, 'b']", 'None', '1000000000… (5001 digits)')
    """
    return printable(_BRIEF.repr(value), longest=_BRIEF.maxother)


def shown_word(word: Sequence[str]) -> str:
    """Returns a word for a message, truncated if it is long.

    Examples:
        >>> shown_word(("a", "b")), shown_word(()), len(shown_word(("0",) * 1000))
        ("'a b'", "'' (the empty word)", 98)
    """
    if not word:
        return "'' (the empty word)"
    text = " ".join(word[:LONGEST_WORD])
    more = f" … ({len(word)} symbols)" if len(word) > LONGEST_WORD else ""
    return f"{printable(text)!r}{more}"


def number_text(value: int) -> str:
    """Returns an integer for a message; the first digits if it is long.

    Python itself refuses to print more than 4,300 digits.

    Examples:
        >>> number_text(1234), number_text(-(10**5000))
        ('1234', '-1000000000… (5001 digits)')
    """
    if -_LARGE < value < _LARGE:
        return str(value)
    rest = int(math.log10(abs(value))) - 9  # perhaps one digit too many or too few
    first = str(abs(value) // 10**rest)
    return f"{'-' * (value < 0)}{first[:10]}… ({rest + len(first)} digits)"


class _Brief(reprlib.Repr):
    """Short representations of values: `reprlib` with our limits."""

    def __init__(self) -> None:
        super().__init__()
        self.maxother = self.maxstring = 80

    def repr_int(self, value: int, level: int) -> str:  # noqa: ARG002
        return number_text(value)

    def repr_ndarray(self, value: object, level: int) -> str:  # noqa: ARG002
        return f"an array of the shape {getattr(value, 'shape', '?')}"

    def repr_instance(self, value: object, level: int) -> str:  # noqa: ARG002
        try:
            return repr(value)
        except Exception:  # a type of others may not even print
            return f"a {type(value).__name__}"


_BRIEF = _Brief()


def disarmed(text: str) -> str:
    """Returns a text for a table cell that no spreadsheet interprets as a formula.

    A potential formula is prefixed with an apostrophe. Full-width characters count too,
    and blanks or invisible characters before them make no difference.

    Examples:
        >>> disarmed("=1+1"), disarmed("a=1"), disarmed("\u00a0＝1")[0]
        ("'=1+1", 'a=1', "'")
    """
    visible = (one for one in text if one.isprintable() and not one.isspace())
    first = unicodedata.normalize("NFKC", next(visible, ""))
    is_formula = first.startswith(FORMULA) or text.startswith(FORMULA)
    return f"'{text}" if is_formula else text


def _line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(one if one == "\t" else _shown(one) for one in text)


def _shown(one: str) -> str:
    return one if one.isprintable() else one.encode("unicode_escape").decode()
