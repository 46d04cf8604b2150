"""Grids: all combinations of lists of settings, as trials."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias, overload

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.settings import kind_of, list_settings
from lengthwise.experiments.spec.trial import Settings, Trial, trial
from lengthwise.models import with_places
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.samplers.host_sampler import longest
from lengthwise.views import FEW, html_facts, short

Axes: TypeAlias = tuple[tuple[str, tuple[Any, ...]], ...]
"""Lists of values by name, in the order of the names."""

MOST = 1_000_000
"""The largest grid, to catch values with a digit too many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid(Sequence[Trial]):
    """The trials of all combinations of settings, generated on demand.

    The seed varies fastest, then the training length, the task parameters, the recipe
    and the model. `grid` builds one from lists and mappings.

    Attributes:
        task: Name of the task.
        numbers: Values of the task parameters by name.
        train_length: Training lengths.
        seed: Seeds.
        model: Values of model settings by name.
        recipe: Values of recipe settings by name.
        evaluation: The evaluation of every trained net.
        origin: SHA-256 of the task's file, for a user's own task.

    Raises:
        SpecError: A list is empty or has duplicates, a combination is impossible, or a
            test length is shorter than a training length.
        UnknownNameError: No task or setting has this name.
    """

    task: str
    numbers: Axes = ()
    train_length: tuple[int, ...]
    seed: tuple[int, ...] = (0,)
    model: Axes = ()
    recipe: Axes = ()
    evaluation: Evaluation
    origin: str | None = None

    def __post_init__(self) -> None:
        axes = {"train_length": self.train_length, "seed": self.seed}
        for name, values in (axes | dict(self._axes)).items():
            if not values:
                raise SpecError(f"{name} is an empty list; it needs a value")
            if len(set(values)) < len(values):
                twice = next(v for v, count in Counter(values).items() if count > 1)
                raise SpecError(f"{name} contains {twice} twice; list it once")
        _require_size(len(self))
        for settings in self._settings():
            for length in (min(self.train_length), max(self.train_length)):
                self.evaluation.check(self._trial(settings, length, self.seed[0]))
        for seed in (min(self.seed), max(self.seed)):
            self._trial(next(self._settings()), self.train_length[0], seed)

    def __str__(self) -> str:
        axes = [*self._axes, ("train_length", self.train_length), ("seed", self.seed)]
        axes_text = ", ".join(f"{name} {_shown(values)}" for name, values in axes)
        return f"{len(self)} trials of {self.task}: {axes_text}"

    def __repr__(self) -> str:
        return short(self, str(self))

    def _repr_html_(self) -> str:
        axes = [*self._axes, ("train_length", self.train_length), ("seed", self.seed)]
        facts = [(name, _shown(values)) for name, values in axes]
        facts.append(("test lengths", _shown(self.evaluation.lengths)))
        return html_facts(f"Grid of {len(self)} trials of {self.task}", facts)

    def __len__(self) -> int:
        sizes = [len(values) for _, values in self._axes]
        return math.prod([*sizes, len(self.train_length), len(self.seed)])

    @overload
    def __getitem__(self, place: int) -> Trial: ...
    @overload
    def __getitem__(self, place: slice) -> list[Trial]: ...
    def __getitem__(self, place: int | slice) -> Trial | list[Trial]:
        if isinstance(place, slice):
            return [self[p] for p in range(*place.indices(len(self)))]
        if not -len(self) <= place < len(self):
            raise IndexError(f"trial {place} of a grid of {len(self)}")
        rest, seed = divmod(place % len(self), len(self.seed))
        rest, length = divmod(rest, len(self.train_length))
        chosen = []
        for _, values in reversed(self._axes):
            rest, at = divmod(rest, len(values))
            chosen.append(values[at])
        settings = self._divided(tuple(reversed(chosen)))
        return self._trial(settings, self.train_length[length], self.seed[seed])

    def __iter__(self) -> Iterator[Trial]:
        for settings in self._settings():
            for length, seed in product(self.train_length, self.seed):
                yield self._trial(settings, length, seed)

    @property
    def _axes(self) -> Axes:
        return (*self.model, *self.recipe, *self.numbers)

    def _settings(self) -> Iterator[dict[str, Settings]]:
        for chosen in product(*(values for _, values in self._axes)):
            yield self._divided(chosen)

    def _divided(self, chosen: tuple[Any, ...]) -> dict[str, Settings]:
        """One value of each axis, split by the part that they belong to."""
        value = iter(chosen)
        parts = {"model": self.model, "recipe": self.recipe, "numbers": self.numbers}
        return {
            part: {name: next(value) for name, _ in axes}
            for part, axes in parts.items()
        }

    def _trial(
        self, settings: Mapping[str, Settings], train_length: int, seed: int
    ) -> Trial:
        return trial(
            self.task,
            settings["numbers"],
            train_length=train_length,
            seed=seed,
            model=settings["model"],
            recipe=settings["recipe"],
            origin=self.origin,
        )


def grid(
    task: str,
    *,
    numbers: Settings | None = None,
    train_length: int | Iterable[int],
    seed: int | Iterable[int] = 0,
    model: Settings | None = None,
    recipe: Settings | None = None,
    evaluation: Evaluation,
    origin: str | None = None,
) -> Grid:
    """Returns the grid of these settings: a list stands for several values.

    Settings whose values are lists (``heads``, ``lags``) take lists of lists.

    Raises:
        SpecError: A list is empty or has duplicates, a combination is impossible, or a
            test length is shorter than a training length.
        UnknownNameError: No task or setting has this name.

    Examples:
        >>> trials = grid(
        ...     "simple",
        ...     numbers={"omega": [1, 2]},
        ...     train_length=[8, 16],
        ...     seed=range(3),
        ...     evaluation=Evaluation(lengths=(64, 128)),
        ... )
        >>> len(trials), trials[-1].numbers, trials[-1].train_length, trials[-1].seed
        (12, {'omega': 2.0}, 16, 2)
        >>> trials
        <Grid 12 trials of simple: omega 1, 2, train_length 8, 16, seed 0, 1, 2>
    """
    lengths = _values(train_length)
    lists = list_settings(kind_of(model or {}))
    return Grid(
        task=task,
        numbers=_axes(numbers),
        train_length=lengths,
        seed=_values(seed),
        model=_sized(_axes(model, lists), task, numbers or {}, lengths, origin),
        recipe=_axes(recipe, lists),
        evaluation=evaluation,
        origin=origin,
    )


def _axes(settings: Settings | None, lists: frozenset[str] = frozenset()) -> Axes:
    given = settings or {}
    return tuple(
        (name, _values(given[name], is_list=name in lists)) for name in sorted(given)
    )


def _values(given: Any, *, is_list: bool = False) -> tuple[Any, ...]:  # noqa: ANN401
    """The values of an axis: a list, or a single value."""
    if is_list:
        several = any(isinstance(value, list | tuple) for value in given)
        return tuple(map(tuple, given)) if several else (tuple(given),)
    if isinstance(given, Iterable) and not isinstance(given, str):
        _require_size(len(given) if isinstance(given, Sized) else 0)
        return tuple(given)
    return (given,)


def _sized(
    model: Axes,
    task: str,
    numbers: Settings,
    train_length: Sequence[int],
    origin: str | None,
) -> Axes:
    """Model settings with sizes for position tables.

    A missing size defaults to inputs three times as long as the training inputs.
    """
    if "positions" not in dict(model):
        return model
    names = tuple(numbers)
    choices = product(*(_values(value) for value in numbers.values()))
    tasks = [
        TaskName(task, tuple(zip(names, chosen, strict=True)), origin).task
        for chosen in choices
    ]
    places = max(longest(one, 3 * max(train_length)) for one in tasks)
    return tuple(
        (name, tuple(with_places(one, places) for one in values))
        if name == "positions"
        else (name, values)
        for name, values in model
    )


def _require_size(trials: int) -> None:
    if trials > MOST:
        raise SpecError(
            f"the grid has {trials} trials; at most {MOST} are allowed, so divide it"
        )


def _shown(values: Sequence[object]) -> str:
    """The values of an axis, abbreviated if there are many."""
    few = [str(value) for value in values]
    return ", ".join(few if len(few) <= FEW else [*few[:3], "…", few[-1]])
