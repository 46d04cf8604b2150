"""Handles standard streams that are closed, full or unread.

Closed streams are dangerous: the next opened file gets their descriptor, and output
would be written to it.
"""

import io
import os
import sys
from typing import Any

from lengthwise.errors import SpecError


class Messages(io.FileIO):
    """Standard error that ignores write errors.

    A sweep continues and exit codes are unchanged even if the log's disk is full or its
    reader is gone.
    """

    def write(self, data: Any) -> int:  # noqa: ANN401 - any buffer of bytes
        """Writes as much as possible and reports success."""
        try:
            return super().write(data) or 0
        except OSError:
            return memoryview(data).nbytes


def open_streams() -> None:
    """Makes the standard streams safe; call once, before anything else.

    Closed streams are opened on the null device, so that no file gets their descriptor.
    Characters that the output encoding lacks are escaped.
    """
    for number in range(3):
        if not _is_open(number):  # open() takes the lowest number: this one
            os.open(os.devnull, os.O_RDWR)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stderr is None or isinstance(sys.stderr, io.TextIOWrapper):
        messages = io.BufferedWriter(Messages(2, "wb", closefd=False))
        encoding = "utf-8" if sys.stderr is None else sys.stderr.encoding
        sys.stderr = io.TextIOWrapper(
            messages, encoding=encoding, errors="backslashreplace", line_buffering=True
        )


def require_output() -> None:
    """Raises if standard output is closed, since the answer would be lost.

    Raises:
        SpecError: It is closed.
    """
    if sys.stdout is None:
        raise SpecError(
            "standard output is closed; redirect it to a file, or to /dev/null to "
            "discard it"
        )


def close_output() -> None:
    """Discards pending output that cannot be written, so that the process can exit.

    Without it Python would try again, fail again and change the exit code.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
