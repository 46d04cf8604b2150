r"""A lower bound on the training length: two machines that agree on shorter words.

A *hat* is a triangle of slope :math:`s` on :math:`[0, 1/n]` with peak :math:`s/(2n)`,
three ReLU units. Applied to the frequency of a symbol among at most :math:`n` attended
positions it is zero, as such a frequency is 0 or at least :math:`1/n`; among
:math:`2n` positions it can be at its peak.
"""

import math
from dataclasses import replace

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.theory.theorems.bound import LengthBound, Statement, Theorem
from lengthwise.theory.theorems.magnitude import WHOLE, Real, Size
from lengthwise.words import Alphabet, Statistics, class_sizes

LOWER = Theorem(
    name="lower-delta-l-eps",
    order="Δ L/ε",
    key="izzo2025quantitative",
    place="a lower bound for the setting of Theorem 4.1, not in the paper",
    basis="derived",
    sense="at least",
    layers=1,
    norm="printed L",
)

_ONE, _SYMBOL, _CLASS, _SHARE, _OUT = range(5)


def lower_bound(
    *, delta: int, L: Real, eps: Real, sigma: int | None = None
) -> LengthBound:
    r"""Returns a training length that some one-layer machines need at least.

    .. math:: N = \Delta (\lceil s / (2\varepsilon) \rceil - 1) + 1, \qquad
              s = L / (3\sqrt 2)

    For every shorter training length there are two machines with one layer and one
    head, hardmax attention or attention with :math:`p` bits, printed norm at most
    :math:`L`, period :math:`\Delta` and at least two symbols, that agree exactly on
    all training words and differ by :math:`\varepsilon` or more on a longer one:
    `lower_bound_pair`. For :math:`\varepsilon \ge s/2`, the range of the outputs of
    that pair, the bound is 1 and vacuous.

    Args:
        delta: Period of the position vectors.
        L: Printed norm.
        eps: Accuracy in the sup norm.
        sigma: Number of symbols, at least 2.

    Raises:
        SpecError: There is only one symbol, so no frequency can differ.

    Examples:
        >>> bound = lower_bound(delta=3, L=10, eps=0.1)
        >>> bound.length
        34
        >>> bound.promise
        'some machines of this norm and period need N >= 34'

    Note:
        This is about some pair of the class, not about a given pair. Since frequencies
        are never negative, a hat of two units would give :math:`s = L/3`.
    """
    if sigma == 1:
        raise SpecError(
            "one symbol: inputs over one symbol differ only in length, and this bound "
            "needs two symbols"
        )
    peaks = L / (3 * math.sqrt(2)) / (2 * eps)
    if peaks < WHOLE:
        # Float rounding must not turn an integer into the next one.
        whole = delta * max(math.ceil(peaks * (1 - 1e-12)) - 1, 0) + 1
        size, need = Size.product((whole, 1)), f"{whole:,}"
    else:
        size = Size.product((delta, 1), (peaks, 1))
        need = f"10^{size.log10:.1f}"
    return LengthBound(
        theorem=LOWER,
        size=size,
        promise=f"some machines of this norm and period need N >= {need}",
        note="void: every N is at least 1; eps exceeds the range of the outputs"
        if peaks <= 1
        else "",
    )


def lower_bound_without_rounding(
    *, L: Real, eps: Real, sigma: int | None = None
) -> LengthBound:
    r"""The lower bound for softmax without rounding: only the pair without positions.

    With equal logits, softmax is uniform with or without rounding. But without
    rounding, a residue class is never selected exactly, so the period adds nothing.

    Examples:
        >>> lower_bound_without_rounding(L=10, eps=0.1).length
        12
    """
    bound = lower_bound(delta=1, L=L, eps=eps, sigma=sigma)
    return replace(bound, promise=bound.promise.replace(" and period", ""))


def lower_bound_pair(
    *, N: int, delta: int = 1, s: Real = 1.0, bits: int | None = None
) -> tuple[LimitTransformer, LimitTransformer]:
    r"""Returns two machines that agree up to length `N` and differ on a longer word.

    The first attends to the positions of the residue class of position 1 and applies a
    hat of slope `s` to the frequency of the symbol ``1`` among them; the second is 0.
    With :math:`N' = \lceil N/\Delta \rceil` class members in a word of length `N` they
    agree exactly up to `N`, and differ by :math:`s/(2N')` on `witness`. The printed
    norm of the first is :math:`3\sqrt 2\, s`.

    Args:
        N: The length up to which they agree.
        delta: Period of the positions.
        s: Slope of the hat.
        bits: Precision of the attention. Default: hardmax.

    Raises:
        SpecError: `N`, `delta` or `s` is not positive.

    Examples:
        >>> from lengthwise.limit.running.definition import outputs
        >>> f, g = lower_bound_pair(N=5)
        >>> float(outputs(f, "1" + 9 * "0")[-1, 0]), float(outputs(f, "00100")[-1, 0])
        (0.1, 0.0)
    """
    if N < 1 or delta < 1 or not 0 < s < math.inf:
        raise SpecError(f"N = {N}, delta = {delta}, s = {s}; all must be positive")
    top = 1 / -(-N // delta)
    inner, outer = np.zeros((3, 5)), np.zeros((5, 3))
    inner[:, _SHARE] = 1.0
    outer[_OUT] = s * np.array([1.0, -2.0, 1.0])
    hat = MLP(inner=inner, bias=np.array([0.0, -top / 2, -top]), outer=outer)
    return _machine(delta, hat, bits), _machine(delta, MLP.none(5), bits)


def witness(*, N: int, delta: int = 1) -> Statistics:
    """Returns the statistics of a word on which `lower_bound_pair` differs.

    Its residue class of position 1 has twice as many members as in words of length
    `N`, one of them the symbol ``1``.

    Examples:
        >>> "".join(witness(N=4, delta=2).word())
        '0000100'
    """
    members = 2 * -(-N // delta)
    length = delta * (members - 1) + 1
    sizes = class_sizes(length - 1, delta)
    ones = tuple(int(r == 1 % delta) for r in range(delta))
    zeros = tuple(size - one for size, one in zip(sizes, ones, strict=True))
    return Statistics(
        alphabet=Alphabet("01"), delta=delta, tau=0, counts=(zeros, ones), suffix=("0",)
    )


def _machine(delta: int, mlp: MLP, bits: int | None) -> LimitTransformer:
    embedding, positions = np.zeros((2, 5)), np.zeros((delta, 5))
    embedding[:, _ONE] = 1.0
    embedding[1, _SYMBOL] = 1.0
    positions[1 % delta, _CLASS] = 1.0
    bilinear, value = np.zeros((5, 5)), np.zeros((5, 5))
    # A gap of p in the logits is hardmax from length 2 on.
    bilinear[_CLASS, _ONE] = 1.0 if bits is None else bits
    value[_SHARE, _SYMBOL] = 1.0
    return LimitTransformer(
        alphabet=Alphabet("01"),
        embedding=embedding,
        positions=positions,
        layers=(Layer(heads=(Head(bilinear=bilinear, value=value),), mlp=mlp),),
        readout=np.eye(5)[[_OUT]],
        attention=Attention("hardmax") if bits is None else Attention("finite", bits),
        dimensions=("one", "is_1", "class", "share", "out"),
    )


THEOREMS = (
    Statement(theorem=LOWER, bound=lower_bound, unrounded=lower_bound_without_rounding),
)
"""The theorem of this file."""
