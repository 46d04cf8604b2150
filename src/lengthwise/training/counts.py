r"""Statistics drawn without words: counts per residue class, then the last symbols.

Integers only and no rejection, exact for lengths below :math:`2^{31} - 2`: nothing here
knows how long the word is.
"""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, Key, UInt32

from lengthwise.errors import SpecError
from lengthwise.nets.architecture import Architecture
from lengthwise.nets.statistics import Summary, one_hot_pairs
from lengthwise.tasks.laws import Compositions, Residues
from lengthwise.training.problems import AbstractProblem
from lengthwise.training.randomness import below, choice

LONGEST = 2**31 - 3
"""The largest length whose counts fit the integers of the device."""


def composition(
    bits: UInt32[Array, "cuts 2"], total: Int[Array, ""]
) -> Int[Array, " cuts+1"]:
    """Returns a composition of `total` into one part more than there are cuts.

    All are equally likely: the gaps between distinct cut points.

    Examples:
        >>> bits = jax.random.bits(jax.random.key(0), (2, 2))
        >>> int(composition(bits, jnp.array(10)).sum())
        10
    """
    parts = len(bits) + 1
    slots = total.astype(jnp.uint32) + jnp.uint32(parts - 1)
    cuts: list[Array] = []
    for number, words in enumerate(bits):
        cut = below(words, slots - jnp.uint32(number))
        for other in cuts:  # in increasing order: skip the slots that are taken
            cut = cut + (cut >= other).astype(jnp.uint32)
        for place, other in enumerate(cuts):
            cuts[place], cut = jnp.minimum(cut, other), jnp.maximum(cut, other)
        cuts.append(cut)
    ends = [*cuts, slots]
    starts = [jnp.uint32(0), *[cut + jnp.uint32(1) for cut in cuts]]
    gaps = [end - start for start, end in zip(starts, ends, strict=True)]
    return jnp.stack(gaps).astype(jnp.int32)


def class_sizes(positions: Int[Array, ""], delta: int) -> Int[Array, " delta"]:
    """Returns how many of the positions ``1 … positions`` lie in each residue class.

    Examples:
        >>> class_sizes(jnp.array(7), 3).tolist()
        [2, 3, 2]
    """
    residue = jnp.arange(delta)
    return (positions - residue) // delta + (residue > 0)


def draws(problem: AbstractProblem) -> int:
    """Returns how many uniform numbers `counts` needs.

    Raises:
        SpecError: The law of this task has no statistics.
    """
    match problem.law:
        case Compositions():
            return problem.symbols - 1
        case Residues(period):
            return period
        case _:
            raise SpecError(
                f"task {problem.name} has no statistics form; use form 'prefix'"
            )


def counts(
    problem: AbstractProblem, bits: UInt32[Array, "draws 2"], length: Int[Array, ""]
) -> Int[Array, "symbols period"]:
    """Returns the counts of each symbol in each residue class of one random word."""
    if problem.period == 1 and isinstance(problem.law, Compositions):
        return composition(bits, length)[:, None]
    sizes = class_sizes(length, problem.period)
    ones = below(bits.T, (sizes + 1).astype(jnp.uint32)).astype(jnp.int32)
    return jnp.stack([sizes - ones, ones])


def look(
    bits: UInt32[Array, "lags 2"],
    total: Int[Array, "symbols delta"],
    length: Int[Array, ""],
) -> Summary:
    """Returns what layer 1 sees of a random word with these counts, from its end.

    Given the counts every order inside a residue class is equally likely, so the
    symbol at each lag is drawn from what is left of its class.

    Args:
        bits: 64 random bits for each lag ``0 … tau``.
        total: Counts of the whole word.
        length: Its length.
    """
    symbols, delta = total.shape
    rest, near = total, []
    for lag, words in enumerate(bits):
        place = length - lag
        column = jnp.where(place % delta == jnp.arange(delta), rest, 0).sum(1)
        token = jnp.where(place >= 1, choice(words, column), -1)
        (pair,) = one_hot_pairs(token[None], place[None], symbols=symbols, delta=delta)
        rest = rest - pair.astype(jnp.int32)
        near.append(pair)
    return Summary(counts=rest, near=jnp.stack(near), place=length)


def draw_lengths(
    bits: UInt32[Array, "2 batch"], least: Int[Array, ""], most: Int[Array, ""]
) -> Int[Array, " batch"]:
    """Returns lengths, uniform on ``least … most``."""
    span = (most - least + 1).astype(jnp.uint32)
    return below(bits, jnp.broadcast_to(span, bits.shape[1:])).astype(jnp.int32) + least


def draw_statistics(
    problem: AbstractProblem,
    architecture: Architecture,
    *,
    key: Key[Array, ""],
    batch: int,
    least: Int[Array, ""],
    most: Int[Array, ""],
) -> tuple[Summary, Int[Array, "batch period symbols"]]:
    """Returns the statistics of `batch` random words, and the evidence of their labels.

    Args:
        problem: The task.
        architecture: The net that will look.
        key: Decides everything.
        batch: How many words.
        least: Shortest length.
        most: Longest length; each word has a length of its own.
    """
    needed = draws(problem)
    bits = jax.random.bits(key, (1 + needed + architecture.tau + 1, 2, batch))
    lengths = draw_lengths(bits[0], least, most)

    def one(
        words: UInt32[Array, "draws 2"], length: Int[Array, ""]
    ) -> tuple[Summary, Int[Array, "period symbols"]]:
        total = counts(problem, words[:needed], length)
        return look(words[needed:], total, length), total.T

    return jax.vmap(one, (2, 0))(bits[1:], lengths)
