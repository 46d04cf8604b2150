"""Names with parameters, ``name:number=value,number=value@format``: read and written.

Tasks, constructions and programs of the library are named in this way. `read_name` is
the inverse of `written`: no digit is lost.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lengthwise.errors import SpecError

LARGEST_SHORT = 1e16
"""From here on, floats with integer values are written with an exponent."""


@dataclass(frozen=True)
class Name:
    """The parts of a name.

    Attributes:
        name: The part before the parameters.
        values: The text of each parameter, by its name.
        form: The format after ``@``; ``None`` if there is none.
    """

    name: str
    values: Mapping[str, str]
    form: str | None = None

    @property
    def numbers(self) -> dict[str, int | float]:
        """The values as numbers, by name.

        Raises:
            SpecError: A value is not a number.

        Examples:
            >>> read_name("simple:omega=0.1,pieces=64").numbers
            {'omega': 0.1, 'pieces': 64}
        """
        return {name: self._number(name) for name in self.values}

    def _number(self, name: str) -> int | float:
        try:
            return number(self.values[name])
        except ValueError:
            raise SpecError(
                f"{f'{name}={self.values[name]}'!r} is not a parameter; write "
                "name=value, as in omega=4"
            ) from None


def base(text: str) -> str:
    """Returns the part of a name before its parameters.

    Examples:
        >>> base("modp:p=5,k=1"), base("sort")
        ('modp', 'sort')
    """
    return text.partition(":")[0]


def head(text: str) -> str:
    """Returns the part of a name before its parameters and its format.

    Examples:
        >>> head("modp:p=5,k=1@real"), head("sort@next-token"), head("sort")
        ('modp', 'sort', 'sort')
    """
    return base(text.partition("@")[0])


def read_name(text: str) -> Name:
    """Returns the parts of a name.

    Raises:
        SpecError: A parameter has no value, or is repeated.

    Examples:
        >>> name = read_name("modp:p=5, k=1@real")
        >>> name.name, name.numbers, name.form
        ('modp', {'p': 5, 'k': 1}, 'real')
        >>> read_name("modp:p")
        Traceback (most recent call last):
        lengthwise.errors.SpecError: 'p' is not a parameter; write name=value, as in
        omega=4
    """
    front, mark, form = text.partition("@")
    name, _, rest = front.partition(":")
    values: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = map(str.strip, part.partition("="))
        if not equals:
            raise SpecError(
                f"{part!r} is not a parameter; write name=value, as in omega=4"
            )
        if key in values:
            raise SpecError(f"{key} occurs twice in {rest!r}; give it once")
        values[key] = value
    return Name(name, values, form if mark else None)


def number(text: str) -> int | float:
    """Returns the number that `text` represents: an ``int`` if it has digits only.

    An integer too large for a float is as infinite as ``inf``.

    Raises:
        ValueError: It is not a number.

    Examples:
        >>> number("4"), number("4.0"), number("1e3"), number("9" * 400)
        (4, 4.0, 1000.0, inf)
    """
    value = float(text)
    return int(text) if text.isdecimal() and math.isfinite(value) else value


def spelled_name(
    name: str,
    numbers: Mapping[str, float] | Iterable[tuple[str, float]] = (),
    form: str | None = None,
) -> str:
    """Returns a name with its parameters and, if given, its format.

    Examples:
        >>> spelled_name("simple", {"omega": 3.141592653589793})
        'simple:omega=3.141592653589793'
        >>> spelled_name("d_n", [("n", 12)], "recognize-last"), spelled_name("sort")
        ('d_n:n=12@recognize-last', 'sort')
    """
    pairs = ",".join(f"{key}={digits(value)}" for key, value in dict(numbers).items())
    ending = "" if form is None else f"@{form}"
    return (f"{name}:{pairs}" if pairs else name) + ending


def equations(numbers: Mapping[str, float] | Iterable[tuple[str, float]]) -> str:
    """Returns parameters by name in readable form.

    Examples:
        >>> equations({"p": 5, "omega": 0.1})
        'p = 5, omega = 0.1'
    """
    return ", ".join(
        f"{name} = {digits(value)}" for name, value in dict(numbers).items()
    )


def digits(value: float) -> str:
    """Returns a number with all its digits; one with an integer value as an integer.

    Floats of 17 digits and more are written with an exponent, as in Python.

    Examples:
        >>> digits(4.0), digits(1234567), digits(1 / 3), digits(1e22), digits(10**17)
        ('4', '1234567', '0.3333333333333333', '1e+22', '100000000000000000')
    """
    is_short = isinstance(value, int) or abs(value) < LARGEST_SHORT
    return str(int(value)) if is_short and value == int(value) else repr(float(value))
