r"""Reduces the number of positions, nearly preserving frequencies for two machines.

The heart of Theorem 4.1 :cite:p:`izzo2025quantitative`: one short prefix must work for
two arbitrarily overlapping sets of pairs. The smaller set is reduced first and then
left unchanged. If the overlap is a small share of the larger set, the rest of that set
is made so large that the overlap does not matter (``separate``). Otherwise the rest is
scaled like the smaller set (``joint``).
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from lengthwise.theory.simulation.resolution import Resolution
from lengthwise.theory.simulation.seen_prefix import Prefix

Case: TypeAlias = Literal["short", "copy", "separate", "joint", "dense"]
"""The case of the construction.

``short``: x is short enough to be z; ``dense``: positions have a period and all of a
class is attended.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """A reduced prefix, as counts of pairs.

    Attributes:
        counts: The count of each pair.
        case: ``copy``, ``separate`` or ``joint``.
        few_exact: Whether the counts of the smaller set were copied exactly.
    """

    counts: tuple[int, ...]
    case: Case
    few_exact: bool


def reduced(prefix: Prefix, at: Resolution) -> Reduction:
    r"""Returns counts of a prefix of at most :math:`R + R/\varepsilon_s` positions.

    Only pairs that occur get a count, so no larger logit can appear. Divisions are
    exact and then rounded down.

    Examples:
        A million positions, one symbol for one machine and two for the other.

        >>> from fractions import Fraction
        >>> prefix = Prefix(
        ...     counts=(600_000, 300_000, 100_000),
        ...     few=frozenset({0}),
        ...     many=frozenset({0, 1}),
        ... )
        >>> at = Resolution(name="full", R=100, split=Fraction(1, 100), pairs=3, tau=0)
        >>> reduced(prefix, at)
        Reduction(counts=(100, 50, 0), case='joint', few_exact=False)
    """
    few, many = prefix.total(prefix.few), prefix.total(prefix.many)
    counts = [0] * len(prefix.counts)
    if many <= at.R:
        for pair in prefix.few | prefix.many:
            counts[pair] = prefix.counts[pair]
        return Reduction(counts=tuple(counts), case="copy", few_exact=True)
    few_exact = few <= at.R
    for pair in prefix.few:
        n = prefix.counts[pair]
        counts[pair] = n if few_exact else n * at.R // few
    rest = prefix.many - prefix.few
    if prefix.total(prefix.few & prefix.many) <= at.split * many:
        for pair in rest:
            counts[pair] = prefix.counts[pair] * at.R / at.split // many
        return Reduction(counts=tuple(counts), case="separate", few_exact=few_exact)
    most = max(prefix.few, key=lambda pair: (prefix.counts[pair], -pair))
    for pair in rest:
        counts[pair] = counts[most] * prefix.counts[pair] // prefix.counts[most]
    return Reduction(counts=tuple(counts), case="joint", few_exact=few_exact)
