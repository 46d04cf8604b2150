"""The words on which two machines are compared, and their attention masses.

Masses are those of the hardmax regime: the positions with the largest logit share the
attention of the last position, and the masses are the totals per pair of symbol and
residue class.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from lengthwise.arguments import whole_number
from lengthwise.errors import TooLargeError
from lengthwise.limit.complexity.separation import require_separated
from lengthwise.limit.machine import (
    MLP,
    Attention,
    Head,
    Layer,
    LimitTransformer,
)
from lengthwise.limit.running.last_position import views
from lengthwise.printable import number_text
from lengthwise.theory.count_tables import count_tables
from lengthwise.theory.pair import Pair, require_one_head
from lengthwise.words import Alphabet, Word

HARDMAX = Attention("hardmax")
LARGEST = 2_000_000
"""Limit on the number of training words, up to equal statistics."""


def attending(
    alphabet: Alphabet,
    symbols: dict[str, float],
    *,
    classes: tuple[float, ...] = (0.0,),
    lags: tuple[float, ...] = (0.0,),
) -> LimitTransformer:
    """Returns a machine that attends by symbol, residue class and distance.

    Args:
        alphabet: All symbols.
        symbols: Logits of symbols; 0 for others.
        classes: Logits added per residue class; their number is the period.
        lags: Logits added per distance.

    Examples:
        Attends equally to ``0`` and ``1``, and to ``2`` only if there is nothing else.

        >>> machine = attending(Alphabet("012"), {"0": 1.0, "1": 1.0})
        >>> machine.delta, machine.tau
        (1, 0)
    """
    size, delta = len(alphabet), len(classes)
    width = 1 + size + delta
    embedding, positions = np.zeros((size, width)), np.zeros((delta, width))
    embedding[:, 0] = 1.0
    embedding[:, 1 : 1 + size] = np.eye(size)
    if delta > 1:
        positions[:, 1 + size :] = np.eye(delta)
    bilinear = np.zeros((width, width))
    bilinear[1:, 0] = [symbols.get(s, 0.0) for s in alphabet] + list(classes)
    head = Head(bilinear=bilinear, value=np.eye(width), lags=np.array(lags))
    return LimitTransformer(
        alphabet=alphabet,
        embedding=embedding,
        positions=positions,
        layers=(Layer(heads=(head,), mlp=MLP.none(width)),),
        readout=np.zeros((1, width)),
        attention=HARDMAX,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The words on which two machines are compared.

    Attributes:
        f: Target.
        g: Learned machine.
        query: Last symbol of all words; ``None``: any.
        residue: Residue class of all lengths; ``None``: any.

    Raises:
        SpecError: The machines do not have one layer and one head, do not fit together,
            or have logits so close that hardmax cannot be evaluated.
    """

    f: LimitTransformer
    g: LimitTransformer
    query: str | None = None
    residue: int | None = None

    def __post_init__(self) -> None:
        for machine in self.pair:
            require_one_head(machine)
            require_separated(machine)
        if self.query is not None:
            self.f.alphabet.index(self.query)
        if self.residue is not None:
            whole_number("the residue", self.residue, 0, self.delta - 1)

    @property
    def pair(self) -> Pair:
        """Both machines."""
        return Pair(self.f, self.g)

    @property
    def delta(self) -> int:
        """A period of both machines."""
        return self.pair.delta

    @property
    def tau(self) -> int:
        """The largest lag of both machines."""
        return self.pair.tau

    @property
    def pairs(self) -> int:
        """The number of pairs of symbol and residue class."""
        return len(self.f.alphabet) * self.delta

    def suffixes(self, length: int) -> Iterator[Word]:
        """The last ``tau + 1`` symbols of the words of a length."""
        for word in self.f.alphabet.words(min(self.tau + 1, length)):
            if self.query is None or word[-1] == self.query:
                yield word

    def lengths(self, first: int, last: int) -> list[int]:
        """The lengths of compared words, from `first` to `last`."""
        return [
            n
            for n in range(first, last + 1)
            if self.residue is None or n % self.delta == self.residue
        ]


def word_masses(
    question: Question, lengths: list[int]
) -> Iterator[
    tuple[
        Int[np.ndarray, "words symbols delta"],
        Word,
        Float[np.ndarray, "words pairs"],
        Float[np.ndarray, "words pairs"],
    ]
]:
    """Yields counts, suffix and both machines' masses, for all words of some lengths.

    Raises:
        TooLargeError: There are too many distinct statistics.
    """
    size, delta, tau = len(question.f.alphabet), question.delta, question.tau
    total = sum(map(question.pair.statistics_count, lengths))
    if total > LARGEST:
        raise TooLargeError(
            f"the words have {number_text(total)} different statistics; at most "
            f"{LARGEST} are enumerated; use shorter lengths",
            size=total,
            limit=LARGEST,
        )
    for length in lengths:
        prefix = length - min(tau + 1, length)
        for counts in count_tables(size, prefix, delta=delta):
            for suffix in question.suffixes(length):
                u, v = (masses(m, counts, suffix) for m in question.pair)
                yield counts, suffix, u, v


def masses(
    machine: LimitTransformer,
    counts: Int[np.ndarray, "words symbols delta"],
    suffix: Word,
) -> Float[np.ndarray, "words pairs"]:
    """Returns the hardmax masses of a machine for many prefixes with one suffix."""
    shares = np.zeros((len(counts), counts[0].size))
    for view, rows in views(machine, counts, suffix):
        sums = view.numerators(view.heads[0], counts[rows], HARDMAX)
        shares[rows] = sums / sums.sum(axis=1, keepdims=True)
    return shares
