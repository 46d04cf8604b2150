"""Equivalent letters, with equal transitions in every state: one of them suffices.

Merging such letters does not change whether a language is in C-RASP: a program tests
for one of them by testing for any of them. The decision is then as fast as for the
alphabet of inequivalent letters.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from lengthwise.automata.dfa import DFA
from lengthwise.words import Alphabet

Letters: TypeAlias = tuple[tuple[str, ...], ...]
"""For each letter of an automaton, the symbols that it represents."""


@dataclass(frozen=True)
class Merged:
    """An automaton with one letter for each class of equivalent letters.

    Attributes:
        dfa: Its letters are the first ones of each class.
        letters: The classes.
    """

    dfa: DFA
    letters: Letters


@lru_cache(maxsize=4)  # every convention asks for the same one
def merge_letters(dfa: DFA) -> Merged:
    """Returns `dfa` with equivalent letters merged.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> merge_letters(regex("[a-h]*a[a-h]").dfa).letters
        (('a',), ('b', 'c', 'd', 'e', 'f', 'g', 'h'))
    """
    classes: dict[tuple[int, ...], list[int]] = {}
    for k, column in enumerate(zip(*dfa.transitions, strict=True)):
        classes.setdefault(column, []).append(k)
    symbols = dfa.alphabet.symbols
    first = [members[0] for members in classes.values()]
    rows = tuple(tuple(row[k] for k in first) for row in dfa.transitions)
    kept = Alphabet(symbols[k] for k in first)
    return Merged(
        DFA(kept, rows, dfa.start, dfa.accepting),
        tuple(tuple(symbols[k] for k in members) for members in classes.values()),
    )
