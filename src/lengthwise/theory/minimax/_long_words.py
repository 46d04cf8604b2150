r"""Families of long words, by what two machines attend to.

Seen from the last position of a word with a given suffix and residue class, keys before
the suffix have logits that depend only on (symbol, residue class), so the pairs form
*tiers* of equal logit. The positions of the highest occurring tier share the attention
with those of the suffix that reach its logit. Positions of the suffix that both
machines treat like others of their pair are counted with the prefix; the remaining ones
are *near*: their lag bias decides whether they are attended.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from lengthwise.limit.complexity.margins import logit_margin
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.last_position import View, views
from lengthwise.theory.minimax.patterns import Question
from lengthwise.words import Word, class_sizes


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The positions that one machine attends to in the words of a family.

    Attributes:
        pairs: The tier of pairs that it attends to; empty if it attends only to the
            suffix.
        near: Number of near positions of each pair that it also attends to.
    """

    pairs: Bool[np.ndarray, " pairs"]
    near: Int[np.ndarray, " pairs"]

    @property
    def alone(self) -> bool:
        """Whether only the suffix is attended, so that masses are constant."""
        return not self.pairs.any()

    @property
    def support(self) -> Bool[np.ndarray, " pairs"]:
        """The pairs that can have mass."""
        return np.asarray(self.pairs | (self.near > 0))

    @property
    def masses(self) -> Float[np.ndarray, " pairs"]:
        """The masses if only the suffix is attended; otherwise zeros."""
        if not self.alone:
            return np.zeros(len(self.pairs))
        return np.asarray(self.near / self.near.sum())


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Words with a given suffix in which each machine attends to a given tier.

    Attributes:
        suffix: The last symbols.
        residue: The residue class of the length.
        delta: The period.
        allowed: Pairs that may occur outside the suffix.
        sides: The attended positions of f and g.
        counted: Positions of the suffix counted with the prefix, by pair.
        extra: Number of positions of each residue class beyond whole periods, excluding
            near ones; may be negative.
    """

    suffix: Word
    residue: int
    delta: int
    allowed: Bool[np.ndarray, " pairs"]
    sides: tuple[Side, Side]
    counted: Int[np.ndarray, " pairs"]
    extra: Int[np.ndarray, " delta"]

    @property
    def attended(self) -> Bool[np.ndarray, " pairs"]:
        """The pairs that some machine attends to."""
        return np.asarray(self.sides[0].pairs | self.sides[1].pairs)

    @property
    def full(self) -> Bool[np.ndarray, " delta"]:
        """Residue classes in which every pair is attended."""
        idle = (self.allowed & ~self.attended).reshape(-1, self.delta)
        return np.asarray(~idle.any(axis=0))

    @property
    def even(self) -> bool:
        """Whether the masses of a word also occur in words of every larger size.

        This holds if no near position is attended together with a tier, and residue
        classes have equal sizes wherever that matters.
        """
        near = any(not side.alone and side.near.any() for side in self.sides)
        sized = self.full.any() and np.ptp(self.extra) > 0
        return not (near or sized)

    @property
    def key(self) -> tuple[bytes, ...]:
        """A key that is equal for families whose words have the same masses."""
        parts = [self.allowed, *(p for s in self.sides for p in (s.pairs, s.near))]
        if not self.even:
            parts += [self.extra, self.counted * self.attended]
        return tuple(part.tobytes() for part in parts)

    def prefix(self, counts: Int[np.ndarray, " pairs"]) -> Int[np.ndarray, "symbols d"]:
        """Returns the prefix of a word with at least `counts` of the attended pairs.

        Attended pairs have exactly `counts` if their classes can be filled with
        unattended pairs, or are already full in equal numbers.
        """
        wanted = np.where(self.attended, counts, 0)
        wanted = np.maximum(wanted, self.counted).reshape(-1, self.delta)
        periods = int((wanted.sum(axis=0) - self.extra).max())
        periods = max(periods, int((1 - self.extra).max()), 1)
        missing = periods + self.extra - wanted.sum(axis=0)
        # Fill up with unattended pairs, or else with the most frequent ones.
        idle = (self.allowed & ~self.attended).reshape(-1, self.delta)
        allowed = self.allowed.reshape(-1, self.delta)
        rank = np.where(allowed, wanted + 1.0, -1.0) + idle * 4.0 * (wanted.max() + 1)
        wanted[rank.argmax(axis=0), np.arange(self.delta)] += missing
        return np.asarray(wanted - self.counted.reshape(-1, self.delta))


def families(question: Question) -> Iterator[Family]:
    """Yields all families of words, which differ in the attended positions."""
    keys: set[tuple[bytes, ...]] = set()
    residues = range(question.delta) if question.residue is None else [question.residue]
    for residue, suffix in itertools.product(
        residues, question.suffixes(question.tau + 1)
    ):
        tiers = [_tiers(m, suffix, residue, question) for m in (question.f, question.g)]
        for both in itertools.product(*tiers):
            family = _family(suffix, residue, question, both)
            if family is not None and family.key not in keys:
                keys.add(family.key)
                yield family


@dataclass(frozen=True, slots=True, eq=False)
class _Tier:
    """A tier: the pairs above it, its pairs, and suffix positions with its logit."""

    above: Bool[np.ndarray, " pairs"]
    pairs: Bool[np.ndarray, " pairs"]
    near: Bool[np.ndarray, " suffix"]
    places: Int[np.ndarray, " suffix"]


def _family(
    suffix: Word, residue: int, question: Question, tiers: tuple[_Tier, ...]
) -> Family | None:
    """The family of two tiers; ``None`` if it has no words."""
    delta, places = question.delta, tiers[0].places
    allowed = ~(tiers[0].above | tiers[1].above)
    pairs = [tier.pairs & allowed for tier in tiers]
    usual = allowed[places]
    for tier, on in zip(tiers, pairs, strict=True):
        usual = usual & (tier.near == on[places])
    nears = [
        np.bincount(places[tier.near & ~usual], minlength=len(allowed))
        for tier in tiers
    ]
    sides = Side(pairs[0], nears[0]), Side(pairs[1], nears[1])
    if any(not side.support.any() for side in sides):
        return None
    if not allowed.reshape(-1, delta).any(axis=0).all():
        return None
    counted = np.bincount(places[usual], minlength=len(allowed))
    sizes = np.array(class_sizes(residue + delta * len(suffix), delta)) - len(suffix)
    left = np.bincount(places[~usual] % delta, minlength=delta)
    return Family(suffix, residue, delta, allowed, sides, counted, sizes - left)


def _tiers(
    machine: LimitTransformer, suffix: Word, residue: int, question: Question
) -> list[_Tier]:
    """The tiers that can be the highest, including the suffix alone if possible."""
    view = _view(machine, suffix, residue, question)
    head = view.heads[0]
    content = view.keys.reshape(-1, machine.width) @ (head.bilinear @ view.query)
    bias = np.append(head.lags, 0.0)[np.minimum(view.distance, len(head.lags))]
    near = content[view.near] + bias
    slack = logit_margin(machine) / 2
    nothing = np.zeros(len(content), dtype=bool)
    tiers = []
    left = content.copy()
    while (top := left.max()) > -np.inf and top >= near.max() - slack:
        tier = left >= top - slack
        above = left == -np.inf
        tiers.append(_Tier(above, tier, near >= top - slack, view.near))
        left[tier] = -np.inf
    best = near >= near.max() - slack
    # Without a lag bias, the suffix belongs to a tier listed above.
    biased = (content[view.near[best]] < near.max() - slack).any()
    if biased and (left > -np.inf).any():
        tiers.append(_Tier(left == -np.inf, nothing, best, view.near))
    return tiers


def _view(
    machine: LimitTransformer, suffix: Word, residue: int, question: Question
) -> View:
    counts = np.zeros((1, len(machine.alphabet), question.delta), dtype=np.int64)
    counts[0, 0, 0] = (residue - len(suffix)) % question.delta
    ((view, _),) = views(machine, counts, suffix)
    return view
