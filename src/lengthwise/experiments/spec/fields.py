"""The fields of a record, each described once: by the dataclass that holds it.

Name, type and default are those of the dataclass, the meaning is what its docstring
says under ``Attributes``, and whatever else there is to say stands in the type, as
`Rules`. The readers, the canonical form, the columns of exports, the JSON schemas and
the tables of the manual follow from this, so a new setting is a line of its dataclass
and a line of its docstring.
"""

import dataclasses
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from inspect import getdoc
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec.canonical import float_of, number

REQUIRED: Any = object()
"""The default of a field that must be given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a type says of a field besides the type itself.

    Attributes:
        least: The smallest number, in a list too.
        pattern: What a text matches, as a regular expression.
        measured: Whether a number may be NaN or infinite; JSON has these as texts.
        always: Whether the field is written at its default too.
        since: The first format that has the field; ``None`` for a setting that came
            after format 2, in which it is left out at its default.
        column: Its column in CSV and Parquet files, if that is not its name; an empty
            text if it has none.
    """

    least: int | None = None
    pattern: str | None = None
    measured: bool = False
    always: bool = False
    since: int | None = 1
    column: str | None = None


Loss: TypeAlias = Annotated[float, Rules(least=0, measured=True)]
"""A measured number that is not negative; NaN and infinity are possible."""

DIGEST = "^[0-9a-f]{64}$"
"""What a SHA-256 matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a record.

    Attributes:
        name: Its key in JSON.
        kind: Its type, without the rules.
        default: What it is where nothing is said, or `REQUIRED`.
        meaning: What it is, in words, with the markup of a docstring.
        rules: What else its type says.
        is_list: Whether its values are lists.
    """

    name: str
    kind: Any
    default: Any = REQUIRED
    meaning: str
    rules: Rules = Rules()
    is_list: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_list", get_origin(self.kind) is tuple)

    def plain(self, value: Any) -> Any:  # noqa: ANN401 - of the type of the field
        """Returns a value of it as data for JSON."""
        if self.rules.measured:
            return number(value)
        return list(value) if self.is_list else value

    @property
    def column(self) -> str | None:
        """Its column in CSV and Parquet files; ``None`` if it has none."""
        named = self.rules.column
        return self.name if named is None else named or None


@cache
def fields_of(kind: type, *, but: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """Returns the fields of a dataclass in their order.

    Args:
        kind: The dataclass.
        but: Names of fields that are left out.

    Examples:
        >>> from lengthwise.training.recipe import Recipe
        >>> batch = next(one for one in fields_of(Recipe) if one.name == "batch")
        >>> batch.kind, batch.default, batch.meaning
        (<class 'int'>, 1024,
        'Number of fresh inputs per step, each with its own random length.')
    """
    hints = get_type_hints(kind, include_extras=True)
    meanings = _meanings(kind)
    described = []
    for one in fields(kind):
        if one.name not in but:
            plain, rules = _parts(hints[one.name])
            described.append(
                Field(
                    name=one.name,
                    kind=plain,
                    default=_default(one),
                    meaning=meanings.get(one.name, ""),
                    rules=rules,
                )
            )
    return tuple(described)


def _default(one: dataclasses.Field[Any]) -> Any:  # noqa: ANN401 - of its type
    if one.default_factory is not MISSING:
        return one.default_factory()
    return REQUIRED if one.default is MISSING else one.default


def _parts(hint: Any) -> tuple[Any, Rules]:  # noqa: ANN401 - a type
    """A type and its rules."""
    if get_origin(hint) is Annotated:
        plain, *marks = get_args(hint)
        rules = [mark for mark in marks if isinstance(mark, Rules)]
        return plain, (*rules, Rules())[0]
    return hint, Rules()


def _meanings(kind: type) -> dict[str, str]:
    """What the docstring of a class says of each attribute."""
    _, _, section = (getdoc(kind) or "").partition("Attributes:\n")
    meanings: dict[str, str] = {}
    name = ""
    for line in section.splitlines():
        if line and not line.startswith("    "):
            break
        begins = re.match(r"    (\w+): (.*)", line)
        if begins:
            name, meanings[begins[1]] = begins[1], begins[2]
        elif line.strip():
            meanings[name] += f" {line.strip()}"
    return meanings


def alternatives(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a type
    """Returns the types of a union, without ``None``; otherwise the type itself.

    Examples:
        >>> alternatives(int | None), alternatives(str)
        ((<class 'int'>,), (<class 'str'>,))
    """
    if get_origin(kind) in (Union, UnionType):
        return tuple(one for one in get_args(kind) if one is not NoneType)
    return (kind,)


def written(value: object, described: Iterable[Field]) -> dict[str, Any]:
    """Returns fields of a value as data for JSON, without those at their defaults.

    Examples:
        >>> from lengthwise.experiments.spec.evaluation import Evaluation
        >>> written(Evaluation(lengths=(64,), words=100), fields_of(Evaluation))
        {'lengths': [64], 'words': 100}
    """
    values = {}
    for one in described:
        present = getattr(value, one.name)
        if one.rules.always or one.default is REQUIRED or present != one.default:
            values[one.name] = one.plain(present)
    return values


def read(plain: Mapping[str, Any], described: Sequence[Field]) -> dict[str, Any]:
    """Returns the fields that `written` wrote, also after a trip through JSON.

    Raises:
        KeyError: One is missing that has no default.
        UnknownNameError: There is another one.
    """
    values = {}
    for one in described:
        if one.name in plain or one.default is REQUIRED:
            value = plain[one.name]
            if one.rules.measured:
                value = float_of(value)
            elif one.is_list:
                value = tuple(value)
            values[one.name] = value
    if len(values) < len(plain):
        names = [one.name for one in described]
        other = next(name for name in plain if name not in names)
        raise UnknownNameError("key", other, names)
    return values


def check(value: object) -> None:
    """Raises a `SpecError` where a number of a dataclass is not allowed.

    Examples:
        >>> from lengthwise.experiments.spec.evaluation import Evaluation
        >>> Evaluation(lengths=(64,), words=1)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: words is 1; allowed are 64 and more
    """
    kind: Any = type(value)
    for name, rules, real in _limits(kind):
        present = getattr(value, name)
        if rules.least is not None and present is not None and present < rules.least:
            raise SpecError(f"{name} is {present}; allowed are {rules.least} and more")
        if real and present is not None and not math.isfinite(present):
            raise SpecError(f"{name} is {present}; it must be finite")


@cache
def _limits(kind: Any) -> tuple[tuple[str, Rules, bool], ...]:  # noqa: ANN401
    """Fields with a limit, and whether it is that of finite numbers."""
    limits = []
    for one in fields_of(kind):
        real = float in alternatives(one.kind) and not one.rules.measured
        if real or (one.rules.least is not None and not one.is_list):
            limits.append((one.name, one.rules, real))
    return tuple(limits)
