"""Values of tasks as plain data, ready for JSON."""

from dataclasses import fields, is_dataclass
from typing import Any

from lengthwise.words import Alphabet


def plain(value: Any) -> Any:  # noqa: ANN401
    """Returns `value` in the types of JSON; a dataclass also says its kind.

    Examples:
        >>> plain((Alphabet("ab"), frozenset({2, 1})))
        [['a', 'b'], [1, 2]]
    """
    if isinstance(value, Alphabet):
        return list(value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {
            field.name: plain(getattr(value, field.name)) for field in fields(value)
        }
        return {"kind": type(value).__name__, **parts}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return sorted(value) if isinstance(value, frozenset) else value
