"""Words for commands: arguments, a file, or standard input."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from lengthwise.errors import FormatError

_COMMENT = re.compile(r"(^|\s)//.*")


def given(arguments: tuple[str, ...], file: str | None) -> Iterator[str]:
    """Yields the words of `arguments`, then those of `file`, one a line.

    ``//`` starts a comment, a line without a word is no word, and ``-`` is standard
    input.

    Raises:
        FormatError: The file is not text.
    """
    yield from arguments
    if file is None:
        return
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{file} is not UTF-8 text: byte {error.start + 1} is "
            f"{data[error.start]:#04x}"
        ) from None
    for line in lines:
        word = _COMMENT.sub("", line).strip()
        if word:
            yield word
