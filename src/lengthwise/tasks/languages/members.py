"""Counting and sampling the members of a language with a given length."""

from functools import lru_cache
from random import Random
from typing import TypeAlias

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.languages.counter_machines import (
    AbstractCounterLanguage,
    pick,
    table_length,
)
from lengthwise.words import Word

Drawable: TypeAlias = DFA | AbstractCounterLanguage
"""A language whose members of a length can be counted and sampled."""


def members(language: Drawable, length: int) -> int:
    """Returns the number of words of `length` in `language`.

    Examples:
        >>> dfa = DFA.from_table("ab", {0: {"a": 0, "b": 1}, 1: {"b": 1}}, [1])
        >>> [members(dfa, n) for n in range(4)]
        [0, 1, 2, 3]
    """
    if isinstance(language, DFA):
        return completions(language, table_length(length))[length][language.start]
    return language.members(length)


def member(rng: Random, language: Drawable, length: int) -> Word:
    """Returns a uniformly random word of `length` in `language`.

    At least one must exist: ``members(language, length) > 0``.

    Examples:
        >>> dfa = DFA.from_table("ab", {0: {"a": 0, "b": 1}, 1: {"b": 1}}, [1])
        >>> member(Random(0), dfa, 4)[-1]
        'b'
    """
    if not isinstance(language, DFA):
        return language.draw(rng, length)
    table = completions(language, table_length(length))
    state, word = language.start, []
    for rest in reversed(range(length)):
        row = language.transitions[state]
        choice = pick(rng, [table[rest][target] for target in row])
        state = row[choice]
        word.append(language.alphabet.symbols[choice])
    return tuple(word)


def nonmember(rng: Random, language: Drawable, length: int) -> Word:
    """Returns a uniformly random word of `length` that is not in `language`.

    At least one must exist. For an automaton it is a member of the complement;
    otherwise by rejection sampling, since members of counter languages are rare.

    Examples:
        >>> nonmember(Random(0), DFA.from_table("ab", {0: {"a": 0}}, [0]), 1)
        ('b',)
    """
    if isinstance(language, DFA):
        return member(rng, complement(language), length)
    while True:
        word = tuple(rng.choices(language.alphabet.symbols, k=length))
        if not language.accepts(word):
            return word


def balanced_word(rng: Random, language: Drawable, length: int) -> Word:
    """Returns a member or a non-member of `length`, chosen by a fair coin.

    If one of the two groups is empty, the other is used.

    Examples:
        >>> len(balanced_word(Random(0), DFA.from_table("ab", {0: {"a": 0}}, [0]), 4))
        4
    """
    inside = members(language, length)
    outside = len(language.alphabet) ** length - inside
    if inside and (not outside or rng.getrandbits(1)):
        return member(rng, language, length)
    return nonmember(rng, language, length)


@lru_cache(maxsize=256)
def completions(dfa: DFA, length: int) -> tuple[tuple[int, ...], ...]:
    """Returns the number of accepted words from each state, by length.

    Entry ``[n][state]`` is the number of words of length ``n`` that lead from ``state``
    to an accepting state; ``n`` goes up to `length`.

    Examples:
        >>> completions(DFA.from_table("ab", {0: {"a": 0}}, [0]), 2)
        ((1, 0), (1, 0), (1, 0))
    """
    rows = [tuple(int(state in dfa.accepting) for state in range(len(dfa)))]
    for _ in range(length):
        last = rows[-1]
        rows.append(tuple(sum(last[t] for t in row) for row in dfa.transitions))
    return tuple(rows)


def complement(dfa: DFA) -> DFA:
    """Returns the automaton of the complement.

    Examples:
        >>> complement(DFA.from_table("ab", {0: {"a": 0}}, [0])).accepts("ab")
        True
    """
    others = frozenset(range(len(dfa))) - dfa.accepting
    return DFA(dfa.alphabet, dfa.transitions, dfa.start, others)
