r"""Words of regular languages on the device, all positions in parallel.

The random number at a position determines the next symbol for every state, hence a map
from states to states. The maps of all positions are composed in a parallel prefix scan
of logarithmic depth. Automata with more states are simulated step by step.

Probabilities are shares of completions in exact integers, rounded to :math:`2^{-31}`:
the distribution of words of length n over s symbols is within total variation :math:`n
(s - 1) 2^{-31}`.
"""

from functools import lru_cache
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, Key

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.languages.members import complement, completions
from lengthwise.training.samplers._random_arrays import chosen, random_bits, thresholds
from lengthwise.training.samplers._spelling import Lengths, Symbols

PARALLEL_STATES = 32
"""Up to this many states, the maps of all positions are composed in parallel."""

States = Int[Array, "words prefixes"]
"""The state after every prefix, including the empty one."""


class Tickets(NamedTuple):
    """Tables for sampling words of an automaton.

    Attributes:
        first: ``[groups, rest, states, symbols - 1]``: see `thresholds`. The groups are
            members and, if requested, non-members.
        exist: ``[groups, length]``: whether a group has words of each length.
    """

    first: np.ndarray
    exist: np.ndarray


@lru_cache(maxsize=64)
def tickets(dfa: DFA, longest: int, *, balanced: bool) -> Tickets:
    """Returns the sampling tables for words of at most `longest` symbols.

    Examples:
        >>> odd = DFA.from_table("a", {0: {"a": 1}, 1: {"a": 0}}, [1])
        >>> tickets(odd, 3, balanced=True).exist.tolist()
        [[False, True, False, True], [True, False, True, False]]
    """
    groups = [dfa, complement(dfa)] if balanced else [dfa]
    shape = (len(groups), longest, len(dfa), len(dfa.alphabet) - 1)
    first = np.zeros(shape, dtype=np.uint32)
    exist = np.zeros((len(groups), longest + 1), dtype=bool)
    for group, one in enumerate(groups):
        table = completions(one, longest)
        exist[group] = [row[one.start] > 0 for row in table]
        for rest, row in enumerate(table[:-1]):
            for state, targets in enumerate(one.transitions):
                first[group, rest, state] = thresholds([row[to] for to in targets])
    return Tickets(first, exist)


def automaton_words(
    dfa: DFA, *, key: Key[Array, ""], lengths: Lengths, longest: int, balanced: bool
) -> tuple[Symbols, States]:
    """Returns words of the given lengths, uniform within their group, and their states.

    Entries after the end of a word are arbitrary.

    Args:
        dfa: The automaton.
        key: The random key.
        lengths: The length of each word; members of this length must exist unless
            `balanced`.
        longest: The width of the arrays in symbols.
        balanced: Whether a fair coin chooses between members and non-members; if one
            group is empty, the other is used.
    """
    for_coin, for_words = jax.random.split(key)
    table = tickets(dfa, longest, balanced=balanced)
    group = jnp.zeros_like(lengths)
    if balanced:
        coin = (random_bits(for_coin, len(lengths), 1)[:, 0] >> 31).astype(jnp.int32)
        group = jnp.where(jnp.asarray(table.exist)[coin, lengths], coin, 1 - coin)
    bits = random_bits(for_words, len(lengths), longest)
    rest = jnp.maximum(lengths[:, None] - 1 - jnp.arange(longest), 0)
    first = jnp.asarray(table.first)
    steps = jnp.array(dfa.transitions, dtype=jnp.int32)
    if len(dfa) > PARALLEL_STATES:
        return _walked(dfa, first, steps, group, rest, bits)
    symbols = chosen(
        jnp.broadcast_to(bits[:, :, None], (*bits.shape, len(dfa))),
        first[group[:, None], rest],
    )
    maps = steps[jnp.arange(len(dfa)), symbols]
    states = composed(maps, dfa.start)
    return jnp.take_along_axis(symbols, states[:, :-1, None], axis=2)[:, :, 0], states


def _walked(
    dfa: DFA,
    first: Array,
    steps: Int[Array, "states symbols"],
    group: Lengths,
    rest: Symbols,
    bits: Array,
) -> tuple[Symbols, States]:
    def step(state: Lengths, drawn: tuple[Array, Array]) -> tuple[Array, Array]:
        left, ticket = drawn
        symbol = chosen(ticket, first[group, left, state])
        after = steps[state, symbol]
        return after, jnp.stack([symbol, after])

    start = jnp.full_like(group, dfa.start)
    _, walked = jax.lax.scan(step, start, (rest.T, bits.T))
    symbols, states = walked[:, 0].T, walked[:, 1].T
    return symbols, jnp.concatenate([start[:, None], states], axis=1)


def composed(maps: Int[Array, "words places states"], start: int) -> States:
    """Returns the states before and after every position, given each position's map.

    Examples:
        >>> flip, stay = [1, 0], [0, 1]
        >>> composed(jnp.array([[flip, stay, flip]]), 0).tolist()
        [[0, 1, 1, 0]]
    """

    def after(early: Array, late: Array) -> Array:
        return jnp.take_along_axis(late, early, axis=-1)

    whole = jax.lax.associative_scan(after, maps, axis=1)[:, :, start]
    return jnp.pad(whole, ((0, 0), (1, 0)), constant_values=start)


def states_of(dfa: DFA, tokens: Symbols) -> States:
    """Returns the state after every prefix of each word.

    Examples:
        >>> odd = DFA.from_table("ab", {0: {"a": 1}, 1: {"a": 0}}, [1])
        >>> states_of(odd, jnp.array([[0, 0, 1]])).tolist()
        [[0, 1, 0, 2]]
    """
    steps = jnp.array(dfa.transitions, dtype=jnp.int32)
    if len(dfa) <= PARALLEL_STATES:
        return composed(steps.T[tokens], dfa.start)

    def step(state: Array, symbol: Array) -> tuple[Array, Array]:
        after = steps[state, symbol]
        return after, after

    start = jnp.full(len(tokens), dfa.start, dtype=jnp.int32)
    _, states = jax.lax.scan(step, start, tokens.T)
    return jnp.concatenate([start[:, None], states.T], axis=1)


def accepts(dfa: DFA, states: States, lengths: Lengths) -> Bool[Array, " words"]:
    """Whether words with these states are members."""
    last = jnp.take_along_axis(states, lengths[:, None], axis=1)[:, 0]
    return jnp.array([state in dfa.accepting for state in range(len(dfa))])[last]


@lru_cache(maxsize=64)
def following(dfa: DFA) -> np.ndarray:
    """Returns the next set of each state: which symbols may follow, and the end.

    Examples:
        >>> following(DFA.from_table("ab", {0: {"a": 0}}, [0])).tolist()
        [[True, False, True], [False, False, False]]
    """
    legal = [dfa.legal(state) for state in range(len(dfa))]
    return np.array(
        [
            [
                *(symbol in legal[state] for symbol in dfa.alphabet),
                state in dfa.accepting,
            ]
            for state in range(len(dfa))
        ]
    )
