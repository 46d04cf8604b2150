"""The words of an evaluation, batch by batch.

What they are depends on a seed, their length and the number of their batch, and on
nothing else: all nets see the same words.
"""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Literal, TypeAlias

from lengthwise.errors import SpecError
from lengthwise.tasks.task import Task
from lengthwise.training.batch import Batch
from lengthwise.training.device.randomness import ROOTS
from lengthwise.training.evaluating._given_words import given_batch
from lengthwise.training.samplers.host_sampler import generator, host_batch, longest
from lengthwise.words import Word

TestInputs: TypeAlias = Literal["drawn", "adversarial"]
"""Inputs that are drawn by the distribution of the task, or inputs that are made to
mislead."""

Adversary: TypeAlias = Callable[[Task, int, int, Random, int], list[Word]]
"""Returns so many adversarial words of a task, of lengths from one to another."""

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


def word_batch(
    task: Task, inputs: TestInputs, *, seed: int, length: int, number: int
) -> Batch:
    """Returns a batch of words of one length.

    Args:
        task: The task.
        inputs: Which inputs.
        seed: The seed of the evaluation.
        length: The length.
        number: The number of the batch, from 0.
    """
    places = padded_places(task, length)
    key = (ROOTS["evaluation"], seed, length, number)
    if inputs == "drawn":
        return host_batch(task, key, WORD_BATCH, length, length, places)
    source = Random(int(generator(key).integers(2**63)))
    words = adversary()(task, length, length, source, WORD_BATCH)
    return given_batch(task, words, places)


def adversary() -> Adversary:
    """Returns what makes adversarial words.

    Raises:
        SpecError: Nothing does yet.
    """
    raise SpecError("adversarial test inputs are not there yet; use inputs = 'drawn'")
