"""Boolean options of a scheme, written as 0 or 1."""

from lengthwise.errors import SpecError


def flag(what: str, value: object) -> bool:
    """Returns whether an option is on.

    Raises:
        SpecError: It is neither 0 nor 1.

    Examples:
        >>> flag("learned of alibi", 1)
        True
        >>> flag("learned of alibi", 2)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: learned of alibi is 2; it must be 0 or 1
    """
    if value not in (0, 1):
        raise SpecError(f"{what} is {value}; it must be 0 or 1")
    return bool(value)
