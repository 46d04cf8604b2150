r"""Making the short word long enough for hardmax attention, without changing masses.

Attention with p bits is uniform on the largest logits only from the length
:math:`2^{p/\gamma}` on. The short word must reach that length too, or the machines
would see in it what they do not see in the long one.
"""

from typing import Literal, TypeAlias

from lengthwise.errors import SpecError
from lengthwise.theory.simulation._reduction import Reduction
from lengthwise.theory.simulation.seen_prefix import Prefix

Padding: TypeAlias = Literal["none", "unattended", "scaled", "scaled-rest"]
"""``unattended``: more of a symbol that neither machine attends to; ``scaled``: all
counts times a number; ``scaled-rest``: only those of the larger set's own pairs."""


def padded(
    prefix: Prefix, short: Reduction, *, least: int
) -> tuple[tuple[int, ...], Padding]:
    """Counts of a prefix of at least `least` positions, and how it was filled.

    Without positions only (one residue class). The result has fewer than twice
    `least` positions where anything was added.

    Args:
        prefix: The long prefix.
        short: Its reduction.
        least: The least number of positions of the result.

    Raises:
        SpecError: The long prefix itself is shorter than `least`.

    Examples:
        >>> prefix = Prefix(
        ...     counts=(600, 300, 100), few=frozenset({0}), many=frozenset({0, 1})
        ... )
        >>> short = Reduction(counts=(10, 5, 0), case="joint", few_exact=False)
        >>> padded(prefix, short, least=50)
        ((10, 5, 35), 'unattended')
    """
    if prefix.length < least:
        raise SpecError(
            f"the prefix has {prefix.length} positions, but hardmax attention sets in "
            f"only at {least}; there is no shorter word to construct"
        )
    counts = list(short.counts)
    need = least - sum(counts)
    if need <= 0:
        return short.counts, "none"
    if prefix.unattended:
        counts[most_frequent(prefix, prefix.unattended)] += need
        return tuple(counts), "unattended"
    if not short.few_exact:
        return tuple(n * -(-least // sum(counts)) for n in counts), "scaled"
    # Whatever else was copied exactly has all positions of x, so it is long enough.
    assert short.case == "separate"
    rest = prefix.many - prefix.few
    factor = -(-least // sum(counts[pair] for pair in rest))
    for pair in rest:
        counts[pair] *= factor
    return tuple(counts), "scaled-rest"


def most_frequent(prefix: Prefix, pairs: frozenset[int]) -> int:
    """The pair among `pairs` that stands most often in the prefix; ties: the first."""
    return max(pairs, key=lambda pair: (prefix.counts[pair], -pair))
