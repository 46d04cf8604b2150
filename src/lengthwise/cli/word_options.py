"""Words for commands: arguments, a file, or standard input."""

import re
from collections.abc import Iterator

from lengthwise.errors import FormatError
from lengthwise.files import read_text_file

LARGEST = 1 << 24
"""Bytes that a file of words may have."""

LONGEST = 1 << 20
"""Characters that a line of it may have."""

_COMMENT = re.compile(r"(^|\s)//.*")


def words_from(arguments: tuple[str, ...], file: str | None) -> Iterator[str]:
    """Yields the words of `arguments`, then those of `file`, one a line.

    ``//`` starts a comment, a line without a word is no word, and ``-`` is standard
    input.

    Raises:
        FormatError: The file is not text, or larger than `LARGEST` bytes.
    """
    yield from arguments
    if file is None:
        return
    text = read_text_file(file, limit=LARGEST, what="a file of words")
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > LONGEST:
            raise FormatError(
                f"{file}, line {number} has {len(line)} characters; a word has at most "
                f"{LONGEST}"
            )
        word = _COMMENT.sub("", line).strip()
        if word:
            yield word
