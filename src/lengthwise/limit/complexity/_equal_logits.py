r"""Which logits are equal: how far a logit in float64 can be from its exact value.

The weights of a machine are float64 numbers, so its logits are exact numbers too, and
two of them are equal or they are not. What is computed is rounded. A bound on this
rounding decides: logits that differ by more are different, however large they are.
Where weights lie on a coarse grid, as those of most constructions do, nothing is
rounded and the bound is 0.
"""

import math

import numpy as np
from jaxtyping import Float

from lengthwise.limit.machine import Head, LimitTransformer

_DIGITS = 53
"""Binary digits of a float64."""

_SMALLEST = -1022
"""The exponent from which on floats lose digits."""


def logit_error(machine: LimitTransformer, head: Head) -> float:
    r"""How far a logit of the first layer in float64 can be from its exact value.

    A logit :math:`(E_z + p_j)^\top K^\top Q (E_y + p_i) + \varphi[k]` with :math:`d`
    dimensions is off by at most :math:`(2 d + 4) u` times the same expression with all
    numbers in absolute value, up to terms of order :math:`u^2`, where
    :math:`u = 2^{-53}`; twice that is returned. It is 0 where all numbers are
    multiples of powers of 2 such that no sum needs more than 53 digits.

    Args:
        machine: The first layer is meant.
        head: One of its heads.

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
