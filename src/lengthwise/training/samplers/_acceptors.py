"""Languages as NumPy tables: all words of a batch take one step at a time.

A counter language is a finite automaton on words of bounded length: its states are the
configurations reachable within that many symbols. If there are too many, there is no
table.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.languages.counter_machines import (
    AbstractCounterLanguage,
    Configuration,
)
from lengthwise.tasks.languages.members import Drawable, complement, completions

STATES = 4096
"""The largest number of configurations in a table."""
ENTRIES = 2**21
"""The largest number of probabilities in a table for sampling."""


class Acceptor(NamedTuple):
    """A language as an automaton, correct for words up to some length.

    Attributes:
        dfa: The automaton; its last state is a sink for all dead prefixes.
        steps: The next state for each state and symbol.
        accepting: Whether each state is accepting.
        following: The next set of each state as bits, with the end last.
    """

    dfa: DFA
    steps: Int[np.ndarray, "states symbols"]
    accepting: np.ndarray
    following: Float[np.ndarray, "states symbols+1"]


def acceptor(language: Drawable, longest: int) -> Acceptor | None:
    """Returns the table of `language` for words of at most `longest` symbols.

    ``None`` if it would have more than `STATES` states.

    Examples:
        >>> from lengthwise.tasks.languages.brackets import Shuffle
        >>> acceptor(Shuffle(1), 4).steps.tolist()
        [[1, 5], [2, 0], [3, 1], [4, 2], [5, 3], [5, 5]]
    """
    return _acceptor(language, 0 if isinstance(language, DFA) else longest)


@lru_cache(maxsize=64)
def _acceptor(language: Drawable, longest: int) -> Acceptor | None:
    if isinstance(language, DFA):
        legal = [language.legal(state) for state in range(len(language))]
        return _table(language, legal)
    configurations = _configurations(language, longest)
    if configurations is None:
        return None
    number = {counters: state for state, counters in enumerate(configurations)}
    dead = len(configurations)
    rows = []
    for counters in configurations:
        after = (language.step(counters, symbol) for symbol in language.alphabet)
        rows.append(tuple(dead if c is None else number.get(c, dead) for c in after))
    rows.append((dead,) * len(language.alphabet))
    ends = frozenset(state for c, state in number.items() if language.ends(c))
    legal = [*map(language.legal, configurations), frozenset()]
    return _table(DFA(language.alphabet, tuple(rows), 0, ends), legal)


def _configurations(
    language: AbstractCounterLanguage, longest: int
) -> list[Configuration] | None:
    """The configurations reachable within `longest` symbols, the initial one first."""
    known = {language.start: None}
    newest = [language.start]
    for _ in range(longest):
        after = (language.step(c, s) for c in newest for s in language.alphabet)
        newest = [c for c in dict.fromkeys(after) if c is not None and c not in known]
        known.update(dict.fromkeys(newest))
        if len(known) > STATES:
            return None
    return list(known)


def _table(dfa: DFA, legal: list[frozenset[str]]) -> Acceptor:
    accepting = np.array([state in dfa.accepting for state in range(len(dfa))])
    bits = [[symbol in symbols for symbol in dfa.alphabet] for symbols in legal]
    following = np.concatenate([bits, accepting[:, None]], axis=1, dtype=np.float32)
    return Acceptor(dfa, np.array(dfa.transitions), accepting, following)


def states_after(
    table: Acceptor, tokens: Int[np.ndarray, "words longest"]
) -> Int[np.ndarray, "words prefixes"]:
    """Returns the state after every prefix, including the empty one.

    Padding after the end of a shorter word is read like any other symbol.
    """
    words, longest = tokens.shape
    states = np.empty((words, longest + 1), dtype=np.int64)
    states[:, 0] = table.dfa.start
    for place in range(longest):
        states[:, place + 1] = table.steps[states[:, place], tokens[:, place]]
    return states


def language_words(
    rng: np.random.Generator,
    language: Drawable,
    lengths: Int[np.ndarray, " words"],
    longest: int,
    *,
    balanced: bool,
) -> Int[np.ndarray, "words longest"] | None:
    """Returns members of the given lengths, uniform among the members of each length.

    Args:
        rng: The source of random numbers.
        language: The language.
        lengths: The length of each word. The language must have members of this length
            unless `balanced`.
        longest: The largest length.
        balanced: Whether a fair coin chooses between members and non-members; if one
            group is empty, the other is used.

    Returns:
        Words padded with zeros, or ``None`` if the language has no table.
    """
    table = acceptor(language, longest)
    size = 0 if table is None else 2 * table.steps.size * longest
    if table is None or size > ENTRIES:
        return None
    sums, exist = _chances(table.dfa, longest, balanced=balanced)
    group = np.zeros(len(lengths), dtype=np.int64)
    if balanced:
        coin = rng.integers(2, size=len(lengths))
        group = np.where(exist[coin, lengths], coin, 1 - coin)
    tickets = rng.random((longest, len(lengths)))
    tokens = np.zeros((len(lengths), longest), dtype=np.int32)
    state = np.full(len(lengths), table.dfa.start)
    for place in range(longest):
        rest = np.maximum(lengths - place - 1, 0)
        below = sums[group, rest, state]
        chosen = (tickets[place][:, None] >= below[:, :-1]).sum(1)
        tokens[:, place] = np.where(place < lengths, chosen, 0)
        state = table.steps[state, chosen]
    return tokens


@lru_cache(maxsize=64)
def _chances(
    dfa: DFA, longest: int, *, balanced: bool
) -> tuple[Float[np.ndarray, "groups rest states symbols"], np.ndarray]:
    """Cumulative probabilities of symbols, and which groups have which lengths.

    The probability of a symbol is its share of the completions, computed in exact
    integers and divided once; a symbol without completions is never drawn.
    """
    groups = [dfa, complement(dfa)] if balanced else [dfa]
    sums = np.ones((len(groups), longest, len(dfa), len(dfa.alphabet)))
    exist = np.zeros((len(groups), longest + 1), dtype=bool)
    for group, one in enumerate(groups):
        table = completions(one, longest)
        exist[group] = [row[one.start] > 0 for row in table]
        for rest, row in enumerate(table[:-1]):
            for state, targets in enumerate(one.transitions):
                total, so_far = sum(row[target] for target in targets), 0
                for symbol, target in enumerate(targets if total else ()):
                    so_far += row[target]
                    sums[group, rest, state, symbol] = so_far / total
    return sums, exist
