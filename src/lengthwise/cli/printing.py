r"""Output of all commands: text that is safe for a terminal, and plain JSON.

Symbols of machines, file names and host names are untrusted. Text is printed only
through `print_text`, and data only through `print_json`. Data has its ``sources``, keys
of the bibliography, for ``lengthwise cite`` and ``--cite``. Text that is an answer in
itself, such as a program, is unchanged in files and pipes; `print_source` escapes it
only for a terminal.
"""

import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from lengthwise.bibliography import OURS, united
from lengthwise.printable import printable_lines

_NOTED: ContextVar[list[str] | None] = ContextVar("sources", default=None)


@contextmanager
def noted_sources() -> Iterator[list[str]]:
    """Collects the sources of everything printed inside the context."""
    noted: list[str] = []
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)


def note_sources(sources: Iterable[str] = ()) -> list[str]:
    """Records and returns the sources of an output, with this software last.

    Examples:
        >>> with noted_sources() as noted:
        ...     note_sources(["huang2025formal"])
        ['huang2025formal', 'lengthwise']
        >>> noted
        ['huang2025formal', 'lengthwise']
    """
    keys = list(united(sources, (OURS,)))
    noted = _NOTED.get()
    if noted is not None:
        noted += keys
    return keys


def print_json(data: Mapping[str, Any], *, sources: Iterable[str] = ()) -> None:
    r"""Prints data as JSON in ASCII, which works in any output encoding.

    Args:
        data: The result of a command.
        sources: Its sources, as keys of the bibliography.

    Examples:
        >>> print_json({"letters": ["ä", "\x1b", "\x7f"]})
        {"letters": ["\u00e4", "\u001b", "\u007f"], "sources": ["lengthwise"]}
    """
    print(json_text({**data, "sources": note_sources(sources)}))


def json_text(data: Any) -> str:  # noqa: ANN401
    """Returns the one line of JSON that `print_json` prints.

    Infinity and NaN, which JSON lacks, become null.

    Examples:
        >>> json_text([1, float("inf")])
        '[1, null]'
    """
    try:
        text = json.dumps(data, allow_nan=False)
    except ValueError:
        text = json.dumps(finite(data), allow_nan=False)
    return text.replace("\x7f", "\\u007f")


def print_text(*parts: object, end: str = "\n", flush: bool = False) -> None:
    r"""Prints texts, one below the other.

    Unprintable characters are escaped, except newlines and tabs.

    Examples:
        >>> print_text("größer", "a\x1b[2Jb")
        größer
        a\x1b[2Jb
    """
    print(printable_lines("\n".join(map(str, parts))), end=end, flush=flush)


def print_source(text: str) -> None:
    """Prints text unchanged, except that it is escaped on a terminal."""
    print(printable_lines(text) if sys.stdout.isatty() else text, end="")


def print_note(text: object) -> None:
    """Prints a note on standard error."""
    print(f"lengthwise: {printable_lines(str(text))}", file=sys.stderr, flush=True)


def finite(data: Any) -> Any:  # noqa: ANN401
    """Returns the data with null in place of infinity and NaN.

    Examples:
        >>> finite({"bound": float("inf"), "lengths": (8, 16)})
        {'bound': None, 'lengths': [8, 16]}
    """
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    if isinstance(data, Mapping):
        return {key: finite(value) for key, value in data.items()}
    return list(map(finite, data)) if isinstance(data, list | tuple) else data
