"""Errors of nets on random words that are drawn while they are read, block by block.

Every word is drawn twice from the same key: once for its statistics and its label, once
for layer 2. Memory does not grow with the length.
"""

from functools import partial

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int, Key

from lengthwise.models.limit_net.net import Net
from lengthwise.models.limit_net.statistics_form import statistics_outputs
from lengthwise.models.limit_net.streaming import (
    Sum,
    Window,
    absorb,
    advance,
    asked,
    finished,
    looked,
    opened,
)
from lengthwise.tasks.task import Task
from lengthwise.training.lane import Numbers, labels_of
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.urn import Urn, draw, empty, row

BLOCK = 128
"""Symbols that are drawn and read in one go."""


def next_block(
    task: Task,
    urn: Urn,
    length: Int[Array, ""],
    *,
    key: Key[Array, ""],
) -> tuple[Urn, Int[Array, " block"]]:
    """Returns the urn after one more block, and its symbols.

    Nothing is added to the urn after `length` symbols.
    """

    def one(urn: Urn, bits: Array) -> tuple[Urn, Int[Array, ""]]:
        after, token = draw(task, urn, bits)
        inside = urn[2] < length
        return jax.tree.map(lambda a, b: jnp.where(inside, a, b), after, urn), token

    bits = jax.random.bits(jax.random.fold_in(key, urn[2]), (BLOCK, 2))
    return jax.lax.scan(one, urn, bits)


def evidence_of(task: Task, urn: Urn) -> Int[Array, "rows symbols"]:
    """Returns what the label depends on, of the word that was drawn from `urn`.

    The same as `lengthwise.training.samplers.urn.evidence` of the word itself.
    """
    table, _, _ = urn
    if task.order == 0:
        return table
    return (row(task, urn)[:, None] * table).sum(0)[None]


def squared_errors(
    recipe: Recipe,
    nets: Net,
    numbers: Numbers,
    length: Int[Array, ""],
    *,
    key: Key[Array, ""],
) -> Float[Array, " lanes"]:
    """Returns the squared error of each of several nets on one random word.

    Args:
        recipe: The recipe; its net has one or two layers.
        nets: Nets, stacked.
        numbers: Numbers of their tasks, stacked.
        length: The length of the word.
        key: Decides the word.
    """
    task, net = recipe.subject, recipe.architecture
    blocks = (length + BLOCK - 1) // BLOCK
    step = partial(next_block, task, length=length, key=key)

    def read(_: Array, kept: tuple[Urn, Window]) -> tuple[Urn, Window]:
        urn, tokens = step(kept[0])
        return urn, advance(net, kept[1], tokens, length)[0]

    urn, window = jax.lax.fori_loop(0, blocks, read, (empty(task), opened(net)))
    lanes = len(nets.embedding)
    label = jax.vmap(partial(labels_of, task, evidence_of(task, urn)), axis_size=lanes)
    labels = label(numbers)
    if net.depth == 1:
        outputs = jax.vmap(statistics_outputs, (0, None))(nets, looked(net, window))
        return jnp.square(outputs[:, 0] - labels).sum(-1)
    queries, none = jax.vmap(asked, (0, None, None))(nets, window, length)

    def hear(_: Array, kept: tuple[Urn, Window, Sum]) -> tuple[Urn, Window, Sum]:
        urn, tokens = step(kept[0])
        window, seen = advance(net, kept[1], tokens, length)
        add = jax.vmap(absorb, (0, 0, None, 0, None))
        return urn, window, add(nets, kept[2], seen, queries, length)

    begin = (empty(task), opened(net), none)
    _, _, sums = jax.lax.fori_loop(0, blocks, hear, begin)
    outputs = jax.vmap(finished)(nets, sums, queries)
    return jnp.square(outputs - labels).sum(-1)
