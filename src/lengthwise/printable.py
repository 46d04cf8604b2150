r"""Text of others, for a terminal and for a spreadsheet.

A name in a store or a file may hold escape sequences that move the cursor, clear the
screen or set the title of the window, marks that turn the direction of what follows,
or a formula. `printable` and `disarmed` make plain text of it.
"""

FORMULA = (*"=+-@", *"\uff1d\uff0b\uff0d\uff20", *"\t\r\n")
"""What a spreadsheet takes for the beginning of a formula, or looks behind for one.

Some take the wide forms, which typewriters of East Asia have, for the narrow ones.
"""

LONGEST = 1000
"""Characters of the longest text that is shown whole."""


def printable(text: object, *, longest: int = LONGEST) -> str:
    r"""Returns one line that does nothing to a terminal.

    Whatever is no printable character is written as an escape; printable letters of
    any script stay. What is no text is shown as Python writes it.

    Args:
        text: What is to be shown.
        longest: How many characters of it at most.

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
    r"""Returns a text of ours in which the ends of lines stay, and tabs.

    Examples:
        >>> printable_lines("line 1:\n\t!\x07")
        'line 1:\n\t!\\x07'
    """
    return "".join(one if one in "\n\t" else _shown(one) for one in text)


def disarmed(text: str) -> str:
    """Returns a text for a cell of a table that no spreadsheet takes for a formula.

    Where it would be one, an apostrophe stands before it.

    Examples:
        >>> disarmed("=1+1"), disarmed("a=1")
        ("'=1+1", 'a=1')
    """
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text


def _shown(one: str) -> str:
    return one if one.isprintable() else one.encode("unicode_escape").decode()
