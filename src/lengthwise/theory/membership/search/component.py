"""Strongly connected components, with their edges and a spanning tree."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Int

from lengthwise.automata.components import components
from lengthwise.theory.membership.search.echelon import primes_for

OUTSIDE = -1
"""The target of an edge that leaves the component."""


@dataclass(frozen=True)
class Component:
    """A strongly connected component of a machine with at least two states.

    Attributes:
        states: Their indices in the machine.
        rows: For each state and letter, the index of the target in `states`, or
            `OUTSIDE`.
        visible: For each state, what the input shows at its position: states with
            different values need not be separated.
    """

    states: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    visible: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.states)

    @property
    def letters(self) -> int:
        """The number of letters of the machine."""
        return len(self.rows[0])

    @cached_property
    def tree(self) -> tuple[tuple[int, int] | None, ...]:
        """For each index, the edge (source, letter) that first reached it from 0."""
        edges: list[tuple[int, int] | None] = [None] * len(self)
        order = [0]
        seen = {0, OUTSIDE}
        for source in order:
            for letter, target in enumerate(self.rows[source]):
                if target not in seen:
                    seen.add(target)
                    edges[target] = (source, letter)
                    order.append(target)
        return tuple(edges)

    @property
    def primes(self) -> tuple[int, ...]:
        """The primes to try in linear algebra with the label counts of short paths."""
        edges = len(self) * self.letters
        return primes_for(unknowns=edges, entries=2 * len(self) + 1)


def large_components(
    rows: Sequence[Sequence[int]], visible: Sequence[int]
) -> tuple[Component, ...]:
    """Returns the components of a machine with at least two states, sources first.

    Examples:
        >>> large_components([[1, 2], [2, 0], [2, 2]], [0, 0, 0])
        (Component(states=(0, 1), rows=((1, -1), (-1, 0)), visible=(0, 0)),)
    """
    found = []
    for states in components(rows):
        if len(states) == 1:
            continue
        place = {state: k for k, state in enumerate(states)}
        found.append(
            Component(
                states,
                tuple(
                    tuple(place.get(target, OUTSIDE) for target in rows[state])
                    for state in states
                ),
                tuple(visible[state] for state in states),
            )
        )
    return tuple(found)


class Edges:
    """The edges of a component as arrays, states numbered along the spanning tree.

    In this numbering (`order[number]` is the index) the states below a state of the
    tree are an interval, so sums along the tree are cumulative sums.

    Attributes:
        order: The index of each number.
        cycles: The edges (index, letter) outside the tree; each closes one cycle.
    """

    def __init__(self, component: Component) -> None:
        self.component = component
        self.order, last = _preorder(component)
        number = np.empty(len(component), dtype=np.int64)
        number[self.order] = np.arange(len(component))
        rows = np.array(component.rows)[self.order]
        sources, letters = np.nonzero(rows != OUTSIDE)
        targets = number[rows[sources, letters]]
        in_tree = np.zeros(len(sources), dtype=bool)
        self._edge = np.full((len(component), component.letters), OUTSIDE)
        self._edge[sources, letters] = np.arange(len(sources))
        for edge in component.tree:
            if edge is not None:
                in_tree[self._edge[number[edge[0]], edge[1]]] = True
        self._in_tree = in_tree
        self._targets = targets
        self._last = last
        outside = np.flatnonzero(~in_tree)
        self._cycle = np.full(len(sources), OUTSIDE)
        self._cycle[outside] = np.arange(len(outside))
        self._from, self._to = sources[outside], targets[outside]
        self.cycles = tuple(
            zip(self.order[self._from].tolist(), letters[outside].tolist(), strict=True)
        )

    def labelled(
        self, numbers: Int[np.ndarray, " members"], letter: int
    ) -> Int[np.ndarray, " edges"]:
        """The edges with `letter` that leave these states and stay inside."""
        edges = self._edge[numbers, letter]
        inside: Int[np.ndarray, " edges"] = edges[edges != OUTSIDE]
        return inside

    def column(
        self, edges: Int[np.ndarray, " edges"]
    ) -> tuple[Int[np.ndarray, " cycles"], Int[np.ndarray, " states"]]:
        """The label's counts around each cycle, and on the tree path to each state.

        Args:
            edges: The edges that carry the label.
        """
        in_tree = self._in_tree[edges]
        below = self._targets[edges[in_tree]]
        steps = np.zeros(len(self.order) + 1, dtype=np.int64)
        steps[below] = 1
        np.subtract.at(steps, self._last[below], 1)
        counts = np.cumsum(steps[:-1])
        around = counts[self._from] - counts[self._to]
        around[self._cycle[edges[~in_tree]]] += 1
        return around, counts


def _preorder(
    component: Component,
) -> tuple[Int[np.ndarray, " states"], Int[np.ndarray, " states"]]:
    """The indices in preorder of the tree, and the end of each subtree's interval."""
    children: list[list[int]] = [[] for _ in component.rows]
    for place, edge in enumerate(component.tree):
        if edge is not None:
            children[edge[0]].append(place)
    order: list[int] = []
    waiting = [0]
    while waiting:
        place = waiting.pop()
        order.append(place)
        waiting.extend(children[place])
    sizes = [1] * len(order)
    for place in reversed(order):
        sizes[place] += sum(sizes[child] for child in children[place])
    return np.array(order), np.array([k + sizes[p] for k, p in enumerate(order)])
