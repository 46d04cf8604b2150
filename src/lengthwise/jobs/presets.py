"""The sweep of the main job for each task, sized to two CPU cores.

No task is named here: the size follows from how words are drawn and from what is known
of the task.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import Grid, grid
from lengthwise.figures.all_figures import FIGURES
from lengthwise.names import spelled_name
from lengthwise.tasks.catalogue import FAMILIES
from lengthwise.tasks.catalogue import task as named
from lengthwise.tasks.laws import Compositions, Residues, Urn
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_name import task_name
from lengthwise.theory.knowledge.lookup import KNOWLEDGE, knowledge_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How a task is swept.

    Attributes:
        train_lengths: Training lengths N, with a ratio of at most 1.19 from 6 on.
        test_lengths: All at least as long as the longest training length. Where the
            task has a period, what a net gets right depends on the residue of the
            length, so near each of these all residues are tested.
        eps: Errors, in the metric of the task, for which a training length is asked.
        audited: Lengths at which trained nets are enumerated exactly.
        seeds: How many seeds.
        first: The first seed.
        model: Settings of the net that differ from the standard.
        recipe: Settings of the training that differ from the standard.
        words: Test words a length.
        scaled: Whether the same nets with the theorems' factor log|x| in their logits
            are trained too.
        smaller: What is smaller than the published recipe, a sentence each.
    """

    train_lengths: tuple[int, ...]
    test_lengths: tuple[int, ...]
    eps: tuple[float, ...]
    audited: tuple[int, ...] = ()
    seeds: int = 8
    first: int = 0
    model: Mapping[str, Any] = field(default_factory=dict)
    recipe: Mapping[str, Any] = field(default_factory=dict)
    words: int = 4096
    scaled: bool = False
    smaller: tuple[str, ...] = ()

    def grids(self, task: Task) -> tuple[Grid, ...]:
        """The trials for `task`: of the nets asked about, then of the scaled ones."""
        if not self.scaled:
            return (self._grid(task, self.model),)
        standard = {k: v for k, v in self.model.items() if k != "scaling"}
        return self._grid(task, self.model), self._grid(task, standard)

    def _grid(self, task: Task, model: Mapping[str, Any]) -> Grid:
        lengths = lengths_near(task, self.test_lengths)
        name = task_name(task)
        return grid(
            name.name,
            origin=name.origin,
            numbers={number: [value] for number, value in name.numbers},
            train_length=self.train_lengths,
            seed=range(self.first, self.first + self.seeds),
            model={name: [value] for name, value in model.items()},
            recipe={name: [value] for name, value in self.recipe.items()},
            evaluation=Evaluation(lengths=lengths, words=self.words),
        )


def every_residue(lengths: Sequence[int], period: int) -> tuple[int, ...]:
    """Near each of `lengths`, a multiple of the period and all other residues after it.

    Examples:
        >>> every_residue((64, 256), 3)
        (66, 67, 68, 258, 259, 260)
        >>> every_residue((64, 256), 1)
        (64, 256)
    """
    return tuple(-(-n // period) * period + r for n in lengths for r in range(period))


def lengths_near(task: Task, lengths: Sequence[int]) -> tuple[int, ...]:
    """Lengths near `lengths` of which `task` has inputs, of every residue.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> (
        ...     lengths_near(task("abab_star"), (10, 20)),
        ...     lengths_near(task("modp"), (10,)),
        ... )
        ((12, 20), (10, 11, 12, 13, 14))
    """
    near = every_residue(lengths, task.period)
    return tuple(dict.fromkeys(_next_length(task, n) for n in near))


INDEPENDENT = {"randomness": "setting", "stop": "mean"}
"""No two models of a study share a random number, and none stops at a lucky batch."""

BY_LAW: Mapping[type, Size] = {
    Compositions: Size(
        train_lengths=(4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 19, 22, 26, 30),
        test_lengths=(64, 256, 1024, 4096, 16384, 65536),
        eps=(0.2, 0.1, 0.05),
        audited=(2, 4, 8, 16, 32, 64, 128, 256),
        model={"scaling": "none"},
        recipe=INDEPENDENT | {"batch": 256, "max_steps": 4096, "threshold": 1e-4},
        scaled=True,
        smaller=(
            "256 words a step (published: 1024)",
            "training ends at a mean loss of 1e-4 (published: 1e-5) or at 4096 steps",
        ),
    ),
    Residues: Size(
        train_lengths=(6, 7, 8, 9, 10, 11, 13, 15, 17, 20, 23, 27),
        test_lengths=(64, 256, 1024, 4096, 16384, 65536),
        eps=(0.1, 0.03, 0.01),
        audited=(5, 6, 8, 12, 16, 24, 32),
        model={"scaling": "none"},
        recipe=INDEPENDENT
        | {"batch": 256, "max_steps": 8192, "threshold": 2e-5}
        | dict.fromkeys(("rate", "hidden_rate"), 0.04),
        scaled=True,
        smaller=(
            "256 words a step (published: 1024)",
            "training ends at a mean loss of 2e-5 (published: 1e-5) or at 8192 steps",
            "learning rates of 0.04 (ours at full size: 0.01): fewer are stuck",
        ),
    ),
    Urn: Size(
        train_lengths=(8, 9, 10, 11, 13, 15, 17, 20, 23, 27, 32, 38, 45),
        test_lengths=(128, 256, 512, 1024, 2048),
        eps=(0.15, 0.1, 0.06),
        audited=(4, 6, 8, 10, 12),
        model={"width": 16, "units": 32},
        recipe=INDEPENDENT
        | {"batch": 64, "max_steps": 4096, "threshold": 1e-3}
        | dict.fromkeys(("rate", "hidden_rate"), 0.02),
        words=512,
        smaller=(
            "width 16 and 32 hidden units (ours at full size: 32 and 128)",
            "64 words a step (ours at full size: 256)",
            "training ends at 1e-3 (ours at full size: 1e-4) or at 4096 steps",
            "learning rates of 0.02 (ours at full size: 0.01): fewer are stuck",
            "test words of at most 2048 symbols, 512 a length",
        ),
    ),
}
"""How tasks with a known limit transformer are swept, by how their words are drawn."""


def studied_name(task: str) -> str:
    """The task that a study of `task` is about.

    Examples:
        >>> studied_name("kgram"), studied_name("kgram:k=2,S=3")
        ('kgram:k=1,S=2', 'kgram:k=2,S=3')
    """
    family = FAMILIES.get(task)
    return task if family is None else spelled_name(task, family.studied)


ANY = Size(
    train_lengths=(6, 8, 11, 15, 21, 30),
    test_lengths=(32, 64, 128),
    eps=(0.2, 0.1, 0.02),
    seeds=4,
    recipe={"max_steps": 1024},
    words=256,
    smaller=(
        "a limit transformer of two layers and width 16, not the decoder of a paper",
        "at most 1024 steps of 64 words, 4 seeds",
        "test words of at most 128 symbols, 256 a length",
    ),
)
"""How a task is swept whose label is no function of counts."""

COUNTED = replace(
    BY_LAW[Compositions],
    audited=(),
    scaled=False,
    smaller=("256 words a step", "training ends at a mean loss of 1e-4"),
)
"""How a task of one's own is swept whose label is a function of counts."""


def is_published(name: str) -> bool:
    """Whether a published figure trains the task of the catalogue called `name`.

    Examples:
        >>> is_published("modp"), is_published("dyck1")
        (True, False)
    """
    grids = [grid for figure in FIGURES.values() for grid in figure.full]
    return name in {grid.task for grid in grids}


def _size(name: str) -> Size:
    """The size of a family by its law; nothing is compared with what is not there."""
    size = BY_LAW[type(named(name).law)]
    if is_published(name):
        return size
    return replace(
        size, smaller=tuple(re.sub(r" \(.*?\)", "", s) for s in size.smaller)
    )


SIZES: dict[str, Size] = {
    name: _size(name)
    for name, known_of_it in KNOWLEDGE.items()
    if known_of_it.machines is not None and type(named(name).law) in BY_LAW
}
"""How tasks with a known limit transformer are swept, by the name of their family."""


def size_of(task: Task) -> Size:
    """How `task` is swept.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> size_of(task("simple")).seeds, size_of(task("dyck1")).seeds
        (8, 4)
    """
    if knowledge_of(task).machines is not None and task.name in SIZES:
        return SIZES[task.name]
    if task.counts_rule is not None and not isinstance(task.law, Urn):
        return COUNTED
    longest = task.max_length or math.inf
    usable = [n for n in ANY.train_lengths if task.lengths(task.min_length, n)]
    usable = [n for n in usable if n <= longest / 2]
    tests = [n for n in ANY.test_lengths if n <= longest]
    return replace(ANY, train_lengths=tuple(usable), test_lengths=tuple(tests))


def _next_length(task: Task, length: int) -> int:
    """The first length from `length` on of which the task has inputs."""
    lengths = task.lengths(length, length + task.stride + 64)
    return lengths[0] if lengths else length
