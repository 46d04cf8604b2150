"""Expressions that look as if they were written with ``+`` for union."""

import re

_ATOM = r"[^\s|)*+?{]"
_PLUS_BEFORE_ATOM = re.compile(rf"\+(?={_ATOM})")
_OTHER_PLUS = re.compile(rf"\+(?!{_ATOM})")


def notes(text: str) -> tuple[str, ...]:
    """A note where every ``+`` stands between two parts and there is no ``|``.

    Examples:
        >>> notes("(ab+bbaa)*")
        ("'+' means one or more here, as in Python; write '|' for union",)
        >>> notes("ab+")
        ()
    """
    plain = re.sub(r"\\.|\[[^]]*\]", "x", text)
    if "|" in plain or _OTHER_PLUS.search(plain) or not _PLUS_BEFORE_ATOM.search(plain):
        return ()
    return ("'+' means one or more here, as in Python; write '|' for union",)
