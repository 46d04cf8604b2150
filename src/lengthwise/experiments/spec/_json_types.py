"""Types for msgspec, generated from the descriptions of fields."""

import re
from collections import abc
from collections.abc import Callable, Iterable
from typing import (
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import msgspec

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.fields import REQUIRED, Field, alternatives

Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""An integer that fits every database and table."""

T = TypeVar("T")

_LACKING = re.compile(r"Object missing required field (`.*`)")


def _json_type(kind: Any, *, toml: bool = False) -> Any:  # noqa: ANN401 - types
    """The JSON form of a type, or its TOML form, where ``"none"`` stands for null.

    A choice of strings becomes any string; the dataclass checks the values.
    """
    kinds, origin, inner = alternatives(kind), get_origin(kind), get_args(kind)
    if kinds != (kind,):
        types = [_json_type(one, toml=toml) for one in kinds]
        none = Literal["none"] if toml and str not in types else None
        return Union[(*types, none)]
    if origin is tuple:
        return list[_json_type(inner[0], toml=toml)]  # type: ignore[misc]
    if origin is abc.Mapping:
        return dict[_json_type(inner[0]), _json_type(inner[1])]  # type: ignore[misc]
    if origin is Literal:
        return str
    return Whole if kind is int else kind


def field_type(one: Field, *, toml: bool = False) -> Any:  # noqa: ANN401 - a type
    """Returns the type of a field in JSON, or in TOML."""
    if one.rules.measured:
        return float | Literal["nan", "inf", "-inf"]
    return _json_type(one.kind, toml=toml)


def optional(kind: Any) -> tuple[Any, Any]:  # noqa: ANN401 - a type
    """Returns the type and the default of a key that may be missing."""
    return (kind | msgspec.UnsetType, msgspec.UNSET)


def struct(
    described: Iterable[Field], *, partial: bool = False, **others: object
) -> type[msgspec.Struct]:
    """Returns the struct for a part of a record, which rejects unknown keys.

    Args:
        described: The fields.
        partial: Whether fields may be missing.
        **others: Types of further keys and of fields with a different JSON form.
    """
    types = {
        key: kind if isinstance(kind, tuple) else (kind,)
        for key, kind in others.items()
    }
    for one in described:
        needed = (one.default is REQUIRED or one.rules.always) and not partial
        kind = field_type(one)
        types.setdefault(one.name, (kind,) if needed else optional(kind))
    declared = [(key, *kind) for key, kind in types.items()]
    return msgspec.defstruct("Part", declared, kw_only=True, forbid_unknown_fields=True)


def converted(value: object, kind: Callable[..., T] | type[T], place: str = "") -> T:
    """Returns `value` converted to `kind`; an error names the wrong key."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        reason, _, inner = str(error).partition(" - at `$")
        inner = inner.rstrip("`")
        where = (place + inner if place else inner.lstrip(".")) or "the grid"
        if lacking := _LACKING.fullmatch(reason):
            raise SpecError(f"{where} has no {lacking[1]}; add it") from None
        raise SpecError(f"{where}: {reason[0].lower()}{reason[1:]}") from None
