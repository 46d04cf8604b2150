"""Words of language tasks on the device, with their targets.

A distribution gives the words, and the language gives the targets: for every prefix, or
for the whole word. Neither knows a task by its name.
"""

from typing import assert_never

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Key

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.languages.brackets import Shuffle
from lengthwise.tasks.languages.counter_machines import EqualBlocks, Lead
from lengthwise.tasks.languages.prefix_notation import PrefixNotation
from lengthwise.tasks.laws import (
    Balanced,
    Compositions,
    Instances,
    Residues,
    Sparse,
    UniformWords,
    Urn,
)
from lengthwise.tasks.outputs import Accept, NextSet, State
from lengthwise.tasks.task import Task
from lengthwise.training.samplers._automaton_words import (
    States,
    accepts,
    automaton_words,
    following,
    states_of,
)
from lengthwise.training.samplers._counter_words import (
    balanced_arrays,
    counter_accepts,
    counter_following,
    member_arrays,
)
from lengthwise.training.samplers._random_arrays import (
    permutation,
    random_bits,
    uniform,
)
from lengthwise.training.samplers._scoring import LANGUAGE_RULES
from lengthwise.training.samplers._spelling import Lengths, Symbols, spelled

COUNTING = (Shuffle, EqualBlocks, PrefixNotation)
"""The counter languages whose words are drawn on the device."""


def has_language_arrays(task: Task) -> bool:
    """Whether words of a language task are drawn and labeled on the device.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> has_language_arrays(task("dyck1")), has_language_arrays(task("sort"))
        (True, False)
    """
    kind = LANGUAGE_RULES.get(task.rule)
    if task.batch_rule is not None or kind is None:
        return False
    if not isinstance(task.output, kind):
        return False
    return _is_drawn(task) and _is_labeled(task)


def _is_drawn(task: Task) -> bool:
    match task.law:
        case UniformWords(language) | Balanced(language):
            return isinstance(language, (DFA, *COUNTING))
        case Sparse() | Compositions():
            return True
        case Residues() | Urn() | Instances():
            return False
        case _:
            assert_never(task.law)


def _is_labeled(task: Task) -> bool:
    match task.language:
        case DFA() | Shuffle() | PrefixNotation():
            return True
        case EqualBlocks():
            return isinstance(task.output, Accept) or task.law == UniformWords(
                task.language
            )
        case Lead():
            return isinstance(task.output, Accept)
        case _:
            return False


def language_arrays(
    task: Task, *, key: Key[Array, ""], lengths: Lengths, longest: int
) -> tuple[Symbols, Float[Array, "words prefixes columns"]]:
    """Returns words of the given lengths, padded with zeros, and their targets.

    Targets are per prefix if every prefix is scored, otherwise per word.

    Args:
        task: A task that `has_language_arrays`.
        key: The random key.
        lengths: The length of each word.
        longest: The width of the arrays in symbols.
    """
    tokens, states = _drawn(task, key, lengths, longest)
    inside = jnp.arange(longest) < lengths[:, None]
    return jnp.where(inside, tokens, 0), _targets(task, tokens, states, lengths)


def _drawn(
    task: Task, key: Key[Array, ""], lengths: Lengths, longest: int
) -> tuple[Symbols, States | None]:
    """Words, with their states if sampling has computed them."""
    match task.law:
        case (UniformWords(DFA() as dfa) | Balanced(DFA() as dfa)) as law:
            tokens, states = automaton_words(
                dfa,
                key=key,
                lengths=lengths,
                longest=longest,
                balanced=isinstance(law, Balanced),
            )
            return tokens, states if dfa == task.language else None
        case UniformWords(Shuffle() | EqualBlocks() | PrefixNotation() as language):
            return member_arrays(language, key, lengths, longest), None
        case Balanced(Shuffle() | EqualBlocks() | PrefixNotation() as language):
            return balanced_arrays(language, key, lengths, longest), None
        case Sparse(most):
            return _sparse(task, most, key, lengths, longest), None
        case _:
            return compositions(len(task.alphabet), key, len(lengths), longest), None


def _sparse(
    task: Task, most: int, key: Key[Array, ""], lengths: Lengths, longest: int
) -> Symbols:
    for_ones, for_order = jax.random.split(key)
    bits = random_bits(for_ones, len(lengths), 1)[:, 0]
    ones = uniform(bits, jnp.minimum(lengths, most) + 1)
    order = permutation(random_bits(for_order, len(lengths), longest), lengths)
    return spelled(task, "01", (order < ones[:, None]).astype(jnp.int32))


def compositions(
    symbols: int, key: Key[Array, ""], words: int, longest: int
) -> Symbols:
    """Returns words with frequencies uniform on the simplex, as in `Compositions`.

    The frequencies are the gaps between independent uniform cut points; a symbol is the
    number of cut points below a uniform number.

    Examples:
        >>> compositions(3, jax.random.key(0), 2, 5).shape
        (2, 5)
    """
    for_cuts, for_symbols = jax.random.split(key)
    cuts = random_bits(for_cuts, words, symbols - 1)[:, None, :]
    bits = random_bits(for_symbols, words, longest)[:, :, None]
    return (bits >= cuts).sum(2, dtype=jnp.int32)


def _targets(
    task: Task, tokens: Symbols, states: States | None, lengths: Lengths
) -> Float[Array, "words prefixes columns"]:
    match task.language:
        case DFA() as dfa:
            known = states_of(dfa, tokens) if states is None else states
            right = _from_states(task, dfa, known, lengths)
        case Lead() as lead:
            inside = jnp.arange(tokens.shape[1]) < lengths[:, None]
            leader = lead.alphabet.index(lead.leader)
            leads = (inside & (tokens == leader)).sum(1)
            right = (2 * leads - lengths >= lead.margin)[:, None, None]
        case Shuffle() | EqualBlocks() | PrefixNotation() as language:
            if isinstance(task.output, NextSet):
                right = counter_following(language, tokens, lengths)
            else:
                right = counter_accepts(language, tokens, lengths)[:, None, None]
        case _:
            raise AssertionError(task.language)
    return right.astype(jnp.float32)


def _from_states(task: Task, dfa: DFA, states: States, lengths: Lengths) -> Array:
    match task.output:
        case State():
            return states[:, :, None]
        case NextSet():
            return jnp.asarray(following(dfa))[states]
        case _:
            return accepts(dfa, states, lengths)[:, None, None]
