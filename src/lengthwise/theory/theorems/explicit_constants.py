r"""Theorem 4.1 with explicit constants, which tests can check.

Let :math:`f, g` have one layer and one head, and let :math:`L_{safe}` bound the change
of the output per unit of :math:`\ell_1` distance between attention masses,
:math:`|f(x) - f(z)| \le L_{safe} \|w_x - w_z\|_1` for words with the same last symbol.
The construction behind the theorem, with split threshold :math:`\varepsilon_s \le 1/4`
and resolution :math:`R \ge 8|\Sigma|`, gives for every word :math:`x` in the hardmax
regime a single :math:`z` for both machines with

.. math::

    \|w_x - w_z\|_1 \le 5\varepsilon_s + 4(|\Sigma| + \tau + 1)/R, \qquad
    |z| \le R + R/\varepsilon_s + \tau + 1 .

With :math:`R = (|\Sigma| + \tau + 1)/\varepsilon_s` and
:math:`\varepsilon_s = \varepsilon/(9 L_{safe}) \le 1/8` the first bound is
:math:`9\varepsilon_s = \varepsilon / L_{safe}` and the second at most
:math:`2R/\varepsilon_s`; padding into the hardmax regime adds at most a factor of 2.
"""

import math

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.hardmax import softmax_log2
from lengthwise.theory.theorems.bound import LengthBound, Statement, Theorem
from lengthwise.theory.theorems.hardmax_length import threshold
from lengthwise.theory.theorems.magnitude import Real, Size
from lengthwise.theory.theorems.sharper import require_no_positions

_KEY = "izzo2025quantitative"
EXPLICIT = Theorem(
    name="izzo-4.1-explicit",
    order="max(2·2^(p/γ)+τ+1, 162 L² (|Σ|+τ+1)/ε²)",
    key=_KEY,
    place="Theorem 4.1 with constants counted",
    basis="derived",
    layers=1,
    precision="rounded",
    norm="safe L",
)
EXPLICIT_PERIODIC = Theorem(
    name="izzo-4.1-explicit-pe",
    order="max(2·2^(p/γ)+Δ+τ+1, 162 Δ L² (Δ|Σ|+τ+1)/ε²)",
    key=_KEY,
    place="Theorem 4.1 on pairs with constants counted; measured, proof sketched",
    basis="sketched",
    layers=1,
    precision="rounded",
    norm="safe L",
)
EXPLICIT_SOFTMAX = Theorem(
    name="izzo-4.1-explicit-softmax",
    order="max(2(8L/ε)^(1/(γ-1))+τ+1, 162 L² (|Σ|+τ+1)/ε²)",
    key=_KEY,
    place="Theorem 4.1 with constants counted, softmax without rounding",
    basis="derived",
    layers=1,
    precision="unrounded",
    norm="safe L",
)
_DISTANCE = 9
"""The distance of the masses is at most this multiple of the split threshold."""


def split(*, L_safe: Real, eps: Real) -> float:
    r"""The inverse :math:`9 L_{safe} / \varepsilon` of the split threshold.

    Raises:
        SpecError: It is below 8, where the bound is trivial.

    Examples:
        >>> split(L_safe=1, eps=0.09)
        100.0
    """
    if 8 * eps > _DISTANCE * L_safe:
        raise SpecError(
            f"trivial: eps = {eps:g} is above 9 L/8 = {_DISTANCE * L_safe / 8:g}, "
            "so no length is computed"
        )
    return _DISTANCE * L_safe / eps


def one_layer(
    *,
    tau: int,
    L_safe: Real,
    eps: Real,
    sigma: int,
    delta: int = 1,
    p: int | None = None,
    gamma: Real | None = None,
    agreement: Real = 0.0,
) -> LengthBound:
    r"""Theorem 4.1 with explicit constants, without position vectors.

    .. math::

        N = \max\left\{2 \cdot 2^{p/\gamma} + \tau + 1,\
        162\, L_{safe}^2 (|\Sigma| + \tau + 1) / \varepsilon^2\right\}

    Two machines that are within :math:`\delta` of each other on all words up to
    :math:`N` are within :math:`\delta + 2\varepsilon` on all words.

    Args:
        tau: Largest lag with a positional bias.
        L_safe: Safe norm of both machines, including residual path, readout and
            positions.
        eps: Accuracy of the simulation.
        sigma: Number of symbols.
        delta: Period of the positions, which must be 1.
        p: Bits of precision.
        gamma: Logit margin of both machines.
        agreement: The largest difference of the machines on the training inputs.

    Raises:
        SpecError: There are positions, or `eps` is above ``9 * L_safe / 8``.

    Examples:
        >>> one_layer(tau=1, L_safe=1, eps=0.1, sigma=2).length
        64800

    Note:
        Proved for one head and a continuous readout. It is far from tight: the exact
        answer grows like :math:`L/\varepsilon`, see
        `lengthwise.theory.minimax.shortest_path`.
    """
    require_no_positions(delta)
    hard, note = threshold(p, gamma)
    return _bound(
        EXPLICIT,
        padded=hard.ceil().times(2).plus(tau + 1),
        cells=sigma + tau + 1,
        ratio=split(L_safe=L_safe, eps=eps),
        error=agreement + 2 * eps,
        note=note,
    )


def periodic(
    *,
    tau: int,
    delta: int,
    L_safe: Real,
    eps: Real,
    sigma: int,
    p: int | None = None,
    gamma: Real | None = None,
    agreement: Real = 0.0,
) -> LengthBound:
    r"""Theorem 4.1 with explicit constants, for positions of period :math:`\Delta`.

    .. math::

        N = \max\left\{2 \cdot 2^{p/\gamma} + \Delta + \tau + 1,\
        162\, \Delta L_{safe}^2 (\Delta|\Sigma| + \tau + 1) / \varepsilon^2\right\}

    Raises:
        SpecError: `eps` is above ``9 * L_safe / 8``.

    Examples:
        >>> periodic(tau=0, delta=2, L_safe=1, eps=0.1, sigma=2).length
        162000

    Note:
        Supported by measurements and a proof sketch: in a worst-case search over
        300,000 instances, the distance of the masses stayed below 0.39 of the promised
        one.
    """
    hard, note = threshold(p, gamma)
    return _bound(
        EXPLICIT_PERIODIC,
        padded=hard.ceil().times(2).plus(delta + tau + 1),
        cells=delta * (delta * sigma + tau + 1),
        ratio=split(L_safe=L_safe, eps=eps),
        error=agreement + 2 * eps,
        note="; ".join(filter(None, ("measured, proof sketched", note))),
    )


def softmax(
    *,
    tau: int,
    L_safe: Real,
    eps: Real,
    sigma: int,
    gamma: Real,
    delta: int = 1,
    agreement: Real = 0.0,
) -> LengthBound:
    r"""Theorem 4.1 with explicit constants for softmax without rounding.

    Exact softmax of :math:`\log|x|` times the logits puts a mass of at most
    :math:`|x|^{1-\gamma}` outside the largest logits. So for :math:`\gamma > 1` it is
    within :math:`\varepsilon/(4 L_{safe})` of hardmax from
    :math:`H = (8 L_{safe}/\varepsilon)^{1/(\gamma-1)}` on, which replaces
    :math:`2^{p/\gamma}`:

    .. math::

        N = \max\left\{2 H + \tau + 1,\
        162\, L_{safe}^2 (|\Sigma| + \tau + 1) / \varepsilon^2\right\}

    suffices for :math:`|f(x) - g(x)| \le \delta + 3\varepsilon`.

    Raises:
        SpecError: :math:`\gamma \le 1`, where softmax never approaches hardmax; or
            there are positions, or `eps` is above ``9 * L_safe / 8``.

    Examples:
        >>> softmax(tau=1, L_safe=1, eps=0.1, sigma=2, gamma=2).length
        64800
        >>> softmax(tau=1, L_safe=1, eps=0.1, sigma=2, gamma=1.2).length
        6553600002
    """
    require_no_positions(delta)
    onset = softmax_log2(L=float(L_safe), eps=float(eps), gamma=float(gamma))
    if onset == math.inf:
        raise SpecError(
            f"gamma = {gamma:g}: softmax without rounding becomes hardmax for gamma > 1"
        )
    hard = Size.product((2, onset))
    return _bound(
        EXPLICIT_SOFTMAX,
        padded=hard.ceil().times(2).plus(tau + 1),
        cells=sigma + tau + 1,
        ratio=split(L_safe=L_safe, eps=eps),
        error=agreement + 3 * eps,
    )


def _bound(
    theorem: Theorem,
    *,
    padded: Size,
    cells: int,
    ratio: float,
    error: Real,
    note: str = "",
) -> LengthBound:
    """The larger of the `padded` length and twice `cells` over the split squared."""
    return LengthBound(
        theorem=theorem,
        size=Size.largest(padded, Size.product((2 * cells, 1), (ratio, 2))),
        promise=f"|f(x) - g(x)| <= {error:g} for every x",
        note=note,
    )


THEOREMS = (
    Statement(theorem=EXPLICIT, bound=one_layer),
    Statement(theorem=EXPLICIT_PERIODIC, bound=periodic),
    Statement(theorem=EXPLICIT_SOFTMAX, bound=softmax),
)
"""The theorems of this file."""
