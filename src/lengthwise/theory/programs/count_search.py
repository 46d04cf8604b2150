"""The shortest difference of two programs by their counts, or a proof of equality.

A best-first search in order of length: each node is a view with conditions that hold,
and its rank is the least length of a word that fulfills them, over the rational
numbers. The next node is one of least rank. It is split on the condition that a program
needs, or, if the programs differ and the shortest solution is fractional, on a form
with integer coefficients that is fractional there: a sum of the conditions that hold
with equality, or else the count that was split least often. So the first difference
with integer counts is a shortest one; and if no node is left, the splits prove that
there is none.
"""

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Generic

from lengthwise.theory.programs._least_length import LeastLength
from lengthwise.theory.programs._whole_numbers import (
    fractional_sum,
    no_whole_solution,
)
from lengthwise.theory.programs.count_conditions import (
    CountProgram,
    EndingT,
    Needed,
    Speaker,
    views,
)
from lengthwise.theory.programs.count_proof import (
    Contradiction,
    CountProof,
    Enter,
    Indivisible,
    Same,
    Split,
    Step,
    decisions,
)
from lengthwise.theory.programs.count_views import Condition, View

EVERY = 8
"""After so many conditions a split is on a count, so the search ends if counts are
bounded."""


@dataclass(frozen=True, slots=True)
class Difference(Generic[EndingT]):
    """Counts of a shortest word on which the programs differ.

    Attributes:
        view: The last letters of the word.
        counts: The count of each letter in each residue class before them; for a path,
            the number of uses of each edge.
    """

    view: EndingT
    counts: tuple[int, ...]

    @property
    def length(self) -> int:
        """The length of the word."""
        return sum(self.counts) + len(self.view.window)


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The search stopped early; words up to `length` are known to be equal."""

    length: int


@dataclass(slots=True)
class _Node:
    """A node in the tree of a view, with the conditions that hold there."""

    tree: int
    place: int
    known: tuple[Condition, ...]
    table: LeastLength

    def rank(self, window: int) -> int:
        return math.ceil(self.table.length) + window


@dataclass
class _Search(Generic[EndingT]):
    first: Speaker[EndingT]
    second: Speaker[EndingT]
    views: Sequence[EndingT]
    trees: list[list[Step]] = field(default_factory=list)
    waiting: list[tuple[int, int, _Node]] = field(default_factory=list)
    order: Iterator[int] = field(default_factory=count)

    def plant(self, number: int) -> None:
        """Starts the tree of a view."""
        view = self.views[number]
        self.trees.append([Same()])
        says = self.first.outputs(view, {}), self.second.outputs(view, {})
        if isinstance(says[0], Needed) or says[0] != says[1]:
            root = _Node(number, 0, (), LeastLength(view.unknowns))
            self.grow(root, view.given())

    def grow(self, node: _Node, conditions: tuple[Condition, ...]) -> None:
        """Adds conditions to a new node, and queues it if they are feasible."""
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
        self.branch(node, (condition, condition.negated()))

    def branch(self, node: _Node, either: tuple[Condition, Condition]) -> None:
        tree = self.trees[node.tree]
        for one in either:
            tree.append(Same())
            known = (*node.known, one)
            new = _Node(node.tree, len(tree) - 1, known, node.table.copy())
            self.grow(new, (one,))

    def visit(self, node: _Node) -> Difference[EndingT] | None:
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
        if all(value.denominator == 1 for value in solution):
            return self.connected(node, tuple(map(int, solution)))
        conditions = (*view.given(), *node.known)
        none = no_whole_solution(conditions)
        if none is not None:
            self.trees[node.tree][node.place] = Indivisible(none)
            return None
        if len(node.known) % EVERY:
            between = _between_integers(conditions, solution)
            if between is not None:
                self.split(node, between)
                return None
        broken = [k for k, value in enumerate(solution) if value.denominator > 1]
        units = {k: _unit(k, view.unknowns) for k in broken}
        met = Counter(tuple(map(abs, one.coefficients)) for one in node.known)
        fairest = min(broken, key=lambda k: met[units[k]])
        self.split(node, Condition(units[fairest], -math.ceil(solution[fairest])))
        return None

    def connected(
        self, node: _Node, counts: tuple[int, ...]
    ) -> Difference[EndingT] | None:
        """The difference, if some word has these counts."""
        view = self.views[node.tree]
        missing = view.unreached(counts)
        if not missing:
            return Difference(view, counts)
        either = view.entered(missing)
        assert either is not None, "words begin in what they do not reach"
        tree = self.trees[node.tree]
        tree[node.place] = Enter(missing, len(tree), len(tree) + 1)
        self.branch(node, either)
        return None


def _between_integers(
    conditions: Sequence[Condition], solution: Sequence[Fraction]
) -> Condition | None:
    """A sum of the conditions that hold with equality, between two integers there."""
    tight = [
        number
        for number, one in enumerate(conditions)
        if any(one.coefficients) and one.value(solution) == 0
    ]
    multipliers = fractional_sum(conditions, tight)
    if multipliers is None:
        return None
    form = [Fraction(0)] * len(solution)
    for number, factor in multipliers:
        part = factor - round(factor)  # whole multiples do not matter
        for place, coefficient in enumerate(conditions[number].coefficients):
            form[place] += part * coefficient
    coefficients = tuple(map(int, form))
    value = sum(k * y for k, y in zip(coefficients, solution, strict=True))
    return Condition(coefficients, -math.ceil(value)).normal()


def _unit(name: int, unknowns: int) -> tuple[int, ...]:
    return tuple(int(k == name) for k in range(unknowns))


def shortest_difference(
    first: CountProgram,
    second: CountProgram,
    *,
    longest: int | None = None,
    most_steps: int,
) -> Difference[View] | CountProof | GaveUp:
    """Searches for a shortest word, longer than every lag, on which programs differ.

    Args:
        first: A program of counting depth at most 1.
        second: Another over the same letters.
        longest: If they differ at all, they differ on a word of at most this length, by
            a theorem; ``None``: no theorem is known.
        most_steps: The largest number of nodes.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> texts = 'accept 5*# "a" >= 7*# "b" + 2', 'accept 5*# "a" > 7*# "b" + 2'
        >>> programs = [CountProgram(parse(text), "ab") for text in texts]
        >>> shortest_difference(*programs, most_steps=100)
        Difference(view=..., counts=(5, 4))
    """
    every = list(views([first, second], first.letters, longest))
    found = search_views(first, second, every, most_steps=most_steps)
    if isinstance(found, Difference | GaveUp):
        return found
    return CountProof(tuple(zip(every, found, strict=True)), longest)


def search_views(
    first: Speaker[EndingT],
    second: Speaker[EndingT],
    every: Sequence[EndingT],
    *,
    most_steps: int,
) -> Difference[EndingT] | GaveUp | tuple[tuple[Step, ...], ...]:
    """Searches for a shortest difference; returns a tree per view if there is none.

    Args:
        first: A program.
        second: Another.
        every: All views of words.
        most_steps: The largest number of nodes.
    """
    search = _Search(first, second, every)
    for number in range(len(every)):
        search.plant(number)
    for visited in count():
        if not search.waiting:
            break
        if visited == most_steps:
            return GaveUp(search.waiting[0][0] - 1)
        found = search.visit(heapq.heappop(search.waiting)[2])
        if found is not None:
            return found
    return tuple(map(tuple, search.trees))
