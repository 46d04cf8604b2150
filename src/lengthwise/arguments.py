"""Validation of arguments of public functions.

Each check raises one line: what was found, what is allowed, what to do. A Boolean does
not count as a number.
"""

import errno
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from numbers import Integral, Real
from pathlib import Path
from types import UnionType

from lengthwise.errors import (
    FileError,
    InputError,
    MissingFileError,
    SpecError,
    WordError,
)
from lengthwise.printable import brief, number_text, printable


def require_kind(
    what: str, value: object, kinds: type | UnionType | tuple[type, ...], advice: str
) -> None:
    """Checks the type of a value.

    Args:
        what: The description of the value in the message, such as ``the program``.
        value: The value.
        kinds: The allowed types.
        advice: What is allowed, and what to do.

    Raises:
        SpecError: It has another type.

    Examples:
        >>> require_kind("the path", 5, str, "it must be a text")
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the path is 5; it must be a text
    """
    if not isinstance(value, kinds):
        raise SpecError(f"{what} is {brief(value)}; {advice}")


def require_text(what: str, value: object, example: str) -> None:
    """Checks that a value is a string.

    Raises:
        SpecError: It is not.
    """
    require_kind(what, value, str, f"it must be a text, as in {example!r}")


def whole_number(what: str, value: object, least: int, most: int | None = None) -> int:
    """Returns an integer in a range.

    Raises:
        SpecError: It is not.

    Examples:
        >>> whole_number("the length", 8, 0)
        8
        >>> whole_number("the length", -1, 0)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the length is -1; it must be at least 0
    """
    number = integer(value)
    if number is not None and least <= number and (most is None or number <= most):
        return number
    allowed = f"at least {least}"
    if most is not None:
        allowed = f"a whole number from {least} to {number_text(most)}"
    elif number is None:
        allowed = f"a whole number of at least {least}"
    raise SpecError(f"{what} is {brief(value)}; it must be {allowed}")


def integer(value: object) -> int | None:
    """Returns an integer as a Python ``int``; ``None`` if it is not one.

    Examples:
        >>> integer(2), integer(2.0), integer(True)
        (2, None, None)
    """
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    return int(value) if whole else None  # type: ignore[call-overload]


def real_number(
    what: str, value: object, *, above: float | None = None, least: float = -math.inf
) -> float:
    """Returns a finite number.

    Args:
        what: The description of the value in the message.
        value: The value.
        above: It must be larger than this.
        least: It must be at least this.

    Raises:
        SpecError: It is not a finite number in the range.

    Examples:
        >>> real_number("eps", 0.1, above=0)
        0.1
        >>> real_number("eps", float("nan"), above=0)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: eps is nan; it must be a number above 0
    """
    number = finite(value)
    if number is not None and number >= least and (above is None or number > above):
        return number
    allowed = "a finite number"
    if above is not None:
        allowed = f"a number above {above:g}"
    elif least > -math.inf:
        allowed = f"a number of at least {least:g}"
    raise SpecError(f"{what} is {brief(value)}; it must be {allowed}")


def finite(value: object) -> float | None:
    """Returns a finite number as a float; ``None`` if it is not one.

    Examples:
        >>> finite(2), finite(True), finite("2"), finite(math.inf), finite(10**400)
        (2.0, None, None, None, None)
    """
    if not isinstance(value, Real) or isinstance(value, bool):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:  # a whole number that no float can hold
        return None


def require_choice(what: str, value: object, allowed: Sequence[str]) -> None:
    """Checks that a value is one of several strings.

    Raises:
        SpecError: It is not.

    Examples:
        >>> require_choice("the metric", "l2", ("l1", "values"))
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the metric is 'l2'; it must be one of: l1, values
    """
    if not (isinstance(value, str) and value in allowed):
        known = ", ".join(allowed)
        raise SpecError(f"{what} is {brief(value)}; it must be one of: {known}")


def symbols_of(
    word: object, what: str = "the word", error: type[InputError] = WordError
) -> tuple[str, ...]:
    """Returns the symbols of a word given as a string or a sequence.

    Args:
        word: The word.
        what: Its description in the message.
        error: The exception to raise if it is neither.

    Raises:
        InputError: It is neither.

    Examples:
        >>> symbols_of("ab"), symbols_of(["<bos>", "a"])
        (('a', 'b'), ('<bos>', 'a'))
        >>> symbols_of(5)
        Traceback (most recent call last):
        lengthwise.errors.WordError: the word is 5; it must be a text or a sequence of
        symbols (texts without blanks)
    """
    symbols = tuple(word) if isinstance(word, Iterable) else None
    if symbols is not None and all(isinstance(symbol, str) for symbol in symbols):
        return symbols
    raise error(
        f"{what} is {brief(word)}; it must be a text or a sequence of symbols (texts "
        "without blanks)"
    )


def table_of(what: str, value: object) -> tuple[tuple[int, ...], ...]:
    """Returns rows of nonnegative integers.

    Raises:
        SpecError: The value is something else.

    Examples:
        >>> table_of("counts", [[1, 2], [0, 3]])
        ((1, 2), (0, 3))
    """
    try:
        rows = tuple(tuple(map(integer, row)) for row in value)  # type: ignore[attr-defined]
    except TypeError:
        rows = ((None,),)
    if any(n is None or n < 0 for row in rows for n in row):
        raise SpecError(
            f"{what} is {brief(value)}; it must hold rows of whole numbers that are "
            "not negative"
        )
    return rows  # type: ignore[return-value]


def path_of(value: object) -> Path:
    """Returns the path given as a string or a path.

    Raises:
        SpecError: It is neither, or is not a valid file name.

    Examples:
        >>> path_of("sine.safetensors").suffix
        '.safetensors'
    """
    advice = "it must be a path, as in 'sine.safetensors'"
    require_kind("the path", value, (str, os.PathLike), advice)
    try:
        path = Path(value)  # type: ignore[arg-type]
        os.fsencode(path)
    except (TypeError, ValueError):
        path = Path("\0")
    if "\0" in str(path):
        raise SpecError(f"the path is {brief(value)}; no file can have that name")
    return path


@contextmanager
def about_file(path: Path) -> Iterator[None]:
    """Turns a system error about an invalid path into one line.

    FileError: There is no such file or folder, it is of another kind, its name is too
        long, or access is denied. Disk errors stay an `OSError`.
            too long, or it may not be used. What the disk did stays an `OSError`.
    """
    try:
        yield
    except OSError as error:
        if isinstance(error, FileError) or error.errno not in _WRONG:
            raise
        kind = MissingFileError if error.errno == errno.ENOENT else FileError
        text = (
            f"{printable(str(path), longest=200)}: {os.strerror(error.errno).lower()}"
        )
        raise kind(f"{text}; name another file") from None


_WRONG = frozenset(
    {
        errno.ENOENT,
        errno.ENOTDIR,
        errno.EISDIR,
        errno.ENAMETOOLONG,
        errno.EACCES,
        errno.EPERM,
    }
)
"""The system's message if the name, not the disk, was at fault."""
