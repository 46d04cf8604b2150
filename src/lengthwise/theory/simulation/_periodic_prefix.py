r"""The short prefix for machines with periodic positions.

Pairs (symbol, residue class) then play the role of symbols, but position :math:`i` of
the short word has residue :math:`i \bmod \Delta`, so the counts of each class must
match its number of positions. There are two modes. ``FILL`` reduces as without
positions and fills up the classes with pairs that neither machine attends to. If a
class has no such pair, all of it is attended, and ``DENSE`` scales down the whole
prefix instead. The suffix keeps its residues: the length of the prefix is preserved
modulo :math:`\Delta`.

That the masses stay within `Resolution.distance` is supported by measurements
(worst-case searches over hundreds of thousands of instances stayed below 0.4 of it) and
a proof sketch.
"""

from dataclasses import dataclass
from fractions import Fraction

from lengthwise.theory.simulation._padding import Padding, most_frequent
from lengthwise.theory.simulation._reduction import Case, Reduction, reduced
from lengthwise.theory.simulation.resolution import Resolution
from lengthwise.theory.simulation.seen_prefix import Prefix


@dataclass(frozen=True, slots=True, kw_only=True)
class Periodic:
    """A short prefix whose counts fill every residue class.

    Attributes:
        counts: The count of each pair.
        case: ``dense``, or the case of the reduction in ``FILL`` mode.
        padding: How the hardmax length was reached.
    """

    counts: tuple[int, ...]
    case: Case
    padding: Padding


def periodic(prefix: Prefix, at: Resolution, *, delta: int, least: int) -> Periodic:
    r"""Returns the counts of a short prefix for machines of period `delta`.

    Args:
        prefix: The long prefix, of at least `delta` and at least `least` positions.
        at: The resolution over all pairs.
        delta: The period :math:`\Delta`.
        least: The minimal number of positions of the result.

    Examples:
        Both machines attend to symbol 0 in the odd class (pair 1), one of them also in
        the even class (pair 0); pairs 2 and 3 are fillers.

        >>> prefix = Prefix(
        ...     counts=(400_000, 300_000, 100_000, 200_000),
        ...     few=frozenset({1}),
        ...     many=frozenset({0, 1}),
        ... )
        >>> at = Resolution(name="full", R=100, split=Fraction(1, 100), pairs=4, tau=0)
        >>> periodic(prefix, at, delta=2, least=1)
        Periodic(counts=(133, 100, 0, 33), case='joint', padding='none')
    """
    short = reduced(prefix, at)
    classes = _Classes(prefix, delta)
    totals = classes.totals(short.counts)
    if all(classes.free(r) for r in range(delta) if totals[r] < max(1, *totals)):
        counts, padding = _filled(classes, short, least)
        case = short.case
    else:
        counts, padding = _dense(classes, at, least), "none"
        case = "dense"
    for slot in range(1, prefix.length % delta + 1):
        counts[classes.filler(slot)] += 1
    return Periodic(counts=tuple(counts), case=case, padding=padding)


@dataclass(frozen=True, slots=True)
class _Classes:
    """The residue classes of a prefix."""

    prefix: Prefix
    delta: int

    def totals(self, counts: tuple[int, ...] | list[int]) -> list[int]:
        """The number of positions per class in `counts`."""
        return [sum(counts[r :: self.delta]) for r in range(self.delta)]

    def members(self, pairs: frozenset[int], r: int) -> frozenset[int]:
        """Those of `pairs` that occur in the prefix in class `r`."""
        own = range(r, len(self.prefix.counts), self.delta)
        return frozenset(p for p in own if p in pairs and self.prefix.counts[p])

    def free(self, r: int) -> frozenset[int]:
        """The pairs of class `r` that neither machine attends to."""
        return self.members(self.prefix.unattended, r)

    def filler(self, slot: int) -> int:
        """The pair for filling this class that changes masses least.

        An unattended pair, or else one outside the smaller set, or else any.
        """
        r = slot % self.delta
        own = self.members(frozenset(range(len(self.prefix.counts))), r)
        return most_frequent(self.prefix, self.free(r) or own - self.prefix.few or own)

    def fill(self, counts: list[int], each: int = 0) -> None:
        """Fills all classes to the size of the largest, and at least to `each`."""
        totals = self.totals(counts)
        size = max(1, each, *totals)
        for r, total in enumerate(totals):
            if total < size:
                counts[self.filler(r)] += size - total


def _filled(
    classes: _Classes, short: Reduction, least: int
) -> tuple[list[int], Padding]:
    """``FILL`` mode, with the padding in whole periods."""
    prefix, delta = classes.prefix, classes.delta
    counts = list(short.counts)
    extra = prefix.length % delta
    classes.fill(counts)
    if sum(counts) + extra >= least:
        return counts, "none"
    if all(classes.free(r) for r in range(delta)):
        classes.fill(counts, each=-(-(least - extra) // delta))
        return counts, "unattended"
    if not short.few_exact:
        factor = -(-least // sum(counts))
        return [n * factor for n in counts], "scaled"
    counts = list(short.counts)
    rest = prefix.many - prefix.few
    own = [sum(counts[p] for p in classes.members(rest, r)) for r in range(delta)]
    factor = -(-least // (delta * max(own)))
    for pair in rest:
        counts[pair] *= factor
    classes.fill(counts)
    return counts, "scaled-rest"


def _dense(classes: _Classes, at: Resolution, least: int) -> list[int]:
    """``DENSE`` mode: scales down all pairs, but the smaller set at least to `R`."""
    prefix, delta = classes.prefix, classes.delta
    # Rounding down removes less than one position per symbol from a class.
    each = max(at.kept, -(-least // delta) + len(prefix.counts) // delta)
    scale = min(Fraction(1), Fraction(delta * each, prefix.length))
    counts = [n * scale.numerator // scale.denominator for n in prefix.counts]
    few = prefix.total(prefix.few)
    if scale * few < at.R:
        for pair in prefix.few:
            n = prefix.counts[pair]
            counts[pair] = n if few <= at.R else n * at.R // few
    classes.fill(counts)
    return counts
