"""One layer, finite precision, average case over a distribution: Theorem 4.2."""

from lengthwise.theory.theorems.bound import GrowthBound, Statement, Theorem
from lengthwise.theory.theorems.magnitude import Real, Size

AVERAGE = Theorem(
    name="izzo-4.2",
    order="ε^(-2-2/α₀), omitting logarithms and a polynomial in L, Δ, τ, |Σ|",
    key="izzo2025quantitative",
    place="Theorem 4.2",
    sense="on average",
    layers=1,
    precision="rounded",
)


def average_case(*, eps: Real, alpha0: Real) -> GrowthBound:
    r"""Returns the training length for a small average error.

    Both machines have one layer, and attention is rounded to :math:`p` bits: the
    theorem is about finite precision. Token probabilities are drawn from a Dirichlet
    distribution with smallest parameter :math:`\alpha_0`, and tokens independently from
    them. Then

    .. math:: N_0 = \tilde O\left(\varepsilon^{-2 - 2/\alpha_0}\right),

    polynomial in :math:`L, \Delta, \tau, |\Sigma|`, suffices for
    :math:`\|f - g\|_{T,P} = O(\varepsilon^{1/2})` at every length :math:`T \ge N_0`
    :cite:p:`izzo2025quantitative`.

    Args:
        eps: Accuracy; the guaranteed error is its square root.
        alpha0: Smallest parameter of the Dirichlet distribution.

    Examples:
        >>> average_case(eps=0.1, alpha0=1).at_constant_one.value
        10000.0

    Note:
        The polynomial in the other parameters is unknown and set to one here, as are
        the logarithms. It is also unknown whether the norm is L1 or L2; L2 fits the
        exponents. The hardmax length presumably enters as a maximum, but is not in the
        published form. The assumption on the distribution is needed: if short and long
        words use different symbols, no length suffices.
    """
    return GrowthBound(
        theorem=AVERAGE,
        at_constant_one=Size.product((1 / eps, 2 + 2 / alpha0)),
        promise="|f - g| = O(sqrt(eps)) on average, at every length from here on",
        note="attention rounded to p bits; the polynomial in L, Δ, τ, |Σ| is unknown "
        "and set to one",
    )


THEOREMS = (Statement(theorem=AVERAGE, bound=average_case),)
"""The theorem of this file."""
