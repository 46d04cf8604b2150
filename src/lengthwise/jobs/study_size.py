"""The sweep of a study as a value, and the user's choices."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import Grid, grid
from lengthwise.names import digits
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_name import task_name

FAR = 2
"""The first test length, as an approximate multiple of the longest training length."""

LONGEST = 1_000_000
"""The longest training length."""

LARGEST = {"seeds": 1_000_000, "steps": 2**31 - 1, "width": 1 << 16}
"""The largest values of a user's choices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The sweep of a task.

    Attributes:
        train_lengths: Training lengths N.
        test_lengths: All at least as long as the longest training length. If the task
            has a period, the accuracy of a net depends on the residue of the length, so
            near each of these all residues are tested.
        eps: Errors, in the metric of the task, for which to find a training length.
        audited: Lengths at which trained nets are enumerated exactly.
        seeds: Number of seeds.
        first: The first seed.
        model: Model settings that differ from the standard.
        recipe: Training settings that differ from the standard.
        words: Test inputs per length.
        scaled: Whether the same nets are also trained with the theorems' factor log|x|
            in their logits.
        smaller: The reductions from the published recipe, one sentence each; names of
            settings in braces stand for their values.
        options: The user's choices, in command-line form: names and values.
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
    options: tuple[tuple[str, str], ...] = ()

    def grids(self, task: Task) -> tuple[Grid, ...]:
        """The trials for `task`: of the main nets, then of the scaled ones."""
        if not self.scaled:
            return (self._grid(task, self.model),)
        standard = {k: v for k, v in self.model.items() if k != "scaling"}
        return self._grid(task, self.model), self._grid(task, standard)

    def sentences(self, task: Task) -> tuple[str, ...]:
        """The reductions from the published recipe, with the values of `task`."""
        trial = self.grids(task)[0][0]
        values = {
            "batch": trial.recipe.batch,
            "max_steps": trial.recipe.max_steps,
            "threshold": _short(trial.recipe.threshold),
            "rate": digits(trial.recipe.rate),
            "width": trial.model.width,
            "units": getattr(trial.model, "units", 4 * trial.model.width),
            "seeds": self.seeds,
            "words": self.words,
            "longest": max(self.test_lengths),
        }
        return tuple(text.format(**values) for text in self.smaller)

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


def chosen_size(
    size: Size,
    task: Task,
    *,
    lengths: Sequence[int] | None = None,
    seeds: int | None = None,
    steps: int | None = None,
    eps: Sequence[float] | None = None,
    width: int | None = None,
) -> Size:
    """The size of a study with the user's choices.

    Test lengths are increased if training lengths exceed them. Training continues to a
    smaller loss if a smaller error is requested.

    Args:
        size: The default size.
        task: The task.
        lengths: Training lengths.
        seeds: Number of seeds.
        steps: The maximum number of training steps.
        eps: The errors for which to find a training length.
        width: The width of the nets.

    Raises:
        SpecError: A value is invalid.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> usual = Size(train_lengths=(8, 16), test_lengths=(64, 128), eps=(0.1,))
        >>> mine = chosen_size(usual, task("simple"), lengths=(50, 100), steps=512)
        >>> mine.train_lengths, mine.test_lengths, mine.recipe
        ((50, 100), (200, 400), {'max_steps': 512})
    """
    given: dict[str, str] = {}
    if lengths is not None:
        trained = tuple(sorted(set(lengths)))
        _require_lengths(task, trained)
        size = replace(
            size,
            train_lengths=trained,
            test_lengths=longer_tests(size.test_lengths, trained[-1], task.max_length),
        )
        given["lengths"] = ",".join(map(str, trained))
    given |= size_options(seeds=seeds, steps=steps, width=width)
    if seeds is not None:
        size = replace(size, seeds=seeds)
    if steps is not None:
        size = replace(size, recipe={**size.recipe, "max_steps": steps})
    if width is not None:
        size = replace(size, model={**size.model, "width": width})
    if eps is not None:
        size = _with_errors(size, task, tuple(eps))
        given["eps"] = ",".join(map(digits, size.eps))
    return replace(size, options=tuple(given.items()))


def size_options(**numbers: int | None) -> dict[str, str]:
    """The user's choices of seeds, steps and width in command-line form.

    Raises:
        SpecError: A number is not positive, or too large.

    Examples:
        >>> size_options(seeds=3, steps=None)
        {'seeds': '3'}
    """
    given = {name: number for name, number in numbers.items() if number is not None}
    for name, number in given.items():
        if not 1 <= number <= LARGEST[name]:
            raise SpecError(f"{name} is {number}; allowed are 1 to {LARGEST[name]:,}")
    return {name: str(number) for name, number in given.items()}


def has_inputs(task: Task, longest: int) -> bool:
    """Whether `task` has an input of at most `longest` symbols.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> has_inputs(task("abab_star"), 3), has_inputs(task("abab_star"), 10**12)
        (False, True)
    """
    return any(task.lengths(n, n) for n in range(task.min_length, longest + 1))


def longer_tests(
    tests: Sequence[int], longest: int, most: int | None = None
) -> tuple[int, ...]:
    """Test lengths for nets trained on inputs up to `longest`.

    Args:
        tests: The test lengths for shorter ones.
        longest: The longest training length.
        most: The longest inputs of the task, if its lengths are bounded.

    Examples:
        >>> longer_tests((64, 256), 30), longer_tests((64, 256), 100)
        ((64, 256), (200, 800))
    """
    if longest <= min(tests):
        return tuple(tests)
    factor = FAR * longest / min(tests)
    moved = [math.ceil(factor * n) for n in tests]
    allowed = [n for n in moved if most is None or n <= most]
    if not allowed:
        raise SpecError(
            f"training lengths up to {longest}; the task has inputs of at most {most} "
            "symbols, so none are left to test on; train on shorter ones"
        )
    return tuple(allowed)


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
    """Lengths near `lengths` for which `task` has inputs, of every residue.

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


def _next_length(task: Task, length: int) -> int:
    """The first length from `length` on for which the task has inputs."""
    lengths = task.lengths(length, length + task.stride + 64)
    return lengths[0] if lengths else length


def _require_lengths(task: Task, lengths: Sequence[int]) -> None:
    """Rejects training lengths up to which the task has no input."""
    if not lengths or lengths[0] < 1:
        raise SpecError("training lengths are whole numbers from 1 up, as in 8,16,32")
    if lengths[-1] > LONGEST:
        raise SpecError(
            f"training length {lengths[-1]}; allowed are at most {LONGEST:,}"
        )
    if not has_inputs(task, lengths[0]):
        raise SpecError(
            f"training length {lengths[0]}; the shortest inputs of {task} have "
            f"{task.min_length} symbols, so give lengths from {task.min_length} up"
        )


def _with_errors(size: Size, task: Task, eps: tuple[float, ...]) -> Size:
    if not eps or not all(0 < one < math.inf for one in eps):
        raise SpecError("errors are positive and finite, as in 0.1,0.05")
    errors = tuple(sorted(set(eps), reverse=True))
    smaller = replace(size, eps=errors)
    if task.output.metrics[0].is_rate:
        return smaller
    threshold = size.grids(task)[0][0].recipe.threshold
    needed = min(errors) ** 2 / 5
    if threshold <= needed:
        return smaller
    return replace(smaller, recipe={**size.recipe, "threshold": needed})


def _short(number: float) -> str:
    """A short form of a power of ten.

    Examples:
        >>> _short(1e-4), _short(2e-5), _short(0.00125)
        ('1e-4', '2e-5', '1.25e-3')
    """
    mantissa, _, power = f"{number:e}".partition("e")
    return f"{float(mantissa):g}e{int(power)}"
