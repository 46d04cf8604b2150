"""Questions drawn on the device: the functions of `question_laws` in arrays.

Each has the same distribution as the function of the same name. It returns indices into
the task's alphabet, with the query at the end, and the sizes of the questions. Entries
after the end of a question are arbitrary.
"""

from collections.abc import Mapping

import jax
import jax.numpy as jnp
from jaxtyping import Array, Key, UInt32

from lengthwise.tasks.questions.question_tasks import numerals
from lengthwise.tasks.task import Task
from lengthwise.training.samplers._mode_counts import SHORT, mode_counts
from lengthwise.training.samplers._random_arrays import (
    chosen,
    permutation,
    random_bits,
    redrawn,
    uniform,
)
from lengthwise.training.samplers._retrieval_arrays import (
    once_with_left,
    once_with_right,
    repeated,
    repeated_after_first,
    repeated_before_last,
)
from lengthwise.training.samplers._spelling import (
    DrawQuestions,
    Lengths,
    Questions,
    Symbols,
    number_of,
    spelled,
)


def bits(task: Task, key: Key[Array, ""], lengths: Lengths, wide: int) -> Questions:
    """A frequency of 1s uniform on [0, 1], then independent bits."""
    for_cut, for_bits = jax.random.split(key)
    cut = random_bits(for_cut, len(lengths), 1)
    ones = random_bits(for_bits, len(lengths), wide) < cut
    return spelled(task, "01", ones.astype(jnp.int32)), lengths


def untied_bits(
    task: Task, key: Key[Array, ""], lengths: Lengths, wide: int
) -> Questions:
    """The number of 1s uniform among those without a tie, then a random order."""
    for_ones, for_order = jax.random.split(key)
    ones = _untied(random_bits(for_ones, len(lengths), 1)[:, 0], lengths)
    order = permutation(random_bits(for_order, len(lengths), wide), lengths)
    return spelled(task, "01", (order < ones[:, None]).astype(jnp.int32)), lengths


def _untied(bits: UInt32[Array, " words"], lengths: Lengths) -> Lengths:
    even = (lengths % 2 == 0).astype(jnp.int32)
    ones = uniform(bits, lengths + 1 - even)
    return ones + even * (ones >= lengths // 2)


def interleaved_bits(
    task: Task, key: Key[Array, ""], lengths: Lengths, wide: int
) -> Questions:
    """Independent columns of `untied_bits`, interleaved."""
    period = number_of(task, "period")
    rows = -(-wide // period)
    for_ones, for_order = jax.random.split(key)
    sizes = jnp.repeat(lengths // period, period)
    ones = _untied(
        random_bits(for_ones, len(lengths), period).reshape(len(sizes)), sizes
    )
    keys = jnp.moveaxis(random_bits(for_order, len(lengths), rows, period), 1, 2)
    order = permutation(keys.reshape(len(sizes), rows), sizes)
    columns = (order < ones[:, None]).reshape(len(lengths), period, rows)
    word = jnp.moveaxis(columns, 1, 2).reshape(len(lengths), rows * period)
    return spelled(task, "01", word[:, :wide].astype(jnp.int32)), lengths


def letters(task: Task, key: Key[Array, ""], lengths: Lengths, wide: int) -> Questions:
    """Independent uniform letters."""
    drawn = uniform(random_bits(key, len(lengths), wide), number_of(task, "symbols"))
    return spelled(task, _letters(task), drawn), lengths


def letters_with_a_mode(
    task: Task, key: Key[Array, ""], lengths: Lengths, wide: int
) -> Questions:
    """Letters, redrawn until one of them is the unique most frequent one.

    For short words most draws would be rejected: there the count of the mode is drawn
    first if that is more efficient, then its positions, then the other letters until
    all of them are rarer.
    """
    symbols, words = number_of(task, "symbols"), len(lengths)
    for_times, for_mode, for_order, for_rest = jax.random.split(key, 4)
    counts = mode_counts(symbols)
    short = jnp.minimum(lengths, SHORT)
    direct = jnp.asarray(counts.direct)[short] & (lengths <= SHORT)
    ticket = random_bits(for_times, words, 1)[:, 0]
    times = 1 + chosen(ticket, jnp.asarray(counts.first)[short])
    mode = uniform(random_bits(for_mode, words, 1), symbols)
    order = permutation(random_bits(for_order, words, min(wide, SHORT)), short)
    order = jnp.pad(order, ((0, 0), (0, wide - order.shape[1])), constant_values=wide)
    is_mode = direct[:, None] & (order < times[:, None])
    inside = jnp.arange(wide) < lengths[:, None]

    def drawn(key: Key[Array, ""]) -> tuple[Array, Array]:
        bits = random_bits(key, words, wide)
        other = (mode + 1 + uniform(bits, symbols - 1)) % symbols
        values = jnp.where(direct[:, None], other, uniform(bits, symbols))
        values = jnp.where(is_mode, mode, values)
        here = inside[:, :, None] & (values[:, :, None] == jnp.arange(symbols))
        numbers = here.sum(1)
        most = numbers.max(1, keepdims=True)
        alone = (numbers == most).sum(1) == 1
        return values, alone & (~direct | (most[:, 0] == times))

    return spelled(task, _letters(task), redrawn(for_rest, drawn)), lengths


def distinct(task: Task, key: Key[Array, ""], lengths: Lengths, wide: int) -> Questions:
    """The first numbers of a random permutation."""
    return _distinct(task, key, len(lengths), wide), lengths


def _distinct(task: Task, key: Key[Array, ""], words: int, wide: int) -> Symbols:
    symbols = number_of(task, "symbols")
    order = jnp.argsort(random_bits(key, words, symbols), axis=1)
    values = jnp.pad(order, ((0, 0), (0, max(0, wide - symbols))))[:, :wide]
    return spelled(task, numerals(symbols), values)


def stepped(task: Task, key: Key[Array, ""], lengths: Lengths, wide: int) -> Questions:
    """``k - 1`` times ``#``, then `distinct` numbers."""
    front = number_of(task, "k") - 1
    numbers = _distinct(task, key, len(lengths), max(wide - front, 0))
    mark = task.alphabet.index("#")
    marked = jnp.pad(numbers, ((0, 0), (front, 0)), constant_values=mark)
    return marked[:, :wide], lengths


def distinct_pairs(
    task: Task, key: Key[Array, ""], lengths: Lengths, wide: int
) -> Questions:
    """Independent numbers, then new pairs one by one until no pair occurs twice."""
    symbols, words = number_of(task, "symbols"), len(lengths)
    begun = min(wide, symbols)

    def whole(key: Key[Array, ""]) -> tuple[Array, Array]:
        for_start, for_rest = jax.random.split(key)
        start = uniform(random_bits(for_start, words, begun), symbols)
        known = jnp.arange(1, begun) < lengths[:, None]
        pairs = start[:, :-1] * symbols + start[:, 1:]
        numbers = jnp.zeros((words, symbols**2), dtype=jnp.int32)
        numbers = numbers.at[jnp.arange(words)[:, None], pairs].add(known)
        good = numbers.max(1) <= 1
        bits = random_bits(for_rest, words, wide - begun)

        def grow(
            carried: tuple[Array, Array, Array], drawn: tuple[Array, Array]
        ) -> tuple[tuple[Array, Array, Array], Array]:
            used, last, good = carried
            place, bits = drawn
            new = ~jnp.take_along_axis(used, last[:, None, None], axis=1)[:, 0]
            left = jnp.where(new, (~used).sum(2), -1)
            best = new & (left == left.max(1, keepdims=True))
            ticket = uniform(bits, jnp.maximum(best.sum(1), 1))
            taken = jnp.argmax(jnp.cumsum(best, axis=1) > ticket[:, None], axis=1)
            wanted = place < lengths
            row = (jnp.arange(symbols) == last[:, None]) & wanted[:, None]
            column = jnp.arange(symbols) == taken[:, None]
            used = used | (row[:, :, None] & column[:, None, :])
            good = good & (~wanted | best.any(1))
            return (used, jnp.where(wanted, taken, last), good), taken

        used = (numbers > 0).reshape(words, symbols, symbols)
        carried, rest = jax.lax.scan(
            grow, (used, start[:, -1], good), (jnp.arange(begun, wide), bits.T)
        )
        return jnp.concatenate([start, rest.T.astype(start.dtype)], axis=1), carried[2]

    return spelled(task, numerals(symbols), redrawn(key, whole)), lengths


def operands(task: Task, key: Key[Array, ""], lengths: Lengths, wide: int) -> Questions:
    """Two binary numbers separated by +; the size of the first is uniform."""
    for_size, for_bits = jax.random.split(key)
    drawn = uniform(random_bits(for_size, len(lengths), 1), (lengths - 3)[:, None])
    plus = 1 + drawn
    place = jnp.arange(wide)
    fair = (random_bits(for_bits, len(lengths), wide) >> 31).astype(jnp.int32)
    leads = ((place == 0) & (plus > 1)) | (
        (place == plus + 1) & ((lengths - 2)[:, None] - plus > 1)
    )
    values = jnp.where(place == plus, 2, jnp.where(leads, 1, fair))
    return spelled(task, "01+", values), lengths - 1


def interval(task: Task, key: Key[Array, ""], lengths: Lengths, wide: int) -> Questions:
    """The ends of a uniform interval."""
    del wide
    symbols = number_of(task, "symbols")
    bits = random_bits(key, len(lengths), 1)[:, 0]
    first = uniform(bits, symbols - lengths + 1)
    ends = jnp.stack([first, first + lengths - 1], axis=1)
    return spelled(task, numerals(symbols), ends), jnp.full_like(lengths, 2)


def _letters(task: Task) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[: number_of(task, "symbols")]


_LAWS = "lengthwise.tasks.questions.question_laws"

QUESTIONS: Mapping[str, DrawQuestions] = {
    f"{_LAWS}:{draw.__name__}": draw
    for draw in (
        bits,
        untied_bits,
        interleaved_bits,
        letters,
        letters_with_a_mode,
        distinct,
        stepped,
        distinct_pairs,
        operands,
        interval,
        once_with_right,
        once_with_left,
        repeated,
        repeated_after_first,
        repeated_before_last,
    )
}
"""The samplers of questions on the device, by the import path of the host function."""
