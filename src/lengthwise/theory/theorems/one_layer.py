r"""One layer, finite precision, worst case: Theorem 4.1 as published.

In all versions, the target :math:`f` and the learned :math:`g` are one-layer limit
transformers with one head and softmax rounded to :math:`p` bits, and
:math:`|f(x) - g(x)| \le \delta` for every word of length at most :math:`N`. Notation:

===================  ===================================================================
:math:`\tau`         largest lag with a positional bias
:math:`\Delta`       period of the position vectors (`delta`)
:math:`|\Sigma|`     number of symbols (`sigma`)
:math:`L`            printed norm :math:`\max\|A\|_F\|B\|_F\|V E_s\|` of both machines
:math:`\gamma`       logit margin of both machines; infinity if logits cannot differ
:math:`\varepsilon`  accuracy in the sup norm (`eps`), never a squared loss
===================  ===================================================================

All are big-O statements. :math:`\tau = 0` would make the published polynomials vanish,
which is not intended: it is read as 1. If `p` or `gamma` is not given, only the
polynomial is used, and the bound has a note. For sharper forms see
`lengthwise.theory.theorems.sharper`, for explicit constants
`lengthwise.theory.theorems.explicit_constants`.
"""

from lengthwise.theory.theorems.bound import GrowthBound, Statement, Theorem
from lengthwise.theory.theorems.hardmax_length import threshold
from lengthwise.theory.theorems.magnitude import Real, Size

_KEY = "izzo2025quantitative"
WORKSHOP = Theorem(
    name="izzo-4.1-workshop",
    order="max(2^(p/γ), τ Δ L²/ε²)",
    key=_KEY,
    place="Theorem 4.1, workshop version",
    layers=1,
    precision="rounded",
    norm="printed L",
    column="4.1 workshop †",
)
FULL = Theorem(
    name="izzo-4.1-full",
    order="max(2^(p/γ), L² Δ⁷ |Σ|⁶ τ²/ε²)",
    key=_KEY,
    place="Theorem 4.1",
    layers=1,
    precision="rounded",
    norm="printed L",
    column="4.1 full †",
)
_PROMISE = "|f(x) - g(x)| = O(agreement + eps) for every x"


def theorem_4_1(
    theorem: Theorem, polynomial: Size, *, p: int | None, gamma: Real | None
) -> GrowthBound:
    """A version of Theorem 4.1: the larger of the hardmax length and `polynomial`."""
    hard, note = threshold(p, gamma)
    return GrowthBound(
        theorem=theorem,
        at_constant_one=Size.largest(hard, polynomial),
        promise=_PROMISE,
        note=note,
    )


def workshop(
    *,
    tau: int,
    delta: int,
    L: Real,
    eps: Real,
    p: int | None = None,
    gamma: Real | None = None,
) -> GrowthBound:
    r"""Theorem 4.1 as in the workshop version, for an alphabet of constant size.

    .. math:: N = O\left(\max\{2^{p/\gamma},\ \tau \Delta L^2 / \varepsilon^2\}\right)

    suffices for :math:`|f(x) - g(x)| = O(\delta + \varepsilon)` for every :math:`x`
    :cite:p:`izzo2025quantitative`.

    Examples:
        >>> workshop(tau=1, delta=1, L=1, eps=0.1).at_constant_one.value
        100.0
    """
    return theorem_4_1(
        WORKSHOP,
        Size.product((max(tau, 1), 1), (delta, 1), (L / eps, 2)),
        p=p,
        gamma=gamma,
    )


def full(
    *,
    tau: int,
    delta: int,
    L: Real,
    eps: Real,
    sigma: int,
    p: int | None = None,
    gamma: Real | None = None,
) -> GrowthBound:
    r"""Theorem 4.1 as in the full version.

    .. math::

        N = O\left(\max\{2^{p/\gamma},\
        L^2 \Delta^7 |\Sigma|^6 \tau^2 / \varepsilon^2\}\right)

    suffices for :math:`|f(x) - g(x)| = O(\delta + \varepsilon)` for every :math:`x`
    :cite:p:`izzo2025quantitative`.

    Examples:
        >>> full(tau=1, delta=1, L=1, eps=0.1, sigma=2).at_constant_one.value
        6400.0
    """
    return theorem_4_1(
        FULL,
        Size.product((delta, 7), (sigma, 6), (max(tau, 1), 2), (L / eps, 2)),
        p=p,
        gamma=gamma,
    )


THEOREMS = (
    Statement(theorem=WORKSHOP, bound=workshop),
    Statement(theorem=FULL, bound=full),
)
"""The theorems of this file."""
