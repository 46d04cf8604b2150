"""The share of right answers of one setting's models, by bin, none excluded.

Two kinds of averages are given: over all trained models, and over those that fit their
training lengths. The second shows how well models generalize that have learned their
training data; the first also counts those that have not.
"""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from lengthwise.analysis.bin_scores import bin_score
from lengthwise.analysis.interval import Interval, of_mean
from lengthwise.cannot_say import CannotSay
from lengthwise.experiments.records.record import Record
from lengthwise.tasks.languages.members import members
from lengthwise.tasks.laws import UniformWords
from lengthwise.tasks.length_bins import LengthBin
from lengthwise.tasks.outputs import METRICS
from lengthwise.tasks.task import Task

FITS = 0.99
"""A model fits its training lengths if at least this share of their inputs is right, as
in the appendix of :cite:p:`huang2025formal`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelScore:
    """The shares of right answers of one model.

    Attributes:
        seed: The seed.
        rate: The learning rate.
        drawn: The share of random inputs answered right, by bin.
        adversarial: The same for adversarial inputs; ``None`` if there are none.
        steps: Number of updates.
        converged: Whether training ended before the step limit.
        diverged: Whether the loss was not finite; such a model counts as always wrong.
    """

    seed: int
    rate: float
    drawn: tuple[float, ...]
    adversarial: tuple[float | None, ...]
    steps: int
    converged: bool
    diverged: bool

    @property
    def fits(self) -> bool:
        """Whether it is right on the training lengths."""
        return self.drawn[0] >= FITS


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The shares of right answers of several models on one bin.

    Attributes:
        values: One per model.
    """

    values: tuple[float, ...]

    @property
    def typical(self) -> float:
        """The median."""
        return statistics.median(self.values)

    @property
    def best(self) -> float:
        """The largest value, which a report of the best seed would give."""
        return max(self.values)

    @property
    def least(self) -> float:
        """The smallest value."""
        return min(self.values)

    @property
    def mean(self) -> float:
        """The mean."""
        return math.fsum(self.values) / len(self.values)

    @property
    def interval(self) -> Interval | None:
        """Student's interval for the mean, within 0 and 1; ``None`` for one model.

        Examples:
            >>> print(Summary(values=(0.5, 0.9, 1.0)).interval)
            [0.354, 1]
        """
        if len(self.values) < 2:
            return None
        found = of_mean(np.array(self.values))
        return Interval(max(0.0, found.low), min(1.0, found.high), found.confidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellScores:
    """The scores of the models of one cell of a table.

    Attributes:
        bins: The bins, that of the training lengths first.
        models: All models with records, by learning rate and seed; at least one.
        inputs: The largest possible number of distinct random inputs of each bin: the
            number drawn, or of all existing inputs if there are fewer.
        hard_inputs: The number of distinct adversarial inputs of each bin.
        devices: The devices of training.
    """

    bins: tuple[LengthBin, ...]
    models: tuple[ModelScore, ...]
    inputs: tuple[int, ...]
    hard_inputs: tuple[int, ...]
    devices: tuple[str, ...]

    @property
    def fitting(self) -> tuple[ModelScore, ...]:
        """The models that fit their training lengths."""
        return tuple(one for one in self.models if one.fits)

    def drawn(self, place: int, *, fitting: bool = False) -> Summary | None:
        """Returns the scores on random inputs of a bin.

        Args:
            place: The index of the bin, from 0; -1 is the last.
            fitting: Whether to use only models that fit their training lengths.

        Returns:
            ``None`` if no model is left.
        """
        models = self.fitting if fitting else self.models
        values = tuple(one.drawn[place] for one in models)
        return Summary(values=values) if values else None

    def adversarial(self, place: int) -> Summary | None:
        """Returns the scores on adversarial inputs of a bin, if it has any."""
        values = (one.adversarial[place] for one in self.models)
        known = tuple(value for value in values if value is not None)
        return Summary(values=known) if known else None


def cell_scores(
    records: Iterable[Record], bins: Sequence[LengthBin], task: Task
) -> CellScores | CannotSay:
    """Returns the scores of a cell from the available records.

    A model counts once all lengths of its bins were tested on random inputs.
    Adversarial inputs are included if they were tested.

    Args:
        records: Records of the trials of one cell, of any evaluation.
        bins: The bins, that of the training lengths first.
        task: The task.
    """
    drawn: dict[str, Record] = {}
    hard: dict[str, Record] = {}
    for one in records:
        if one.evaluation.inputs == "adversarial":
            hard[one.trial.key] = one
        elif _is_complete(one, bins, task):
            drawn[one.trial.key] = one
    if not drawn:
        return CannotSay("not trained yet")
    held = sorted(
        drawn.values(), key=lambda one: (-one.trial.recipe.rate, one.trial.seed)
    )
    known = [hard[one.trial.key] for one in held if one.trial.key in hard]
    return CellScores(
        bins=tuple(bins),
        models=tuple(_model(one, hard.get(one.trial.key), bins, task) for one in held),
        inputs=tuple(_different(held[0], one, task) for one in bins),
        hard_inputs=tuple(_words(known[0], one) if known else 0 for one in bins),
        devices=tuple(sorted({one.circumstances.device for one in held})),
    )


def _is_complete(one: Record, bins: Sequence[LengthBin], task: Task) -> bool:
    tested = one.outcome.losses
    return all(length in tested for b in bins for length in b.lengths(task))


def _model(
    one: Record, hard: Record | None, bins: Sequence[LengthBin], task: Task
) -> ModelScore:
    return ModelScore(
        seed=one.trial.seed,
        rate=one.trial.recipe.rate,
        drawn=tuple(_right(one, lengths, task) for lengths in bins),
        adversarial=tuple(_right_if_tested(hard, lengths) for lengths in bins),
        steps=one.outcome.steps,
        converged=one.outcome.converged,
        diverged=one.outcome.diverged is not None,
    )


def _right(one: Record, lengths: LengthBin, task: Task) -> float:
    score = bin_score(one.outcome, lengths, task)
    assert not isinstance(score, CannotSay), score
    return _share(one, score.value)


def _right_if_tested(one: Record | None, lengths: LengthBin) -> float | None:
    """The mean over the tested lengths of a bin."""
    if one is None:
        return None
    losses = [s.mean for length, s in one.outcome.losses.items() if length in lengths]
    return _share(one, math.fsum(losses) / len(losses)) if losses else None


def _share(one: Record, value: float) -> float:
    """A rate as the share of right answers; 0 for a diverged model."""
    if not math.isfinite(value):
        return 0.0
    return 1.0 - value if METRICS[one.outcome.metric].better == "less" else value


def _words(one: Record, lengths: LengthBin) -> int:
    return sum(s.words for length, s in one.outcome.losses.items() if length in lengths)


def _different(one: Record, lengths: LengthBin, task: Task) -> int:
    return sum(
        min(one.outcome.losses[length].words, _most_inputs(task, length))
        for length in lengths.lengths(task)
    )


def _most_inputs(task: Task, length: int) -> int:
    """The number of possible inputs of a length: members, or all words."""
    if isinstance(task.law, UniformWords):
        return members(task.law.language, length)
    return int(len(task.alphabet) ** length)
