"""Untrusted JSON, read so that it is unambiguous and takes bounded memory.

Python's parser takes the last of several values of one key, accepts ``NaN`` and
``Infinity``, and uses a hundred bytes for an empty list. Here a text that another
program could read differently is rejected, and so is one with too many parts.
"""

import json
import reprlib
from collections import Counter
from typing import Any

from lengthwise.errors import FormatError

MOST = 1 << 20
"""The largest number of lists and objects in a text."""

MOST_DIGITS = 1000
"""The largest number of digits of an integer; Python reads 4,300."""


def json_value(text: str | bytes, *, what: str, most: int = MOST) -> Any:  # noqa: ANN401
    """Returns the value of a JSON text.

    Args:
        text: The text; bytes are UTF-8.
        what: The expected content, for the message, such as ``an automaton in JSON``.
        most: The largest number of lists and objects.

    Raises:
        FormatError: It is not JSON, repeats a key within an object, or has too many
            parts.

    Examples:
        >>> json_value('{"a": [1, null]}', what="a setting")
        {'a': [1, None]}
        >>> json_value('{"a": 1, "a": 2}', what="a setting")
        Traceback (most recent call last):
        lengthwise.errors.FormatError: a setting was expected: the key 'a' stands twice
        in one object
    """
    try:
        read = text if isinstance(text, str) else text.decode()
        if not read.strip():
            raise ValueError("the text is empty")  # noqa: TRY301 - one message below
        _require_few(read, most)
        return json.loads(
            read,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_integer,
        )
    except RecursionError:
        raise FormatError(f"{what} was expected: it is nested too deep") from None
    except ValueError as error:
        raise FormatError(f"{what} was expected: {error}") from None


def _require_few(text: str, most: int) -> None:
    parts = text.count("[") + text.count("{")
    if parts > most:
        raise ValueError(f"{parts} lists and objects; at most {most} are read")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"the key {reprlib.repr(twice)} stands twice in one object")
    return members


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has {len(digits)} digits; at most {MOST_DIGITS}")
    return int(digits)


def _constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")
