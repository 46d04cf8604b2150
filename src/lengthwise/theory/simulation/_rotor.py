r"""Builds a short word whose windows occur in the proportions of a long one.

The positions of the long word are divided into bins. In each bin, its windows of
:math:`\tau + 1` symbols are the edges of a graph on the windows of :math:`\tau`
symbols. The short word is a rotor walk on this graph: the next edge is the one furthest
behind its share. If the walk would stay too long on one side of a rare edge, it jumps
to the node furthest behind. The walk is deterministic, and window counts are off by a
bounded number, where a random walk would be off by a square root. The result is not a
subsequence of the long word, which the argument does not need.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from lengthwise.errors import SpecError
from lengthwise.words import Word


def rotor(x: Word, *, n: int, tau: int, bins: int) -> Word:
    """Returns a word of `n` symbols with the windows of `x` and its suffix.

    Args:
        x: A word of at least ``2 * n`` symbols.
        n: The length of the result, more than ``tau + 1``.
        tau: The largest lag; windows have one symbol more.
        bins: Number of bins.

    Raises:
        SpecError: `x` is shorter than ``2 * n``, or `n` or `bins` is too small.

    Examples:
        >>> "".join(rotor(tuple("ab" * 50 + "aab" * 33), n=20, tau=1, bins=2))
        'ababababaabaabaabaab'
    """
    if len(x) < 2 * n or n <= tau + 1 or bins < 1:
        raise SpecError(
            f"a word of {len(x)} symbols for n={n}, {bins} bins; n must be above "
            f"{tau + 1} and at most half the word, and there must be at least one bin"
        )
    windows = list(zip(*(x[k:] for k in range(tau + 1)), strict=False))
    walk = n - tau - 1
    z: list[str] = []
    for b in range(bins):
        graph = _Rotors(
            windows[b * len(windows) // bins : (b + 1) * len(windows) // bins]
        )
        start, stop = len(z), (b + 1) * walk // bins
        slack = max((stop - start) / 10, 2 * (tau + 1))
        while len(z) < stop:
            node = tuple(z[len(z) - tau :]) if len(z) >= tau else ()
            steps = len(z) - start + 1
            if node in graph.edges and graph.ahead(node, steps) <= slack:
                z.append(graph.step(node))
            else:
                z.extend(graph.furthest_behind(steps))
    return (*z[:walk], *x[len(x) - tau - 1 :])


class _Rotors:
    """The windows of one bin as a graph with a rotor at each node."""

    def __init__(self, windows: Sequence[Word]) -> None:
        self.edges: dict[Word, dict[str, int]] = defaultdict(dict)
        for window, count in Counter(windows).items():
            self.edges[window[:-1]][window[-1]] = count
        self.edges = dict(self.edges)
        self.totals = {node: sum(out.values()) for node, out in self.edges.items()}
        self.length = len(windows)
        self.used: Counter[Word] = Counter()
        self.visits: Counter[Word] = Counter()

    def ahead(self, node: Word, steps: int) -> float:
        """The number of visits of `node` above its share of `steps`."""
        return self.visits[node] - self.totals[node] * steps / self.length

    def furthest_behind(self, steps: int) -> Word:
        """The node with the fewest visits relative to its share of `steps`."""
        return min(self.edges, key=lambda node: self.ahead(node, steps))

    def step(self, node: Word) -> str:
        """The symbol of the edge out of `node` that is furthest behind its share."""
        self.visits[node] += 1
        visits, total = self.visits[node], self.totals[node]
        symbol = max(
            self.edges[node].items(),
            key=lambda edge: edge[1] * visits - self.used[*node, edge[0]] * total,
        )[0]
        self.used[*node, symbol] += 1
        return symbol
