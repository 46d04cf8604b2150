r"""The norm L: the sensitivity of the output to attention.

For one layer with heads :math:`h`, readout :math:`U`, values :math:`V_h` and the MLP
:math:`B \psi(A Y + b)`. :math:`\|\cdot\|` is the largest singular value of a matrix,
:math:`\|\cdot\|_F` the Frobenius norm.
"""

import math

import numpy as np

from lengthwise.limit.complexity.margins import only_layer
from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import LimitTransformer


def printed_norm(machine: LimitTransformer) -> float:
    r"""The norm as printed.

    .. math:: L = \|A\|_F \|B\|_F \sum_h \max_{s \in \Sigma} \|V_h E_s\|

    The sum over heads is ours; the paper has one head :cite:p:`izzo2025quantitative`.
    The norm ignores the residual path, the readout and the positions: without an MLP,
    it is 0 although the machine is not constant. Certificates need `safe_norm`.

    Raises:
        SpecError: The machine has several layers.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> printed_norm(mod_p_task(p=3))
        0.0
    """
    layer = only_layer(machine)
    values = sum(
        float(np.linalg.norm(machine.embedding @ head.value.T, axis=1).max())
        for head in layer.heads
    )
    frobenius = np.linalg.norm(layer.mlp.inner) * np.linalg.norm(layer.mlp.outer)
    return float(frobenius) * values


def safe_norm(machine: LimitTransformer, *, diameter: bool = False) -> float:
    r"""A norm for which the Lipschitz certificate holds.

    .. math::

        L_{\mathrm{safe}} = \|U\| \, (1 + \|A\| \|B\|) \sum_h
        \max_{s \in \Sigma,\, r \in \mathbb{Z}/\Delta} \|V_h (E_s + p_r)\|

    Certificate: let :math:`x` and :math:`z` end in the same token at the same residue,
    and let :math:`w_x, w_z` be the attention masses of the last position per (token,
    residue). Then :math:`\|f(x) - f(z)\| \le L_{\mathrm{safe}} \|w_x - w_z\|_1`, with
    the largest distance over the heads on the right-hand side.

    A Heaviside unit is *live* if the values can change its input (its row of
    :math:`A V_h` differs between two pairs) and its output affects the readout (its
    column of :math:`U B` is not 0). With a live unit, the machine is discontinuous and
    the norm is infinite, so no bound that uses it applies. Other Heaviside units
    contribute nothing and are ignored.

    Args:
        machine: At most one layer.
        diameter: Whether to use half the diameter of the values instead of their
            largest norm, which is never larger; the certificate holds since masses sum
            to 1.

    Raises:
        SpecError: The machine has several layers.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> safe_norm(mod_p_task(p=3)), safe_norm(mod_p_task(p=3), diameter=True)
        (1.0, 0.5)
    """
    layer = only_layer(machine)
    sizes, moved = 0.0, np.zeros(layer.mlp.units, dtype=bool)
    for head in layer.heads:
        values = _values(machine, head.value)
        sizes += _half_diameter(values) if diameter else _largest_row(values)
        inputs = values @ layer.mlp.inner.T
        moved |= np.ptp(inputs, axis=0) > 0
    reached = (machine.readout @ layer.mlp.outer != 0).any(axis=0)
    steps = np.array(layer.mlp.heaviside, dtype=bool)
    if (steps & moved & reached).any():
        return math.inf
    smooth = ~steps
    lipschitz = spectral(layer.mlp.inner[smooth]) * spectral(layer.mlp.outer[:, smooth])
    return spectral(machine.readout) * (1 + lipschitz) * sizes


def spectral(matrix: Matrix) -> float:
    """The largest singular value; 0 for a matrix without entries.

    Examples:
        >>> spectral(np.diag([3.0, 4.0])), spectral(np.zeros((0, 2)))
        (4.0, 0.0)
    """
    return float(np.linalg.norm(matrix, 2)) if matrix.size else 0.0


def _values(machine: LimitTransformer, value: Matrix) -> Matrix:
    """The image of each (token, residue) under `value`, one per row."""
    keys = machine.embedding[:, np.newaxis] + machine.positions[: machine.delta]
    possible = np.ones(keys.shape[:2], dtype=bool)
    if machine.bos:
        # The marker occurs only at position 1, so in one residue class.
        possible[-1] = np.arange(machine.delta) == 1 % machine.delta
    return np.asarray(keys[possible] @ value.T)


def _largest_row(rows: Matrix) -> float:
    return float(np.linalg.norm(rows, axis=1).max())


def _half_diameter(rows: Matrix) -> float:
    return max(float(np.linalg.norm(rows - row, axis=1).max()) for row in rows) / 2
