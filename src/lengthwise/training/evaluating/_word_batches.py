"""The words of an evaluation, batch by batch.

They depend only on a seed, their length and the index of their batch, so all nets see
the same words. There are few adversarial inputs per length; all are distinct and each
is used once.
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
"""Inputs drawn from the distribution of the task, or adversarial inputs."""

WORD_BATCH = 64
"""Words per batch, which is also the smallest sample size."""


@lru_cache(maxsize=1024)
def padded_places(task: Task, length: int) -> int:
    """Returns the padded number of positions for inputs of one length.

    A power of two, or three quarters of one: few programs are compiled, and at most a
    third of the positions are padding.

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
    """Returns a batch of words of one length, drawn from the task's distribution.

    Args:
        task: The task.
        seed: The seed of the evaluation.
        length: The length.
        number: The index of the batch, from 0.
        widest: The largest of all requested lengths. One compiled program draws words
            of all of them; the words do not depend on it.
    """
    places = padded_places(task, length)
    room = padded_places(task, max(length, widest))
    if not on_cpu():  # compiling once costs less than padding
        places = room
    if has_device_sampler(task):
        return _cut(_device_batch(task, room, seed, length, number), places)
    key = (ROOTS["evaluation"], seed, length, number)
    return host_batch(task, key, WORD_BATCH, length, length, places)


def adversarial_batch(task: Task, words: tuple[Word, ...], number: int) -> Batch:
    """Returns a batch of these words, padded with copies of the first.

    Args:
        task: The task.
        words: All adversarial words of one length.
        number: The index of the batch, from 0.
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
    """A batch drawn on the device."""
    key = key_for("evaluation", seed, length, number)
    lengths = jnp.full(WORD_BATCH, length, dtype=jnp.int32)
    return device_words(task, key=key, lengths=lengths, padded=places)


def _cut(batch: Batch, places: int) -> Batch:
    """The batch with less padding; a single slot per word is kept."""
    inputs = batch.inputs
    assert isinstance(inputs, Words)
    tokens = inputs.tokens[:, :places]
    words = Words(tokens, inputs.lengths)
    return Batch(words, batch.targets[:, :places], batch.scored[:, :places])


@lru_cache(maxsize=256)
def adversarial_inputs(
    task: Task, *, seed: int, length: int, most: int
) -> tuple[Word, ...]:
    """Returns at most `most` distinct adversarial inputs of one length.

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
