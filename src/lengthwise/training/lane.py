"""Lanes: the models of a bundle, and the parameters in which they differ."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

import jax.numpy as jnp
from jaxtyping import Array

from lengthwise.errors import SpecError
from lengthwise.tasks.task_name import traced_parameters
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.drawn_counts import LONGEST

LONGEST_WORD = 2**20
"""The longest training words; in the statistics form, words may be far longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One model of a bundle: its seed, training length and task parameters.

    Attributes:
        seed: Random seed of initialization and data; 0 to 2^32 - 1.
        train_length: The longest training input, N.
        numbers: Numeric parameters of the task, as pairs of name and value.
        setting: A hash of all other fields of the trial, 0 to 2^32 - 1, for recipes
            whose randomness depends on it. Computed by the trial.
        by_lane: Hyperparameters that may differ within a bundle
            (`lengthwise.training.recipe.Recipe.by_lane`); missing ones are taken from
            the recipe of the bundle.

    Examples:
        >>> Lane(seed=0, train_length=64, numbers={"omega": 4.0}).numbers
        (('omega', 4.0),)
    """

    seed: int
    train_length: int
    numbers: tuple[tuple[str, float], ...] = field(default=())
    setting: int = 0
    by_lane: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        for name in ("numbers", "by_lane"):
            pairs = getattr(self, name)
            if isinstance(pairs, Mapping):
                pairs = tuple(pairs.items())
            pairs = tuple(sorted((str(one), value) for one, value in pairs))
            object.__setattr__(self, name, pairs)
        for name in ("seed", "setting"):
            if not 0 <= getattr(self, name) < 2**32:
                raise SpecError(
                    f"{name} is {getattr(self, name)}; it must be from 0 to 2^32 - 1"
                )
        if self.train_length < 1:
            raise SpecError(
                f"train_length is {self.train_length}; it must be at least 1"
            )

    def plain(self) -> dict[str, Any]:
        """Returns the lane as JSON data; `read_lane` is the inverse."""
        pairs = {"numbers": dict(self.numbers), "by_lane": dict(self.by_lane)}
        plain = asdict(self) | pairs
        for name in ("setting", "by_lane"):
            if not plain[name]:
                del plain[name]
        return plain


def read_lane(plain: Mapping[str, Any]) -> Lane:
    """Returns the lane of `Lane.plain` data, also after a JSON round trip.

    Examples:
        >>> lane = Lane(seed=1, train_length=8, numbers={"k": 0})
        >>> read_lane(lane.plain()) == lane
        True
    """
    return Lane(**plain)


def check(recipe: Recipe, lane: Lane) -> None:
    """Raises a `SpecError` unless `lane` can be trained by `recipe`.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.tasks.task_name import TaskName
        >>> net = LimitNet(symbols=2, delta=5)
        >>> modp = TaskName("modp", (("p", 5),))
        >>> recipe = Recipe(task=modp, model=net)
        >>> check(recipe, Lane(seed=0, train_length=4, numbers={"k": 0}))
        Traceback (most recent call last):
        lengthwise.errors.SpecError: train_length is 4; task modp:p=5,k=0 has words of 5
        to 2147483645 symbols
    """
    task = recipe.task.task_if_loaded
    if task is None:
        return
    names = traced_parameters(task)
    if {name for name, _ in lane.numbers} != set(names):
        raise SpecError(
            f"a lane of task {task} has the parameters "
            f"{[name for name, _ in lane.numbers]}; it must have {list(names)}"
        )
    _ = replace(recipe.task, numbers=recipe.task.numbers + lane.numbers).task
    longest = LONGEST if recipe.form == "statistics" else LONGEST_WORD
    if not task.min_length <= lane.train_length <= longest:
        raise SpecError(
            f"train_length is {lane.train_length}; task {task} has words of "
            f"{task.min_length} to {longest} symbols"
        )


class LaneArrays(NamedTuple):
    """The fields of several lanes, as arrays over lanes.

    Attributes:
        seed: The seed of each lane.
        most: The training length of each lane.
        setting: The hash of its setting.
        numbers: The parameters of its task.
        by_lane: Its own hyperparameters.
    """

    seed: Array
    most: Array
    setting: Array
    numbers: dict[str, Array]
    by_lane: dict[str, Array]


def stack(recipe: Recipe, lanes: Sequence[Lane]) -> LaneArrays:
    """Returns the fields of `lanes` as arrays.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.tasks.task_name import TaskName
        >>> net = LimitNet(symbols=3)
        >>> recipe = Recipe(task=TaskName("simple"), model=net)
        >>> lane = Lane(seed=3, train_length=8, numbers={"omega": 2.0})
        >>> stack(recipe, [lane]).seed.tolist()
        [3]
    """
    types = {float: jnp.float32, int: jnp.int32}
    kinds = {name: type(value) for name, value in recipe.subject.numbers}
    return LaneArrays(
        seed=jnp.array([lane.seed for lane in lanes], dtype=jnp.uint32),
        most=jnp.array([lane.train_length for lane in lanes], dtype=jnp.int32),
        setting=jnp.array([lane.setting for lane in lanes], dtype=jnp.uint32),
        numbers={
            name: jnp.array(
                [dict(lane.numbers)[name] for lane in lanes], types[kinds[name]]
            )
            for name in traced_parameters(recipe.subject)
        },
        by_lane=_recipe_numbers(recipe, lanes),
    )


def _recipe_numbers(recipe: Recipe, lanes: Sequence[Lane]) -> dict[str, Array]:
    usual = dict(recipe.by_lane)
    rows = [usual | dict(lane.by_lane) for lane in lanes]
    return {
        name: jnp.array([row[name] for row in rows], jnp.asarray(usual[name]).dtype)
        for name in usual
    }
