r"""Canonical JSON: a unique text for each value, and the key derived from it.

UTF-8, keys sorted by code point, no whitespace, floats in the fewest digits that read
back as the same number (as in Python's ``repr``), no ``NaN`` and no ``Infinity``.
Measured values that are not finite are written as the strings ``"nan"``, ``"inf"`` and
``"-inf"``, by `number` only.
"""

import json
import math
import re
from typing import Any

from lengthwise.errors import SpecError
from lengthwise.files import digest
from lengthwise.printable import SHOWN as SHOWN
from lengthwise.printable import brief

LEAST = 4
"""The smallest number of digits of a key that a user must give."""

FORMAT = 1
"""The format version, which is part of each key."""

FIRST = ("simple", "modp", "kgram")
"""The tasks whose trials use format 1; all others use format 2."""


def canonical(plain: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Returns the canonical JSON text of `plain`.

    Raises:
        ValueError: A float is not finite; `number` writes those on purpose.

    Examples:
        >>> canonical({"b": 1.0, "a": [1e-05, None, "é"]})
        '{"a":[1e-05,null,"é"],"b":1.0}'
    """
    return json.dumps(
        plain,
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
    )


def key_of(plain: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Returns the SHA-256 of the canonical JSON of `plain`, in 64 hexadecimal digits.

    Examples:
        >>> key_of({})[:12]
        '44136fa355b3'
    """
    return digest(canonical(plain))


def number(value: float) -> float | str:
    """Returns `value` for JSON: itself, or a string if it is not finite.

    Examples:
        >>> number(0.5), number(float("nan")), number(float("-inf"))
        (0.5, 'nan', '-inf')
    """
    return float(value) if math.isfinite(value) else str(float(value))


def float_of(written: float | str) -> float:
    """Returns the float that `number` wrote.

    Examples:
        >>> float_of("inf"), float_of(0.5)
        (inf, 0.5)
    """
    return float(written)


def require_digits(text: str) -> None:
    """Raises unless a text can be the first digits of a key.

    Raises:
        SpecError: It is too short, too long, or not hexadecimal.

    Examples:
        >>> require_digits("5017ac")
        >>> require_digits("501")
        Traceback (most recent call last):
        lengthwise.errors.SpecError: '501' does not identify a trained model: give the
        key of its trial, or at least the first 4 of its 64 digits (0-9 and a-f)
    """
    if not re.fullmatch(rf"[0-9a-f]{{{LEAST},64}}", text):
        raise SpecError(
            f"{brief(text)} does not identify a trained model: give the key of its "
            f"trial, or at least the first {LEAST} of its 64 digits (0-9 and a-f)"
        )
