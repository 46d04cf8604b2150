"""Frozen values that hold arrays: read-only, compared number by number."""

from dataclasses import fields
from typing import TypeAlias

import numpy as np
from jaxtyping import Float
from numpy.typing import ArrayLike

from lengthwise.errors import SpecError

Vector: TypeAlias = Float[np.ndarray, " _"]
Matrix: TypeAlias = Float[np.ndarray, "_ _"]


class ArrayValue:
    """Equality and hash for frozen dataclasses with arrays among their fields."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[object, ...]:
        return tuple(
            (v.shape, (v + 0.0).tobytes()) if isinstance(v, np.ndarray) else v
            for v in (getattr(self, f.name) for f in fields(self))  # type: ignore[arg-type]
        )


def frozen(name: str, values: ArrayLike, dimensions: int) -> np.ndarray:
    """Returns a read-only float64 copy of `values`.

    Raises:
        SpecError: The number of dimensions is another, or a number is NaN or infinite.

    Examples:
        >>> frozen("lags", [0, 1], 1)
        array([0., 1.])
    """
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise SpecError(f"{name} is not an array of numbers") from None
    if array.ndim != dimensions:
        raise SpecError(
            f"{name} has shape {array.shape}; {dimensions} dimensions are needed"
        )
    if not np.isfinite(array).all():
        raise SpecError(f"{name} holds NaN or infinity; every number must be finite")
    array.setflags(write=False)
    return array


def require_shape(
    name: str, array: np.ndarray, shape: tuple[int, ...], why: str
) -> None:
    """Raises a `SpecError` that names `name` and both shapes unless they are equal."""
    if array.shape != shape:
        raise SpecError(f"{name} has shape {array.shape}, but {why} asks for {shape}")
