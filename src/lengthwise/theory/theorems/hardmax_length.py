"""One layer, finite precision: the length from which rounded softmax is hardmax."""

from lengthwise.limit.complexity.hardmax import hardmax_log2
from lengthwise.theory.theorems.bound import LengthBound, Statement, Theorem
from lengthwise.theory.theorems.magnitude import ONE, Real, Size

HARDMAX = Theorem(
    name="izzo-hardmax",
    order="2^(p/γ)",
    key="izzo2025quantitative",
    place="proof of Theorem 4.1",
    sense="attention",
    layers=1,
    precision="rounded",
)


def hardmax(*, p: int, gamma: Real) -> LengthBound:
    r"""Returns the length from which rounded softmax is hardmax.

    If the largest logit leads by the margin :math:`\gamma`, then at length
    :math:`|x| \ge 2^{p/\gamma}` every other key has a term of at most :math:`2^{-p}`,
    which is rounded to 0 :cite:p:`izzo2025quantitative`.

    Args:
        p: Bits of precision.
        gamma: Logit margin; infinity gives 1.

    Examples:
        >>> hardmax(p=8, gamma=0.5).length
        65536

    Note:
        This is about rounding: softmax without rounding never becomes hardmax,
        see `lengthwise.theory.theorems.explicit_constants.softmax`. On the words that
        occur, attention may become hardmax much earlier.
    """
    return LengthBound(
        theorem=HARDMAX,
        size=Size.product((2, hardmax_log2(p=p, gamma=float(gamma)))),
        promise="attention is hardmax on every input from this length on",
    )


def threshold(p: int | None, gamma: Real | None) -> tuple[Size, str]:
    """The hardmax length and an empty note, or 1 and a note that it was omitted."""
    if p is None or gamma is None:
        missing = " and ".join(
            name for name, v in (("p", p), ("gamma", gamma)) if v is None
        )
        return ONE, f"if N is also at least 2^(p/gamma): {missing} not given"
    return hardmax(p=p, gamma=gamma).size, ""


THEOREMS = (Statement(theorem=HARDMAX, bound=hardmax),)
"""The theorem of this file."""
