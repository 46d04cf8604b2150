"""Errors of nets on random words that are generated block by block while being read.

A word is generated anew from the same key each time it is read, so memory does not grow
with the length.
"""

from functools import partial

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int, Key

from lengthwise.models import Source, Weights
from lengthwise.tasks.task import Task
from lengthwise.training.objective import penalties
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.device_sampler import TaskNumbers, labels_of
from lengthwise.training.samplers.urn import Urn, draw, empty, row

BLOCK = 128
"""Symbols per block."""


def next_block(
    task: Task,
    urn: Urn,
    length: Int[Array, ""],
    *,
    key: Key[Array, ""],
) -> tuple[Urn, Int[Array, " block"]]:
    """Returns the urn after one more block, and its symbols.

    The urn does not change after `length` symbols.
    """

    def one(urn: Urn, bits: Array) -> tuple[Urn, Int[Array, ""]]:
        after, token = draw(task, urn, bits)
        inside = urn[2] < length
        return jax.tree.map(lambda a, b: jnp.where(inside, a, b), after, urn), token

    bits = jax.random.bits(jax.random.fold_in(key, urn[2]), (BLOCK, 2))
    return jax.lax.scan(one, urn, bits)


def evidence_of(task: Task, urn: Urn) -> Int[Array, "rows symbols"]:
    """Returns the counts that determine the label of the word drawn from `urn`.

    Equals `lengthwise.training.samplers.urn.evidence` of the word itself.
    """
    table, _, _ = urn
    if task.order == 0:
        return table
    return (row(task, urn)[:, None] * table).sum(0)[None]


def streamed_penalties(
    recipe: Recipe,
    nets: Weights,
    numbers: TaskNumbers,
    length: Int[Array, ""],
    *,
    key: Key[Array, ""],
) -> Float[Array, " lanes"]:
    """Returns the penalty of each net on one random word.

    Args:
        recipe: The recipe; its model must support streaming.
        nets: Nets, stacked.
        numbers: Parameters of their tasks, stacked.
        length: The length of the word.
        key: Determines the word.
    """
    task, streaming = recipe.subject, recipe.model.streaming
    assert streaming is not None
    blocks = (length + BLOCK - 1) // BLOCK
    read = partial(next_block, task, length=length, key=key)
    outputs, urn = streaming(nets, Source(empty(task), read, blocks, length))
    label = partial(labels_of, task, evidence_of(task, urn))
    labels = jax.vmap(label, axis_size=len(outputs))(numbers)
    scored = jnp.ones((len(outputs), 1), dtype=bool)
    return penalties(task.output, outputs[:, None], labels[:, None], scored)
