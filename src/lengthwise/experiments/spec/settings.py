"""The settings of a trial: which there are, and how each format writes them.

A setting is a field of the model or of the recipe. Format 1, for the tasks that it
began with, writes the settings that differ from the standard recipe of the task. Format
2 writes all that existed when it was made (`WHOLE`), and of those that came later the
ones that differ from their defaults; so a new setting changes no key.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec._standard_recipe import standard
from lengthwise.experiments.spec.fields import Field, Rules, fields_of, read, written
from lengthwise.models import KINDS, LimitNet, model_kind, read_model
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.form_choice import forms
from lengthwise.training.recipe import Recipe

Pairs: TypeAlias = tuple[tuple[str, Any], ...]
"""Settings in the order of their names, so that they can be compared."""

OF_TASK = ("symbols", "outputs")
"""What the task decides of a model: no grid says it, and format 1 does not."""

WHOLE: Mapping[str, tuple[str, ...]] = {
    "model": (
        *("symbols", "outputs", "delta", "heads", "lags", "width", "units"),
        "scaling",
    ),
    "recipe": (
        *("form", "batch", "rate", "hidden_rate", "threshold", "max_steps", "stop"),
        "randomness",
    ),
}
"""The settings that every trial of format 2 writes. Nothing is ever added here."""

KIND = Field(
    name="kind",
    kind=Literal[tuple(KINDS)],
    default=LimitNet.kind,
    meaning="The kind of model; today there is one.",
    rules=Rules(since=None, column="model"),
)
"""Which kind of model the table of a model is read into."""


def _settings(part: str, kind: type, but: tuple[str, ...] = ()) -> tuple[Field, ...]:
    described = []
    for one in fields_of(kind, but=but):
        since = _since(part, one.name)
        rules = replace(one.rules, since=since, always=since is not None)
        described.append(replace(one, rules=rules))
    return tuple(described)


def _since(part: str, name: str) -> int | None:
    if name in OF_TASK:
        return 2
    return 1 if name in WHOLE[part] else None


MODEL = (KIND, *_settings("model", LimitNet))
"""All settings of a model."""

RECIPE = _settings("recipe", Recipe, but=("task", "model"))
"""All settings of a recipe."""

SETTINGS: Mapping[str, tuple[Field, ...]] = {
    "model": tuple(one for one in MODEL if one.name not in OF_TASK),
    "recipe": RECIPE,
}
"""The settings that a grid may give, by its tables."""

LISTS = frozenset(one.name for part in SETTINGS.values() for one in part if one.is_list)
"""Settings whose values are lists themselves."""


@lru_cache(maxsize=1024)
def recipe_for(task: TaskName, model: Pairs, recipe: Pairs) -> Recipe:
    """Returns the recipe of these settings; all trials that have them share it.

    A net of another depth than the standard one has no lag biases unless it says so. A
    recipe without a form has the fastest one.

    Raises:
        UnknownNameError: No setting has that name.
        SpecError: Settings do not fit together.
    """
    usual = standard(task)
    for part, pairs in (("model", model), ("recipe", recipe)):
        known = tuple(one.name for one in SETTINGS[part])
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
def whole_recipe(task: TaskName, model: Pairs, recipe: Pairs) -> Recipe:
    """Returns the recipe of settings that leave out nothing but later ones."""
    return Recipe(task=task, model=read_model(dict(model)), **dict(recipe))


def differences(recipe: Recipe) -> dict[str, dict[str, Any]]:
    """Returns the settings that differ from the standard ones, by table; format 1."""
    usual = standard(recipe.task)
    pairs = {
        "model": (recipe.model, usual.model),
        "recipe": (recipe, usual),
    }
    changed = {
        part: {
            one.name: one.plain(getattr(mine, one.name))
            for one in SETTINGS[part]
            if getattr(mine, one.name) != getattr(theirs, one.name)
        }
        for part, (mine, theirs) in pairs.items()
    }
    return {part: settings for part, settings in changed.items() if settings}


def whole(recipe: Recipe) -> dict[str, dict[str, Any]]:
    """Returns all settings but later ones at their defaults, by table; format 2."""
    model = written(recipe.model, MODEL)
    return {"model": model, "recipe": written(recipe, RECIPE)}


def pairs_of(settings: Mapping[str, Any], described: tuple[Field, ...]) -> Pairs:
    """Returns settings from JSON as they are compared."""
    return tuple(sorted(read(settings, described).items()))
