r"""The prefix of a word as seen by two machines from its last position.

The prefix is everything before the last :math:`\tau + 1` symbols. No lag bias reaches
it, so a logit there depends only on the *pair* (symbol, residue class), and in the
hardmax regime a machine attends to all prefix positions of a set of pairs. The index of
the pair of symbol ``s`` and class ``r`` is ``s * delta + r``.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from lengthwise.limit.complexity.margins import logit_margin
from lengthwise.limit.machine import LimitTransformer
from lengthwise.words import Statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    r"""Counts of pairs in the prefix, and the pairs that two machines attend to.

    Attributes:
        counts: The count of each pair in the prefix.
        few: Pairs :math:`S_f` of the machine that attends to fewer positions.
        many: Pairs :math:`S_g` of the other machine.

    Examples:
        >>> few, many = frozenset({0}), frozenset({0, 1})
        >>> prefix = Prefix(counts=(5, 2, 9), few=few, many=many)
        >>> prefix.total(few), prefix.total(many), sorted(prefix.unattended)
        (5, 7, [2])
    """

    counts: tuple[int, ...]
    few: frozenset[int]
    many: frozenset[int]

    @property
    def length(self) -> int:
        """The number of positions in the prefix."""
        return sum(self.counts)

    @property
    def unattended(self) -> frozenset[int]:
        """The occurring pairs that neither machine attends to."""
        occurring = frozenset(p for p, n in enumerate(self.counts) if n)
        return occurring - self.few - self.many

    def total(self, pairs: Iterable[int]) -> int:
        """The number of positions of the prefix with one of `pairs`."""
        return sum(self.counts[pair] for pair in pairs)

    @classmethod
    def of(
        cls, statistics: Statistics, f: LimitTransformer, g: LimitTransformer
    ) -> "Prefix":
        """Returns the prefix of words with these statistics, as seen by `f` and `g`.

        Args:
            statistics: Statistics of a word, for a multiple of both periods and both
                lags.
            f: A machine with one layer and one head, without ``$``.
            g: Another such machine.
        """
        counts = tuple(n for row in statistics.counts for n in row)
        one, other = attended(f, statistics), attended(g, statistics)
        if sum(counts[p] for p in one) > sum(counts[p] for p in other):
            one, other = other, one
        return cls(counts=counts, few=one, many=other)


def attended(machine: LimitTransformer, statistics: Statistics) -> frozenset[int]:
    """Returns the pairs in the prefix with the largest logit seen by the last position.

    Empty if the largest logit occurs only in the suffix. Logits count as equal
    according to the logit margin: all others are at least the margin below the largest.

    Examples:
        >>> from lengthwise.limit.machine import MLP, Head, Layer
        >>> from lengthwise.words import Alphabet
        >>> head = Head(bilinear=np.diag([1.0, 0.0]), value=np.eye(2))
        >>> machine = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.eye(2),
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(2)),),
        ...     readout=np.eye(2),
        ... )
        >>> attended(machine, Statistics.of("abba", machine.alphabet, delta=1, tau=0))
        frozenset({0})
    """
    ((head,),) = [layer.heads for layer in machine.layers]
    delta, length = statistics.delta, statistics.length
    residues = machine.positions[np.arange(delta) % machine.delta]
    keys = (machine.embedding[:, np.newaxis] + residues).reshape(-1, machine.width)
    near = np.array(machine.alphabet.encode(statistics.suffix)) * delta
    lags = np.arange(len(near) - 1, -1, -1)
    near += (length - lags) % delta
    logits = keys @ (head.bilinear @ keys[near[-1]])
    bias = np.append(head.lags, 0.0)[np.minimum(lags, len(head.lags))]
    occurring = [p for p, n in enumerate(np.ravel(statistics.counts)) if n]
    candidates = np.append(logits[occurring], logits[near] + bias)
    least = candidates.max() - logit_margin(machine) / 2
    return frozenset(p for p in occurring if logits[p] >= least)
