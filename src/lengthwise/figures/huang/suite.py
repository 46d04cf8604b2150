"""A table of the suite: decoders trained on short inputs and tested on longer ones.

A table has cells. A cell is one task with one position scheme, and its trials differ
only in seed and learning rate. Most cells train on lengths up to 50 and are tested at
every length up to 150, in the three bins of :cite:p:`huang2025formal`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Literal, TypeAlias

from lengthwise.cannot_say import CannotSay
from lengthwise.experiments.spec.evaluation import LEAST_WORDS, Evaluation
from lengthwise.experiments.spec.trial import Trial, trial
from lengthwise.tasks.catalogue import task as catalogue_task
from lengthwise.tasks.languages.adversarial import adversarial_words
from lengthwise.tasks.length_bins import LengthBin
from lengthwise.tasks.task import Task

Scheme: TypeAlias = Literal["absolute", "none"]
"""Absolute positions with random offsets (APE), or no positions (NoPE)."""

SCHEMES: tuple[Scheme, ...] = ("absolute", "none")

BINS = (LengthBin(1, 50), LengthBin(51, 100), LengthBin(101, 150))
"""Training lengths, the selection bin, and the reported bin."""

NEAR = 8
"""How much shorter than the end of its bin an adversarial input may be."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One task with one position scheme, and its decoders.

    Attributes:
        task: The task in the notation of the catalogue.
        scheme: The position scheme.
        places: Rows of the table of absolute positions.
        model: Sizes of the decoder.
        recipe: Settings that differ from the standard recipe.
        rates: Learning rates, each with all seeds.
        seeds: Number of seeds.
        note: The difference between the cell and the published one.
        bins: The bin of training lengths, then longer ones in order.

    Examples:
        >>> one = Cell(task="tomita4", scheme="none", places=152, model={"layers": 1})
        >>> [trial.seed for trial in one.trials], one.evaluations[0].lengths[-1]
        ([0, 1, 2, 3, 4], 150)
    """

    task: str
    scheme: Scheme
    places: int
    model: Mapping[str, Any]
    recipe: Mapping[str, Any] = field(default_factory=dict)
    rates: tuple[float, ...] = (1e-3,)
    seeds: int = 5
    note: str = ""
    bins: tuple[LengthBin, ...] = BINS

    @property
    def name(self) -> str:
        """The task and the scheme."""
        return f"{self.task}, {self.scheme}"

    @cached_property
    def subject(self) -> Task:
        """The task."""
        return catalogue_task(self.task)

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """The trials to train, by learning rate."""
        positions = {"absolute": f"absolute:places={self.places}", "none": "none"}
        model = {"kind": "gpt", **self.model, "positions": positions[self.scheme]}
        return tuple(
            trial(
                self.task,
                {},
                train_length=self.bins[0].high,
                seed=seed,
                model=model,
                recipe={**self.recipe, "rate": rate},
            )
            for rate in self.rates
            for seed in range(self.seeds)
        )

    @cached_property
    def evaluations(self) -> tuple[Evaluation, ...]:
        """Random inputs of every length, then adversarial ones if there are any."""
        lengths = self.subject.lengths(self.bins[0].low, self.bins[-1].high)
        drawn = Evaluation(lengths=lengths, words=LEAST_WORDS)
        hard = hard_lengths(self.subject, self.bins)
        if not hard or hard[-1] < self.bins[0].high:
            return (drawn,)
        return drawn, Evaluation(lengths=hard, words=2048, inputs="adversarial")


def hard_lengths(task: Task, bins: Sequence[LengthBin]) -> tuple[int, ...]:
    """Returns the longest length of each bin that has adversarial inputs.

    Only lengths near the end of the bin are tried.

    Examples:
        >>> hard_lengths(catalogue_task("012_0_2"), BINS)
        (50, 100, 150)
        >>> hard_lengths(catalogue_task("sort"), BINS)
        ()
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


@dataclass(frozen=True, kw_only=True)
class Suite:
    """A table of the paper, given by its models.

    Attributes:
        name: The name in ``lengthwise reproduce`` and of its records.
        title: What it shows.
        paper: The publication, as a key of the bibliography.
        cells: Its cells, the cheapest first.
    """

    name: str
    title: str
    paper: str = "huang2025formal"
    cells: tuple[Cell, ...]

    @property
    def trials(self) -> tuple[Trial, ...]:
        """The trials of all cells."""
        return tuple(one for cell in self.cells for one in cell.trials)
