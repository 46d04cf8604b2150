"""Reads and writes position schemes as text, such as ``rope:base=500``."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from typing import TypeAlias

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.models.positions.abacus import Abacus
from lengthwise.models.positions.absolute import Absolute
from lengthwise.models.positions.alibi import Alibi
from lengthwise.models.positions.fire import Fire
from lengthwise.models.positions.lag_bias import LagBias
from lengthwise.models.positions.none import NoPositions
from lengthwise.models.positions.periodic import Periodic
from lengthwise.models.positions.randomized import Randomized
from lengthwise.models.positions.rope import Rope
from lengthwise.models.positions.t5_buckets import T5Buckets
from lengthwise.names import read_name, spelled_name

Positions: TypeAlias = (
    NoPositions
    | Periodic
    | LagBias
    | Absolute
    | Rope
    | Alibi
    | T5Buckets
    | Fire
    | Randomized
    | Abacus
)
"""Every position scheme."""

SCHEMES: Mapping[str, type[Positions]] = {
    scheme.name: scheme
    for scheme in (
        NoPositions,
        Absolute,
        Rope,
        Alibi,
        T5Buckets,
        Fire,
        Randomized,
        Abacus,
        LagBias,
        Periodic,
    )
}
"""The schemes by name."""


def scheme_named(text: str) -> Positions:
    """Returns the position scheme with this name and parameters.

    Raises:
        UnknownNameError: There is no such scheme, or it has no such parameter.
        SpecError: A parameter is missing or out of range.

    Examples:
        >>> scheme_named("rope:share=0.5")
        Rope(base=10000.0, share=0.5)
        >>> scheme_named("lag")
        Traceback (most recent call last):
        lengthwise.errors.SpecError: positions lag need the number tau; write
        lag:tau=...
    """
    parts = read_name(text)
    if parts.form is not None:
        raise SpecError(f"positions {text!r} have no format; leave out @{parts.form}")
    if parts.name not in SCHEMES:
        raise UnknownNameError("position scheme", parts.name, SCHEMES)
    scheme = SCHEMES[parts.name]
    known = {field.name: field.default for field in fields(scheme)}
    for name in parts.values:
        if name not in known:
            raise UnknownNameError(f"number of positions {parts.name}", name, known)
    for name, default in known.items():
        if default is MISSING and name not in parts.values:
            raise SpecError(
                f"positions {parts.name} need the number {name}; write "
                f"{parts.name}:{name}=..."
            )
    return scheme(**parts.numbers)  # type: ignore[arg-type]  # each checks its own


def scheme_text(scheme: Positions) -> str:
    """Returns the name of a scheme with its non-default parameters.

    Examples:
        >>> scheme_text(scheme_named("rope:share=0.50, base=10000"))
        'rope:share=0.5'
    """
    numbers = {
        field.name: getattr(scheme, field.name)
        for field in fields(scheme)
        if getattr(scheme, field.name) != field.default
    }
    return spelled_name(scheme.name, numbers)


def with_places(text: str, places: int) -> str:
    """Returns a scheme with `places` rows in its table, unless it already has a size.

    Schemes without such a table are unchanged.

    Examples:
        >>> with_places("absolute", 303), with_places("absolute:places=9", 303)
        ('absolute:places=303', 'absolute:places=9')
        >>> with_places("rope", 303)
        'rope'
    """
    scheme = scheme_named(text)
    if isinstance(scheme, Absolute) and scheme.places is None:
        scheme = replace(scheme, places=places)
    return scheme_text(scheme)
