r"""How long a net with logits scaled by log|x| keeps its ties: T_max.

Logits that should be equal differ slightly in a trained net, and :math:`\log|x|`
amplifies the difference. Up to :math:`T_{\max} = (1 + \epsilon / L)^{1/\eta}` this
costs at most :math:`\epsilon`; beyond, there is no guarantee. So it is shown beside an
error that rises slowly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lengthwise.analysis.enumerated.audit import Audit
from lengthwise.experiments.spec.canonical import float_of, number
from lengthwise.limit.complexity.broken_ties import ClusteredMargin
from lengthwise.names import digits

UNKNOWN = (
    "T_max: needs the weights, which records do not keep; `lengthwise audit` prints it"
)
DEEP = "T_max: defined for one layer only"
PLAIN = "T_max: none, since nothing multiplies these logits by log|x|"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    r"""The quantities that determine :math:`T_{\max}` of a one-layer net.

    Attributes:
        L: The safe norm of the net.
        eta: The largest difference between logits that should be equal; ``None`` if no
            threshold separates them from others.
        gamma: The smallest difference from others; infinite if there are none.
    """

    L: float
    eta: float | None = None
    gamma: float | None = None

    def log2_T_max(self, eps: float) -> float | None:  # noqa: N802
        r"""The base-2 logarithm of :math:`T_{\max}` for `eps`; ``None`` without eta.

        Examples:
            >>> Ties(L=1.0, eta=0.5, gamma=2.0).log2_T_max(1.0)
            2.0
        """
        if self.eta is None or self.gamma is None:
            return None
        pair = ClusteredMargin(tolerance=self.eta, eta=self.eta, gamma=self.gamma)
        return pair.log2_T_max(L=self.L, eps=eps)

    def plain(self) -> dict[str, Any]:
        """Returns it as data for JSON."""
        numbers = {"L": self.L, "eta": self.eta, "gamma": self.gamma}
        return {name: number(v) for name, v in numbers.items() if v is not None}


def read_ties(plain: Mapping[str, Any]) -> Ties:
    """Returns the value of `Ties.plain` data, also after a round trip through JSON.

    Examples:
        >>> ties = Ties(L=1.0, eta=0.5, gamma=float("inf"))
        >>> read_ties(ties.plain()) == ties
        True
    """
    return Ties(**{name: float_of(value) for name, value in plain.items()})


def ties_of(audit: Audit) -> Ties | None:
    """The ties of an audited net; ``None`` if logits are unscaled, or for two layers.

    A net without a threshold that separates its logits has ties without eta.
    """
    if audit.L_safe is None or not audit.scaled:
        return None
    margin = audit.margin
    if margin is None:
        return Ties(L=audit.L_safe)
    return Ties(L=audit.L_safe, eta=margin.eta, gamma=margin.gamma)


def t_max(ties: Sequence[Ties | None], eps: float) -> str:
    """T_max of several nets in words, with a note if records do not have it.

    Examples:
        >>> t_max([Ties(L=1.0, eta=0.5, gamma=2.0), Ties(L=1.0)], 1.0)
        'T_max for an error of 1: 2^2 in 1 of 2 nets; the others have no margin'
        >>> t_max([None], 1.0) == UNKNOWN
        True
    """
    known = [one for one in ties if one is not None]
    if not known:
        return UNKNOWN
    reach = sorted(r for one in known if (r := one.log2_T_max(eps)) is not None)
    if not reach:
        return f"T_max: none, {len(known)} nets have no margin"
    ends = [f"2^{end:.3g}" for end in (reach[0], reach[-1])]
    span = ends[0] if ends[0] == ends[1] else " to ".join(ends)
    rest = "; the others have no margin" if len(reach) < len(known) else ""
    return (
        f"T_max for an error of {digits(eps)}: {span} in {len(reach)} of {len(known)} "
        f"nets{rest}"
    )
