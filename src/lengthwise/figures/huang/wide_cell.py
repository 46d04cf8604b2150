"""Cells of a table with other training lengths and bins than the published three.

The adversarial inputs of such a cell have one length in each bin, as in the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from lengthwise.cannot_say import CannotSay
from lengthwise.experiments.spec.evaluation import LEAST_WORDS, Evaluation
from lengthwise.experiments.spec.trial import Trial
from lengthwise.figures.huang.suite import BINS, TRAIN_LENGTH, Cell
from lengthwise.tasks.languages.adversarial import adversarial_words
from lengthwise.tasks.length_bins import LengthBin
from lengthwise.tasks.task import Task
from lengthwise.training.lane import Lane

NEAR = 8
"""How much shorter than its bin allows an adversarial input may be."""


@dataclass(frozen=True, kw_only=True)
class WideCell(Cell):
    """A cell whose decoders are trained or tested on other lengths.

    Attributes:
        bins: The bin of the training lengths first, then longer ones in order.

    Examples:
        >>> bins = (LengthBin(1, 128), LengthBin(129, 256), LengthBin(257, 384))
        >>> sizes = {"layers": 1, "heads": 1, "width": 16}
        >>> one = WideCell(
        ...     task="sort:symbols=384",
        ...     scheme="none",
        ...     places=771,
        ...     model=sizes,
        ...     bins=bins,
        ... )
        >>> one.trials[0].train_length, one.evaluations[0].lengths[-1]
        (128, 384)
    """

    bins: tuple[LengthBin, ...]

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """What is trained, rate by rate."""
        made = super().trials
        length = self.bins[0].high
        if length == TRAIN_LENGTH:
            return made
        return tuple(Trial(one.recipe, _lane(one, length)) for one in made)

    @cached_property
    def evaluations(self) -> tuple[Evaluation, ...]:
        """Random inputs of every length, then adversarial ones where there are some."""
        lengths = self.subject.lengths(self.bins[0].low, self.bins[-1].high)
        drawn = Evaluation(lengths=lengths, words=LEAST_WORDS)
        hard = hard_lengths(self.subject, self.bins)
        if not hard or hard[-1] < self.bins[0].high:
            return (drawn,)
        return drawn, Evaluation(lengths=hard, words=2048, inputs="adversarial")


def _lane(one: Trial, length: int) -> Lane:
    return replace(one.lane, train_length=length)


def hard_lengths(task: Task, bins: Sequence[LengthBin]) -> tuple[int, ...]:
    """Returns the longest length of each bin that has adversarial inputs.

    Only lengths near the end of the bin are tried.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> hard_lengths(task("012_0_2"), BINS), hard_lengths(task("sort"), BINS)
        ((50, 100, 150), ())
    """
    return tuple(
        length for one in bins if (length := _hard_length(task, one)) is not None
    )


def _hard_length(task: Task, one: LengthBin) -> int | None:
    for length in reversed(task.lengths(max(one.low, one.high - NEAR), one.high)):
        words = adversarial_words(task, length, length, Random(0), 1)
        if not isinstance(words, CannotSay):
            return length
    return None


def bins_of(cell: Cell) -> tuple[LengthBin, ...]:
    """Returns the bins of a cell, that of the training lengths first.

    Examples:
        >>> from lengthwise.figures.huang.all_suites import SUITES
        >>> str(bins_of(SUITES["huang-languages"].cells[0])[-1])
        '101 to 150'
    """
    return cell.bins if isinstance(cell, WideCell) else BINS
