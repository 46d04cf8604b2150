r"""Decides which logits are equal, by bounding their float64 rounding errors.

The weights of a machine are float64 numbers, so its logits have exact values, but the
computed ones are rounded. Computed logits that differ by more than a bound on this
rounding error are different. If weights lie on a coarse grid, as in most constructions,
nothing is rounded and the bound is 0.
"""

import math

import numpy as np
from jaxtyping import Float

from lengthwise.limit.machine import Head, LimitTransformer

_DIGITS = 53
"""Number of binary digits of a float64."""

_SMALLEST = -1022
"""The exponent below which floats lose digits."""


def logit_error(machine: LimitTransformer, head: Head) -> float:
    r"""Returns a bound on the float64 error of a logit in the first layer.

    A logit :math:`(E_z + p_j)^\top K^\top Q (E_y + p_i) + \varphi[k]` with :math:`d`
    dimensions has an error of at most :math:`(2 d + 4) u` times the same expression in
    absolute values, up to terms of order :math:`u^2`, where :math:`u = 2^{-53}`. The
    result is twice that. It is 0 if all numbers are multiples of powers of 2 such that
    no sum needs more than 53 digits.

    Args:
        machine: The machine, whose first layer is used.
        head: A head of that layer.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> machine = simple_task(omega=4.0)
        >>> logit_error(machine, machine.layers[0].heads[0])
        0.0
    """
    positions = machine.positions[: machine.delta]
    lags = head.lags[: machine.tau + 1]
    keys = _largest(machine.embedding) + _largest(positions)
    size = np.abs(head.bilinear)
    content = float(keys @ size @ keys)
    bias = float(np.abs(lags).max(initial=0.0))
    key_grid = min(_grid(machine.embedding), _grid(positions))
    half_grid = key_grid + _grid(head.bilinear)
    grid = min(half_grid + key_grid, _grid(lags))
    halves = max((keys @ size).max(initial=0.0), (size @ keys).max(initial=0.0))
    sums = (
        (float(keys.max(initial=0.0)), key_grid),
        (float(halves), half_grid),
        (content + bias, grid),
    )
    if all(_exact(most, step) for most, step in sums):
        return 0.0
    return 2 * (2 * machine.width + 4) * 2.0**-_DIGITS * (content + bias)


def _largest(rows: Float[np.ndarray, "rows width"]) -> Float[np.ndarray, " width"]:
    return np.asarray(np.abs(rows).max(axis=0, initial=0.0))


def _grid(numbers: np.ndarray) -> float:
    """The exponent of the largest power of 2 that divides all numbers."""
    mantissa, exponent = np.frexp(numbers[numbers != 0])
    if not mantissa.size:
        return math.inf
    whole = np.abs(mantissa * 2.0**_DIGITS).astype(np.int64)
    return float((exponent - _DIGITS + np.log2(whole & -whole)).min())


def _exact(most: float, grid: float) -> bool:
    """Whether sums of multiples of ``2**grid`` up to `most` are exact in float64."""
    if most == 0:
        return True
    return grid >= _SMALLEST and math.log2(most) < grid + _DIGITS - 1e-9
