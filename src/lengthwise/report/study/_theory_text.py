"""Sentences on worst-case bounds beside a measured training length."""

from lengthwise.analysis.predicted.guarantee import Guarantee, guarantee
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.numbers import readable
from lengthwise.report.study._theory_tables import bound_length
from lengthwise.tables import text

DIFFERENT = (
    "The measured length is for average inputs and these nets, theory for the worst "
    "input and the worst pair of machines: they may differ without contradiction."
)
"""Why a measured length and a bound differ."""


def theory_text(summary: Summary, chosen: SufficientLength) -> str:
    """The worst-case bounds on the training length for the same error."""
    assert summary.exact is not None
    needs = guarantee(summary.exact, chosen.eps)
    if summary.exact.complexity.layers > 1:
        theory = (
            "A net that agrees with the exact construction on all inputs up to length "
            f"N is within ε = {readable(chosen.eps)} at every length for N of "
            f"{_orders(needs)}. That is an order of growth, not an actual length: the "
            "two-layer theorem is published without its constants, and no lower bound "
            "is known."
        )
    else:
        theory = (
            "For two machines with the norms of the exact construction that agree on "
            f"all inputs up to length N, {_enough(needs)}{_not_enough(needs)}"
        )
    return f"{theory} {DIFFERENT}"


def _orders(needs: Guarantee) -> str:
    orders = [f"{text(bound_length(e))} ({e.theorem.name})" for e in needs.orders]
    known = " or ".join(orders) or "a size that no theorem here gives"
    return f"at most {known}, with unknown constants set to 1"


def _enough(needs: Guarantee) -> str:
    if needs.at_most is None:
        return f"N of {_orders(needs)}, is enough."
    bound = needs.at_most
    return (
        f"N = {text(bound_length(bound))} is enough for {bound.why} "
        f"({bound.theorem.name}, ε = {readable(needs.eps)})."
    )


def _not_enough(needs: Guarantee) -> str:
    if needs.at_least is None:
        return ""
    bound = needs.at_least
    return (
        f" Some machines need N ≥ {text(bound_length(bound))} for a sup error below "
        f"{readable(needs.eps)} ({bound.theorem.name})."
    )
