r"""Very long words by what two machines attend to in them.

From the last position of a word with a given suffix and residue class, keys further
back have logits that depend on (symbol, residue class) only, so the pairs fall into
*tiers*: the positions of the highest tier that occurs share the attention, with those
of the suffix that reach its logit. In very long words the latter do not count, unless
the suffix is above all pairs that occur.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.reference import BORDER
from lengthwise.limit.view import View, views
from lengthwise.theory.bounds.patterns import Question
from lengthwise.words import Word, class_sizes

CLASS_SIZE = 10**10
"""About how many positions of each residue class a realized word has."""

RATIO = 1e5
"""By how much one machine's positions may outnumber the other's in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """Where one machine attends in very long words of one family.

    Attributes:
        pairs: The tier of (symbol, residue class) that it attends to; empty where it
            attends to the suffix alone.
        masses: The masses then.
    """

    pairs: Bool[np.ndarray, " pairs"]
    masses: Float[np.ndarray, " pairs"]


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Very long words with one suffix, in which both machines attend to one tier each.

    Attributes:
        suffix: The last symbols.
        residue: Residue class of the length.
        delta: The period.
        allowed: Pairs that may occur outside the suffix.
        sides: What f and g attend to.
    """

    suffix: Word
    residue: int
    delta: int
    allowed: Bool[np.ndarray, " pairs"]
    sides: tuple[Side, Side]

    def realized(
        self, u: Float[np.ndarray, " pairs"], v: Float[np.ndarray, " pairs"]
    ) -> Int[np.ndarray, "symbols delta"]:
        """Counts of a prefix for which f has masses near `u` and g near `v`.

        Where no word has such masses the result is some word of the family.
        """
        f, g = (side.pairs for side in self.sides)
        parts = [(on, on * w) for on, w in ((f, u), (g, v))]

        def error(counts: Int[np.ndarray, "symbols delta"]) -> float:
            found = [(on * counts.ravel(), wanted) for on, wanted in parts]
            return sum(
                float(np.abs(n / max(n.sum(), 1) - wanted).sum()) for n, wanted in found
            )

        # How many positions g attends to for one that f attends to: as shared pairs
        # say, or such that each fills a class, or one is nothing against the other.
        shared = u[f & g].sum(), v[f & g].sum()
        full = [w.reshape(-1, self.delta).sum(axis=0).max() for _, w in parts]
        ratios = [a / b for a, b in (shared, full) if a > 0 and b > 0]
        tried = (self._counts(u, ratio * v) for ratio in (*ratios, RATIO, 1 / RATIO))
        return min(tried, key=error)

    def _counts(
        self, u: Float[np.ndarray, " pairs"], v: Float[np.ndarray, " pairs"]
    ) -> Int[np.ndarray, "symbols delta"]:
        """Counts in the proportions of the larger of `u` and `v`."""
        f, g = (side.pairs for side in self.sides)
        wanted = np.maximum(u * f, v * g).reshape(-1, self.delta)
        sizes = np.array(self._sizes())
        fullest = (wanted.sum(axis=0) / sizes).max()
        counts = np.floor(wanted / fullest if fullest > 0 else wanted).astype(np.int64)
        # The rest goes to what nobody attends to, or else where most are already.
        idle = (self.allowed & ~f & ~g).reshape(-1, self.delta)
        rank = counts + idle * 4.0 * CLASS_SIZE + self.allowed.reshape(idle.shape)
        fill = rank.argmax(axis=0)
        counts[fill, np.arange(self.delta)] += sizes - counts.sum(axis=0)
        return np.asarray(counts)

    def _sizes(self) -> tuple[int, ...]:
        length = CLASS_SIZE * self.delta
        length += (self.residue - len(self.suffix) - length) % self.delta
        return class_sizes(length, self.delta)


def families(question: Question) -> Iterator[Family]:
    """All families of very long words that differ in what is attended to."""
    seen: set[tuple[bytes, ...]] = set()
    residues = range(question.delta) if question.residue is None else [question.residue]
    for residue, suffix in itertools.product(
        residues, question.suffixes(question.tau + 1)
    ):
        tiers = [_tiers(m, suffix, residue, question) for m in (question.f, question.g)]
        for (bar_f, tier_f, near_f), (bar_g, tier_g, near_g) in itertools.product(
            *tiers
        ):
            allowed = ~(bar_f | bar_g)
            sides = Side(tier_f & allowed, near_f), Side(tier_g & allowed, near_g)
            empty = any(not (side.pairs.any() or side.masses.any()) for side in sides)
            classes = allowed.reshape(-1, question.delta).any(axis=0)
            parts = [part for s in sides for part in (s.pairs, s.masses)]
            key = tuple(part.tobytes() for part in (allowed, *parts))
            if classes.all() and not empty and key not in seen:
                seen.add(key)
                yield Family(suffix, residue, question.delta, allowed, sides)


def _tiers(
    machine: LimitTransformer, suffix: Word, residue: int, question: Question
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """For each tier: the pairs above it, its pairs, and the masses of the suffix.

    The suffix has masses only where it is above all pairs that are left.
    """
    view = _view(machine, suffix, residue, question)
    head = view.heads[0]
    content = view.keys.reshape(-1, machine.width) @ (head.bilinear @ view.query)
    bias = np.append(head.lags, 0.0)[np.minimum(view.distance, len(head.lags))]
    near = content[view.near] + bias
    slack = BORDER * max(1.0, float(np.abs(np.append(content, near)).max()))
    best = near >= near.max() - slack
    alone = np.bincount(view.near[best], minlength=len(content)) / best.sum()
    nothing = np.zeros(len(content), dtype=bool)
    found = []
    left = content.copy()
    while left.max() >= near.max() - slack:
        tier = left >= left.max() - slack
        found.append((left == -np.inf, tier, 0.0 * alone))
        left[tier] = -np.inf
    if (left > -np.inf).any():
        found.append((left == -np.inf, nothing, alone))
    return found


def _view(
    machine: LimitTransformer, suffix: Word, residue: int, question: Question
) -> View:
    counts = np.zeros((1, len(machine.alphabet), question.delta), dtype=np.int64)
    counts[0, 0, 0] = (residue - len(suffix)) % question.delta
    ((view, _),) = views(machine, counts, suffix)
    return view
