r"""The resolution at which the short word reproduces the frequencies of the long one.

Two parameters control the construction: the resolution :math:`R`, roughly the number of
attended positions that the short word keeps, and the split threshold
:math:`\varepsilon_s`, the share below which positions attended by both machines are
optimized for only one of them. The attention masses then differ in :math:`\ell_1` by at
most

.. math:: 5 \varepsilon_s + \frac{4 (|\Sigma| \Delta + \tau + 1)}{R}
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias, assert_never

from lengthwise.errors import SpecError

ResolutionName: TypeAlias = Literal["explicit", "workshop", "full"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    r"""The resolution :math:`R` and the split threshold of one simulation.

    Attributes:
        name: The source of the two parameters.
        R: Approximate number of attended positions to keep.
        split: The threshold :math:`\varepsilon_s`, exactly.
        pairs: Number of (symbol, residue class) pairs, :math:`|\Sigma| \Delta`.
        tau: The largest lag.

    Raises:
        SpecError: ``split`` is above 1/4 or ``R`` below eight times the number of
            pairs, where the bound on the masses is not proved.

    Examples:
        >>> at = Resolution(name="full", R=100, split=Fraction(1, 100), pairs=2, tau=1)
        >>> at.kept, at.distance
        (10000, 0.21)
    """

    name: ResolutionName
    R: int
    split: Fraction
    pairs: int
    tau: int

    def __post_init__(self) -> None:
        if not 0 < self.split <= Fraction(1, 4):
            raise SpecError(
                f"the split threshold is {float(self.split):.4g}; it must be above 0 "
                "and at most 1/4; choose a smaller eps"
            )
        if 8 * self.pairs > self.R:
            raise SpecError(
                f"the resolution R is {self.R}; it must be at least {8 * self.pairs}, "
                f"eight times the {self.pairs} pairs of symbol and residue class"
            )

    @property
    def kept(self) -> int:
        r"""The positions kept for the larger set, :math:`R / \varepsilon_s`."""
        return math.ceil(self.R / self.split)

    @property
    def distance(self) -> float:
        r"""The promised :math:`\ell_1` distance of the attention masses."""
        return float(5 * self.split + Fraction(4 * (self.pairs + self.tau + 1), self.R))

    def needed(self, *, delta: int) -> int:
        r"""The largest length of the short word before padding.

        This is :math:`R + R/\varepsilon_s + \tau + 1`; with positions, :math:`\Delta`
        times as many, plus three periods for rounding and the residues of the suffix.

        Args:
            delta: The period :math:`\Delta`.

        Examples:
            >>> at = Resolution(
            ...     name="full", R=100, split=Fraction(1, 100), pairs=2, tau=1
            ... )
            >>> at.needed(delta=1), at.needed(delta=2)
            (10102, 20208)
        """
        periods = 3 if delta > 1 else 0
        return delta * (self.R + self.kept + periods) + self.tau + 1


def resolution(
    name: ResolutionName, *, eps: float, L: float, pairs: int, tau: int
) -> Resolution:
    r"""Returns the resolution of a version of the theorem for an output error `eps`.

    =========  ======================================  ===============================
    name       split threshold                         :math:`R`
    =========  ======================================  ===============================
    explicit   :math:`\varepsilon / (9 L)`             ``(pairs + tau + 1) / split``
    workshop   :math:`\varepsilon / L`                 ``max(tau, 1) / split``
    full       :math:`\varepsilon / L`                 ``1 / split``
    =========  ======================================  ===============================

    With ``explicit``, the promised error is at most `eps`. The two published versions
    :cite:p:`izzo2025quantitative` omit constants, so their promise is several times
    `eps` (namely `Resolution.distance` times `L`). If :math:`R` is below eight times
    the number of pairs, it is raised to that.

    Args:
        name: One of these three.
        eps: Allowed error of an output.
        L: The larger safe norm of the two machines.
        pairs: Number of (symbol, residue class) pairs.
        tau: The largest lag.

    Raises:
        SpecError: `eps` is so large that the statement is trivial.

    Examples:
        >>> at = resolution("explicit", eps=0.1, L=1.0, pairs=2, tau=1)
        >>> at.R, round(at.distance, 6)
        (360, 0.1)
    """
    require_eps(eps)
    if not math.isfinite(L):
        raise SpecError(
            "the readout is discontinuous (a Heaviside unit), so the safe norm is "
            "infinite; the theorem needs a continuous one"
        )
    part, limit = (9.0, Fraction(1, 8)) if name == "explicit" else (1.0, Fraction(1, 4))
    largest = part * L * float(limit)
    if eps > largest:
        raise SpecError(
            f"eps = {eps:g} is above {largest:.4g}, {part * float(limit):g} times the "
            f"safe norm; outputs on words with the same suffix differ by at most "
            f"{2 * L:.4g}, so the statement is vacuous; use a smaller eps"
        )
    split = min(limit, Fraction(eps) / Fraction(part * L))
    match name:
        case "explicit":
            R = (pairs + tau + 1) / split
        case "workshop":
            R = max(tau, 1) / split
        case "full":
            R = 1 / split
        case _:
            assert_never(name)
    at_least = max(8 * pairs, math.ceil(R))
    return Resolution(name=name, R=at_least, split=split, pairs=pairs, tau=tau)


def require_eps(eps: float) -> None:
    """Raises a `SpecError` unless `eps` is a positive number."""
    if not 0 < eps < math.inf:
        raise SpecError(f"eps is {eps}; it must be a positive number")
