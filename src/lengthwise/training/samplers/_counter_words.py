r"""Words of counter languages on the device, and their next sets.

Balanced brackets come from the cycle lemma: of all rotations of a sequence of n + 1
rises and n falls, exactly one stays above 0; without its first rise it is a balanced
word, and all balanced words are equally likely. Expressions in prefix notation are
drawn symbol by symbol, in proportion to the number of completions.
"""

from functools import lru_cache
from typing import TypeAlias, assert_never

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, Key

from lengthwise.tasks.languages.brackets import Shuffle, pair_weights
from lengthwise.tasks.languages.counter_machines import EqualBlocks
from lengthwise.tasks.languages.prefix_notation import PrefixNotation, symbol_weights
from lengthwise.training.samplers._random_arrays import (
    chosen,
    permutation,
    random_bits,
    redrawn,
    thresholds,
    uniform,
)
from lengthwise.training.samplers._spelling import Lengths, Symbols

Counting: TypeAlias = Shuffle | EqualBlocks | PrefixNotation
"""The counter languages whose words are drawn on the device."""

Following: TypeAlias = Bool[Array, "words prefixes columns"]
"""The next set of each prefix: the symbols of the alphabet, and the end."""


def member_arrays(
    language: Counting, key: Key[Array, ""], lengths: Lengths, longest: int
) -> Symbols:
    """Returns members of the given lengths, uniform among the members of each length.

    Entries after the end of a word are arbitrary, as are words of lengths without
    members.
    """
    match language:
        case Shuffle(pairs):
            return _shuffled(pairs, key, lengths, longest)
        case EqualBlocks(letters):
            size = jnp.maximum(lengths // letters, 1)[:, None]
            return jnp.minimum(jnp.arange(longest) // size, letters - 1)
        case PrefixNotation(arity):
            return _expressions(arity, key, lengths, longest)
        case _:
            assert_never(language)


def balanced_arrays(
    language: Counting, key: Key[Array, ""], lengths: Lengths, longest: int
) -> Symbols:
    """Returns members or non-members of the given lengths, chosen by fair coins.

    If one group is empty, the other is used. Non-members are uniform words, redrawn
    until they are not members.
    """
    for_coin, for_members, for_others = jax.random.split(key, 3)
    words, symbols = len(lengths), len(language.alphabet)
    coin = random_bits(for_coin, words, 1)[:, 0] >> 31 == 1
    inside, outside = _groups(language, lengths)
    joins = inside & (coin | ~outside)
    members = member_arrays(language, for_members, lengths, longest)

    def others(key: Key[Array, ""]) -> tuple[Array, Array]:
        tokens = uniform(random_bits(key, words, longest), symbols)
        return tokens, joins | ~counter_accepts(language, tokens, lengths)

    return jnp.where(joins[:, None], members, redrawn(for_others, others))


def _groups(
    language: Counting, lengths: Lengths
) -> tuple[Bool[Array, " words"], Bool[Array, " words"]]:
    """Whether there are members and non-members of a length."""
    match language:
        case Shuffle():
            return lengths % 2 == 0, lengths > 0
        case EqualBlocks(letters):
            inside = (lengths > 0) & (lengths % letters == 0)
            return inside, ~inside | (letters > 1)
        case PrefixNotation():
            return lengths > 0, lengths >= 0
        case _:
            assert_never(language)


def counter_accepts(
    language: Counting, tokens: Symbols, lengths: Lengths
) -> Bool[Array, " words"]:
    """Whether words are members."""
    if isinstance(language, EqualBlocks):
        wide = tokens.shape[1]
        member = member_arrays(language, jax.random.key(0), lengths, wide)
        same = (tokens == member) | (jnp.arange(wide) >= lengths[:, None])
        return same.all(1) & _groups(language, lengths)[0]
    ends = counter_following(language, tokens, lengths)[:, :, -1]
    return jnp.take_along_axis(ends, lengths[:, None], axis=1)[:, 0]


def counter_following(
    language: Counting, tokens: Symbols, lengths: Lengths
) -> Following:
    """Returns the next set of every prefix, including the empty one.

    For `EqualBlocks`, the words must be members.
    """
    match language:
        case Shuffle(pairs):
            return _after_brackets(pairs, tokens)
        case EqualBlocks(letters):
            return _after_blocks(letters, tokens.shape[1], lengths)
        case PrefixNotation():
            operands = jnp.maximum(tokens - 1, 0)
            missing = 1 + _sums(operands - 1)
            goes_on = (jax.lax.cummin(missing, axis=1) > 0)[:, :, None]
            symbols = len(language.alphabet)
            begun = jnp.pad(goes_on[:, :-1, 0], ((0, 0), (1, 0)), constant_values=True)
            ends = (begun & (missing == 0))[:, :, None]
            return jnp.concatenate([goes_on] * symbols + [ends], axis=2)
        case _:
            assert_never(language)


def _sums(
    values: Int[Array, "words places *counters"],
) -> Int[Array, "words prefixes *counters"]:
    """Prefix sums, including that of the empty prefix."""
    zeros = jnp.zeros_like(values[:, :1])
    return jnp.concatenate([zeros, jnp.cumsum(values, axis=1)], axis=1)


def _after_brackets(pairs: int, tokens: Symbols) -> Following:
    rises = 1 - 2 * (tokens % 2)
    own = tokens[:, :, None] // 2 == jnp.arange(pairs)
    depth = _sums(jnp.where(own, rises[:, :, None], 0))
    alive = (jax.lax.cummin(depth, axis=1) >= 0).all(2)
    closes = depth > 0
    opens = jnp.ones_like(closes)
    legal = jnp.stack([opens, closes], axis=3).reshape(*depth.shape[:2], 2 * pairs)
    ends = ~depth.any(2, keepdims=True)
    return jnp.concatenate([legal, ends], axis=2) & alive[:, :, None]


def _after_blocks(letters: int, wide: int, lengths: Lengths) -> Following:
    prefix = jnp.arange(wide + 1)[None, :, None]
    size = jnp.maximum(lengths // letters, 1)[:, None, None]
    letter = jnp.maximum(prefix - 1, 0) // size
    complete = prefix == (letter + 1) * size
    choice = jnp.arange(letters)
    first = prefix <= size
    again = (choice == letter) & (first | ~complete)
    onward = (choice == letter + 1) & (prefix > 0) & (first | complete)
    own = (first & (prefix > 0)) | complete
    ends = own & (letter == letters - 1)
    return jnp.concatenate([again | onward, ends], axis=2)


def _shuffled(
    pairs: int, key: Key[Array, ""], lengths: Lengths, longest: int
) -> Symbols:
    """The share of each pair, then positions, then a balanced word for each pair."""
    words = len(lengths)
    for_shares, for_places, for_rises = jax.random.split(key, 3)
    shares = random_bits(for_shares, words, pairs)
    half, halves = lengths // 2, []
    for pair in reversed(range(1, pairs)):
        table = jnp.asarray(_pair_tickets(pair, longest // 2))
        halves.append(chosen(shares[:, pair], table[half]))
        half = half - halves[-1]
    own = jnp.stack([half, *reversed(halves)], axis=1)
    place = permutation(random_bits(for_places, words, longest), lengths)
    ends = 2 * jnp.cumsum(own, axis=1)
    pair_of = (place[:, :, None] >= ends[:, None, :-1]).sum(2)
    keys = jnp.moveaxis(random_bits(for_rises, words, longest + 1, pairs), 2, 1)
    rises = _balanced(keys.reshape(words * pairs, -1), own.reshape(words * pairs))
    before = jnp.cumsum(pair_of[:, :, None] == jnp.arange(pairs), axis=1)
    number = jnp.take_along_axis(before, pair_of[:, :, None], axis=2)[:, :, 0] - 1
    source = pair_of * (longest + 1) + number
    flat = rises.reshape(words, pairs * (longest + 1))
    return 2 * pair_of + ~jnp.take_along_axis(flat, source, axis=1)


def _balanced(
    keys: Int[Array, "words places"], halves: Lengths
) -> Bool[Array, "words places"]:
    """Uniform balanced words of ``2 * halves`` symbols as rises, by the cycle lemma."""
    size = 2 * halves[:, None] + 1
    order = permutation(keys, size[:, 0])
    inside = jnp.arange(keys.shape[1]) < size
    rises = order <= halves[:, None]
    heights = jnp.cumsum(jnp.where(rises, 1, -1), axis=1)
    lowest = jnp.where(inside, heights, keys.shape[1] + 1).min(1, keepdims=True)
    last = jnp.where(inside & (heights == lowest), jnp.arange(keys.shape[1]), -1)
    start = last.max(1, keepdims=True) + 2
    source = (start + jnp.arange(keys.shape[1])) % size
    return jnp.take_along_axis(rises, source, axis=1)


@lru_cache(maxsize=64)
def _pair_tickets(pair: int, most: int) -> np.ndarray:
    """Thresholds for a pair's share among it and the pairs before; row: half."""
    first = np.full((most + 1, most + 1), 2**31, dtype=np.uint32)
    for half in range(most + 1):
        first[half, :half] = thresholds(pair_weights(pair, half))
    return first


def _expressions(
    arity: int, key: Key[Array, ""], lengths: Lengths, longest: int
) -> Symbols:
    table = jnp.asarray(_operator_tickets(arity, longest))
    bits = random_bits(key, len(lengths), longest)
    rest = lengths[:, None] - 1 - jnp.arange(longest)

    def step(missing: Lengths, drawn: tuple[Array, Array]) -> tuple[Array, Array]:
        left, ticket = drawn
        known = table[jnp.maximum(left, 0), jnp.minimum(missing, longest + 1)]
        symbol = chosen(ticket, known)
        after = missing - 1 + jnp.maximum(symbol - 1, 0)
        return jnp.where(left >= 0, after, missing), symbol

    _, symbols = jax.lax.scan(step, jnp.ones_like(lengths), (rest.T, bits.T))
    return symbols.T


@lru_cache(maxsize=64)
def _operator_tickets(arity: int, longest: int) -> np.ndarray:
    """Thresholds for a symbol; rows: remaining symbols, missing operands."""
    first = np.full((longest, longest + 2, arity + 1), 2**31, dtype=np.uint32)
    for rest in range(longest):
        for missing in range(1, longest + 2):
            weights = symbol_weights(arity, rest, missing)
            first[rest, missing] = thresholds(weights)
    return first
