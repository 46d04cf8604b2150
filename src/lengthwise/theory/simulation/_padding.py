r"""Pads the short word into the hardmax regime without changing attention masses.

Attention with p bits is uniform on the largest logits only from length
:math:`2^{p/\gamma}` on. The short word must also reach that length, or the machines
would attend to positions that they ignore in the long one.
"""

from typing import Literal, TypeAlias

from lengthwise.errors import SpecError
from lengthwise.theory.simulation._reduction import Reduction
from lengthwise.theory.simulation.seen_prefix import Prefix

Padding: TypeAlias = Literal["none", "unattended", "scaled", "scaled-rest"]
"""How the short word was made long enough.

``unattended``: adds a symbol that neither machine attends to; ``scaled``: multiplies
all counts; ``scaled-rest``: multiplies only those of the larger set's own pairs.
"""


def padded(
    prefix: Prefix, short: Reduction, *, least: int
) -> tuple[tuple[int, ...], Padding]:
    """Returns counts of a prefix of at least `least` positions, and the padding.

    Only without positions (one residue class). If anything is added, the result has
    fewer than twice `least` positions.

    Args:
        prefix: The long prefix.
        short: Its reduction.
        least: The minimal number of positions of the result.

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
    # Everything else that was copied exactly has all positions of x: long enough.
    assert short.case == "separate"
    rest = prefix.many - prefix.few
    factor = -(-least // sum(counts[pair] for pair in rest))
    for pair in rest:
        counts[pair] *= factor
    return tuple(counts), "scaled-rest"


def most_frequent(prefix: Prefix, pairs: frozenset[int]) -> int:
    """Returns the most frequent of `pairs` in the prefix; the first among ties."""
    return max(pairs, key=lambda pair: (prefix.counts[pair], -pair))
