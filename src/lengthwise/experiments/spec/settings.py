"""The settings of a trial, and how each format writes them.

A setting is a field of the model or of the recipe. Format 1, for the first tasks,
writes the settings that differ from the standard recipe of the task. Format 2 writes
all settings that existed when it was defined (`WHOLE`) and later settings that differ
from their defaults. So a new setting changes no key.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec._standard_recipe import standard
from lengthwise.experiments.spec.fields import Field, Rules, fields_of, read, written
from lengthwise.models import KINDS, LimitNet, Models, model_kind, read_model
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.form_choice import forms
from lengthwise.training.recipe import Recipe

Pairs: TypeAlias = tuple[tuple[str, Any], ...]
"""Settings sorted by name, so that they can be compared."""

OF_TASK = ("symbols", "outputs")
"""Model sizes determined by the task, which grids and format 1 omit."""

_FIRST_OF: Mapping[str, tuple[str, ...]] = {
    "limit_net": (
        *("symbols", "outputs", "delta", "heads", "lags", "width", "units"),
        "scaling",
    ),
    "gpt": ("symbols", "outputs", "layers", "heads", "width", "positions"),
}
"""Settings that existed when their kind of model was introduced.

Nothing is ever added to those of a kind. A later kind needs no entry: its settings are
written if they differ from their defaults.
"""

WHOLE_MODEL = {kind: _FIRST_OF.get(kind, OF_TASK) for kind in KINDS}
"""The model settings that every trial of format 2 writes, by kind of model."""

WHOLE_RECIPE = (
    *("form", "batch", "rate", "hidden_rate", "threshold", "max_steps", "stop"),
    "randomness",
)
"""The recipe settings that every trial of format 2 writes."""

KIND = Field(
    name="kind",
    kind=Literal[tuple(KINDS)],
    default=LimitNet.kind,
    meaning="The kind of model: a limit net, or a decoder (``gpt``).",
    rules=Rules(since=None, column="model"),
)
"""The key that selects the kind of model."""


def _settings(
    kind: type, whole: tuple[str, ...], but: tuple[str, ...] = ()
) -> tuple[Field, ...]:
    described = []
    for one in fields_of(kind, but=but):
        since = 1 if one.name in whole else None
        since = 2 if one.name in OF_TASK else since
        rules = replace(one.rules, since=since, always=since is not None)
        described.append(replace(one, rules=rules))
    return tuple(described)


MODELS: Mapping[str, tuple[Field, ...]] = {
    name: (KIND, *_settings(kind, WHOLE_MODEL[name])) for name, kind in KINDS.items()
}
"""All model settings, by kind of model."""

RECIPE = _settings(Recipe, WHOLE_RECIPE, but=("task", "model"))
"""All recipe settings."""


def model_settings(kind: str) -> tuple[Field, ...]:
    """Returns the model settings that a grid may set.

    Raises:
        UnknownNameError: No kind of model has this name.

    Examples:
        >>> [one.name for one in model_settings("limit_net")][:3]
        ['kind', 'delta', 'heads']
    """
    model_kind(kind)
    return tuple(one for one in MODELS[kind] if one.name not in OF_TASK)


def list_settings(kind: str) -> frozenset[str]:
    """Returns the names of settings whose values are lists.

    Examples:
        >>> sorted(list_settings("limit_net"))
        ['heads', 'lags']
    """
    return frozenset(
        one.name for one in (*model_settings(kind), *RECIPE) if one.is_list
    )


def kind_of(settings: Mapping[str, Any]) -> str:
    """Returns the kind of model that these settings select.

    Raises:
        SpecError: Several kinds are given, or not a name.

    Examples:
        >>> kind_of({"width": 8})
        'limit_net'
    """
    kind = settings.get("kind", LimitNet.kind)
    if isinstance(kind, list | tuple) and len(kind) == 1:
        (kind,) = kind
    if not isinstance(kind, str):
        raise SpecError(
            f"model.kind is {kind!r}; a grid has one kind of model, "
            f"one of {', '.join(KINDS)}"
        )
    return kind


@lru_cache(maxsize=1024)
def recipe_for(task: TaskName, model: Pairs, recipe: Pairs) -> Recipe:
    """Returns the recipe with these settings, shared by all trials that have them.

    A net whose depth differs from the standard one has no lag biases unless they are
    given. The default form is the fastest one.

    Raises:
        UnknownNameError: No setting has that name.
        SpecError: Settings do not fit together.
    """
    settings, training = dict(model), dict(recipe)
    kind = kind_of(settings)
    for part, described in (("model", model_settings(kind)), ("recipe", RECIPE)):
        known = tuple(one.name for one in described)
        for name, _ in model if part == "model" else recipe:
            if name not in known:
                raise UnknownNameError(f"setting of [{part}]", name, known)
    settings.pop("kind", None)
    usual = standard(task, kind)
    net: Models = usual.model
    if isinstance(net, LimitNet) and len(settings.get("heads", net.heads)) != net.depth:
        settings.setdefault("lags", ())  # the default is for another depth
    try:
        net = replace(net, **settings)
        training.setdefault("form", forms(net, task.task)[0])
        return replace(usual, model=net, **training)
    except TypeError as error:
        raise SpecError(f"a setting of {task} has the wrong type: {error}") from None


@lru_cache(maxsize=1024)
def whole_recipe(task: TaskName, model: Pairs, recipe: Pairs) -> Recipe:
    """Returns the recipe of settings in which only later ones may be missing."""
    return Recipe(task=task, model=read_model(dict(model)), **dict(recipe))


def differences(recipe: Recipe) -> dict[str, dict[str, Any]]:
    """Returns the settings that differ from the standard ones, by table; format 1."""
    usual = standard(recipe.task)
    pairs = {
        "model": (recipe.model, usual.model, model_settings(LimitNet.kind)),
        "recipe": (recipe, usual, RECIPE),
    }
    changed = {
        part: {
            one.name: one.plain(getattr(mine, one.name))
            for one in described
            if getattr(mine, one.name) != getattr(theirs, one.name)
        }
        for part, (mine, theirs, described) in pairs.items()
    }
    return {part: settings for part, settings in changed.items() if settings}


def whole(recipe: Recipe) -> dict[str, dict[str, Any]]:
    """Returns all settings except later ones at their defaults, by table; format 2."""
    model = written(recipe.model, MODELS[recipe.model.kind])
    return {"model": model, "recipe": written(recipe, RECIPE)}


def pairs_of(settings: Mapping[str, Any], described: tuple[Field, ...]) -> Pairs:
    """Returns settings from JSON in comparable form."""
    return tuple(sorted(read(settings, described).items()))
