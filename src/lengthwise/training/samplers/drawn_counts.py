r"""Statistics sampled without words: counts per residue class, then the last symbols.

Uses only integers and no rejection; exact for lengths below :math:`2^{31} - 2`. The
cost does not depend on the length of the word.
"""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, Key, UInt32

from lengthwise.errors import SpecError
from lengthwise.models import Summary
from lengthwise.tasks.laws import Compositions, Residues
from lengthwise.tasks.task import Task
from lengthwise.training.device.randomness import below, choice

LONGEST = 2**31 - 3
"""The largest length whose counts fit into the integers of the device."""


def composition(
    bits: UInt32[Array, "cuts pair words"], total: Int[Array, " words"]
) -> Int[Array, "cuts+1 words"]:
    """Returns compositions of `total` with one part more than there are cut points.

    All compositions are equally likely: the gaps between distinct cut points.

    Examples:
        >>> bits = jax.random.bits(jax.random.key(0), (2, 2, 1))
        >>> composition(bits, jnp.array([10])).sum(0).tolist()
        [10]
    """
    one = jnp.uint32(1)
    slots = total.astype(jnp.uint32) + jnp.uint32(len(bits))
    cuts: list[Array] = []
    for number, words in enumerate(bits):
        cut = below(words, slots - jnp.uint32(number))
        for other in cuts:  # in increasing order: skip the slots that are taken
            cut = cut + (cut >= other).astype(jnp.uint32)
        for place, other in enumerate(cuts):
            cuts[place], cut = jnp.minimum(cut, other), jnp.maximum(cut, other)
        cuts.append(cut)
    starts = [jnp.zeros_like(slots), *[cut + one for cut in cuts]]
    gaps = [end - start for start, end in zip(starts, [*cuts, slots], strict=True)]
    return jnp.stack(gaps).astype(jnp.int32)


def class_sizes(
    positions: Int[Array, " words"], delta: int
) -> Int[Array, "delta words"]:
    """Returns the number of positions ``1 … positions`` in each residue class.

    Examples:
        >>> class_sizes(jnp.array([7]), 3).tolist()
        [[2], [3], [2]]
    """
    residue = jnp.arange(delta)[:, None]
    return (positions - residue) // delta + (residue > 0)


def draws(task: Task) -> int:
    """Returns the number of uniform random numbers that `counts` needs.

    Raises:
        SpecError: The distribution of this task has no statistics.
    """
    match task.law:
        case Compositions():
            return len(task.alphabet) - 1
        case Residues(period):
            return period
        case _:
            raise SpecError(f"task {task} has no statistics form; use form 'prefix'")


def counts(
    task: Task,
    bits: UInt32[Array, "draws pair words"],
    length: Int[Array, " words"],
) -> Int[Array, "pairs words"]:
    """Returns the counts of each pair (symbol, residue class) in random words."""
    if isinstance(task.law, Compositions):
        return composition(bits, length)
    sizes = class_sizes(length, task.period)
    ones = below(jnp.moveaxis(bits, 1, 0), (sizes + 1).astype(jnp.uint32))
    return jnp.concatenate([sizes - ones.astype(jnp.int32), ones.astype(jnp.int32)])


def look(
    bits: UInt32[Array, "lags pair words"],
    total: Int[Array, "pairs words"],
    length: Int[Array, " words"],
    *,
    delta: int,
) -> Summary:
    """Returns the statistics that layer 1 sees of random words with these counts.

    Given the counts, every order within a residue class is equally likely, so the
    symbol at each lag is drawn from the remaining symbols of its class.

    Args:
        bits: 64 random bits for each lag ``0 … tau`` of each word.
        total: Counts of the whole words.
        length: The lengths of the words.
        delta: The number of residue classes.
    """
    number = jnp.arange(len(total))[:, None]
    rest, near = total, []
    for lag, words in enumerate(bits):
        place = length - lag
        left = jnp.where(number % delta == place % delta, rest, 0)
        pair = (number == choice(words, left)) & (place >= 1)
        rest = rest - pair.astype(jnp.int32)
        near.append(pair.astype(jnp.float32))
    return Summary(counts=rest, near=jnp.stack(near), place=length)


def draw_lengths(
    bits: UInt32[Array, "pair words"], least: Int[Array, ""], most: Int[Array, ""]
) -> Int[Array, " words"]:
    """Returns lengths, uniform on ``least … most``."""
    span = (most - least + 1).astype(jnp.uint32)
    return below(bits, jnp.broadcast_to(span, bits.shape[1:])).astype(jnp.int32) + least


def draw_statistics(
    task: Task,
    *,
    tau: int,
    key: Key[Array, ""],
    batch: int,
    least: Int[Array, ""],
    most: Int[Array, ""],
) -> tuple[Summary, Int[Array, "period symbols words"]]:
    """Returns the statistics of `batch` random words and their labels' evidence.

    Args:
        task: The task.
        tau: The number of symbols before the last one that are kept in order.
        key: The random key.
        batch: The number of words.
        least: The smallest length.
        most: The largest length; each word has its own length.
    """
    needed = 1 + draws(task)
    bits = jax.random.bits(key, (needed + tau + 1, 2, batch))
    lengths = draw_lengths(bits[0], least, most)
    total = counts(task, bits[1:needed], lengths)
    seen = look(bits[needed:], total, lengths, delta=task.period)
    evidence = total.reshape(len(task.alphabet), task.period, batch)
    return seen, jnp.swapaxes(evidence, 0, 1)
