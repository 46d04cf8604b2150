"""A trial: everything that decides the trained weights, and the key that names it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec._standard_recipe import standard
from lengthwise.experiments.spec.canonical import FIRST, SHOWN, key_of
from lengthwise.models import LimitNet, Models, model_kind, plain_model, read_model
from lengthwise.tasks.catalogue import task as catalogue_task
from lengthwise.tasks.task_name import TaskName, name_of, traced
from lengthwise.training.form_choice import forms
from lengthwise.training.lane import Lane, check
from lengthwise.training.recipe import Recipe

Pairs: TypeAlias = tuple[tuple[str, Any], ...]

Settings: TypeAlias = Mapping[str, Any]
"""Values by name, for a part of a trial: ``{"width": 32}``."""

OF_TASK = ("symbols", "outputs")
"""What the task decides of a model: no grid says it."""

MODEL = tuple(f.name for f in fields(LimitNet) if f.name not in OF_TASK)
"""Names of the settings of a model."""

RECIPE = tuple(f.name for f in fields(Recipe) if f.name not in {"task", "model"})
"""Names of the settings of a recipe, besides those of the model."""


@dataclass(frozen=True)
class Trial:
    """Everything that decides the trained weights: a recipe, and one of its lanes.

    Raises:
        SpecError: The lane cannot be trained by the recipe.

    Examples:
        >>> one = trial("simple", {"omega": 4}, train_length=64, seed=3)
        >>> str(one.task), one.numbers, one.train_length, one.model.width
        ('simple:omega=4', {'omega': 4.0}, 64, 16)
        >>> read_trial(one.plain()) == one
        True
    """

    recipe: Recipe
    lane: Lane

    def __post_init__(self) -> None:
        numbers = self.lane.numbers
        _check(self.recipe, self.train_length, numbers)
        lane = Lane(
            seed=int(self.lane.seed),
            train_length=self.train_length,
            numbers=numbers,
            setting=_setting_number(self.recipe, numbers),
        )
        object.__setattr__(self, "lane", lane)

    @property
    def task(self) -> TaskName:
        """The name of the task, with all its numbers."""
        return _task_name(self.recipe.task, self.lane.numbers)

    @property
    def numbers(self) -> dict[str, int | float]:
        """The numbers of the task by name."""
        return dict(self.task.numbers)

    @property
    def model(self) -> Models:
        """The sizes of the net."""
        return self.recipe.model

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
        """Returns the trial as data for JSON.

        Format 1, for the tasks that it began with, says what differs from `standard`;
        format 2 says everything.
        """
        own = {"train_length": self.train_length, "seed": self.seed}
        return _setting(self.recipe, self.lane.numbers) | own

    def __str__(self) -> str:
        return (
            f"{self.key[:SHOWN]} {self.task} train_length={self.train_length} "
            f"seed={self.seed}"
        )


def trial(
    task: str,
    numbers: Settings,
    *,
    train_length: int,
    seed: int,
    model: Settings | None = None,
    recipe: Settings | None = None,
    origin: str | None = None,
) -> Trial:
    """Returns the trial with these settings; what is not said is `standard`.

    Args:
        task: Name of the task, in the catalogue or in a file of one's own.
        numbers: Numbers of the task by name; others are at their defaults.
        train_length: The longest training word.
        seed: What drives the initial weights and the data.
        model: Settings of the net, such as ``{"width": 32}``.
        recipe: Settings of the training, such as ``{"batch": 256}``.
        origin: SHA-256 of the file of the task, which must be loaded.

    Raises:
        UnknownNameError: No task or setting has that name.
        SpecError: Settings do not fit together.

    Examples:
        >>> trial("kgram", {"k": 1, "S": 2}, train_length=8, seed=0).model.heads
        (2, 1)
    """
    name, of_lane = _divided(task, tuple(numbers.items()), origin)
    settings = recipe_for(
        name,
        *(tuple(sorted(part.items())) for part in (model or {}, recipe or {})),
    )
    return Trial(settings, Lane(seed=seed, train_length=train_length, numbers=of_lane))


@lru_cache(maxsize=1024)
def _check(recipe: Recipe, train_length: int, numbers: Pairs) -> None:
    check(recipe, Lane(seed=0, train_length=train_length, numbers=numbers))


@lru_cache(maxsize=1024)
def _task_name(static: TaskName, numbers: Pairs) -> TaskName:
    if static.origin is not None:
        return static
    every = dict(static.numbers) | dict(numbers)
    return name_of(catalogue_task(static.name, **every))


@lru_cache(maxsize=1024)
def _divided(task: str, numbers: Pairs, origin: str | None) -> tuple[TaskName, Pairs]:
    """The name of a task without the numbers that its lanes give, and those."""
    if origin is not None:
        if numbers:
            raise SpecError(
                f"task {task} of a file was given the numbers "
                f"{', '.join(name for name, _ in numbers)}; its numbers stand there"
            )
        return TaskName(task, (), origin), ()
    found = catalogue_task(task, **dict(numbers))
    changing = traced(found)
    static = tuple(pair for pair in found.numbers if pair[0] not in changing)
    of_lane = tuple(pair for pair in found.numbers if pair[0] in changing)
    return replace(name_of(found), numbers=static), of_lane


def _setting(recipe: Recipe, numbers: Pairs) -> dict[str, Any]:
    """All that a trial says besides its training length and its seed, for JSON."""
    name = _task_name(recipe.task, numbers)
    task: dict[str, Any] = {"name": name.name, **dict(name.numbers)}
    first = name.name in FIRST and isinstance(recipe.model, LimitNet)
    if name.origin is not None or not first:
        if name.origin is not None:
            task["origin"] = name.origin
        training = {setting: getattr(recipe, setting) for setting in RECIPE}
        net = plain_model(recipe.model)
        return {"format": 2, "task": task, "model": net, "recipe": training}
    usual = standard(recipe.task)
    model = _differences(MODEL, recipe.model, usual.model)
    training = _differences(RECIPE, recipe, usual)
    parts = (("model", model), ("recipe", training))
    found: dict[str, Any] = {"format": 1, "task": task}
    return found | {part: values for part, values in parts if values}


@lru_cache(maxsize=1024)
def _setting_number(recipe: Recipe, numbers: Pairs) -> int:
    """A number of the setting, the same on every machine; 0 where no one asks."""
    if recipe.randomness == "seed":
        return 0
    return int(key_of(_setting(recipe, numbers))[:8], 16)


@lru_cache(maxsize=1024)
def recipe_for(task: TaskName, model: Pairs, recipe: Pairs) -> Recipe:
    """Returns the recipe of these settings; all trials that have them share it.

    A net of another depth than the standard one has no lag biases unless it says so. A
    recipe that says no form has the fastest one.
    """
    usual = standard(task)
    parts = (("model", model, ("kind", *MODEL)), ("recipe", recipe, RECIPE))
    for part, pairs, known in parts:
        for name, _ in pairs:
            if name not in known:
                raise UnknownNameError(f"setting of [{part}]", name, known)
    settings, training = dict(model), dict(recipe)
    kind = settings.pop("kind", LimitNet.kind)
    if len(settings.get("heads", usual.model.heads)) != usual.model.depth:
        settings.setdefault("lags", ())  # the standard ones are for another depth
    try:
        model_kind(kind)
        net = replace(usual.model, **settings)
        training.setdefault("form", forms(net, task.task)[0])
        return replace(usual, model=net, **training)
    except TypeError as error:
        raise SpecError(f"a setting of {task} has the wrong type: {error}") from None


@lru_cache(maxsize=1024)
def _whole_recipe(task: TaskName, model: Pairs, recipe: Pairs) -> Recipe:
    """The recipe of settings that say everything."""
    return Recipe(task=task, model=read_model(dict(model)), **dict(recipe))


def read_trial(plain: Settings) -> Trial:
    """Returns the trial of `Trial.plain` data, also after a trip through JSON.

    Nothing is imported: a task in somebody's file stays a name.
    """
    task = dict(plain["task"])
    name, origin = task.pop("name"), task.pop("origin", None)
    model, recipe = ({**plain.get(part, {})} for part in ("model", "recipe"))
    model = {setting: _tuple(value) for setting, value in model.items()}
    length, seed = plain["train_length"], plain["seed"]
    if plain["format"] == 1:
        return trial(
            name, task, train_length=length, seed=seed, model=model, recipe=recipe
        )
    static, of_lane = _divided(name, tuple(task.items()), origin)
    settings = (tuple(sorted(part.items())) for part in (model, recipe))
    lane = Lane(seed=seed, train_length=length, numbers=of_lane)
    return Trial(_whole_recipe(static, *settings), lane)


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
