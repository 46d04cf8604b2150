"""A grid as a `lengthwise.grid` call that reproduces it."""

from typing import Any

from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import Grid
from lengthwise.tasks.own.task_file import loaded_file


def grid_text(grid: Grid) -> str:
    """The call that reproduces `grid`.

    Examples:
        >>> import lengthwise as lw
        >>> made = lw.grid("simple", omega=2, train_length=[4, 8], seed=range(4))
        >>> print(grid_text(made))
        lw.grid('simple', train_length=[4, 8], seed=range(0, 4), omega=2,
        test_length=[16, 32, 64])
    """
    evaluation, usual = grid.evaluation, Evaluation(lengths=(1,))
    axes = {"train_length": grid.train_length, "seed": grid.seed}
    axes |= dict((*grid.numbers, *grid.model, *grid.recipe))
    axes["test_length"] = evaluation.lengths
    arguments = [repr(_task(grid))]
    arguments += [f"{name}={_values(values)}" for name, values in axes.items()]
    more = {"words": "words", "standard_error": "standard_error"}
    more["evaluation_seed"] = "seed"
    arguments += [
        f"{name}={getattr(evaluation, there)!r}"
        for name, there in more.items()
        if getattr(evaluation, there) != getattr(usual, there)
    ]
    return f"lw.grid({', '.join(arguments)})"


def _task(grid: Grid) -> str:
    file = None if grid.origin is None else loaded_file(grid.origin)
    return grid.task if file is None else f"{file.stem}.py:{grid.task}"


def _values(values: tuple[Any, ...]) -> str:
    plain = [list(one) if isinstance(one, tuple) else one for one in values]
    if len(plain) == 1:
        return repr(plain[0])
    first, last = values[0], values[-1]
    if len(values) > 2 and values == tuple(range(first, last + 1)):
        return f"range({first}, {last + 1})"
    return repr(plain)
