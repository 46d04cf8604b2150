"""Joins the lines of docstring paragraphs for the terminal."""

import inspect
import re


def joined(docstring: str) -> str:
    r"""Returns a docstring with each paragraph and each argument on one line.

    The terminal can then wrap it at its own width.

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
