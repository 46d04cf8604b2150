r"""Tests whether position tables are periodic and bias tables local.

A `LimitTransformer` has both properties by construction. These checks use only values
on a window, so they also apply to other tables. A window of size :math:`w` can detect
periods and lags up to :math:`w/2`.
"""

import numpy as np

from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import Head, LimitTransformer

TOLERANCE = 1e-9


def position_table(machine: LimitTransformer, window: int) -> Matrix:
    """Returns the vectors of positions ``1 … window``, one row each."""
    return np.asarray(
        machine.positions[np.arange(1, window + 1) % len(machine.positions)]
    )


def bias_table(head: Head, window: int) -> Matrix:
    r"""Entry ``[j, i]`` is :math:`\varphi(j, i)` for key ``j <= i`` in the window."""
    table = np.zeros((window, window))
    for lag, phi in enumerate(head.lags[:window]):
        table[np.arange(window - lag), np.arange(lag, window)] = phi
    return table


def period(table: Matrix) -> int | None:
    """Returns the smallest period of the rows within the window, or ``None``.

    Examples:
        >>> period(np.array([[1.0], [2.0], [1.0], [2.0]]))
        2
        >>> period(np.array([[1.0], [2.0], [3.0], [4.0]])) is None
        True
    """
    half = max(1, len(table) // 2)
    return next(
        (
            k
            for k in range(1, half + 1)
            if np.allclose(table[k:], table[:-k], rtol=0, atol=TOLERANCE)
        ),
        None,
    )


def largest_lag(table: Matrix) -> int | None:
    """Returns the largest lag with a bias, or ``None`` if the biases are not local.

    They are local if each diagonal is constant and all diagonals beyond half of the
    window are zero.

    Examples:
        >>> largest_lag(np.eye(8, k=2))
        2
        >>> largest_lag(np.triu(np.ones((8, 8)), k=3)) is None
        True
    """
    diagonals = [np.diagonal(table, lag) for lag in range(len(table))]
    if any(np.ptp(values) > TOLERANCE for values in diagonals):
        return None
    used = [lag for lag, values in enumerate(diagonals) if abs(values[0]) > TOLERANCE]
    last = max(used, default=0)
    return last if last <= len(table) // 2 else None


def is_periodic_and_local(machine: LimitTransformer) -> bool:
    """Whether the tables of `machine` pass both checks on a large enough window."""
    window = 2 * max(len(machine.positions), machine.tau, 1) + 2
    heads = [head for layer in machine.layers for head in layer.heads]
    return period(position_table(machine, window)) is not None and all(
        largest_lag(bias_table(head, window)) is not None for head in heads
    )
