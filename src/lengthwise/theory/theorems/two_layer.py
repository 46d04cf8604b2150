r"""Two layers, infinite precision: Theorem 5.2, Lemma 5.3 and the k-gram corollary.

Content logits are not scaled; the positional bias of layer 1 is multiplied by
:math:`\log i` of the query :math:`i`. The margin here is the positional margin of the
lag biases, not the logit margin of one layer.
"""

import math

from lengthwise.limit.complexity.two_layer_constants import TwoLayerConstants
from lengthwise.theory.theorems.bound import GrowthBound, Statement, Theorem
from lengthwise.theory.theorems.magnitude import Real, Size

_KEY = "izzo2025quantitative"
_NORM = "C from the weights, unknown constants one"
TWO_LAYER = Theorem(
    name="izzo-5.2",
    order="(C/ε)^max(1/γ, 3)",
    key=_KEY,
    place="Theorem 5.2",
    layers=2,
    norm=_NORM,
    column="5.2 †",
)
EXPLICIT = Theorem(
    name="izzo-5.2-explicit",
    order="(C/ε)^max(1/γ, 3)",
    key=_KEY,
    place="Theorem 5.2 with constants counted, up to those of Lemma 5.3",
    basis="derived",
    layers=2,
    norm=_NORM,
    unknown="two of its constants",
)
LEMMA = Theorem(
    name="izzo-5.3",
    order="((G+L)(τ+1)/ε)³",
    key=_KEY,
    place="Lemma 5.3",
    sense="lemma",
    elsewhere="a lemma about averages; included in izzo-5.2-explicit",
)
KGRAM = Theorem(
    name="izzo-kgram",
    order="ε^(-Θ(k²))",
    key=_KEY,
    place="k-gram corollary of Theorem 5.2",
    elsewhere="about the k-gram target and its order k",
)
_PROMISE = "|f(x) - g(x)| = O(eps) for every x"


def two_layer(*, C: Real, eps: Real, positional_gamma: Real) -> GrowthBound:
    r"""Theorem 5.2.

    .. math:: N = (\max(C(f), C(g)) / \varepsilon)^{\max(1/\gamma,\, 3)}

    up to constants suffices for :math:`|f(x) - g(x)| = O(\varepsilon)` for every
    :math:`x` :cite:p:`izzo2025quantitative`.

    Args:
        C: Complexity of both machines, exponential in the norms of their weights.
        eps: Accuracy.
        positional_gamma: The smaller positional margin; infinity is allowed.

    Examples:
        >>> two_layer(C=10, eps=0.1, positional_gamma=1).at_constant_one.value
        1000000.0

    Note:
        The published complexity contains polynomials of unknown degree and cannot be
        computed from weights; `explicit` can.
    """
    exponent = max(1 / positional_gamma, 3.0)
    return _theorem_5_2(Size.product((max(C / eps, 1.0), exponent)))


def simulation_lemma(
    *, tau: int, L: Real, eps: Real, G: Real | None = None
) -> GrowthBound:
    r"""Lemma 5.3: the length of a subsequence that preserves averages over a word.

    For a function of the last :math:`\tau + 1` symbols and the histogram so far,
    bounded by :math:`G` and :math:`L`-Lipschitz in the histogram, every word has a
    subsequence of length about :math:`n` whose average differs by at most
    :math:`(G + L)(\tau + 1) / n^{1/3}` up to a constant
    :cite:p:`izzo2025quantitative`; hence
    :math:`n = ((G + L)(\tau + 1)/\varepsilon)^3`.

    Args:
        tau: Largest lag.
        L: Lipschitz constant; if `G` is not given, the sum of both.
        eps: Accuracy of the average.
        G: Bound on the function.

    Examples:
        >>> simulation_lemma(tau=0, L=1, eps=0.1).at_constant_one.value
        1000.0
    """
    return GrowthBound(
        theorem=LEMMA,
        at_constant_one=Size.product(((L + (G or 0)) * (tau + 1) / eps, 3)),
        promise="some subsequence of this length has the same averages up to O(eps)",
        note="" if G is not None else "L read as G + L: G not given",
    )


def kgram(*, k: int, eps: Real) -> GrowthBound:
    r"""The corollary for the in-context k-gram, a generalized induction head.

    A two-layer machine with :math:`C = \varepsilon^{-\Theta(k^2)}` and positional
    margin at least 1 approximates it up to :math:`\varepsilon`, so
    :math:`N = (C/\varepsilon)^3 = \varepsilon^{-\Theta(k^2)}`
    :cite:p:`izzo2025quantitative`.

    Examples:
        >>> kgram(k=1, eps=0.1).at_constant_one.log10
        6.0

    Note:
        The unknown constant is in the exponent: with :math:`\Theta(k^2)` read as
        :math:`k^2`, the number is :math:`\varepsilon^{-3k^2-3}`, only a rough guide.
    """
    return GrowthBound(
        theorem=KGRAM,
        at_constant_one=Size.product((1 / eps, 3 * k**2 + 3)),
        promise="the learned machine is within O(eps) of the k-gram for every x",
        note="the unknown constant is in the exponent",
    )


def two_layer_of(*, constants: tuple[TwoLayerConstants, ...], eps: Real) -> GrowthBound:
    r"""Theorem 5.2 for given machines, with the computable :math:`\hat C` for C.

    Args:
        constants: The constants of all compared machines.
        eps: Accuracy.

    Examples:
        >>> from lengthwise.limit.constructions.k_gram import k_gram
        >>> from lengthwise.limit.complexity.two_layer_constants import (
        ...     two_layer_constants,
        ... )
        >>> constants = two_layer_constants(k_gram(k=1, S=2, b=1.0))
        >>> round(two_layer_of(constants=(constants,), eps=0.1).at_constant_one.log10)
        37
    """
    log_C = max(one.log_C() for one in constants)
    exponent = max(one.exponent for one in constants)
    return _theorem_5_2(
        Size.of_log(exponent * (log_C - math.log(eps))),
        note=f"log10 C = {log_C / math.log(10):.4g}, computed from the weights; the "
        "published C has unknown degrees",
    )


def explicit(*, constants: tuple[TwoLayerConstants, ...], eps: Real) -> GrowthBound:
    r"""Returns the length from which all computable error bounds are below eps.

    :math:`\hat N(\varepsilon)` is the smallest :math:`n` with
    :math:`\mathrm{Bound}(n) \le \varepsilon` for every machine, where
    :math:`\mathrm{Bound}` is that of
    `lengthwise.limit.complexity.two_layer_constants.TwoLayerConstants.log_bound`. It
    never exceeds the form of the theorem, :math:`(\hat C/\varepsilon)^{\max(1/\gamma,
    3)}`.

    Args:
        constants: The constants of all compared machines.
        eps: Accuracy.

    Examples:
        >>> from lengthwise.limit.constructions.k_gram import k_gram
        >>> from lengthwise.limit.complexity.two_layer_constants import (
        ...     two_layer_constants,
        ... )
        >>> constants = two_layer_constants(k_gram(k=1, S=2, b=1.0))
        >>> round(explicit(constants=(constants,), eps=0.1).at_constant_one.log10)
        31

    Note:
        Explicit except for two constants, of Lemma 5.3 and of the histogram error,
        which no source gives. They are set to one, so do not rely on this number.
    """
    log_eps = math.log(eps)

    def small(log_n: float) -> bool:
        return all(one.log_bound(log_n=log_n) <= log_eps for one in constants)

    low, high = 0.0, 1.0
    while not small(high):
        low, high = high, 2 * high
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if small(middle) else (middle, high)
    return GrowthBound(
        theorem=EXPLICIT,
        at_constant_one=Size.of_log(high),
        promise=_PROMISE,
        note="two constants, of Lemma 5.3 and of the histogram error, are set to 1; "
        "all others are computed from the weights",
    )


def _theorem_5_2(size: Size, *, note: str = "") -> GrowthBound:
    return GrowthBound(
        theorem=TWO_LAYER,
        at_constant_one=size,
        promise=_PROMISE,
        note=note,
    )


THEOREMS = (
    Statement(theorem=TWO_LAYER, bound=two_layer, of_machines=two_layer_of),
    Statement(theorem=EXPLICIT, bound=explicit),
    Statement(theorem=LEMMA, bound=simulation_lemma),
    Statement(theorem=KGRAM, bound=kgram),
)
"""The theorems of this file."""
