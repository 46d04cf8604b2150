"""Retrieval questions on the device: a context, and a query that occurs in it.

The functions of `question_laws` in arrays. If a query must occur a second time in the
context, the position of its first other occurrence is drawn from a truncated geometric
distribution, which avoids rejection sampling.
"""

from functools import lru_cache

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int, Key

from lengthwise.tasks.questions.question_tasks import numerals
from lengthwise.tasks.task import Task
from lengthwise.training.samplers._random_arrays import (
    chosen,
    random_bits,
    ticket_rows,
    uniform,
)
from lengthwise.training.samplers._spelling import (
    Lengths,
    Questions,
    Symbols,
    number_of,
    spelled,
)


def once_with_right(
    task: Task, key: Key[Array, ""], lengths: Lengths, wide: int
) -> Questions:
    """A query that occurs once in the context, not as its last symbol."""
    return _once(task, key, lengths, wide, first=0)


def once_with_left(
    task: Task, key: Key[Array, ""], lengths: Lengths, wide: int
) -> Questions:
    """A query that occurs once in the context, not as its first symbol."""
    return _once(task, key, lengths, wide, first=1)


def _once(
    task: Task, key: Key[Array, ""], lengths: Lengths, wide: int, *, first: int
) -> Questions:
    symbols = number_of(task, "symbols")
    query, spot, rest = _query_and_place(key, lengths, symbols, first, lengths - 1)
    lag = 1 + uniform(random_bits(rest, len(lengths), wide), symbols - 1)
    lag = jnp.where(jnp.arange(wide) == spot, 0, lag)
    return _with_query(task, (query + lag) % symbols, query, lengths)


def repeated(task: Task, key: Key[Array, ""], lengths: Lengths, wide: int) -> Questions:
    """A query that occurs at least twice in the context."""
    return _twice(task, key, lengths, wide, jnp.full_like(lengths, wide))


def repeated_after_first(
    task: Task, key: Key[Array, ""], lengths: Lengths, wide: int
) -> Questions:
    """A query that occurs at least twice in the context, not as its first symbol."""
    return _twice(task, key, lengths, wide, jnp.zeros_like(lengths))


def repeated_before_last(
    task: Task, key: Key[Array, ""], lengths: Lengths, wide: int
) -> Questions:
    """A query that occurs at least twice in the context, not as its last symbol."""
    return _twice(task, key, lengths, wide, lengths - 1)


def _twice(
    task: Task,
    key: Key[Array, ""],
    lengths: Lengths,
    wide: int,
    barred: Lengths,
) -> Questions:
    """The query occurs at a uniform position, and never at those `barred`.

    Among the other positions, in order, those before its first occurrence have other
    symbols and those after it arbitrary symbols.
    """
    symbols = number_of(task, "symbols")
    bars = (barred < lengths).astype(jnp.int32)
    first = (barred == 0).astype(jnp.int32)
    for_query, for_hit = jax.random.split(key)
    query, spot, rest = _query_and_place(
        for_query, lengths, symbols, first, lengths - bars
    )
    place = jnp.arange(wide)
    is_barred = place == barred[:, None]
    table = jnp.asarray(first_hits(symbols, wide))
    bits = random_bits(for_hit, len(lengths), 1)[:, 0]
    hit = chosen(bits, table[lengths - 1 - bars])[:, None]
    number = place - (place > spot) - (place > barred[:, None])
    values = random_bits(rest, len(lengths), wide)
    other = 1 + uniform(values, symbols - 1)
    lag = jnp.where(number > hit, uniform(values, symbols), other)
    lag = jnp.where((number == hit) | (place == spot), 0, lag)
    lag = jnp.where(is_barred, other, lag)
    return _with_query(task, (query + lag) % symbols, query, lengths)


def _query_and_place(
    key: Key[Array, ""],
    lengths: Lengths,
    symbols: int,
    first: Lengths | int,
    choices: Lengths,
) -> tuple[Int[Array, "words 1"], Int[Array, "words 1"], Key[Array, ""]]:
    """A uniform symbol, a uniform one of `choices` positions from `first` on, a key."""
    for_query, for_place, rest = jax.random.split(key, 3)
    query = uniform(random_bits(for_query, len(lengths), 1), symbols)
    place = uniform(random_bits(for_place, len(lengths), 1)[:, 0], choices) + first
    return query, place[:, None], rest


def _with_query(
    task: Task, context: Symbols, query: Int[Array, "words 1"], lengths: Lengths
) -> Questions:
    wide = context.shape[1]
    padded = jnp.pad(context, ((0, 0), (0, 1)))
    question = jnp.where(jnp.arange(wide + 1) == lengths[:, None], query, padded)
    return spelled(task, numerals(number_of(task, "symbols")), question), lengths + 1


@lru_cache(maxsize=64)
def first_hits(symbols: int, most: int) -> np.ndarray:
    """Returns thresholds for the first occurrence among n positions, or for none.

    Row n is for n positions; position i has weight ``(1 - 1 / symbols) ** i``.

    Examples:
        >>> (first_hits(2, 2)[2] / 2**31).round(3).tolist()
        [0.667]
    """
    weights = np.zeros((most + 1, max(most, 2)))
    for places in range(most + 1):
        weights[places, :places] = (1 - 1 / symbols) ** np.arange(places)
    return ticket_rows(weights)
