"""The fields of records, each described once, by its dataclass.

Name, type and default come from the dataclass, the meaning from ``Attributes`` in its
docstring, and everything else from `Rules` in the type annotation. The readers, the
canonical form, the columns of exports, the JSON schemas and the tables of the manual
are derived from these. So a new setting takes one line in its dataclass and one in its
docstring.
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
"""The default of a required field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Constraints on a field beyond its type.

    Attributes:
        least: The smallest value, also within a list.
        pattern: The regular expression that a text must match.
        measured: Whether a number may be NaN or infinite, which JSON stores as strings.
        always: Whether the field is written even at its default.
        since: The first format with the field; ``None`` for a setting added after
            format 2, which is omitted at its default.
        column: Its column in CSV and Parquet files, if different from its name; an
            empty string if it has none.
    """

    least: int | None = None
    pattern: str | None = None
    measured: bool = False
    always: bool = False
    since: int | None = 1
    column: str | None = None


Loss: TypeAlias = Annotated[float, Rules(least=0, measured=True)]
"""A nonnegative measured number, possibly NaN or infinite."""

DIGEST = "^[0-9a-f]{64}$"
"""The pattern of a SHA-256."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a record.

    Attributes:
        name: Its key in JSON.
        kind: Its type, without the rules.
        default: Its default, or `REQUIRED`.
        meaning: Its description, with docstring markup.
        rules: Further constraints.
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
        """Returns a value of the field as JSON data."""
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
        but: Names of fields to omit.

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
    """The meaning of each attribute, from the docstring of a class."""
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
    """Returns the fields of a value as JSON data, without those at their defaults.

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
    """Returns the fields that `written` wrote, also after a JSON round trip.

    Raises:
        KeyError: A required field is missing.
        UnknownNameError: There is an unknown field.
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
    """Raises a `SpecError` if a value in a dataclass is out of range.

    Examples:
        >>> from lengthwise.experiments.spec.evaluation import Evaluation
        >>> Evaluation(lengths=(64,), words=1)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: words is 1; it must be at least 64
    """
    kind: Any = type(value)
    for name, rules, real in _limits(kind):
        present = getattr(value, name)
        if rules.least is not None and present is not None and present < rules.least:
            raise SpecError(f"{name} is {present}; it must be at least {rules.least}")
        if real and present is not None and not math.isfinite(present):
            raise SpecError(f"{name} is {present}; it must be finite")


@cache
def _limits(kind: Any) -> tuple[tuple[str, Rules, bool], ...]:  # noqa: ANN401
    """Fields with a limit, and whether only finite numbers are allowed."""
    limits = []
    for one in fields_of(kind):
        real = float in alternatives(one.kind) and not one.rules.measured
        if real or (one.rules.least is not None and not one.is_list):
            limits.append((one.name, one.rules, real))
    return tuple(limits)
