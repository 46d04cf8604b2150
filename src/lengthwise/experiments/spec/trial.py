"""Trials: everything that determines the trained weights, with a key."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from lengthwise.bibliography import united
from lengthwise.errors import SpecError
from lengthwise.experiments.spec.canonical import FIRST, SHOWN, key_of
from lengthwise.experiments.spec.fields import read
from lengthwise.experiments.spec.settings import (
    MODELS,
    RECIPE,
    Pairs,
    differences,
    kind_of,
    model_settings,
    pairs_of,
    recipe_for,
    whole,
    whole_recipe,
)
from lengthwise.models import LimitNet, Models, model_kind
from lengthwise.tasks.catalogue import task as catalogue_task
from lengthwise.tasks.task_name import TaskName, name_of, traced_parameters
from lengthwise.training.lane import Lane, check
from lengthwise.training.recipe import Recipe
from lengthwise.views import html_facts, short

Settings: TypeAlias = Mapping[str, Any]
"""Settings of a part of a trial by name: ``{"width": 32}``."""


@dataclass(frozen=True)
class Trial:
    """Everything that determines the trained weights: a recipe and a lane.

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
        """The name of the task, with all its parameters."""
        return _task_name(self.recipe.task, self.lane.numbers)

    @property
    def numbers(self) -> dict[str, int | float]:
        """The parameters of the task by name."""
        return dict(self.task.numbers)

    @property
    def model(self) -> Models:
        """The sizes of the net."""
        return self.recipe.model

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of task and model, as keys of the bibliography.

        Nothing is known about a task whose file was not given.
        """
        task = self.task.task_if_loaded
        return united(() if task is None else task.sources, self.model.sources)

    @property
    def train_length(self) -> int:
        """The longest training input."""
        return int(self.lane.train_length)

    @property
    def seed(self) -> int:
        """The random seed of initialization and data."""
        return self.lane.seed

    @cached_property
    def key(self) -> str:
        """64 hexadecimal digits that identify this trial on every computer."""
        return key_of(self.plain())

    def plain(self) -> dict[str, Any]:
        """Returns the trial as JSON data.

        `lengthwise.experiments.spec.settings` defines which settings are written.
        """
        own = {"train_length": self.train_length, "seed": self.seed}
        return _setting(self.recipe, self.lane.numbers) | own

    def __repr__(self) -> str:
        return short(self, str(self))

    def _repr_html_(self) -> str:
        facts = [
            ("task", self.task),
            ("train length", self.train_length),
            ("seed", self.seed),
            ("net", self.model),
        ]
        return html_facts(f"Trial {self.key[:SHOWN]}", facts)

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
    """Returns the trial with these settings; others have the defaults of the task.

    Args:
        task: Name of the task, in the catalogue or in a user's file.
        numbers: Task parameters by name; others have their defaults.
        train_length: The longest training input.
        seed: The random seed of initialization and data.
        model: Model settings, such as ``{"width": 32}``.
        recipe: Recipe settings, such as ``{"batch": 256}``.
        origin: SHA-256 of the task's file, which must be loaded.

    Raises:
        UnknownNameError: No task or setting has this name.
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
    """The task name without the parameters that lanes set, and those parameters."""
    if origin is not None:
        if numbers:
            raise SpecError(
                f"task {task} of a file was given the parameters "
                f"{', '.join(name for name, _ in numbers)}; they are set in its file"
            )
        return TaskName(task, (), origin), ()
    catalogued = catalogue_task(task, **dict(numbers))
    changing = traced_parameters(catalogued)
    static = tuple(pair for pair in catalogued.numbers if pair[0] not in changing)
    of_lane = tuple(pair for pair in catalogued.numbers if pair[0] in changing)
    return replace(name_of(catalogued), numbers=static), of_lane


def _setting(recipe: Recipe, numbers: Pairs) -> dict[str, Any]:
    """All fields of a trial except training length and seed, as JSON data."""
    name = _task_name(recipe.task, numbers)
    task: dict[str, Any] = {"name": name.name, **dict(name.numbers)}
    first = name.name in FIRST and isinstance(recipe.model, LimitNet)
    if name.origin is not None or not first:
        if name.origin is not None:
            task["origin"] = name.origin
        return {"format": 2, "task": task, **whole(recipe)}
    return {"format": 1, "task": task, **differences(recipe)}


@lru_cache(maxsize=1024)
def _setting_number(recipe: Recipe, numbers: Pairs) -> int:
    """A portable hash of the setting; 0 if the recipe does not use it."""
    if recipe.randomness == "seed":
        return 0
    return int(key_of(_setting(recipe, numbers))[:8], 16)


def read_trial(plain: Settings) -> Trial:
    """Returns the trial of `Trial.plain` data, also after a JSON round trip.

    Nothing is imported: a task in a user's file stays a name.
    """
    task = dict(plain["task"])
    name, origin = task.pop("name"), task.pop("origin", None)
    own = {"train_length": plain["train_length"], "seed": plain["seed"]}
    model, recipe = plain.get("model", {}), plain.get("recipe", {})
    if plain["format"] == 1:
        model = read(model, model_settings(LimitNet.kind))
        return trial(name, task, **own, model=model, recipe=read(recipe, RECIPE))
    static, of_lane = _divided(name, tuple(task.items()), origin)
    described = MODELS[model_kind(kind_of(model)).kind]
    settings = whole_recipe(
        static, pairs_of(model, described), pairs_of(recipe, RECIPE)
    )
    return Trial(settings, Lane(**own, numbers=of_lane))
