"""Evaluates many nets on batches of test words, one batch at a time.

There are three ways: from random statistics, from streamed words, and from words in
memory. In each way, all nets see the same words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int, Key

from lengthwise.errors import StoppedError
from lengthwise.models import Weights, restore_all
from lengthwise.tasks.outputs import Metric, further_metrics
from lengthwise.training.batch import asks_blanks, shapes
from lengthwise.training.bundle_program import PRECISION
from lengthwise.training.device.randomness import key_for
from lengthwise.training.device.width import least_width, on_cpu
from lengthwise.training.evaluating._judging import Judged, judged
from lengthwise.training.evaluating._streamed import streamed_penalties
from lengthwise.training.evaluating._word_batches import (
    WORD_BATCH,
    TestInputs,
    adversarial_batch,
    adversarial_inputs,
    drawn_batch,
)
from lengthwise.training.lane import Lane, stack
from lengthwise.training.objective import penalties
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.device_sampler import (
    TaskNumbers,
    device_batch,
    drawn_on_device,
)
from lengthwise.words import Word

STATISTICS_BATCH = 1024
"""Words per call in the statistics form."""
GPU_NETS = 512
"""The largest number of nets per call on a GPU."""

Trained: TypeAlias = Sequence[tuple[Lane, Mapping[str, np.ndarray]]]
"""Lanes and their weights."""


@dataclass(frozen=True, slots=True)
class Group:
    """Nets that run side by side, padded to a canonical number by repeating the last.

    Attributes:
        nets: Their weights, stacked.
        numbers: Parameters of their tasks, stacked.
        count: Number of nets before padding.
    """

    nets: Weights
    numbers: TaskNumbers
    count: int


def groups_of(recipe: Recipe, trained: Trained) -> list[Group]:
    """Returns the nets in groups of the width of this device."""
    width = _width(recipe, len(trained))
    groups = []
    for begin in range(0, len(trained), width):
        group = list(trained[begin : begin + width])
        full = group + [group[0]] * (width - len(group))
        nets = restore_all(recipe.model, [weights for _, weights in full])
        numbers = stack(recipe, [lane for lane, _ in full]).numbers
        groups.append(Group(nets, numbers, len(group)))
    return groups


def _width(recipe: Recipe, nets: int) -> int:
    """The number of nets side by side; it has few values, so few programs compile."""
    width = least_width(recipe.model)
    if on_cpu() or drawn_on_device(recipe.subject):
        return width
    while width < min(nets, GPU_NETS):
        width *= 2
    return width


def metrics_of(recipe: Recipe) -> tuple[Metric, ...]:
    """Returns the headline metric and, for tasks whose words are read, all others."""
    task = recipe.subject
    read = () if drawn_on_device(task) else further_metrics(task.output)
    return (task.output.metrics[0], *read)


@dataclass(frozen=True, slots=True, kw_only=True)
class Batches:
    """The batches of words of one length.

    Attributes:
        recipe: The recipe of the nets.
        length: The length of the words.
        widest: The largest of all requested lengths.
        seed: The seed of the evaluation.
        words: Requested number of words.
        inputs: The kind of words.
        stopping: Called before every batch; returns whether to stop.
    """

    recipe: Recipe
    length: int
    widest: int
    seed: int
    words: int
    inputs: TestInputs
    stopping: Callable[[], bool]

    @property
    def count(self) -> int:
        """The number of words used: whole batches, or all adversarial words."""
        if self.inputs == "adversarial":
            return len(self._adversarial)
        return -(-self.words // self._batch) * self._batch

    @property
    def _batch(self) -> int:
        return STATISTICS_BATCH if self.recipe.form == "statistics" else WORD_BATCH

    @property
    def _adversarial(self) -> tuple[Word, ...]:
        return adversarial_inputs(
            self.recipe.subject, seed=self.seed, length=self.length, most=self.words
        )

    def judged(self, groups: Sequence[Group]) -> Iterator[list[Judged]]:
        """Yields the results of each group, batch by batch.

        Results are computed asynchronously and may be unfinished when yielded.

        Raises:
            StoppedError: `stopping` returned true.
        """
        ask = self._drawn if drawn_on_device(self.recipe.subject) else self._read
        for number in range(-(-self.count // self._batch)):
            if self.stopping():
                raise StoppedError(
                    f"stopped after {number * self._batch} of {self.words} inputs of "
                    f"length {self.length}"
                )
            yield ask(groups, number)

    def _read(self, groups: Sequence[Group], number: int) -> list[Judged]:
        recipe, task = self.recipe, self.recipe.subject
        batch = (
            adversarial_batch(task, self._adversarial, number)
            if self.inputs == "adversarial"
            else drawn_batch(
                task,
                seed=self.seed,
                length=self.length,
                number=number,
                widest=self.widest,
            )
        )
        ask = partial(
            judged,
            recipe.model,
            task.output,
            metrics_of(recipe),
            every=shapes(task).every,
            blanks=asks_blanks(task),
        )
        return [ask(group.nets, batch) for group in groups]

    def _drawn(self, groups: Sequence[Group], number: int) -> list[Judged]:
        recipe, counted = self.recipe, self.recipe.form == "statistics"
        run: Callable[..., Float[Array, "lanes words"]] = _streamed
        if counted or recipe.model.streaming is None:
            places = None if counted else _power(self.length)
            run = partial(_at_once, places, self._batch)
        key = jax.random.fold_in(key_for("evaluation", self.seed, self.length), number)
        ask = partial(run, recipe.static, length=jnp.int32(self.length), key=key)
        told = [ask(one.nets, one.numbers)[None] for one in groups]
        return [Judged(one, jnp.ones_like(one, dtype=bool)) for one in told]


def _power(length: int) -> int:
    """The smallest power of two that is at least `length`."""
    return int(1 << (length - 1).bit_length())


@partial(jax.jit, static_argnums=(0, 1, 2))
def _at_once(
    places: int | None,
    words: int,
    recipe: Recipe,
    nets: Weights,
    numbers: TaskNumbers,
    length: Int[Array, ""],
    key: Key[Array, ""],
) -> Float[Array, "lanes words"]:
    """Penalties on random statistics or, with `places`, on whole words, from counts."""
    sees = recipe.model.by_counts

    def one(net: Weights, numbers: TaskNumbers) -> Float[Array, " words"]:
        batch = device_batch(  # the words depend on the key, not on the lane
            recipe.subject,
            numbers,
            key=key,
            batch=words,
            least=length,
            most=length,
            padded=places,
            tau=0 if sees is None else sees.tau,
        )
        outputs = recipe.model.run(net, batch.inputs, form=recipe.form)
        targets, scored = jnp.asarray(batch.targets), jnp.asarray(batch.scored)
        return penalties(recipe.subject.output, outputs, targets, scored)

    with jax.default_matmul_precision(PRECISION):
        return jax.vmap(one)(nets, numbers)


@partial(jax.jit, static_argnums=0)
def _streamed(
    recipe: Recipe,
    nets: Weights,
    numbers: TaskNumbers,
    length: Int[Array, ""],
    key: Key[Array, ""],
) -> Float[Array, "lanes words"]:
    keys = jax.random.split(key, WORD_BATCH)
    with jax.default_matmul_precision(PRECISION):
        return jax.vmap(
            lambda word: streamed_penalties(recipe, nets, numbers, length, key=word),
            out_axes=1,
        )(keys)
