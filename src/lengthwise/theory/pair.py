"""Two machines over the same alphabet, such as a target and a learned machine."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from lengthwise.errors import SpecError
from lengthwise.limit.machine import LimitTransformer, require_machine
from lengthwise.words import Alphabet, Statistics, Word, statistics_count


@dataclass(frozen=True, slots=True)
class Pair:
    """Two machines over one alphabet.

    Attributes:
        f: A machine, such as the target.
        g: Another machine, such as the learned one.

    Raises:
        SpecError: One is not a machine, or they have different alphabets.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> pair = Pair(mod_p_task(p=2), mod_p_task(p=3))
        >>> pair.delta, pair.tau
        (6, 0)
    """

    f: LimitTransformer
    g: LimitTransformer

    def __post_init__(self) -> None:
        require_machine("f", self.f)
        require_machine("g", self.g)
        if self.f.alphabet != self.g.alphabet:
            raise SpecError(
                f"f reads {self.f.alphabet}, g reads {self.g.alphabet}; both must have "
                "the same alphabet"
            )

    def __iter__(self) -> Iterator[LimitTransformer]:
        yield self.f
        yield self.g

    @property
    def alphabet(self) -> Alphabet:
        """The common alphabet."""
        return self.f.alphabet

    @property
    def delta(self) -> int:
        """The least common multiple of their periods."""
        return math.lcm(self.f.delta, self.g.delta)

    @property
    def tau(self) -> int:
        """The largest lag with a bias in either machine."""
        return max(self.f.tau, self.g.tau)

    def seen(self, word: Word) -> Statistics:
        """Returns the statistics of `word` that determine two one-layer machines.

        Raises:
            WordError: A symbol of the word is not in the alphabet.
        """
        return Statistics.of(word, self.alphabet, delta=self.delta, tau=self.tau)

    def statistics_count(self, length: int) -> int:
        """Returns the number of distinct statistics of words of `length`."""
        size = len(self.alphabet)
        return statistics_count(size, length, delta=self.delta, tau=self.tau)


def comparable(f: LimitTransformer, g: LimitTransformer) -> Pair:
    """Returns two machines whose outputs can be subtracted.

    Raises:
        SpecError: They have different alphabets, or different numbers of outputs.
    """
    pair = Pair(f, g)
    if len(f.readout) != len(g.readout):
        raise SpecError(
            f"f has {len(f.readout)} outputs, g has {len(g.readout)}; the numbers "
            "must be equal"
        )
    return pair


def require_one_head(machine: LimitTransformer) -> None:
    """Checks that the one-layer theorems cover `machine`.

    Raises:
        SpecError: It does not have one layer with one head, or it reads ``$``.
    """
    heads = [len(layer.heads) for layer in machine.layers]
    if heads != [1] or machine.bos:
        raise SpecError(
            f"a machine of {len(heads)} layers with {heads} heads"
            f"{' that reads $' if machine.bos else ''}; the theorem needs one layer "
            "with one head and no $"
        )
