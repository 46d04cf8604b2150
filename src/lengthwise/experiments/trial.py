"""A trial: everything that decides the trained weights, and the key that names it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.canonical import FORMAT, SHOWN, key_of
from lengthwise.experiments.standard import standard
from lengthwise.names import written
from lengthwise.nets.architecture import Architecture
from lengthwise.training.lane import Lane, check
from lengthwise.training.problems import PROBLEMS, problem, sizes
from lengthwise.training.recipe import Recipe

Pairs: TypeAlias = tuple[tuple[str, Any], ...]

Settings: TypeAlias = Mapping[str, Any]
"""Values by name, for a part of a trial: ``{"width": 32}``."""

OF_TASK = ("symbols", "outputs")
"""What the task decides of an architecture: no trial says it."""

MODEL = tuple(f.name for f in fields(Architecture) if f.name not in OF_TASK)
"""Names of the settings of a model."""

RECIPE = tuple(
    f.name for f in fields(Recipe) if f.name not in {"problem", "architecture"}
)
"""Names of the settings of a recipe, besides those of the model."""


@dataclass(frozen=True)
class Trial:
    """Everything that decides the trained weights: a recipe, and one of its lanes.

    Raises:
        SpecError: The lane cannot be trained by the recipe.

    Examples:
        >>> one = trial("simple", {"omega": 4}, train_length=64, seed=3)
        >>> one.task, one.numbers, one.train_length, one.model.width
        ('simple', {'omega': 4.0}, 64, 16)
        >>> read_trial(one.plain()) == one
        True
    """

    recipe: Recipe
    lane: Lane

    def __post_init__(self) -> None:
        numbers = _numbers(self.recipe, self.lane.train_length, self.lane.numbers)
        lane = Lane(
            seed=int(self.lane.seed),
            train_length=self.train_length,
            numbers=numbers,
            setting=_setting_number(self.recipe, numbers),
        )
        object.__setattr__(self, "lane", lane)

    @property
    def task(self) -> str:
        """The name of the task."""
        return self.recipe.problem.name

    @property
    def numbers(self) -> dict[str, int | float]:
        """The numbers of the task by name."""
        return sizes(self.recipe.problem) | dict(self.lane.numbers)

    @property
    def model(self) -> Architecture:
        """The sizes of the net."""
        return self.recipe.architecture

    @property
    def train_length(self) -> int:
        """The longest training word."""
        return int(self.lane.train_length)

    @property
    def seed(self) -> int:
        """What drives the initial weights and the data."""
        return self.lane.seed

    @cached_property
    def key(self) -> str:
        """64 hexadecimal digits that name this trial on every machine."""
        return key_of(self.plain())

    def plain(self) -> dict[str, Any]:
        """Returns the trial as data for JSON: what differs from `standard`."""
        own = {"train_length": self.train_length, "seed": self.seed}
        return _setting(self.recipe, self.lane.numbers) | own

    def __str__(self) -> str:
        return (
            f"{self.key[:SHOWN]} {written(self.task, self.numbers)} "
            f"train_length={self.train_length} seed={self.seed}"
        )


def trial(
    task: str,
    numbers: Settings,
    *,
    train_length: int,
    seed: int,
    model: Settings | None = None,
    recipe: Settings | None = None,
) -> Trial:
    """Returns the trial with these settings; what is not said is `standard`.

    Args:
        task: Name of the task.
        numbers: All numbers of the task by name.
        train_length: The longest training word.
        seed: What drives the initial weights and the data.
        model: Settings of the net, such as ``{"width": 32}``.
        recipe: Settings of the training, such as ``{"batch": 256}``.

    Raises:
        UnknownNameError: No such task can be trained, or no setting has that name.
        SpecError: Settings do not fit together.

    Examples:
        >>> trial("kgram", {"k": 1, "S": 2}, train_length=8, seed=0).model.heads
        (2, 1)
    """
    static, of_lane = _problem(task, tuple(numbers.items()))
    settings = recipe_for(
        task,
        static,
        *(tuple(sorted(part.items())) for part in (model or {}, recipe or {})),
    )
    return Trial(settings, Lane(seed=seed, train_length=train_length, numbers=of_lane))


@lru_cache(maxsize=1024)
def _numbers(recipe: Recipe, train_length: int, numbers: Pairs) -> Pairs:
    """The numbers of a lane that was checked, such that equal ones have equal texts."""
    check(recipe, Lane(seed=0, train_length=train_length, numbers=numbers))
    types = recipe.problem.numbers
    return tuple((name, types[name](value + 0)) for name, value in numbers)


def _setting(recipe: Recipe, numbers: Pairs) -> dict[str, Any]:
    """All that a trial says besides its training length and its seed, for JSON."""
    usual = standard(recipe.problem)
    task = sizes(recipe.problem) | dict(numbers)
    found = {"format": FORMAT, "task": {"name": recipe.problem.name, **task}}
    model = _differences(MODEL, recipe.architecture, usual.architecture)
    training = _differences(RECIPE, recipe, usual)
    parts = (("model", model), ("recipe", training))
    return found | {name: part for name, part in parts if part}


@lru_cache(maxsize=1024)
def _setting_number(recipe: Recipe, numbers: Pairs) -> int:
    """A number of the setting, the same on every machine; 0 where no one asks."""
    if recipe.randomness == "seed":
        return 0
    return int(key_of(_setting(recipe, numbers))[:8], 16)


@lru_cache(maxsize=1024)
def _problem(task: str, numbers: Pairs) -> tuple[Pairs, Pairs]:
    """The numbers of a task that were checked: of its problem, and of its lanes."""
    found, of_lane = problem(task, dict(numbers))
    return tuple(sorted(sizes(found).items())), tuple(of_lane.items())


@lru_cache(maxsize=1024)
def recipe_for(task: str, numbers: Pairs, model: Pairs, recipe: Pairs) -> Recipe:
    """Returns the recipe of these settings; all trials that have them share it.

    A net of another depth than the standard one has no lag biases unless it says so.
    """
    usual = standard(PROBLEMS[task](**dict(numbers)))
    for kind, pairs, known in (("model", model, MODEL), ("recipe", recipe, RECIPE)):
        for name, _ in pairs:
            if name not in known:
                raise UnknownNameError(f"setting of [{kind}]", name, known)
    settings = dict(model)
    if len(settings.get("heads", usual.architecture.heads)) != usual.architecture.depth:
        settings.setdefault("lags", ())  # the standard ones are for another depth
    try:
        net = replace(usual.architecture, **settings)
        return replace(usual, architecture=net, **dict(recipe))
    except TypeError as error:
        raise SpecError(f"a setting of {task} has the wrong type: {error}") from None


def read_trial(plain: Settings) -> Trial:
    """Returns the trial of `Trial.plain` data, also after a trip through JSON."""
    task = dict(plain["task"])
    return trial(
        task.pop("name"),
        task,
        train_length=plain["train_length"],
        seed=plain["seed"],
        model={name: _tuple(value) for name, value in plain.get("model", {}).items()},
        recipe=plain.get("recipe"),
    )


def _tuple(value: Any) -> Any:  # noqa: ANN401 - a setting of any type
    return tuple(value) if isinstance(value, list) else value


def _differences(
    names: tuple[str, ...], found: object, usual: object
) -> dict[str, Any]:
    return {
        name: getattr(found, name)
        for name in names
        if getattr(found, name) != getattr(usual, name)
    }
