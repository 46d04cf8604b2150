"""The shortest difference of two programs of counting depth 1, or a proof of none.

A search in the order of length: each node is a view with conditions that hold, and its
rank is the least length of a word that fulfills them, over the rational numbers. The
next node is one of least rank. It is split on the condition that a program asks for,
or, where the programs differ and the shortest solution has fractions, on that of these
counts on which it was split least often.
So the first difference with whole counts is a shortest one; and where no node is left,
the splits are a proof that there is none.
"""

import heapq
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from lengthwise.theory.programs._least_length import LeastLength
from lengthwise.theory.programs.count_conditions import (
    CountProgram,
    Needed,
    views,
)
from lengthwise.theory.programs.count_proof import (
    Contradiction,
    CountProof,
    Same,
    Split,
    Step,
    decisions,
)
from lengthwise.theory.programs.count_views import Condition, View


@dataclass(frozen=True, slots=True)
class Difference:
    """Counts on which the programs differ, of a shortest word.

    Attributes:
        view: The last letters of the word.
        counts: How often each letter stands in each residue class before them.
    """

    view: View
    counts: tuple[int, ...]

    @property
    def length(self) -> int:
        """The length of the word."""
        return sum(self.counts) + len(self.view.window)


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The search was ended; words up to `length` are known to be equal."""

    length: int


@dataclass(slots=True)
class _Node:
    """A place in the tree of a view, with the conditions that hold there."""

    tree: int
    place: int
    known: tuple[Condition, ...]
    table: LeastLength

    def rank(self, window: int) -> int:
        return math.ceil(self.table.length) + window


@dataclass
class _Search:
    first: CountProgram
    second: CountProgram
    views: list[View]
    trees: list[list[Step]] = field(default_factory=list)
    waiting: list[tuple[int, int, _Node]] = field(default_factory=list)
    order: Iterator[int] = field(default_factory=count)

    def grow(self, node: _Node, conditions: tuple[Condition, ...]) -> None:
        """Adds conditions to a new node, and lets it wait if they can hold."""
        for condition in conditions:
            clash = node.table.add(condition)
            if clash is not None:
                self.trees[node.tree][node.place] = Contradiction(clash)
                return
        rank = node.rank(len(self.views[node.tree].window))
        heapq.heappush(self.waiting, (rank, next(self.order), node))

    def split(self, node: _Node, condition: Condition) -> None:
        tree = self.trees[node.tree]
        tree[node.place] = Split(condition, len(tree), len(tree) + 1)
        for one in (condition, condition.negated()):
            tree.append(Same())
            known = (*node.known, one)
            new = _Node(node.tree, len(tree) - 1, known, node.table.copy())
            self.grow(new, (one,))

    def visit(self, node: _Node) -> Difference | None:
        """Closes a node or splits it, or finds the difference there."""
        view = self.views[node.tree]
        decided = decisions(node.known)
        says = [one.outputs(view, decided) for one in (self.first, self.second)]
        for one in says:
            if isinstance(one, Needed):
                self.split(node, one.condition)
                return None
        if says[0] == says[1]:
            return None
        solution = node.table.solution
        broken = [k for k, value in enumerate(solution) if value.denominator > 1]
        if not broken:
            return Difference(view, tuple(map(int, solution)))
        units = {k: _unit(k, view.unknowns) for k in broken}
        met = Counter(tuple(map(abs, one.coefficients)) for one in node.known)
        fairest = min(broken, key=lambda k: met[units[k]])
        self.split(node, Condition(units[fairest], -math.ceil(solution[fairest])))
        return None


def _unit(name: int, unknowns: int) -> tuple[int, ...]:
    return tuple(int(k == name) for k in range(unknowns))


def shortest_difference(
    first: CountProgram,
    second: CountProgram,
    *,
    longest: int | None = None,
    most_steps: int,
) -> Difference | CountProof | GaveUp:
    """Looks for a shortest word, longer than every lag, on which programs differ.

    Args:
        first: A program of counting depth 1 or less.
        second: Another over the same letters.
        longest: If they differ at all, they differ on a word of this length or less, by
            a theorem; ``None``: no theorem is known.
        most_steps: The search ends after so many nodes.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> texts = 'accept 5*# "a" >= 7*# "b" + 2', 'accept 5*# "a" > 7*# "b" + 2'
        >>> programs = [CountProgram(parse(text), "ab") for text in texts]
        >>> shortest_difference(*programs, most_steps=100)
        Difference(view=..., counts=(5, 4))
    """
    every = list(views([first, second], first.letters, longest))
    search = _Search(first, second, every)
    for number, view in enumerate(every):
        search.trees.append([Same()])
        root = _Node(number, 0, (), LeastLength(view.unknowns))
        search.grow(root, view.given())
    for visited in count():
        if not search.waiting:
            break
        if visited == most_steps:
            return GaveUp(search.waiting[0][0] - 1)
        found = search.visit(heapq.heappop(search.waiting)[2])
        if found is not None:
            return found
    trees = tuple(zip(every, map(tuple, search.trees), strict=True))
    return CountProof(trees, longest)
