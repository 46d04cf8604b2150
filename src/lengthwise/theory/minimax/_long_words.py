r"""Long words by what two machines attend to in them.

From the last position of a word with a given suffix and residue class, keys further
back have logits that depend on (symbol, residue class) only, so the pairs fall into
*tiers*: the positions of the highest tier that occurs share the attention, with those
of the suffix that reach its logit. Positions of the suffix that both machines treat
like any other of their pair are counted with the rest of the word; what is left of the
suffix is *near*: attended for its lag bias, or not attended for it.
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
    """Where one machine attends in the words of one family.

    Attributes:
        pairs: The tier of (symbol, residue class) that it attends to; empty where it
            attends to the suffix alone.
        near: How many near positions of each pair it attends to besides.
    """

    pairs: Bool[np.ndarray, " pairs"]
    near: Int[np.ndarray, " pairs"]

    @property
    def alone(self) -> bool:
        """Whether the suffix alone is attended to, with the same masses always."""
        return not self.pairs.any()

    @property
    def support(self) -> Bool[np.ndarray, " pairs"]:
        """The pairs that can have mass."""
        return np.asarray(self.pairs | (self.near > 0))

    @property
    def masses(self) -> Float[np.ndarray, " pairs"]:
        """The masses where the suffix alone is attended to; zeros otherwise."""
        if not self.alone:
            return np.zeros(len(self.pairs))
        return np.asarray(self.near / self.near.sum())


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Words with one suffix, in which both machines attend to one tier each.

    Attributes:
        suffix: The last symbols.
        residue: Residue class of the length.
        delta: The period.
        allowed: Pairs that may occur outside the suffix.
        sides: What f and g attend to.
        counted: Positions of the suffix that are counted with the rest, by pair.
        extra: How many more positions each residue class has than whole periods,
            near ones left out; may be negative.
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
        """Pairs that a machine attends to."""
        return np.asarray(self.sides[0].pairs | self.sides[1].pairs)

    @property
    def full(self) -> Bool[np.ndarray, " delta"]:
        """Residue classes without a pair that nobody attends to."""
        idle = (self.allowed & ~self.attended).reshape(-1, self.delta)
        return np.asarray(~idle.any(axis=0))

    @property
    def even(self) -> bool:
        """Whether the masses of a word are those of words of every larger size.

        So it is where nothing near is attended to besides a tier, and residue classes
        hold equally many positions wherever that matters.
        """
        near = any(not side.alone and side.near.any() for side in self.sides)
        sized = self.full.any() and np.ptp(self.extra) > 0
        return not (near or sized)

    @property
    def key(self) -> tuple[bytes, ...]:
        """Equal for families whose words have the same masses."""
        parts = [self.allowed, *(p for s in self.sides for p in (s.pairs, s.near))]
        if not self.even:
            parts += [self.extra, self.counted * self.attended]
        return tuple(part.tobytes() for part in parts)

    def prefix(self, counts: Int[np.ndarray, " pairs"]) -> Int[np.ndarray, "symbols d"]:
        """The prefix of a word that has at least `counts` of the attended pairs.

        Attended pairs have `counts` exactly, as long as their classes can be filled
        with pairs that nobody attends to, or are full of them in equal numbers.
        """
        wanted = np.where(self.attended, counts, 0)
        wanted = np.maximum(wanted, self.counted).reshape(-1, self.delta)
        periods = int((wanted.sum(axis=0) - self.extra).max())
        periods = max(periods, int((1 - self.extra).max()), 1)
        missing = periods + self.extra - wanted.sum(axis=0)
        # The rest goes to what nobody attends to, or else where most are already.
        idle = (self.allowed & ~self.attended).reshape(-1, self.delta)
        allowed = self.allowed.reshape(-1, self.delta)
        rank = np.where(allowed, wanted + 1.0, -1.0) + idle * 4.0 * (wanted.max() + 1)
        wanted[rank.argmax(axis=0), np.arange(self.delta)] += missing
        return np.asarray(wanted - self.counted.reshape(-1, self.delta))


def families(question: Question) -> Iterator[Family]:
    """All families of words that differ in what is attended to."""
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
    """Pairs above a tier, its pairs, and the places of the suffix with its logit."""

    above: Bool[np.ndarray, " pairs"]
    pairs: Bool[np.ndarray, " pairs"]
    near: Bool[np.ndarray, " suffix"]
    places: Int[np.ndarray, " suffix"]


def _family(
    suffix: Word, residue: int, question: Question, tiers: tuple[_Tier, ...]
) -> Family | None:
    """The family of two tiers; ``None`` where no word is in it."""
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
    """The tiers that can be the highest one, and the suffix alone where it can be."""
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
    # Without a lag bias the suffix is of a tier that stands above already.
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
