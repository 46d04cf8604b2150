"""Letters that act alike in every state: one of them is enough.

Whether a language is in C-RASP does not change if such letters are merged: a program
tests for one of them by testing for any. Deciding is then as fast as for an alphabet of
the letters that differ.
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
    """An automaton with one letter for each class of letters that act alike.

    Attributes:
        dfa: Its letters are the first ones of each class.
        letters: The classes.
    """

    dfa: DFA
    letters: Letters


@lru_cache(maxsize=4)  # every convention asks for the same one
def merge_letters(dfa: DFA) -> Merged:
    """Returns `dfa` with letters that act alike merged.

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
