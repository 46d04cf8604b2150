"""Exact errors in a text file, one model per line, beside the records of a figure."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lengthwise.errors import FormatError
from lengthwise.figures.exact_errors import Exact, read_exact

LARGEST = 1 << 20
"""The largest size of a line in bytes."""


def read_exact_lines(path: Path) -> Iterator[Exact]:
    """Yields the exact errors in a file; at most one line is held in memory.

    Raises:
        FormatError: A line is damaged; the message names it.
    """
    with path.open("rb") as file:
        lines = iter(partial(file.readline, LARGEST + 1), b"")
        for number, line in enumerate(lines, start=1):
            try:
                if line.strip():
                    yield read_exact(_decoded(line))
            except FormatError as error:
                raise FormatError(f"{path}, line {number}: {error}") from None


def _decoded(line: bytes) -> dict[str, object]:
    if len(line) > LARGEST:
        raise FormatError(f"more than {LARGEST} bytes; no line is so long")
    try:
        decoded = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"no JSON: {error}") from None
    if not isinstance(decoded, dict):
        raise FormatError("no JSON object")
    return decoded
