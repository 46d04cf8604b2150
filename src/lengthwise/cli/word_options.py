"""Words from command-line arguments, a file, or standard input."""

import re
from collections.abc import Iterator

from lengthwise.errors import FormatError
from lengthwise.files import read_text_file

LARGEST = 1 << 24
"""Size limit of a words file, in bytes."""

LONGEST = 1 << 20
"""Length limit of a line, in characters."""

_COMMENT = re.compile(r"(^|\s)//.*")


def words_from(arguments: tuple[str, ...], file: str | None) -> Iterator[str]:
    """Yields the words of `arguments`, then those of `file`, one per line.

    ``//`` starts a comment, empty lines are skipped, and ``-`` is standard input.

    Raises:
        FormatError: The file is not text, or larger than `LARGEST` bytes.
    """
    yield from arguments
    if file is None:
        return
    try:
        text = read_text_file(file, limit=LARGEST, what="a file of words")
    except FileNotFoundError:
        raise FormatError(
            f"{file}: no such file; --words is a file with one word per line"
        ) from None
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > LONGEST:
            raise FormatError(
                f"{file}, line {number} has {len(line)} characters; a word has at most "
                f"{LONGEST}"
            )
        word = _COMMENT.sub("", line).strip()
        if word:
            yield word
