"""Whole instances on the device: question, separator, query, answer and ``<eos>``."""

from functools import lru_cache

import jax.numpy as jnp
from jaxtyping import Array, Key

from lengthwise.models import Words
from lengthwise.tasks.laws import Instances
from lengthwise.tasks.outputs import BEGIN, END, NextToken
from lengthwise.tasks.task import Task
from lengthwise.training.batch import Batch
from lengthwise.training.samplers._answer_arrays import ANSWERS
from lengthwise.training.samplers._question_arrays import QUESTIONS
from lengthwise.training.samplers._spelling import Lengths
from lengthwise.training.samplers.host_sampler import longest


def has_arrays(task: Task) -> bool:
    """Whether both questions and answers of `task` have array forms.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> has_arrays(task("sort")), has_arrays(task("tomita4"))
        (True, False)
    """
    return (
        isinstance(task.law, Instances)
        and task.origin is None
        and task.law.questions in QUESTIONS
        and task.rule in ANSWERS
    )


def instances(
    task: Task, *, key: Key[Array, ""], lengths: Lengths, padded: int
) -> Batch:
    """Returns one instance for each of `lengths`, in the layout of the host sampler.

    Args:
        task: A task that `has_arrays`.
        key: The random key.
        lengths: The lengths of the instances in the task's own measure.
        padded: The width of the arrays in positions.
    """
    assert isinstance(task.law, Instances)
    assert isinstance(task.output, NextToken)
    wide = largest_length(task, padded)
    question, sizes = QUESTIONS[task.law.questions](task, key, lengths, wide)
    answer, answered = ANSWERS[task.rule](task, question, sizes)
    place = jnp.arange(padded)
    cut = (sizes - task.output.query)[:, None]
    start = (sizes + 2)[:, None]
    end = start + answered[:, None]
    source = jnp.where(place <= cut, place - 1, place - 2)
    source = jnp.where(place < start, source, question.shape[1] + place - start)
    both = jnp.concatenate([question, answer], axis=1)
    tokens = jnp.take_along_axis(both, jnp.clip(source, 0, both.shape[1] - 1), axis=1)
    marks = ((0, BEGIN), (cut + 1, task.output.mark), (end, END))
    for where, mark in marks:
        tokens = jnp.where(place == where, task.alphabet.index(mark), tokens)
    tokens = jnp.where(place <= end, tokens, 0)
    scored = (place >= start - 1) & (place < end)
    following = jnp.pad(tokens[:, 1:], ((0, 0), (0, 1)))
    targets = jnp.where(scored, following, 0).astype(jnp.float32)
    return Batch(Words(tokens, end[:, 0] + 1), targets[:, :, None], scored)


@lru_cache(maxsize=256)
def largest_length(task: Task, padded: int) -> int:
    """Returns the largest length of `task` at which all instances fit, at least 1.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> largest_length(task("sort"), 131)
        64
    """
    fitting = [n for n in task.lengths(0, padded) if longest(task, n) <= padded]
    return max(fitting, default=1) or 1
