"""The words of an evaluation, batch by batch.

What they are depends on a seed, their length and the number of their batch, and on
nothing else: all nets see the same words. Adversarial inputs of a length are few: all
of them are different, and none is used twice.
"""

from functools import lru_cache, partial
from random import Random
from typing import Literal, TypeAlias

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.models import Words
from lengthwise.tasks.languages.adversarial import adversarial_words
from lengthwise.tasks.task import Task
from lengthwise.training.batch import Batch
from lengthwise.training.device.randomness import ROOTS, key_for
from lengthwise.training.device.width import on_cpu
from lengthwise.training.evaluating._given_words import given_batch
from lengthwise.training.samplers.host_sampler import generator, host_batch, longest
from lengthwise.training.samplers.sequence_sampler import (
    device_words,
    has_device_sampler,
)
from lengthwise.words import Word

TestInputs: TypeAlias = Literal["drawn", "adversarial"]
"""Inputs that are drawn by the distribution of the task, or inputs that are made to
mislead."""

WORD_BATCH = 64
"""Words in one batch, and the fewest that are ever used."""


@lru_cache(maxsize=1024)
def padded_places(task: Task, length: int) -> int:
    """Returns how many positions the arrays of inputs of one length have.

    A power of two, or three quarters of one: few programs are compiled, and at most a
    third of the positions is padding.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> [padded_places(task("tomita4"), length) for length in (63, 64, 100, 150)]
        [64, 96, 128, 192]
    """
    places = longest(task, length)
    power = 1 << (places - 1).bit_length()
    return 3 * power // 4 if places <= 3 * power // 4 and power >= 4 else power


def drawn_batch(
    task: Task, *, seed: int, length: int, number: int, widest: int = 0
) -> Batch:
    """Returns a batch of words of one length, drawn by the distribution of the task.

    Args:
        task: The task.
        seed: The seed of the evaluation.
        length: The length.
        number: The number of the batch, from 0.
        widest: The longest of all lengths that are asked for. One compiled program
            draws words of all of them; what it draws does not depend on this.
    """
    places = padded_places(task, length)
    room = padded_places(task, max(length, widest))
    if not on_cpu():  # to compile once takes less time than padding costs
        places = room
    if has_device_sampler(task):
        return _cut(_device_batch(task, room, seed, length, number), places)
    key = (ROOTS["evaluation"], seed, length, number)
    return host_batch(task, key, WORD_BATCH, length, length, places)


def adversarial_batch(task: Task, words: tuple[Word, ...], number: int) -> Batch:
    """Returns a batch of these words, filled up with the first of them.

    Args:
        task: The task.
        words: All adversarial words of one length.
        number: The number of the batch, from 0.
    """
    some = words[number * WORD_BATCH : (number + 1) * WORD_BATCH]
    full = (*some, *some[:1] * (WORD_BATCH - len(some)))
    return given_batch(task, full, padded_places(task, len(words[0])))


@partial(jax.jit, static_argnums=(0, 1))
def _device_batch(
    task: Task,
    places: int,
    seed: Int[Array, ""],
    length: Int[Array, ""],
    number: Int[Array, ""],
) -> Batch:
    """A batch that is drawn where it is read."""
    key = key_for("evaluation", seed, length, number)
    lengths = jnp.full(WORD_BATCH, length, dtype=jnp.int32)
    return device_words(task, key=key, lengths=lengths, padded=places)


def _cut(batch: Batch, places: int) -> Batch:
    """The batch with less padding; a batch with one slot a word keeps it."""
    inputs = batch.inputs
    assert isinstance(inputs, Words)
    tokens = inputs.tokens[:, :places]
    words = Words(tokens, inputs.lengths)
    return Batch(words, batch.targets[:, :places], batch.scored[:, :places])


@lru_cache(maxsize=256)
def adversarial_inputs(
    task: Task, *, seed: int, length: int, most: int
) -> tuple[Word, ...]:
    """Returns different adversarial inputs of one length, at most so many.

    Raises:
        SpecError: There is none.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> flip_flop = task("012_0_2@recognize-end")
        >>> len(adversarial_inputs(flip_flop, seed=0, length=9, most=4))
        4
    """
    key = (ROOTS["evaluation"], seed, length)
    source = Random(int(generator(key).integers(2**63)))
    words = adversarial_words(task, length, length, source, most)
    if isinstance(words, CannotSay):
        raise SpecError(f"no adversarial inputs of length {length}: {words.reason}")
    return words
