"""What blocks of one length do to the states of an automaton."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lengthwise.automata.dfa import DFA
from lengthwise.words import Word

Map = tuple[int, ...]
"""Where a block takes each state."""

Maps = dict[Map, Word]
"""What the blocks of one length do to states, with one block for each map."""


@dataclass(frozen=True)
class Stable:
    """What blocks of a length do whose multiples all give the same maps.

    Attributes:
        maps: The maps, with blocks of this length.
        period: By how much blocks must be longer to give the same maps, from some
            length on.
    """

    maps: Maps
    period: int


def stable_of(known: Sequence[Maps], first: int) -> Stable:
    """Returns the maps of a stable length.

    Args:
        known: The maps of all lengths up to one with maps that were there before.
        first: The length at which they were there before.
    """
    period = len(known) - first
    return Stable(known[-(-first // period) * period - 1], period)


def maps_by_length(dfa: DFA) -> Iterator[Maps]:
    """Yields what the blocks of one letter, of two letters, ... do to states."""
    columns = zip(*dfa.transitions, strict=True)
    letters = list(zip(dfa.alphabet, columns, strict=True))
    maps: Maps = {tuple(range(len(dfa))): ()}
    while True:
        longer: Maps = {}
        for element, word in maps.items():
            for symbol, letter in letters:
                image = tuple([letter[state] for state in element])
                if image not in longer:
                    longer[image] = (*word, symbol)
        maps = longer
        yield maps
