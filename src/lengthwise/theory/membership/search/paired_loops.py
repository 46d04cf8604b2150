r"""A no with positions from two states with a common loop.

Let a word :math:`e` lead from each of two states of a component back to itself. If the
two can be merged inside the component, then blocks of one length reset both to the
first or to the second, and :math:`e`, repeated, changes nothing between resets: the
language of the last reset is not in C-RASP. If they can be swapped by a word whose
length is a multiple of that of :math:`e`, then the language encodes the parity of the
number of swaps. Both are found quickly in large automata that have too many maps of
blocks to enumerate.
"""

import itertools
import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from lengthwise.automata.dfa import DFA
from lengthwise.theory.membership.search.component import (
    OUTSIDE,
    Component,
    large_components,
)
from lengthwise.theory.membership.search.neutral_blocks import Blocks, stuck_blocks
from lengthwise.words import Word

Path = tuple[int, ...]
"""Indices of letters."""

Pair = tuple[int, int]
Node = TypeVar("Node", bound=tuple[int, ...])

LONGEST = 120
"""Letters of a word that loops at both states."""

TRIED = 40
"""Pairs of states that are tried in one component."""

MOST = 30_000
"""Nodes (pairs of states, or states with a length) that one search visits; in a larger
component four times its number of states."""


def blocks_from_loops(dfa: DFA) -> Blocks | None:
    """Returns blocks on which potentials are stuck, from common loops of two states.

    Args:
        dfa: A minimal automaton.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> last_is_0 = regex("[012]*02*").dfa
        >>> found = blocks_from_loops(last_is_0)
        >>> found.neutral, found.others
        ((('2', '2'),), (('0', '1'), ('0', '0')))
    """
    for component in large_components(dfa.transitions, [0] * len(dfa)):
        for pair, loop in itertools.islice(_loops(component), TRIED):
            for others in (_resets, _exchange):
                paths = others(component, pair, len(loop))
                if paths:
                    return _blocks(dfa, component, pair, loop, paths)
    return None


def _loops(component: Component) -> Iterator[tuple[Pair, Path]]:
    """Yields two states and a word that loops at both, the shortest words first."""
    letters = range(component.letters)
    few = itertools.islice(itertools.product(letters, repeat=2), 400)
    for word in itertools.chain(((letter,) for letter in letters), few):
        cycles = _cycles(
            [_after(component, state, word) for state in range(len(component))]
        )
        one, *others = sorted(cycles, key=len)[:3] or [()]
        found = [
            (pair, len(one))
            for pair in itertools.islice(itertools.combinations(one, 2), 3)
        ]
        found += [
            ((one[0], other[0]), math.lcm(len(one), len(other))) for other in others
        ]
        for pair, turns in found:
            if turns * len(word) <= LONGEST:
                yield pair, word * turns


def _after(component: Component, state: int, word: Path) -> int:
    for letter in word:
        if state != OUTSIDE:
            state = component.rows[state][letter]
    return state


def _cycles(targets: Sequence[int]) -> list[tuple[int, ...]]:
    """The cycles of a map."""
    seen: dict[int, int] = {OUTSIDE: OUTSIDE}
    found = []
    for start in range(len(targets)):
        way = []
        state = start
        while state not in seen:
            seen[state] = start
            way.append(state)
            state = targets[state]
        if seen[state] == start:
            found.append(tuple(way[way.index(state) :]))
    return found


def _resets(component: Component, pair: Pair, length: int) -> list[Path]:
    """Two words that lead both states to the first, and to the second of them."""

    def next_pairs(node: Pair) -> Iterator[Pair]:
        rows = component.rows
        for left, right in zip(rows[node[0]], rows[node[1]], strict=True):
            yield (OUTSIDE, OUTSIDE) if OUTSIDE in (left, right) else (left, right)

    def next_states(node: Pair) -> Iterator[Pair]:
        for target in component.rows[node[0]]:
            yield (target, (node[1] + 1) % length)

    merge = _shortest(
        component, pair, next_pairs, lambda node: node[0] == node[1] != OUTSIDE
    )
    if merge is None:
        return []
    merged = (_after(component, pair[0], merge), len(merge) % length)
    ways = [
        _shortest(component, merged, next_states, (state, 0).__eq__) for state in pair
    ]
    return (
        [(*merge, *way) for way in ways if way is not None] if None not in ways else []
    )


def _exchange(component: Component, pair: Pair, length: int) -> list[Path]:
    """A word that swaps the two states."""

    def next_pairs(node: tuple[int, int, int]) -> Iterator[tuple[int, int, int]]:
        rows = component.rows
        for left, right in zip(rows[node[0]], rows[node[1]], strict=True):
            yield (left, right, (node[2] + 1) % length)

    way = _shortest(component, (*pair, 0), next_pairs, (pair[1], pair[0], 0).__eq__)
    return [] if way is None else [way]


def _shortest(
    component: Component,
    start: Node,
    follow: Callable[[Node], Iterator[Node]],
    wanted: Callable[[Node], bool],
) -> Path | None:
    """The letters of a shortest path; ``None`` if not found within `MOST` nodes."""
    by: dict[Node, tuple[Node, int] | None] = {start: None}
    waiting = deque([start])
    while waiting and len(by) <= max(MOST, 4 * len(component)):
        node = waiting.popleft()
        if OUTSIDE in node:
            continue
        for letter, target in enumerate(follow(node)):
            if target not in by:
                by[target] = (node, letter)
                waiting.append(target)
                if wanted(target):
                    return _traced(by, target)
    return None


def _traced(by: dict[Node, tuple[Node, int] | None], node: Node) -> Path:
    letters = []
    while (step := by[node]) is not None:
        node, letter = step
        letters.append(letter)
    return tuple(reversed(letters))


def _blocks(
    dfa: DFA, component: Component, pair: Pair, loop: Path, paths: list[Path]
) -> Blocks:
    """The blocks, padded to the same length by repeating the loop."""
    longest = max(len(loop), *map(len, paths))
    symbols = dfa.alphabet.symbols

    def word(path: Path) -> Word:
        more = loop * ((longest - len(path)) // len(loop))
        return tuple(symbols[letter] for letter in (*path, *more))

    states = tuple(sorted(component.states[place] for place in pair))
    neutral, *others = map(word, [(), *paths])
    kinds = [(state, 0) for state in states]
    return stuck_blocks(dfa, kinds, [neutral], others, [(0, 0)] * len(others))
