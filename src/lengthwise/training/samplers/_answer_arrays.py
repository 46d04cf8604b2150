"""Answers on the device: the functions of `lengthwise.tasks.questions.answers`.

Each returns the same symbols as the function of the same name, without ``<eos>``, and
the size of each answer. Entries after the end of an answer are arbitrary.
"""

from collections.abc import Mapping

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool

from lengthwise.tasks.outputs import SEPARATOR
from lengthwise.tasks.questions.question_tasks import numerals
from lengthwise.tasks.task import Task
from lengthwise.training.samplers._spelling import (
    Answer,
    Lengths,
    Questions,
    Symbols,
    number_of,
    spelled,
)


def _inside(question: Symbols, sizes: Lengths) -> Bool[Array, "words places"]:
    return jnp.arange(question.shape[1]) < sizes[:, None]


def _ones(task: Task, question: Symbols, sizes: Lengths) -> Bool[Array, "words places"]:
    return (question == task.alphabet.index("1")) & _inside(question, sizes)


def majority(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The most frequent symbol, which is unique."""
    symbols = jnp.arange(len(task.alphabet))
    here = _inside(question, sizes)[:, :, None] & (question[:, :, None] == symbols)
    mode = jnp.argmax(here.sum(1), axis=1)
    return mode[:, None].astype(jnp.int32), jnp.ones_like(sizes)


def interleaved_majority(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The majority bit of each column."""
    period = number_of(task, "period")
    short = -question.shape[1] % period
    ones = jnp.pad(_ones(task, question, sizes), ((0, 0), (0, short)))
    counts = ones.reshape(len(sizes), -1, period).sum(1)
    bits = (2 * counts > (sizes // period)[:, None]).astype(jnp.int32)
    return spelled(task, "01", bits), jnp.full_like(sizes, period)


def copy(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The question itself."""
    del task
    return question, sizes


def reverse(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The question reversed."""
    del task
    place = sizes[:, None] - 1 - jnp.arange(question.shape[1])
    return jnp.take_along_axis(question, jnp.maximum(place, 0), axis=1), sizes


def step_copy(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """Every k-th symbol."""
    k = number_of(task, "k")
    return question[:, k - 1 :: k], sizes // k


def sort(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The numbers sorted."""
    names = numerals(number_of(task, "symbols"))
    value = jnp.zeros(len(task.alphabet), dtype=jnp.int32)
    value = value.at[jnp.array(task.alphabet.encode(names))].set(jnp.arange(len(names)))
    inside = _inside(question, sizes)
    ordered = jnp.sort(jnp.where(inside, value[question], len(names)), axis=1)
    return spelled(task, names, jnp.minimum(ordered, len(names) - 1)), sizes


def parity(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The parity of the number of 1s."""
    odd = _ones(task, question, sizes).sum(1, keepdims=True) % 2
    return spelled(task, "eo", odd), jnp.ones_like(sizes)


def parity_steps(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The parity after zero, one, two, … 1s, a separator, and the last one again."""
    ones = _ones(task, question, sizes).sum(1, keepdims=True)
    place = jnp.arange(question.shape[1] + 3)
    states = jnp.where(place <= ones, place % 2, ones % 2)
    values = jnp.where(place == ones + 1, 2, states)
    return spelled(task, ("e", "o", SEPARATOR), values), ones[:, 0] + 3


def addition(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The sum of two binary numbers, with the carries of a carry-lookahead adder."""
    wide = question.shape[1]
    plus = jnp.argmax(question == task.alphabet.index("+"), axis=1)
    ones = _ones(task, question, sizes)
    power = jnp.arange(wide)

    def digits(end: Lengths, start: Lengths | int) -> Bool[Array, "words places"]:
        place = end[:, None] - 1 - power
        here = place >= (start if isinstance(start, int) else start[:, None])
        return here & jnp.take_along_axis(ones, jnp.maximum(place, 0), axis=1)

    first, second = digits(plus, 0), digits(sizes, plus + 1)

    def joined(
        low: tuple[Array, Array], high: tuple[Array, Array]
    ) -> tuple[Array, Array]:
        return high[0] | (high[1] & low[0]), high[1] & low[1]

    carries, _ = jax.lax.associative_scan(
        joined, (first & second, first ^ second), axis=1
    )
    carried = jnp.pad(carries, ((0, 0), (1, 0)))[:, :-1]
    total = first ^ second ^ carried
    digit_count = jnp.maximum(jnp.where(total, power + 1, 0).max(1), 1)
    place = digit_count[:, None] - 1 - power
    bits = jnp.take_along_axis(total, jnp.maximum(place, 0), axis=1)
    return spelled(task, "01", bits.astype(jnp.int32)), digit_count.astype(jnp.int32)


def count(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """All numbers of an interval, given its ends."""
    del sizes
    names = numerals(number_of(task, "symbols"))
    value = jnp.zeros(len(task.alphabet), dtype=jnp.int32)
    value = value.at[jnp.array(task.alphabet.encode(names))].set(jnp.arange(len(names)))
    first, last = value[question[:, 0]], value[question[:, 1]]
    numbers = jnp.minimum(first[:, None] + jnp.arange(len(names)), len(names) - 1)
    return spelled(task, names, numbers), last - first + 1


def _beside(
    question: Symbols, sizes: Lengths, *, last: bool, step: int
) -> tuple[Symbols, Lengths]:
    """The neighbor of the first or last occurrence of the query."""
    size = sizes[:, None] - 1
    query = jnp.take_along_axis(question, size, axis=1)
    place = jnp.arange(question.shape[1])
    hits = (question == query) & (place < size)
    spot = jnp.where(hits, place, -1).max(1) if last else jnp.argmax(hits, axis=1)
    beside = jnp.clip(spot + step, 0)[:, None]
    return jnp.take_along_axis(question, beside, axis=1), jnp.ones_like(sizes)


def right_of_first(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The right neighbor of the first occurrence of the query."""
    del task
    return _beside(question, sizes, last=False, step=1)


def left_of_first(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The left neighbor of the first occurrence of the query."""
    del task
    return _beside(question, sizes, last=False, step=-1)


def right_of_last(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The right neighbor of the last occurrence of the query."""
    del task
    return _beside(question, sizes, last=True, step=1)


def left_of_last(task: Task, question: Symbols, sizes: Lengths) -> Questions:
    """The left neighbor of the last occurrence of the query."""
    del task
    return _beside(question, sizes, last=True, step=-1)


_ANSWERS = "lengthwise.tasks.questions.answers"

ANSWERS: Mapping[str, Answer] = {
    f"{_ANSWERS}:{answer.__name__}": answer
    for answer in (
        majority,
        interleaved_majority,
        copy,
        reverse,
        step_copy,
        sort,
        parity,
        parity_steps,
        addition,
        count,
        right_of_first,
        left_of_first,
        right_of_last,
        left_of_last,
    )
}
"""The answer functions on the device, by the import path of the host function."""
