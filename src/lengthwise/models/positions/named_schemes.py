"""Position schemes as texts: ``rope:base=500``, read and written."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
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
    """Returns the position scheme that a text names.

    Raises:
        UnknownNameError: There is no such scheme, or it has no such number.
        SpecError: A number is missing or out of range.

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
    """Returns the name of a scheme with the numbers that are not the usual ones.

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
