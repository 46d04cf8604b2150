r"""A no with positions: blocks of one length, one of which is neutral.

C-RASP with periodic and local predicates is closed under replacing letters by blocks of
one length :math:`k` and under fixed prefixes and suffixes. If one block :math:`e` is
neutral, it can be inserted between letters until windows and residues see only padding,
so the language of blocks must be in C-RASP without positions. If it is not, neither is
the language itself in the class.

The blocks of length :math:`k` matter only as maps on states. For each set of states
fixed by some block, all blocks that preserve the set are taken as letters: a smaller
alphabet would be stuck on less. As :math:`k` grows, the sets of maps repeat; at a
length from which they do, and which is a multiple of the period, blocks can be put
between neutral ones without becoming longer. Beyond it, one neutral block gives nothing
new; `lengthwise.theory.membership.search.padded_blocks` continues with several.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from lengthwise.automata.dfa import DFA
from lengthwise.theory.membership.search.block_maps import (
    Map,
    Maps,
    Stable,
    maps_by_length,
    stable_of,
)
from lengthwise.theory.membership.search.component import Component, large_components
from lengthwise.theory.membership.search.potentials import Stuck, separate
from lengthwise.words import Word


@dataclass(frozen=True)
class Blocks:
    """Blocks of one length on which potentials are stuck.

    Attributes:
        neutral: Neutral blocks; often only one.
        others: Further blocks.
        between: For each of them, the indices of the neutral blocks before and after
            it.
        states: States, each with the index of a neutral block that fixes it; the set is
            closed under all blocks.
        component: Those of them on which potentials are stuck, in the machine whose
            letters are the neutral blocks, then the others.
    """

    neutral: tuple[Word, ...]
    others: tuple[Word, ...]
    between: tuple[tuple[int, int], ...]
    states: tuple[tuple[int, int], ...]
    component: Component
    stuck: Stuck


@dataclass(frozen=True)
class BlockSearch:
    """The result of a search for blocks, and its extent.

    Attributes:
        found: The first blocks found, which are the shortest.
        length: The longest blocks searched.
        exhausted: Whether longer blocks with one neutral block can give nothing new.
        stable: If so, the maps of blocks at a stable length.
        complete: Whether nothing is stuck with any number of neutral blocks, so that
            the language has a program.
    """

    found: Blocks | None
    length: int
    exhausted: bool
    stable: Stable | None = None
    complete: bool = False


def search_blocks(dfa: DFA, *, longest: int, work: int) -> BlockSearch:
    """Searches for blocks on which potentials are stuck, the shortest first.

    Args:
        dfa: A minimal automaton.
        longest: The longest blocks to try, unless the search is exhausted earlier.
        work: The largest number of entries of maps to compute.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> both_even = regex("(aa|bb|(ab|ba)(aa|bb)*(ab|ba))*").dfa
        >>> found = search_blocks(both_even, longest=8, work=10**6).found
        >>> found.neutral, found.others
        ((('a', 'a'),), (('a', 'b'),))
    """
    tried: set[tuple[frozenset[int], frozenset[Map]]] = set()
    lengths: dict[frozenset[Map], int] = {}
    entries = 0
    known: list[Maps] = []
    every = maps_by_length(dfa)
    while True:
        maps = next(every)
        known.append(maps)
        length = len(known)
        fixed = _fixed_sets(maps)
        states = len(dfa) * len(dfa.alphabet) + sum(map(len, fixed))
        entries += len(maps) * states
        if length > longest or entries > work:
            return BlockSearch(None, length - 1, exhausted=False)
        found = _stuck_blocks(dfa, maps, fixed, tried)
        if found is not None:
            return BlockSearch(found, length, exhausted=False)
        first = lengths.setdefault(frozenset(maps), length)
        if first < length:
            stable = stable_of(known, first)
            return BlockSearch(None, length, exhausted=True, stable=stable)


def _fixed_sets(maps: Maps) -> dict[frozenset[int], Word]:
    """The sets of two or more states that some block fixes, with such a block."""
    found: dict[frozenset[int], Word] = {}
    for element, word in maps.items():
        fixed = frozenset(s for s, target in enumerate(element) if s == target)
        if len(fixed) > 1:
            found.setdefault(fixed, word)
    return found


def _stuck_blocks(
    dfa: DFA,
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
            if _stuck(states, tuple(letters)):
                return _smallest(dfa, states, word, letters)
    return None


def stuck_blocks(
    dfa: DFA,
    states: Sequence[tuple[int, int]],
    neutral: Sequence[Word],
    others: Sequence[Word],
    between: Sequence[tuple[int, int]],
) -> Blocks:
    """Returns those of the given blocks that make potentials stuck on a component.

    Args:
        dfa: The automaton.
        states: States closed under the blocks, each with the index of a neutral block.
        neutral: Neutral blocks.
        others: Further blocks of the same length.
        between: The neutral blocks before and after each of them.
    """
    rows = block_rows(dfa, states, neutral, others, between)
    kinds = [*(kind for _, kind in states), len(neutral)]
    stuck = (
        (component, outcome)
        for component in large_components(rows, kinds[: len(rows)])
        if isinstance(outcome := separate(component), Stuck)
    )
    found = next(stuck, None)
    assert found is not None, "potentials are stuck on these blocks"
    kept = sorted({kinds[state] for state in found[0].states})
    if len(kept) < len(neutral):
        return _only(dfa, states, neutral, others, between, kept)
    return Blocks(tuple(neutral), tuple(others), tuple(between), tuple(states), *found)


def _only(
    dfa: DFA,
    states: Sequence[tuple[int, int]],
    neutral: Sequence[Word],
    others: Sequence[Word],
    between: Sequence[tuple[int, int]],
    kept: list[int],
) -> Blocks:
    """The blocks with a subset of the neutral blocks."""
    new = {kind: number for number, kind in enumerate(kept)}
    fits = [new.keys() >= set(ends) for ends in between]
    return stuck_blocks(
        dfa,
        [(state, new[kind]) for state, kind in states if kind in new],
        [neutral[kind] for kind in kept],
        list(itertools.compress(others, fits)),
        [(new[k], new[m]) for k, m in itertools.compress(between, fits)],
    )


def block_rows(
    dfa: DFA,
    states: Sequence[tuple[int, int]],
    neutral: Sequence[Word],
    others: Sequence[Word],
    between: Sequence[tuple[int, int]],
) -> tuple[tuple[int, ...], ...]:
    """Returns the transitions under the neutral blocks and the others, by index.

    With several neutral blocks, a block that cannot follow another leads to an
    additional sink state, the last one.
    """
    place = {state: k for k, state in enumerate(states)}
    nowhere = len(states)
    rows = []
    for state, kind in states:
        row = []
        for number, block in enumerate(neutral):
            assert number != kind or _after(dfa, state, block) == state
            row.append(place[state, kind] if number == kind else nowhere)
        for block, (before, after) in zip(others, between, strict=True):
            fits = before == kind
            row.append(place[_after(dfa, state, block), after] if fits else nowhere)
        rows.append(tuple(row))
    if len(neutral) > 1:
        rows.append((nowhere,) * (len(neutral) + len(others)))
    return tuple(rows)


def _after(dfa: DFA, state: int, block: Word) -> int:
    for symbol in block:
        state = dfa.step(state, symbol)
    return state


def _stuck(states: tuple[int, ...], letters: tuple[Map, ...]) -> bool:
    """Whether potentials are stuck when `letters` act on `states`."""
    place = {state: k for k, state in enumerate(states)}
    rows = [(k, *(place[letter[k]] for letter in letters)) for k in range(len(states))]
    return any(
        isinstance(separate(component), Stuck)
        for component in large_components(rows, [0] * len(states))
    )


def _smallest(
    dfa: DFA, states: tuple[int, ...], neutral: Word, letters: Maps
) -> Blocks:
    """Removes letters: keeps one or two if they suffice, or all that are needed."""
    few = itertools.chain.from_iterable(
        itertools.combinations(letters, count) for count in (1, 2)
    )
    tried = itertools.islice(few, 1000)
    chosen = next((one for one in tried if _stuck(states, one)), None)
    if chosen is None:
        chosen = tuple(letters)
        for letter in letters:
            fewer = tuple(other for other in chosen if other != letter)
            if _stuck(states, fewer):
                chosen = fewer
    others = [letters[one] for one in chosen]
    kinds = [(state, 0) for state in states]
    return stuck_blocks(dfa, kinds, [neutral], others, [(0, 0)] * len(others))
