r"""Words drawn from a Pólya urn, symbol by symbol, and the evidence for their labels.

Random frequencies are integrated out: the state is a table of the counts of each symbol
in each context. Rows are read and written by one-hot products, in integers.
"""

from typing import TypeAlias

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, Key, UInt32

from lengthwise.tasks.task import Task
from lengthwise.training.device.randomness import choice
from lengthwise.training.samplers.drawn_counts import draw_lengths

Urn: TypeAlias = tuple[Int[Array, "contexts symbols"], Int[Array, ""], Int[Array, ""]]
"""The table, the last symbols as one number, and the number of symbols drawn."""


def empty(task: Task) -> Urn:
    """Returns the urn before the first symbol."""
    contexts = task.period * len(task.alphabet) ** task.order
    table = jnp.zeros((contexts, len(task.alphabet)), dtype=jnp.int32)
    return table, jnp.int32(0), jnp.int32(0)


def row(task: Task, urn: Urn) -> Int[Array, " contexts"]:
    """Returns the context of the next symbol, one-hot; zeros if it has none."""
    _, recent, drawn = urn
    recents = len(task.alphabet) ** task.order
    context = (drawn + 1) % task.period * recents + recent
    here = jnp.arange(task.period * recents) == context
    return (here & (drawn >= task.order)).astype(jnp.int32)


def draw(task: Task, urn: Urn, bits: UInt32[Array, "2"]) -> tuple[Urn, Int[Array, ""]]:
    """Returns the urn after one more symbol, and the symbol."""
    table, recent, drawn = urn
    here = row(task, urn)
    token = choice(bits, 1 + (here[:, None] * table).sum(0))
    hot = (jnp.arange(len(task.alphabet)) == token).astype(jnp.int32)
    recent = (recent * len(task.alphabet) + token) % len(task.alphabet) ** task.order
    return (table + here[:, None] * hot, recent, drawn + 1), token


def evidence(
    task: Task, tokens: Int[Array, " seq"], length: Int[Array, ""]
) -> Int[Array, "rows symbols"]:
    """Returns what a label depends on; see `lengthwise.tasks.averages.count_labels`."""
    place = jnp.arange(1, len(tokens) + 1)
    hot = jax.nn.one_hot(tokens, len(task.alphabet), dtype=jnp.int32)
    inside = place <= length
    if task.order == 0:
        residue = jax.nn.one_hot(place % task.period, task.period, dtype=jnp.int32)
        return jnp.where(
            inside[:, None, None], residue[:, :, None] * hot[:, None, :], 0
        ).sum(0)
    same = inside & (place > task.order)
    for lag in range(task.order):
        last = jnp.where(place == length - lag, tokens, 0).sum()
        same &= jnp.pad(tokens, (lag + 1, 0))[: len(tokens)] == last
    return jnp.where(same[:, None], hot, 0).sum(0)[None]


def draw_words(
    task: Task,
    *,
    key: Key[Array, ""],
    batch: int,
    padded: int,
    least: Int[Array, ""],
    most: Int[Array, ""],
) -> tuple[Int[Array, "batch padded"], Int[Array, " batch"]]:
    """Returns `batch` random words, padded, and their lengths.

    Args:
        task: The task.
        key: The random key.
        batch: The number of words.
        padded: The padded length of each word.
        least: The smallest length.
        most: The largest length, at most `padded`; each word has its own length.
    """
    bits = jax.random.bits(key, (1 + padded, 2, batch))
    lengths = draw_lengths(bits[0], least, most)

    def one(words: UInt32[Array, "padded 2"]) -> Int[Array, " padded"]:
        _, tokens = jax.lax.scan(
            lambda urn, pair: draw(task, urn, pair), empty(task), words
        )
        return tokens

    return jax.vmap(one, 2)(bits[1:]), lengths
