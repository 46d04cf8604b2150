"""Random prefixes with attended sets of every overlap, for the count-level rules.

Strategies give plain numbers, from which `Case` builds the values: checked values may
not be built inside a strategy, as the checks of types draw random numbers.
"""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from lengthwise.theory.simulation.resolution import Resolution
from lengthwise.theory.simulation.seen_prefix import Prefix
from lengthwise.words import class_sizes


@dataclass(frozen=True)
class Case:
    counts: tuple[int, ...]
    sets: tuple[frozenset[int], frozenset[int]]
    R: int
    split: Fraction
    tau: int
    delta: int
    least: int
    suffixes: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def seen(self):
        few, many = self.sets
        return Prefix(counts=self.counts, few=few, many=many)

    @property
    def at(self):
        pairs = len(self.counts)
        return Resolution(
            name="full", R=self.R, split=self.split, pairs=pairs, tau=self.tau
        )

    def distances(self, counts):
        """The l1 distances of the masses of both machines between x and `counts`."""
        both = zip(self.sets, self.suffixes, strict=True)
        return [distance(pairs, self.counts, counts, suffix) for pairs, suffix in both]


@st.composite
def plain(draw, *, padding=False):
    """Without positions; counts from 0 to 10^9, and `least` where padding is wanted."""
    pairs = draw(st.integers(1, 6))
    counts = [draw(sizes(9)) for _ in range(pairs)]
    least = draw(sizes(6)) if padding else 1
    counts[draw(st.integers(0, pairs - 1))] += max(0, max(1, least) - sum(counts))
    return _case(draw, counts, numbers(draw, pairs), delta=1, least=least)


@st.composite
def periodic(draw):
    """A prefix with as many positions in each residue class as a word has."""
    symbols, delta, least = (
        draw(st.integers(1, 4)),
        draw(st.integers(2, 5)),
        draw(sizes(5)),
    )
    R, split = numbers(draw, symbols * delta)
    # Shorter words are their own simulation.
    long = max(2 * least, delta * (R + int(R / split) + 3)) + delta
    length = draw(st.integers(long, 1000 * long))
    columns = []
    for size in class_sizes(length, delta):
        cuts = sorted(draw(cut(size)) for _ in range(symbols - 1))
        edges = zip([0, *cuts], [*cuts, size], strict=True)
        columns.append([b - a for a, b in edges])
    counts = [n for row in zip(*columns, strict=True) for n in row]
    return _case(draw, counts, (R, split), delta=delta, least=least)


def sizes(digits):
    return st.integers(0, digits).flatmap(lambda k: st.integers(0, 10**k))


def cut(size):
    """A place in ``0 … size``, often near an end."""
    near = st.integers(0, min(size, 3))
    return st.one_of(st.integers(0, size), near, near.map(lambda k: size - k))


def numbers(draw, pairs):
    split = Fraction(1, draw(st.integers(4, 60)))
    return draw(st.integers(8 * pairs, 40 * pairs)), split


def _case(draw, counts, resolution, *, delta, least):
    occurring = [pair for pair, n in enumerate(counts) if n]
    subsets = st.one_of(
        st.just(frozenset(occurring)), st.frozensets(st.sampled_from(occurring))
    )
    few, many = draw(subsets), draw(subsets)
    if sum(counts[p] for p in few) > sum(counts[p] for p in many):
        few, many = many, few
    tau = draw(st.integers(0, 5))
    suffixes = [
        st.lists(
            st.integers(0, len(counts) - 1), min_size=not pairs, max_size=tau + 1
        ).map(tuple)
        for pairs in (few, many)
    ]
    R, split = resolution
    return Case(
        counts=tuple(counts),
        sets=(few, many),
        R=R,
        split=split,
        tau=tau,
        delta=delta,
        least=least,
        suffixes=tuple(map(draw, suffixes)),
    )


def distance(attended, x, z, suffix):
    """The l1 distance of the masses of attention, exactly; 2 where z has none."""
    totals = []
    for counts in (x, z):
        masses = [n if p in attended else 0 for p, n in enumerate(counts)]
        for pair in suffix:
            masses[pair] += 1
        totals.append((masses, sum(masses)))
    (a, m), (b, n) = totals
    if not n:
        return 2
    return sum(abs(Fraction(i, m) - Fraction(j, n)) for i, j in zip(a, b, strict=True))
