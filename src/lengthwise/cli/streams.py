"""The standard streams of the process, which may be closed, full or nobody's.

Closed ones are a danger: the next file that is opened takes their number, and what is
then printed ends up in it.
"""

import io
import os
import sys
from typing import Any

from lengthwise.errors import SpecError


class Messages(io.FileIO):
    """Standard error: what cannot be written there is lost, and ends nothing.

    A sweep goes on, and an exit code stays what it is, where the disk behind the log is
    full or nobody reads any more.
    """

    def write(self, data: Any) -> int:  # noqa: ANN401 - any buffer of bytes
        """Writes what can be written, and says that all of it was."""
        try:
            return super().write(data) or 0
        except OSError:
            return memoryview(data).nbytes


def open_streams() -> None:
    """Makes the standard streams safe to use; to be called once, before all else.

    What is closed is opened on the null device, so that no file gets its number.
    Letters that the output does not know are written as escapes.
    """
    for number in range(3):
        if not _is_open(number):  # the lowest number is taken, which is this one
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
    """Refuses to work where standard output is closed: the answer would be lost.

    Raises:
        SpecError: It is closed.
    """
    if sys.stdout is None:
        raise SpecError(
            "standard output is closed; send it to a file, or to /dev/null if nobody "
            "wants it"
        )


def close_output() -> None:
    """Lets what could not be printed go nowhere, so that the process can end.

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
