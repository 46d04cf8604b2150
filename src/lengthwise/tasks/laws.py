r"""Input distributions, with exact samplers that serve as test oracles.

The samplers are short, use only integers, and take a `random.Random`; the fast ones on
a device are tested against them. A distribution here is over words of a given length;
the distribution of lengths belongs to the training recipe (uniform over the task's
lengths).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TypeAlias

from lengthwise.tasks.languages.counter_machines import pick
from lengthwise.tasks.languages.members import Drawable
from lengthwise.words import Alphabet, Word, class_sizes


@dataclass(frozen=True)
class Compositions:
    """Frequencies uniform on the simplex, then symbols independently from them.

    With the frequencies integrated out: the vector of counts is uniform over all
    compositions of the length into as many parts as there are symbols, and given the
    counts every order is equally likely.
    """


@dataclass(frozen=True)
class Residues:
    """A frequency of 1 for each residue class uniform on [0, 1], then independent bits.

    With the frequencies integrated out: the number of 1s in a residue class with n
    positions is uniform on 0 … n, independently, and all sets of positions are equally
    likely.

    Attributes:
        period: The number of residue classes; position t is in class t mod period.
    """

    period: int


@dataclass(frozen=True)
class Urn:
    """A random Markov chain of the given order for every word.

    Each context has a row of transition probabilities uniform on the simplex; the first
    `order` symbols are uniform. With the rows integrated out: symbol s follows a
    context with probability (1 + n(context, s)) / (S + n(context)), where n counts
    occurrences so far and S is the number of symbols.

    Attributes:
        order: The length of a context.
    """

    order: int


@dataclass(frozen=True)
class UniformWords:
    """Every member of the language that has the length, with the same probability."""

    language: Drawable


@dataclass(frozen=True)
class Balanced:
    """A fair coin decides between the members and the other words of the length.

    Words are uniform within each group. If one is empty, the other is used.
    """

    language: Drawable


@dataclass(frozen=True)
class Sparse:
    """A number of 1 uniform on 0 … min(length, most), at places equally likely.

    Attributes:
        most: The largest number of 1s.
    """

    most: int


@dataclass(frozen=True)
class Instances:
    """A question drawn by a function, followed by the right answer.

    Attributes:
        questions: Import path of the function; it is called with a `random.Random`, the
            length and, by name, the parameters of the task.
    """

    questions: str


Law: TypeAlias = (
    Compositions | Residues | Urn | UniformWords | Balanced | Sparse | Instances
)
"""The distribution of a task's inputs."""


def composition(rng: Random, total: int, parts: int) -> tuple[int, ...]:
    """Returns a uniformly random composition of `total` into `parts` numbers >= 0.

    The gaps between ``parts - 1`` distinct cut points among ``total + parts - 1``.

    Examples:
        >>> sum(composition(Random(0), 10, 3))
        10
    """
    cuts = sorted(rng.sample(range(1, total + parts), parts - 1))
    ends = [0, *cuts, total + parts]
    return tuple(b - a - 1 for a, b in pairwise(ends))


def composition_word(rng: Random, length: int, alphabet: Alphabet) -> Word:
    """Returns a word drawn from `Compositions`.

    Examples:
        >>> len(composition_word(Random(0), 10, Alphabet("012")))
        10
    """
    return shuffled(rng, composition(rng, length, len(alphabet)), alphabet)


def shuffled(rng: Random, counts: Iterable[int], symbols: Iterable[str]) -> Word:
    """Returns a word with these counts of these symbols, in uniformly random order.

    Examples:
        >>> sorted(shuffled(Random(0), (1, 2), "ab"))
        ['a', 'b', 'b']
    """
    word = [s for s, n in zip(symbols, counts, strict=True) for _ in range(n)]
    rng.shuffle(word)
    return tuple(word)


def residue_counts(rng: Random, length: int, period: int) -> tuple[int, ...]:
    """Returns the number of 1s in each residue class under `Residues`.

    Examples:
        >>> len(residue_counts(Random(0), 10, 3))
        3
    """
    return tuple(rng.randint(0, size) for size in class_sizes(length, period))


def residue_word(rng: Random, length: int, period: int) -> Word:
    """Returns a word drawn from `Residues`.

    Examples:
        >>> len(residue_word(Random(0), 10, 3))
        10
    """
    word = [""] * length
    sizes = class_sizes(length, period)
    for residue, ones in enumerate(residue_counts(rng, length, period)):
        column = shuffled(rng, (sizes[residue] - ones, ones), "01")
        word[(residue - 1) % period :: period] = column
    return tuple(word)


def urn_word(rng: Random, length: int, alphabet: Alphabet, order: int) -> Word:
    """Returns a word drawn from `Urn`.

    Examples:
        >>> len(urn_word(Random(0), 10, Alphabet("012"), order=2))
        10
    """
    urns: dict[Word, list[int]] = {}
    word: list[str] = []
    for place in range(length):
        urn = [1] * len(alphabet)
        if place >= order:
            urn = urns.setdefault(tuple(word[place - order :]), urn)
        drawn = pick(rng, urn)
        urn[drawn] += 1
        word.append(alphabet.symbols[drawn])
    return tuple(word)
