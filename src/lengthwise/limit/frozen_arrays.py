"""Frozen dataclasses with arrays: read-only, compared element by element."""

from dataclasses import fields
from typing import TypeAlias

import numpy as np
from jaxtyping import Float
from numpy.typing import ArrayLike

from lengthwise.errors import SpecError

Vector: TypeAlias = Float[np.ndarray, " _"]
Matrix: TypeAlias = Float[np.ndarray, "_ _"]


class ArrayValue:
    """Equality, hash and a short repr for frozen dataclasses with arrays.

    Examples:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True, eq=False, repr=False)
        ... class Value(ArrayValue):
        ...     name: str
        ...     numbers: Matrix
        >>> Value("v", np.zeros((2, 3)))
        Value(name='v', numbers=<2x3>)
        >>> Value("v", np.zeros((2, 3))) == Value("v", np.zeros((3, 2)))
        False
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        parts = (
            f"{f.name}=<{'x'.join(map(str, v.shape))}>"
            if isinstance(v := getattr(self, f.name), np.ndarray)
            else f"{f.name}={v!r}"
            for f in fields(self)  # type: ignore[arg-type]
        )
        return f"{type(self).__name__}({', '.join(parts)})"

    def _freeze(self, **dimensions: int) -> None:
        """Replaces the named fields by read-only copies of these dimensions."""
        for name, number in dimensions.items():
            object.__setattr__(self, name, frozen(name, getattr(self, name), number))

    def _parts(self) -> tuple[object, ...]:
        return tuple(
            (v.shape, (v + 0.0).tobytes()) if isinstance(v, np.ndarray) else v
            for v in (getattr(self, f.name) for f in fields(self))  # type: ignore[arg-type]
        )


def frozen(name: str, values: ArrayLike, dimensions: int) -> np.ndarray:
    """Returns a read-only float64 copy of `values`.

    Raises:
        SpecError: The number of dimensions differs, or a value is NaN or infinite.

    Examples:
        >>> frozen("lags", [0, 1], 1)
        array([0., 1.])
    """
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise SpecError(f"{name} is not an array of numbers") from None
    if array.ndim != dimensions:
        raise SpecError(
            f"{name} has shape {array.shape}; {dimensions} dimensions are needed"
        )
    if not np.isfinite(array).all():
        raise SpecError(f"{name} contains NaN or infinity; every number must be finite")
    array.setflags(write=False)
    return array


def require_shape(
    name: str, array: np.ndarray, shape: tuple[int, ...], why: str
) -> None:
    """Raises a `SpecError` that names `name` and both shapes unless they are equal."""
    if array.shape != shape:
        raise SpecError(f"{name} has shape {array.shape}, but {why} requires {shape}")
