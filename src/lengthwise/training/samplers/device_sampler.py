"""The device sampler: batches of tasks whose labels are functions of counts.

Words are drawn from urns, or only their counts and last symbols are drawn. The
distribution equals that of the host sampler, which serves every task.
"""

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int, Key

from lengthwise.models import Inputs, Words
from lengthwise.tasks.labels.rules import resolve
from lengthwise.tasks.laws import Compositions, Residues, Urn
from lengthwise.tasks.task import Task
from lengthwise.training.batch import Batch, closes, shapes
from lengthwise.training.samplers.drawn_counts import draw_statistics
from lengthwise.training.samplers.urn import draw_words, evidence

TaskNumbers: TypeAlias = Mapping[str, Array]
"""Parameters of a task by name, on the device."""


def drawn_on_device(task: Task) -> bool:
    """Whether batches of `task` are drawn on the device.

    The label and the distribution must depend on counts only, and a word must be read
    unchanged and scored only at its last position.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> drawn_on_device(task("kgram")), drawn_on_device(task("parity_language"))
        (True, False)
    """
    shape = shapes(task)
    return (
        task.counts_rule is not None
        and isinstance(task.law, Compositions | Residues | Urn)
        and not (shape.every or shape.begins or closes(task))
    )


def device_batch(
    task: Task,
    numbers: TaskNumbers,
    *,
    key: Key[Array, ""],
    batch: int,
    least: Int[Array, ""],
    most: Int[Array, ""],
    padded: int | None,
    tau: int,
) -> Batch:
    """Returns a batch of words of mixed lengths, or of their statistics.

    Args:
        task: A task that is `drawn_on_device`.
        numbers: The task parameters set by a lane.
        key: The random key.
        batch: The number of words.
        least: The smallest length.
        most: The largest length.
        padded: The width of arrays of words in positions; ``None`` for statistics.
        tau: The number of symbols before the last one that statistics keep in order.
    """
    inputs: Inputs
    if padded is None:
        inputs, drawn = draw_statistics(
            task, tau=tau, key=key, batch=batch, least=least, most=most
        )
    else:
        words = draw_words(
            task, key=key, batch=batch, padded=padded, least=least, most=most
        )
        inputs = Words(*words)
        drawn = jax.vmap(partial(evidence, task), out_axes=-1)(*words)
    labels = jax.vmap(partial(labels_of, task), (-1, None))(drawn, numbers)
    scored = jnp.ones((batch, 1), dtype=bool)
    return Batch(inputs, labels[:, None], scored)


def labels_of(
    task: Task, evidence: Int[Array, "rows symbols"], numbers: TaskNumbers
) -> Float[Array, " outputs"]:
    """Returns the label of one word from its evidence; see `Task.counts_rule`."""
    assert task.counts_rule is not None
    values = dict(task.numbers) if task.origin else numbers
    rule = resolve(task.counts_rule, task.origin)
    label: Float[Array, " outputs"] = rule(jnp, evidence, **values)
    return label
