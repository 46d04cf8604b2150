"""Docstrings for a terminal: paragraphs without the line breaks of the source."""

import inspect
import re


def joined(docstring: str) -> str:
    r"""A docstring with every paragraph, and the text of every argument, on one line.

    What shows it can then wrap it at the width of the terminal.

    Examples:
        >>> joined("One\n    two.\n\n    Args:\n        a: Three\n            four.\n")
        'One two.\n\nArgs:\n    a: Three four.'
    """
    parts = inspect.cleandoc(docstring).split("\n\n")
    return "\n\n".join(map(_paragraph, parts))


def _paragraph(text: str) -> str:
    if text.startswith("Args:"):
        return re.sub(r"\n {8,}", " ", text)
    return " ".join(text.split("\n"))
