r"""A no with positions: blocks of one length, one of which changes nothing.

C-RASP with periodic and local predicates is closed under replacing letters by blocks of
one length :math:`k` and under fixed beginnings and ends. If one block :math:`e` is
neutral, then windows and residues see nothing but padding once letters are spread out
by it, and the language of blocks must be in C-RASP without positions. So if that fails,
the language itself is outside of the class.

The blocks of length :math:`k` matter only as maps on states. For each set of states
that some block fixes, all blocks that keep the set are taken as letters: with fewer of
them less could be stuck. As :math:`k` grows, the sets of maps repeat; at a length from
which they do, and which is a multiple of the period, blocks can be put between neutral
ones without becoming longer, so nothing new can be found after it.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lengthwise.automata.dfa import DFA
from lengthwise.theory.membership.search.component import Component, large_components
from lengthwise.theory.membership.search.potentials import Stuck, separate
from lengthwise.words import Word

Map = tuple[int, ...]
"""Where a block takes each state."""

Maps = dict[Map, Word]
"""What the blocks of one length do to states, with one block for each map."""


@dataclass(frozen=True)
class Blocks:
    """Blocks of one length on which potentials are stuck.

    Attributes:
        neutral: A block that changes none of `states`.
        others: Further blocks.
        states: States that all blocks keep among themselves.
        component: Those of them on which potentials are stuck, in the machine whose
            letters are the neutral block, then the others.
    """

    neutral: Word
    others: tuple[Word, ...]
    states: tuple[int, ...]
    component: Component
    stuck: Stuck


@dataclass(frozen=True)
class BlockSearch:
    """What a search for blocks gave, and how far it went.

    Attributes:
        found: The first that was found, with the shortest blocks.
        length: The longest blocks that were looked at.
        exhausted: Whether longer blocks could give nothing new.
    """

    found: Blocks | None
    length: int
    exhausted: bool


def search_blocks(dfa: DFA, *, longest: int, work: int) -> BlockSearch:
    """Looks for blocks on which potentials are stuck, the shortest first.

    Args:
        dfa: A minimal automaton.
        longest: The longest blocks to try, unless all is known earlier.
        work: How many entries of maps may be computed.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> both_even = regex("(aa|bb|(ab|ba)(aa|bb)*(ab|ba))*").dfa
        >>> found = search_blocks(both_even, longest=8, work=10**6).found
        >>> found.neutral, found.others
        (('a', 'a'), (('a', 'b'),))
    """
    tried: set[tuple[frozenset[int], frozenset[Map]]] = set()
    lengths: dict[frozenset[Map], int] = {}
    entries = length = 0
    by_length = _maps_by_length(dfa)
    while True:
        length, maps = length + 1, next(by_length)
        fixed = _fixed_sets(maps)
        states = len(dfa) * len(dfa.alphabet) + sum(map(len, fixed))
        entries += len(maps) * states
        if length > longest or entries > work:
            return BlockSearch(None, length - 1, exhausted=False)
        found = _stuck_blocks(maps, fixed, tried)
        if found is not None:
            return BlockSearch(found, length, exhausted=False)
        first = lengths.setdefault(frozenset(maps), length)
        if first < length and _is_stable(first, length - first, length):
            return BlockSearch(None, length, exhausted=True)


def _is_stable(first: int, period: int, length: int) -> bool:
    """Whether a multiple of the period, at which sets of maps repeat, was passed."""
    return -(-first // period) * period < length


def _maps_by_length(dfa: DFA) -> Iterator[Maps]:
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


def _fixed_sets(maps: Maps) -> dict[frozenset[int], Word]:
    """The sets of two or more states that some block fixes, with such a block."""
    found: dict[frozenset[int], Word] = {}
    for element, word in maps.items():
        fixed = frozenset(s for s, target in enumerate(element) if s == target)
        if len(fixed) > 1:
            found.setdefault(fixed, word)
    return found


def _stuck_blocks(
    maps: Maps,
    fixed_sets: dict[frozenset[int], Word],
    tried: set[tuple[frozenset[int], frozenset[Map]]],
) -> Blocks | None:
    for fixed, word in fixed_sets.items():
        states = tuple(sorted(fixed))
        letters: Maps = {}
        for element, block in maps.items():
            image = tuple([element[state] for state in states])
            if image != states and fixed.issuperset(image):
                letters.setdefault(image, block)
        key = (fixed, frozenset(letters))
        if key not in tried:
            tried.add(key)
            if _stuck(states, tuple(letters)) is not None:
                return _smallest(states, word, letters)
    return None


def stuck_blocks(
    dfa: DFA, states: tuple[int, ...], neutral: Word, others: Sequence[Word]
) -> Blocks | None:
    """Returns given blocks if potentials are stuck on them.

    Args:
        dfa: The automaton.
        states: States that the blocks keep among themselves.
        neutral: A block that changes none of them.
        others: Further blocks of the same length.
    """

    def image(block: Word) -> Map:
        found = []
        for state in states:
            for symbol in block:
                state = dfa.step(state, symbol)  # noqa: PLW2901
            found.append(state)
        return tuple(found)

    assert image(neutral) == states
    found = _stuck(states, tuple(map(image, others)))
    return None if found is None else Blocks(neutral, tuple(others), states, *found)


def _stuck(
    states: tuple[int, ...], letters: tuple[Map, ...]
) -> tuple[Component, Stuck] | None:
    """The first component that is stuck when `letters` act on `states`."""
    place = {state: k for k, state in enumerate(states)}
    rows = [(k, *(place[letter[k]] for letter in letters)) for k in range(len(states))]
    for component in large_components(rows, [0] * len(states)):
        outcome = separate(component)
        if isinstance(outcome, Stuck):
            return component, outcome
    return None


def _smallest(states: tuple[int, ...], neutral: Word, letters: Maps) -> Blocks:
    """Leaves out letters: one is enough, or two, or all that cannot be spared."""
    few = itertools.chain.from_iterable(
        itertools.combinations(letters, count) for count in (1, 2)
    )
    for chosen in itertools.islice(few, 1000):
        found = _stuck(states, chosen)
        if found is not None:
            break
    else:
        chosen = tuple(letters)
        for letter in letters:
            fewer = tuple(other for other in chosen if other != letter)
            if _stuck(states, fewer) is not None:
                chosen = fewer
        found = _stuck(states, chosen)
    assert found is not None
    return Blocks(neutral, tuple(letters[m] for m in chosen), states, *found)
