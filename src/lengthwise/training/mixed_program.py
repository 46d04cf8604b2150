"""A compiled program for models of several tasks with equal shapes, for a GPU.

Apart from its batch, a training step is the same for all tasks with the same shapes and
the same output. So each task has a small program of its own that draws batches, and one
program makes the steps of all lanes. A few models of each of many tasks then train as
fast as many models of one task, and compile once.
"""

from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from itertools import accumulate
from typing import ClassVar, TypeVar

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.errors import SpecError
from lengthwise.tasks.task_name import traced_parameters
from lengthwise.training.batch import Batch, asks_blanks, shapes
from lengthwise.training.bundle_program import HOSTED_CHUNK, Program
from lengthwise.training.lane import LaneArrays
from lengthwise.training.recipe import Recipe
from lengthwise.training.steps import State, draw

T = TypeVar("T")

AT_ONCE = 16
"""Sampling programs that are compiled at the same time."""


@dataclass(frozen=True)
class MixedProgram(Program):
    """Compiled functions for lanes of several tasks, each task's lanes in a row.

    Attributes:
        recipes: The recipe of each task; the first is that of the common steps.
        counts: Number of lanes of each task.

    Raises:
        SpecError: The recipes do not share a program.
    """

    recipes: tuple[Recipe, ...]
    counts: tuple[int, ...]
    movable: ClassVar[bool] = False

    def __post_init__(self) -> None:
        kinds = {program_key(one, self.padded) for one in self.recipes}
        if len(kinds) != 1 or any(one.hosted for one in self.recipes):
            names = ", ".join(str(one.task) for one in self.recipes)
            raise SpecError(
                f"the tasks {names} do not share a program; allowed are tasks that are "
                "drawn on the device, with the same shapes, outputs and recipe"
            )

    @property
    def steps(self) -> int:
        """Training steps per call; so many batches are in memory at once."""
        return HOSTED_CHUNK

    def chunk(
        self, state: State, lanes: LaneArrays, batches: Batch | None = None
    ) -> State:
        """Returns the states after `steps` steps."""
        assert batches is None

        def drawn(part: slice, recipe: Recipe) -> Batch:
            some, begin = _cut(lanes, part), state.step[part]
            return _drawn(recipe.static, self.padded, self.steps, some, begin)

        return super().chunk(state, lanes, _joined(self._each(drawn), 1))

    def wrong(
        self, state: State, lanes: LaneArrays, batches: Batch | None = None
    ) -> Float[Array, " lanes"]:
        """Returns the number of held-out rows that each lane gets wrong."""
        assert batches is None

        def wrong(part: slice, recipe: Recipe) -> Float[Array, " lanes"]:
            alone = Program(recipe, self.padded)
            return alone.wrong(_cut(state, part), _cut(lanes, part))

        return _joined(self._each(wrong), 0)

    def _each(self, function: Callable[[slice, Recipe], T]) -> list[T]:
        """The values of a function for each task and its lanes, compiled in parallel.

        Empty lanes, which fill up the width, belong to the last task.
        """
        ends = [0, *accumulate(self.counts[:-1])]
        parts = [*map(slice, ends, [*ends[1:], None])]
        with ThreadPoolExecutor(AT_ONCE) as threads:
            return [*threads.map(function, parts, self.recipes)]


def program_key(recipe: Recipe, padded: int | None) -> Hashable:
    """Returns what recipes must have in common to share a program.

    Examples:
        >>> from lengthwise.experiments.spec.trial import trial
        >>> gpt = {"kind": "gpt", "layers": 1, "heads": 1, "width": 8}
        >>> names = "tomita4", "tomita7", "tomita4@recognize-end"
        >>> recipes = [
        ...     trial(name, {}, train_length=9, seed=0, model=gpt).recipe
        ...     for name in names
        ... ]
        >>> one, other, third = (program_key(recipe, 16) for recipe in recipes)
        >>> one == other, one == third
        (True, False)
    """
    task, static = recipe.subject, recipe.static
    settings = tuple(
        getattr(static, field.name) for field in fields(static) if field.name != "task"
    )
    asked = shapes(task), task.output, asks_blanks(task), traced_parameters(task)
    return settings, asked, padded


def _cut(tree: T, part: slice) -> T:
    return jax.tree.map(lambda leaf: leaf[part], tree)


def _joined(trees: Sequence[T], axis: int) -> T:
    return jax.tree.map(lambda *leaves: jnp.concatenate(leaves, axis), *trees)


@partial(jax.jit, static_argnums=(0, 1, 2))
def _drawn(
    recipe: Recipe,
    padded: int | None,
    count: int,
    lanes: LaneArrays,
    begin: Int[Array, " lanes"],
) -> Batch:
    """The next batches of lanes of one task; steps are the first axis."""

    def drawn(lane: LaneArrays, first: Int[Array, ""]) -> Batch:
        steps = first + jnp.arange(count)
        return jax.vmap(partial(draw, recipe, padded, lane, "training"))(steps)

    return jax.vmap(drawn, out_axes=1)(lanes, begin)
