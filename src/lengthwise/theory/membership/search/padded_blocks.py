r"""Several neutral blocks: with them, blocks give the complete answer with positions.

Take the length :math:`s` at which the maps of blocks become stable, all idempotent maps
among them as neutral blocks (*paddings*), and all maps :math:`e\,t\,f` as letters that
lead from padding :math:`e` to padding :math:`f`. A language is in C-RASP with periodic
and local predicates if and only if potentials separate all states fixed by one padding;
docs/theory.md has the proof. So if this search ends without stuck blocks, some window
suffices, with the period by which the maps of blocks repeat.

Three reductions keep it small. Only states of one component matter, so a padding is a
set of states of the component. One padding from each isomorphism class suffices:
paddings are isomorphic if some blocks map their sets onto each other. A padding that
fixes only one state of the component never makes anything stuck.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int

from lengthwise.automata.components import components
from lengthwise.automata.dfa import DFA
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.search.block_maps import (
    Map,
    Maps,
    Stable,
    maps_by_length,
    stable_of,
)
from lengthwise.theory.membership.search.component import OUTSIDE, large_components
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.neutral_blocks import Blocks, stuck_blocks
from lengthwise.theory.membership.search.potentials import Stuck, separate

MOST_ENTRIES = 5_000_000
"""Entries of maps between paddings that are computed for one component."""

MOST_EDGES = 100_000
"""States times letters of the graph of one component."""


FEWEST_CELLS = 10_000_000
"""Entries that may be touched while removing redundant letters from a certificate."""


def stable_maps(dfa: DFA, *, work: int) -> Stable:
    """Returns the maps of blocks of a stable length.

    Args:
        dfa: An automaton.
        work: The largest number of entries of maps to compute.

    Raises:
        TooLargeError: More entries are needed.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> stable_maps(regex("(aaa)*").dfa, work=1000)
        Stable(maps={(0, 1, 2): ('a', 'a', 'a')}, period=3)
    """
    lengths: dict[frozenset[Map], int] = {}
    known: list[Maps] = []
    entries = 0
    every = maps_by_length(dfa)
    while True:
        maps = next(every)
        entries += len(maps) * len(dfa) * len(dfa.alphabet)
        if entries > work:
            raise TooLargeError(
                f"blocks act on the states in too many ways: more than {work:,} "
                "entries of maps",
                size=entries,
                limit=work,
            )
        known.append(maps)
        first = lengths.setdefault(frozenset(maps), len(known))
        if first < len(known):
            return stable_of(known, first)


def padded_blocks(dfa: DFA, stable: Stable, budget: Budget) -> Blocks | None:
    """Returns blocks on which potentials are stuck, or ``None`` if there are none.

    Args:
        dfa: A minimal automaton.
        stable: Its stable maps.
        budget: The budget to charge.

    Raises:
        TooLargeError: There are too many maps, or the budget is spent.

    Examples:
        >>> from lengthwise.words import Alphabet
        >>> rows = ((3, 2, 1), (1, 2, 0), (2, 2, 2), (3, 0, 2))
        >>> dfa = DFA(Alphabet("abc"), rows, 0, frozenset({1, 2}))
        >>> found = padded_blocks(dfa, stable_maps(dfa, work=10**5), Budget())
        >>> ["".join(block) for block in found.neutral]
        ['cccc', 'aaaa']
        >>> for block, ends in zip(found.others, found.between, strict=True):
        ...     print("".join(block), ends)
        caaa (0, 1)
        ccaa (0, 1)
        aabc (1, 0)
        aaac (1, 0)
    """
    search = _Search(dfa, stable.maps)
    for states in components(dfa.transitions):
        if len(states) > 1:
            found = search.stuck(states, budget)
            if found is not None:
                return found
    return None


def _require(what: str, size: int, limit: int) -> None:
    if size > limit:
        raise TooLargeError(
            f"{size:,} {what}; at most {limit:,} are searched", size=size, limit=limit
        )


@dataclass(frozen=True)
class _Padding:
    """A neutral block: its map, and the states of a component that it fixes."""

    image: Map
    states: tuple[int, ...]


@dataclass(frozen=True)
class _Arrow:
    """A letter from one padding to another, with its map."""

    image: Map
    source: int
    target: int


class _Search:
    """Paddings and letters of an automaton."""

    def __init__(self, dfa: DFA, maps: Maps) -> None:
        self._dfa = dfa
        self._words = maps
        self._all: Int[np.ndarray, "maps states"] = np.array(list(maps))
        twice = np.take_along_axis(self._all, self._all, axis=1)
        self._idempotent = self._all[(twice == self._all).all(axis=1)]

    def stuck(self, states: tuple[int, ...], budget: Budget) -> Blocks | None:
        """Blocks on which potentials are stuck on a component."""
        inside = np.zeros(len(self._dfa), dtype=bool)
        inside[list(states)] = True
        paddings = self._paddings(states, inside)
        graph = _Graph(paddings, inside)
        arrows = self._arrows(paddings, inside)
        _require("edges between paddings", graph.edges(arrows), MOST_EDGES)
        if not graph.stuck(arrows, budget):
            return None
        return self._blocks(paddings, graph.fewest(arrows))

    def _paddings(
        self, states: tuple[int, ...], inside: Bool[np.ndarray, " all"]
    ) -> list[_Padding]:
        """The paddings that fix two or more states, one from each class."""
        maps: dict[tuple[int, ...], Map] = {}
        for image in map(tuple, self._idempotent.tolist()):
            fixed = tuple(state for state in states if image[state] == state)
            if len(fixed) > 1:
                maps.setdefault(fixed, image)
        onto: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        entries = 0
        for fixed in sorted(maps, key=lambda one: (-len(one), one)):
            entries += len(self._all) * len(fixed)
            _require("entries of maps of paddings", entries, MOST_ENTRIES)
            images = self._all[:, fixed]
            images = np.sort(images[inside[images].all(axis=1)], axis=1)
            reached = set(map(tuple, np.unique(images, axis=0).tolist()))
            if not any(one in reached and fixed in onto[one] for one in onto):
                onto[fixed] = reached
        return [_Padding(maps[fixed], fixed) for fixed in onto]

    def _arrows(
        self, paddings: list[_Padding], inside: Bool[np.ndarray, " all"]
    ) -> list[_Arrow]:
        """The letters that differ on the states of their paddings."""
        entries = len(self._all) * len(paddings) * sum(len(p.states) for p in paddings)
        _require("entries of maps between paddings", entries, MOST_ENTRIES)
        found = []
        for source, before in enumerate(paddings):
            ways = self._all[:, before.states]
            for target, after in enumerate(paddings):
                images = np.array(after.image)[ways]
                images = np.where(inside[images], images, OUTSIDE)
                _, first = np.unique(images, axis=0, return_index=True)
                for place in first[(images[first] != OUTSIDE).any(axis=1)].tolist():
                    way = self._all[place].tolist()
                    image = tuple(after.image[way[state]] for state in before.image)
                    found.append(_Arrow(image, source, target))
        return found

    def _blocks(self, paddings: list[_Padding], arrows: Sequence[_Arrow]) -> Blocks:
        """With all states that the letters reach, and only paddings that occur."""
        used = sorted({number for one in arrows for number in (one.source, one.target)})
        between = [(used.index(one.source), used.index(one.target)) for one in arrows]
        states = [(q, k) for k, kind in enumerate(used) for q in paddings[kind].states]
        for state, kind in states:
            for arrow, (before, after) in zip(arrows, between, strict=True):
                target = (arrow.image[state], after)
                if before == kind and target not in states:
                    states.append(target)
        return stuck_blocks(
            self._dfa,
            states,
            [self._words[paddings[kind].image] for kind in used],
            [self._words[arrow.image] for arrow in arrows],
            between,
        )


class _Graph:
    """The action of letters on the states of paddings, with those outside merged."""

    def __init__(
        self, paddings: list[_Padding], inside: Bool[np.ndarray, " all"]
    ) -> None:
        states = [(k, q) for k, one in enumerate(paddings) for q in one.states]
        self._inside = inside
        self._states = states
        self._place = {state: k for k, state in enumerate(states)}
        self._kinds = [*(kind for kind, _ in states), len(paddings)]

    def edges(self, arrows: Sequence[_Arrow]) -> int:
        """The number of edges, including those that leave the component."""
        return len(self._states) * len(arrows)

    def stuck(self, arrows: Sequence[_Arrow], budget: Budget) -> bool:
        """Whether potentials are stuck on some component."""
        outside = len(self._states)
        rows = [
            tuple(
                self._place[arrow.target, arrow.image[state]]
                if arrow.source == kind and self._inside[arrow.image[state]]
                else outside
                for arrow in arrows
            )
            for kind, state in self._states
        ]
        rows.append((outside,) * len(arrows))
        return any(
            isinstance(separate(component, budget), Stuck)
            for component in large_components(rows, self._kinds)
        )

    def fewest(self, arrows: Sequence[_Arrow]) -> Sequence[_Arrow]:
        """Removes letters while potentials stay stuck, many at a time at first."""
        chosen = list(arrows)
        budget = Budget(FEWEST_CELLS)
        part = len(chosen)
        while part := part // 2:
            place = 0
            while place < len(chosen):
                fewer = chosen[:place] + chosen[place + part :]
                try:
                    stuck = self.stuck(fewer, budget)
                except TooLargeError:
                    return chosen
                if stuck:
                    chosen = fewer
                else:
                    place += part
        return chosen
