"""The maps on states induced by blocks of one length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lengthwise.automata.dfa import DFA
from lengthwise.words import Word

Map = tuple[int, ...]
"""The state after the block, for each state."""

Maps = dict[Map, Word]
"""The maps induced by blocks of one length, with one block for each map."""


@dataclass(frozen=True)
class Stable:
    """The maps at a stable length, whose multiples all give the same maps.

    Attributes:
        maps: The maps, with blocks of this length.
        period: The period by which, from some length on, the sets of maps repeat.
    """

    maps: Maps
    period: int


def stable_of(known: Sequence[Maps], first: int) -> Stable:
    """Returns the maps at a stable length.

    Args:
        known: The maps of all lengths up to one whose maps occurred before.
        first: The length at which they first occurred.
    """
    period = len(known) - first
    return Stable(known[-(-first // period) * period - 1], period)


def maps_by_length(dfa: DFA) -> Iterator[Maps]:
    """Yields the maps induced by blocks of one letter, of two letters, and so on."""
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
