"""The device sampler of sequences: words and instances for decoders.

It is chosen by the distribution of a task. Its distribution equals that of the host
sampler, which serves every task, up to rounding probabilities to 2^-31 per draw; the
layout of a batch is the same, token by token.
"""

from typing import TypeAlias

import jax.numpy as jnp
from jaxtyping import Array, Int, Key

from lengthwise.models import Words
from lengthwise.tasks.task import Task
from lengthwise.training.batch import Batch, closes, shapes
from lengthwise.training.samplers._instance_arrays import has_arrays, instances
from lengthwise.training.samplers._language_arrays import (
    has_language_arrays,
    language_arrays,
)
from lengthwise.training.samplers._length_pattern import length_pattern
from lengthwise.training.samplers._random_arrays import random_bits, uniform
from lengthwise.training.samplers.packed_rows import packed as packed
from lengthwise.training.samplers.packed_rows import packed_places as packed_places

Lengths: TypeAlias = Int[Array, " words"]


def has_device_sampler(task: Task) -> bool:
    """Whether sequences of `task` are drawn on the device.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> [has_device_sampler(task(name)) for name in ("sort", "tomita4", "simple")]
        [True, True, False]
    """
    return has_arrays(task) or has_language_arrays(task)


def device_words(
    task: Task, *, key: Key[Array, ""], lengths: Lengths, padded: int
) -> Batch:
    """Returns one instance for each of `lengths`, in the layout of the host sampler.

    It can be compiled and mapped over keys and lengths. More padding changes no word.

    Args:
        task: A task that `has_device_sampler`.
        key: The random key.
        lengths: Lengths of `task` in its own measure.
        padded: The width of the arrays in positions, enough for the longest instance.

    Examples:
        >>> from functools import partial
        >>> from jax import jit, random
        >>> from lengthwise.tasks.catalogue import task
        >>> draw = jit(partial(device_words, task("tomita4"), padded=8))
        >>> drawn = draw(key=random.key(0), lengths=jnp.array([3, 6]))
        >>> drawn.inputs.tokens.shape, drawn.targets.shape
        ((2, 8), (2, 8, 3))
    """
    if has_arrays(task):
        return instances(task, key=key, lengths=lengths, padded=padded)
    shape = shapes(task)
    front, back = int(shape.begins), int(closes(task))
    longest = padded - front - back
    words, right = language_arrays(task, key=key, lengths=lengths, longest=longest)
    mark = len(task.alphabet)
    tokens = jnp.pad(words, ((0, 0), (front, back)))
    place = jnp.arange(padded)
    if front:
        tokens = jnp.where(place == 0, mark, tokens)
    if back:
        last = shape.symbols - 1
        tokens = jnp.where(place == (lengths + front)[:, None], last, tokens)
    read = lengths + front + back
    inputs = Words(tokens, read)
    if not shape.every:
        return Batch(inputs, right, jnp.ones((len(lengths), 1), dtype=bool))
    scored = place <= lengths[:, None]
    right = jnp.pad(right, ((0, 0), (0, padded - right.shape[1]), (0, 0)))
    return Batch(inputs, jnp.where(scored[:, :, None], right, 0.0), scored)


def draw_lengths(
    task: Task,
    *,
    key: Key[Array, ""],
    words: int,
    most: Int[Array, ""] | int,
    least: int | None = None,
) -> Lengths:
    """Returns lengths, uniform on those of `task` from `least` to `most`.

    At least one such length must exist. Default of `least`: the smallest length of the
    task.

    Examples:
        >>> from jax.random import key
        >>> from lengthwise.tasks.catalogue import task
        >>> drawn = draw_lengths(task("abab_star"), key=key(0), words=64, most=9)
        >>> sorted(set(drawn.tolist()))
        [4, 8]
    """
    pattern = length_pattern(task, task.min_length if least is None else least)
    count = jnp.asarray(pattern.up_to(jnp.asarray(most, dtype=jnp.int32)))
    number = uniform(random_bits(key, words, 1)[:, 0], count)
    return jnp.asarray(pattern.length(number))


def paired_lengths(
    task: Task,
    *,
    key: Key[Array, ""],
    words: int,
    most: Int[Array, ""] | int,
    least: int | None = None,
) -> Lengths:
    """Returns lengths like `draw_lengths`, in pairs whose sum is the same for all.

    Words 2k and 2k + 1 have the lengths with indices i and m - 1 - i among the m
    lengths from `least` to `most`, in order. If lengths are evenly spaced, these are n
    and the largest plus the smallest minus n. Each length alone is uniform.

    Args:
        task: The task.
        key: The random key.
        words: The number of words, which is even.
        most: The largest length.
        least: The smallest length. Default: that of the task.

    Examples:
        >>> from jax.random import key
        >>> from lengthwise.tasks.catalogue import task
        >>> drawn = paired_lengths(task("tomita4"), key=key(0), words=6, most=50)
        >>> drawn.reshape(3, 2).sum(1).tolist()
        [51, 51, 51]
    """
    pattern = length_pattern(task, task.min_length if least is None else least)
    count = jnp.asarray(pattern.up_to(jnp.asarray(most, dtype=jnp.int32)))
    number = uniform(random_bits(key, words // 2, 1)[:, 0], count)
    both = jnp.stack([number, count - 1 - number], axis=1)
    return jnp.asarray(pattern.length(both.reshape(words)))
