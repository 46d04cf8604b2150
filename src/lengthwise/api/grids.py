"""Trials from Python, with the keys of a grid file: `grid` makes many, `trial` one."""

from collections.abc import Iterable, Mapping
from typing import Any

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec.grid import Grid
from lengthwise.experiments.spec.schema import grid_of_data
from lengthwise.experiments.spec.settings import (
    RECIPE,
    kind_of,
    list_settings,
    model_settings,
)
from lengthwise.experiments.spec.trial import Trial
from lengthwise.jobs.study_size import lengths_near
from lengthwise.tasks.own.task_file import any_task
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_name import task_name

MULTIPLES = (2, 4, 8)
"""The default test lengths, as multiples of the longest training length."""


def grid(
    task: Task | str,
    *,
    train_length: int | Iterable[int],
    seed: int | Iterable[int] = 0,
    test_length: int | Iterable[int] | None = None,
    words: int = 4096,
    standard_error: float | None = None,
    evaluation_seed: int = 0,
    **settings: Any,  # noqa: ANN401 - of any type; each is checked by its name
) -> Grid:
    """Returns the trials of all combinations of some settings.

    A setting is one value, or several in a list or a range. `heads` and `lags` are
    lists themselves, so several values of these are a list of lists.

    Args:
        task: A task of your own as a value, ``file.py:NAME``, or a name from the
            catalogue such as ``modp:p=7,k=1``.
        train_length: The length of the longest training input, N.
        seed: The seed of the initial weights and the data.
        test_length: The test lengths, none shorter than a training length. Default: 2,
            4 and 8 times the longest training length, for every residue if the task has
            a period.
        words: Number of test inputs of each length; with `standard_error`, the maximum.
        standard_error: Inputs are drawn until the standard error of the mean loss is at
            most this.
        evaluation_seed: The seed of the test inputs.
        **settings: Settings of the model (``width``, ``units``, ``heads``, …) and of
            the recipe (``batch``, ``max_steps``, …) as in a grid file, and parameters
            of a task of the catalogue (``omega``). Default: the standard settings.

    Raises:
        SpecError: A value has the wrong type or is invalid, or the task was built where
            no worker can find it again.
        UnknownNameError: No task or setting has that name.

    Examples:
        >>> import lengthwise as lw
        >>> grid = lw.grid("simple", omega=[1, 2], train_length=[8, 16], seed=range(3))
        >>> len(grid), grid.evaluation.lengths
        (12, (32, 64, 128))
        >>> lw.grid("simple", train_length=8, widht=32)
        Traceback (most recent call last):
        lengthwise.errors.UnknownNameError: no setting of a grid is called 'widht'; did
        you mean 'width'?
    """
    subject = given_task(task)
    evaluation: dict[str, Any] = {
        "lengths": _tested(subject, train_length, test_length),
        "words": _plain(words),
        "seed": _plain(evaluation_seed),
    }
    if standard_error is not None:
        evaluation["standard_error"] = _plain(standard_error)
    return _grid(subject, train_length, seed, evaluation, settings)


def trial(
    task: Task | str,
    *,
    train_length: int,
    seed: int = 0,
    **settings: Any,  # noqa: ANN401 - as for `grid`
) -> Trial:
    """Returns one trial: all settings that determine the weights of a trained net.

    Args:
        task: As for `grid`.
        train_length: The length of the longest training input, N.
        seed: The seed of the initial weights and the data.
        **settings: As for `grid`, one value each.

    Raises:
        SpecError: A value has the wrong type or is invalid, or there are several.
        UnknownNameError: No task or setting has that name.

    Examples:
        >>> import lengthwise as lw
        >>> one = lw.trial("simple:omega=4", train_length=64, seed=3, width=32)
        >>> one.key[:12], one.model.width
        ('5017ac2bb770', 32)
    """
    subject = given_task(task)
    is_length = isinstance(train_length, int) and train_length > 0
    tested = lengths_near(subject, [train_length]) if is_length else (1,)
    evaluation = {"lengths": list(tested[:1])}
    trials = _grid(subject, train_length, seed, evaluation, settings)
    if len(trials) != 1:
        raise SpecError(
            f"these settings make {len(trials)} trials; lw.grid has several"
        )
    return trials[0]


def _grid(
    task: Task,
    train_length: int | Iterable[int],
    seed: int | Iterable[int],
    evaluation: Mapping[str, Any],
    settings: Mapping[str, Any],
) -> Grid:
    """The grid of these settings, validated as if read from a file."""
    name, parts = task_name(task), _divided(task, settings)
    plain = {
        "task": {"name": name.name} | dict(name.numbers) | parts["task"],
        "train_length": _plain(train_length),
        "seed": _plain(seed),
        "model": parts["model"],
        "recipe": parts["recipe"],
        "evaluation": evaluation,
    }
    return grid_of_data(plain, origin=name.origin)


def given_task(task: Task | str) -> Task:
    """Returns the task that the user specified.

    Raises:
        SpecError: It is of another type.
        UnknownNameError: No task has that name.
    """
    if isinstance(task, Task):
        return task
    if isinstance(task, str):
        return any_task(task)
    raise SpecError(
        f"the task is of the type {type(task).__name__}; give a Task, a name such as "
        "'modp:p=7,k=1', or 'file.py:NAME'"
    )


def _divided(task: Task, settings: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Settings grouped by what they configure."""
    numbers = () if task.origin is not None else tuple(name for name, _ in task.numbers)
    homes = dict.fromkeys(numbers, "task")
    kind = kind_of(settings)
    homes |= {one.name: "model" for one in model_settings(kind)}
    homes |= {one.name: "recipe" for one in RECIPE}
    lists = list_settings(kind)
    parts: dict[str, dict[str, Any]] = {"task": {}, "model": {}, "recipe": {}}
    for name, value in settings.items():
        if name not in homes:
            raise UnknownNameError("setting of a grid", name, sorted(homes))
        plain = _plain(value)
        parts[homes[name]][name] = _without_null(plain) if name in lists else plain
    return parts


def _without_null(value: Any) -> Any:  # noqa: ANN401 - a list of any depth
    """A layer without a lag bias in the notation of grid files."""
    if isinstance(value, list):
        return [_without_null(one) for one in value]
    return "none" if value is None else value


def _plain(value: Any) -> Any:  # noqa: ANN401 - a setting of any type
    """Lists and numbers of Python, converted from NumPy if necessary."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        return [_plain(one) for one in value]
    return value


def _tested(
    task: Task,
    train_length: int | Iterable[int],
    test_length: int | Iterable[int] | None,
) -> list[Any]:
    """The given test lengths, or the default ones."""
    if test_length is not None:
        return _listed(test_length)
    whole = [n for n in _listed(train_length) if isinstance(n, int) and n > 0]
    if not whole:
        return [1]  # what is wrong with the training lengths is found with them
    longest, most = max(whole), task.max_length
    wanted = [factor * longest for factor in MULTIPLES]
    wanted = [n for n in wanted if most is None or n <= most]
    if not wanted:
        raise SpecError(
            f"{task} has no inputs of twice the length {longest}, only up to {most}; "
            "train on shorter ones, or give test_length"
        )
    return list(lengths_near(task, wanted))


def _listed(numbers: int | Iterable[int]) -> list[Any]:
    plain = _plain(numbers)
    return plain if isinstance(plain, list) else [plain]
