r"""The length from which attention is hardmax, with and without rounding.

Logits are multiplied by :math:`\log|x|`, so a logit that is :math:`\gamma` below the
largest has relative weight :math:`|x|^{-\gamma}`, and rounding to :math:`p` bits drops
weights of at most :math:`2^{-p}`.
"""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

from lengthwise.errors import SpecError, TooLargeError

LARGEST_LOG2 = 1024
"""Lengths with at least this many bits are given only by their logarithm."""


def hardmax_log2(*, p: int, gamma: float | Fraction) -> float:
    r"""The exponent :math:`p / \gamma` of the hardmax length :math:`2^{p/\gamma}`.

    Raises:
        SpecError: `p` is below 1, or `gamma` is not positive.

    Examples:
        >>> hardmax_log2(p=8, gamma=0.001)
        8000.0
    """
    return float(_exponent(p, gamma))


def hardmax_length(*, p: int, gamma: float | Fraction) -> int:
    r"""Returns the length from which attention with `p` bits is exactly hardmax.

    If :math:`|x| \ge 2^{p/\gamma(f)}`, every term below the largest is at most
    :math:`\exp(-(p \ln 2/\gamma) \cdot \gamma) = 2^{-p}` and is dropped, which leaves
    the uniform average over the largest logits :cite:p:`izzo2025quantitative`.

    The result is :math:`\lceil 2^{p/\gamma} \rceil` with all digits right, where
    :math:`p/\gamma` is exact for a `Fraction` and a float64 quotient for a float.

    Args:
        p: Bits of precision.
        gamma: The logit margin; infinity if no two logits differ.

    Raises:
        SpecError: `p` is below 1, or `gamma` is not positive.
        TooLargeError: The length has more than 1024 bits; `hardmax_log2` gives its
            logarithm.

    Examples:
        >>> hardmax_length(p=8, gamma=1.0), hardmax_length(p=8, gamma=0.5)
        (256, 65536)
        >>> hardmax_length(p=8, gamma=Fraction(16, 3))
        3
        >>> hardmax_length(p=8, gamma=math.inf)
        1

    Note:
        This is a worst case over all words, and only for rounded attention
        (``finite``). For exact softmax use `softmax_length`.
    """
    exponent = _exponent(p, gamma)
    if exponent >= LARGEST_LOG2:
        raise _too_large(float(exponent), "hardmax_log2")
    if exponent == int(exponent):
        return 1 << int(exponent)
    return _ceiling_of_power(Fraction(exponent))


def softmax_log2(*, L: float, eps: float, gamma: float) -> float:
    r"""The base-2 logarithm of `softmax_length`; infinity if there is no such length.

    Raises:
        SpecError: `L` is negative, or `eps` or `gamma` is not positive.

    Examples:
        >>> softmax_log2(L=1.0, eps=0.5, gamma=1.001)
        4000.0...
    """
    _require_positive(gamma)
    if not (L >= 0 and eps > 0):
        raise SpecError(f"L={L:g}, eps={eps:g}; L must not be negative, eps positive")
    ratio = 8 * L / eps
    if ratio <= 1 or math.isinf(gamma):
        return 0.0
    if gamma <= 1:
        return math.inf
    return math.log2(ratio) / (gamma - 1)


def softmax_length(*, L: float, eps: float, gamma: float) -> int | None:
    r"""The length from which exact softmax approximates hardmax; ``None`` if never.

    Without rounding, nothing is dropped. With a logit margin :math:`\gamma` and
    :math:`n` symbols :math:`\|w_{\mathrm{soft}} - w_{\mathrm{hard}}\|_1 \le 2 n^{1 -
    \gamma}`, so for :math:`\gamma > 1` the output is within :math:`\epsilon/4` of the
    hardmax output from

    .. math:: T_h = (8 L / \epsilon)^{1/(\gamma - 1)}

    on, with the safe norm :math:`L`. For :math:`\gamma \le 1`, softmax never approaches
    hardmax: the mass outside the largest logits can stay at one half for
    :math:`\gamma = 1`, and tend to 1 below. This length replaces :math:`2^{p/\gamma}`
    for machines run without rounding.

    Args:
        L: `lengthwise.limit.complexity.norms.safe_norm` of the machine.
        eps: The allowed absolute error.
        gamma: The logit margin.

    Raises:
        SpecError: `L` is negative, or `eps` or `gamma` is not positive.
        TooLargeError: The length has more than 1024 bits; `softmax_log2` gives its
            logarithm.

    Examples:
        >>> softmax_length(L=1.0, eps=0.1, gamma=2.0)
        80
        >>> softmax_length(L=1.0, eps=0.1, gamma=1.0) is None
        True
    """
    exponent = softmax_log2(L=L, eps=eps, gamma=gamma)
    if exponent == 0:
        return 1
    if math.isinf(exponent):
        return None
    if exponent >= LARGEST_LOG2:
        raise _too_large(exponent, "softmax_log2")
    return math.ceil(math.pow(8 * L / eps, 1 / (gamma - 1)))


def _exponent(p: int, gamma: float | Fraction) -> float | Fraction:
    _require_positive(gamma)
    if p < 1:
        raise SpecError(f"p={p} bits of precision; at least 1 is needed")
    return p / gamma


def _require_positive(gamma: float | Fraction) -> None:
    if not gamma > 0:
        raise SpecError(f"the margin gamma is {gamma}; it must be positive")


def _ceiling_of_power(exponent: Fraction) -> int:
    """``ceil(2 ** exponent)``; the power is irrational, so enough digits decide."""
    digits = 340
    while True:
        with localcontext() as context:
            context.prec = digits
            power = 2 ** (Decimal(exponent.numerator) / Decimal(exponent.denominator))
            slack = power.scaleb(10 - digits)
            low, high = math.ceil(power - slack), math.ceil(power + slack)
        if low == high:
            return low
        digits *= 2


def _too_large(exponent: float, instead: str) -> TooLargeError:
    return TooLargeError(
        f"the length 2^{exponent:g} has more than {LARGEST_LOG2} bits; get its "
        f"logarithm from {instead}",
        size=int(min(exponent, 1e300)),
        limit=LARGEST_LOG2,
    )
