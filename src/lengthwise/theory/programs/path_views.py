"""Words that end with a given edge of a graph, and their uses of the others.

A path from the initial state to the last edge enters each state as often as it leaves
it, except at its ends. Numbers with this property are those of a path if the used edges
are connected: if they leave states that they never enter, a condition excludes them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lengthwise.theory.programs.control_graph import ControlGraph, Edge
from lengthwise.theory.programs.count_views import Condition
from lengthwise.words import Word


@dataclass(frozen=True, eq=False)
class PathView:
    """All words whose last letter is read by a given edge.

    Attributes:
        graph: The graph.
        last: The index of the edge.
        edges: The indices of the edges that can be used before; the unknowns are their
            uses.
    """

    graph: ControlGraph
    last: int
    edges: tuple[int, ...]

    @property
    def window(self) -> Word:
        """The last letter."""
        return (self.graph.letters[self.end.letter],)

    @property
    def end(self) -> Edge:
        """The last edge."""
        return self.graph.edges[self.last]

    @property
    def unknowns(self) -> int:
        """The number of edges that can be used before the last one."""
        return len(self.edges)

    @cached_property
    def _used(self) -> list[Edge]:
        return [self.graph.edges[k] for k in self.edges]

    def given(self) -> tuple[Condition, ...]:
        """Flow conservation: states are entered as often as left, but for the ends."""
        found = []
        for state in sorted({0, *(edge.target for edge in self._used)}):
            balance = tuple(
                (edge.target == state) - (edge.source == state) for edge in self._used
            )
            ends = int(state == 0) - int(state == self.end.source)
            if any(balance) or ends:
                found.append(Condition(balance, ends))
                found.append(Condition(tuple(-k for k in balance), -ends))
        return tuple(found)

    def unreached(self, counts: Sequence[int]) -> frozenset[int]:
        """The states that used edges leave but no path of used edges reaches."""
        used = [edge for edge, n in zip(self._used, counts, strict=True) if n]
        seen, waiting = {0}, [0]
        while waiting:
            state = waiting.pop()
            for edge in used:
                if edge.source == state and edge.target not in seen:
                    seen.add(edge.target)
                    waiting.append(edge.target)
        return frozenset(edge.source for edge in used) - seen

    def entered(self, states: frozenset[int]) -> tuple[Condition, Condition] | None:
        """Either some edge enters the states, or no edge that leaves them is used.

        ``None`` if the path starts there, so that this need not hold.
        """
        if 0 in states:
            return None
        enters = tuple(
            int(edge.target in states and edge.source not in states)
            for edge in self._used
        )
        leaves = tuple(-int(edge.source in states) for edge in self._used)
        return Condition(enters, -1), Condition(leaves, 0)

    def word(self, counts: Sequence[int]) -> Word:
        """A word with the given number of uses of each edge: an Euler path."""
        left = dict(zip(self.edges, counts, strict=True))
        leaving: dict[int, list[int]] = {}
        for number in self.edges:
            leaving.setdefault(self.graph.edges[number].source, []).append(number)
        stack: list[tuple[int, int]] = [(0, -1)]
        path: list[int] = []
        while stack:
            state, came = stack[-1]
            ways = leaving.get(state, [])
            while ways and not left[ways[-1]]:
                ways.pop()
            if ways:
                left[ways[-1]] -= 1
                stack.append((self.graph.edges[ways[-1]].target, ways[-1]))
            else:
                stack.pop()
                path.append(came)
        letters = [self.graph.edges[k].letter for k in reversed(path) if k >= 0]
        return tuple(self.graph.letters[k] for k in (*letters, self.end.letter))


def path_views(graph: ControlGraph) -> list[PathView]:
    """One view for each edge."""
    before = [graph.before(state) for state in range(graph.states)]
    return [
        PathView(graph, k, before[edge.source]) for k, edge in enumerate(graph.edges)
    ]
