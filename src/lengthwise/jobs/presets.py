"""The sweep of the main job for each task, sized to two CPU cores.

No task is named here: the size follows from the input distribution and from what is
known about the task.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from lengthwise.errors import SpecError
from lengthwise.figures.all_figures import FIGURES
from lengthwise.jobs.study_size import Size, longer_tests
from lengthwise.names import digits
from lengthwise.tasks.catalogue import task as named
from lengthwise.tasks.laws import Compositions, Residues, Urn
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.lookup import KNOWLEDGE, knowledge_of
from lengthwise.training.bundle_program import CHUNK
from lengthwise.words import statistics_count

INDEPENDENT = {"randomness": "setting", "stop": "mean"}
"""No two models of a study share random numbers, and none stops at a lucky batch."""

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
            "{batch} inputs per step (published: 1024)",
            "training ends at a mean loss of {threshold} (published: 1e-5)",
            "training ends after at most {max_steps} steps",
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
            "{batch} inputs per step (published: 1024)",
            "training ends at a mean loss of {threshold} (published: 1e-5)",
            "training ends after at most {max_steps} steps",
            "learning rates of {rate} (ours at full size: 0.01): fewer are stuck",
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
            "width {width} and {units} hidden units (ours at full size: 32 and 128)",
            "{batch} inputs per step (ours at full size: 256)",
            "training ends at a mean loss of {threshold} (ours at full size: 1e-4)",
            "training ends after at most {max_steps} steps",
            "learning rates of {rate} (ours at full size: 0.01): fewer are stuck",
            "test inputs of at most {longest} symbols, {words} per length",
        ),
    ),
}
"""The sweeps for tasks with a known limit transformer, by input distribution, with the
parameters named by `Growth.usual`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """The growth of a study's size with a parameter of its task.

    Attributes:
        usual: The value for which the sizes of `BY_LAW` were chosen.
        length: The exponent of training lengths in its ratio to `usual`.
        steps: The same for the maximum number of training steps.
        batch: The same for the batch size.
        hard: The ratio from which on the errors in question grow in proportion, since
            nets do not reach smaller ones in minutes.
    """

    usual: float
    length: float
    steps: float = 0.0
    batch: float = 0.0
    hard: float = math.inf


GROWTH: Mapping[type, Mapping[str, Growth]] = {
    Compositions: {
        "omega": Growth(usual=4, length=0.65, steps=1.3, batch=0.85, hard=2.5)
    },
    Residues: {"p": Growth(usual=5, length=1.0)},
}
"""By input distribution, then by parameter. In the records of Figure 1
(``izzo-mean-fig1``) the sufficient length for 0.1 rms is 5.9 at omega = 4, 9.1 at 8 and
18.9 at 16; in those of Figure 2 it is 1.7 to 1.8 times the period from p = 2 to 8. Nets
for omega = 20 are at 0.19 rms on their own training lengths after 32,768 steps with 256
inputs, and at 0.16 with 1024, so the study uses larger errors for them."""

HARDEST = 1000.0
"""The largest parameter that a study is sized for, as a multiple of the usual one."""

MOST_STEPS = 2_000_000
"""Total number of steps above which a study omits the nets with scaled logits."""

UNSCALED = "no nets with logits scaled by log n, which would double the time"

MOST_STATISTICS = 100_000
"""Number of statistics or words of a length above which nets are not enumerated."""

ANY = Size(
    train_lengths=(3, 4, 6, 8, 11, 15, 21, 30),
    test_lengths=(32, 64, 128),
    eps=(0.2, 0.1, 0.02),
    recipe={"max_steps": 1024},
    words=256,
    smaller=(
        "limit transformers of two layers, width {width}, not the decoders of papers",
        "at most {max_steps} steps of {batch} inputs, {seeds} seeds",
        "test inputs of at most {longest} symbols, {words} per length",
    ),
)
"""The sweep for a task whose label is not a function of counts."""

COUNTED = replace(
    BY_LAW[Compositions],
    audited=(),
    scaled=False,
    smaller=(
        "{batch} inputs per step",
        "training ends at a mean loss of {threshold} or at {max_steps} steps",
    ),
)
"""The sweep for a user's task whose label is a function of counts."""


def is_published(name: str) -> bool:
    """Whether a published figure trains the task of the catalogue called `name`.

    Examples:
        >>> is_published("modp"), is_published("dyck1")
        (True, False)
    """
    grids = [grid for figure in FIGURES.values() for grid in figure.full]
    return name in {grid.task for grid in grids}


def _size(name: str) -> Size:
    """The size of a family by its distribution, without comparisons to missing data."""
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
"""The sweeps for tasks with a known limit transformer, by the name of their family."""


def size_of(task: Task) -> Size:
    """The sweep for `task`: lengths and steps suited to its parameters.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> size_of(task("simple")).seeds, size_of(task("dyck1")).seeds
        (8, 8)
        >>> size_of(task("modp:p=10")).train_lengths
        (12, 14, 16, 18, 20, 22, 26, 30, 34, 40, 46, 54)
    """
    if knowledge_of(task).machines is not None and task.name in SIZES:
        return _grown(SIZES[task.name], task)
    if task.counts_rule is not None and not isinstance(task.law, Urn):
        return COUNTED
    longest = task.max_length or math.inf
    usable = [n for n in ANY.train_lengths if task.lengths(task.min_length, n)]
    usable = [n for n in usable if n <= longest / 2]
    tests = [n for n in ANY.test_lengths if n <= longest]
    if len(tests) < 2:  # the longest inputs that there are
        tests = sorted({math.ceil(part * longest) for part in (0.6, 0.8, 1.0)})
    return replace(ANY, train_lengths=tuple(usable), test_lengths=tuple(tests))


def _grown(size: Size, task: Task) -> Size:
    """The size for the parameters of `task`, from that for the usual ones."""
    numbers, longer, more, wider, errors = dict(task.numbers), 1.0, 1.0, 1.0, 1.0
    for name, growth in GROWTH.get(type(task.law), {}).items():
        ratio = abs(numbers[name]) / growth.usual
        if ratio > HARDEST:
            raise SpecError(
                f"{task} has {name}={digits(numbers[name])}; studies are sized for "
                f"values up to {digits(HARDEST * growth.usual)}; give a smaller one"
            )
        longer *= ratio**growth.length
        more *= max(1.0, ratio) ** growth.steps
        wider *= max(1.0, ratio) ** growth.batch
        errors *= max(1.0, ratio / growth.hard)
    least = task.min_length
    lengths = sorted({max(least, round(longer * n)) for n in size.train_lengths})
    if more > 1.0:  # the step from the usual first length to none has grown, too
        lengths.insert(0, max(least, round(0.75 * lengths[0])))
    recipe = dict(size.recipe)
    if more > 1.0:
        recipe["max_steps"] = CHUNK * math.ceil(recipe["max_steps"] * more / CHUNK)
        recipe["batch"] *= 2 ** round(math.log2(wider))
    grown = replace(
        size,
        train_lengths=tuple(lengths),
        test_lengths=longer_tests(size.test_lengths, lengths[-1]),
        eps=tuple(round(errors * one, 3) for one in size.eps),
        audited=tuple(n for n in size.audited if _enumerable(task, n)),
        recipe=recipe,
    )
    steps = 2 * len(lengths) * size.seeds * recipe.get("max_steps", 0)
    if size.scaled and more > 1.0 and steps > MOST_STEPS:
        return replace(grown, scaled=False, smaller=(*size.smaller, UNSCALED))
    return grown


def _enumerable(task: Task, length: int) -> bool:
    """Whether trained nets are enumerated at a length."""
    if length < task.min_length:
        return False
    symbols = len(task.alphabet)
    if isinstance(task.law, Urn):
        return length * math.log(symbols) <= math.log(MOST_STATISTICS)
    count = statistics_count(symbols, length, delta=task.period, tau=0)
    return count <= MOST_STATISTICS
