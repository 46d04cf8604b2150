"""Initial sets of lines of programs, and their completions to a correct acceptor.

A set is a tuple of indices in ascending order: Boolean line b is 2 b, count line c is 2
c + 1. Each of its lines follows from others of the set by one operation. All sets of a
size follow from those of the size before, so each is built once, regardless of the
order of its lines.

A program of k lines is a set of k - 3 of them and three more: the acceptor, the line
before it and the line before that one. `closings` finds all choices of these three with
a correct acceptor, working backwards from the labels; sets of the last three sizes, the
vast majority, are never built.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from lengthwise.theory.programs._goal import Goal
from lengthwise.theory.programs._line_table import LineTable

State: TypeAlias = tuple[int, ...]
Closing: TypeAlias = tuple[frozenset[int], int]
"""All lines of a program, as indices of a set, and the Boolean line that accepts."""


def split(state: State) -> tuple[list[int], list[int]]:
    """The Boolean lines and the count lines of a set.

    Examples:
        >>> split((2, 4, 5))
        ([1, 2], [2])
    """
    booleans = [x >> 1 for x in state if not x & 1]
    return booleans, [x >> 1 for x in state if x & 1]


def next_booleans(table: LineTable, booleans: list[int], counts: list[int]) -> set[int]:
    """The Boolean lines that one operation on the lines of a set produces."""
    found = {*table.first_lines, table.always}
    for k, count in enumerate(counts):
        found.update(table.comparisons(count))
        for other in counts[:k]:
            found.update(table.comparisons(count, other))
    conjunctions: set[int] = set()
    for line in booleans:
        conjunctions |= {table.conjunction(line, one) for one in conjunctions}
        conjunctions.add(line)
        found.add(table.negation(line))
    found |= conjunctions
    found.difference_update(booleans)
    found.discard(table.never)
    return found


def next_counts(table: LineTable, booleans: list[int], counts: list[int]) -> list[int]:
    """The count lines that one operation on the lines of a set produces."""
    found = {count for line in booleans for count in table.counts(line)}
    return sorted(found.difference(counts))


def successors(table: LineTable, state: State) -> Iterator[State]:
    """The sets with one more line."""
    booleans, counts = split(state)
    for line in next_booleans(table, booleans, counts):
        yield tuple(sorted((*state, 2 * line)))
    for count in next_counts(table, booleans, counts):
        yield tuple(sorted((*state, 2 * count + 1)))


def closings(table: LineTable, goal: Goal, state: State) -> Iterator[Closing]:
    """All programs with three more lines that are correct up to the length of the goal.

    The goal must not be met by a smaller program.
    """
    booleans, counts = split(state)
    new = next_booleans(table, booleans, counts)
    fresh = next_counts(table, booleans, counts)
    goal.candidates += 2 * len(new) + len(fresh) * (1 + len(counts))
    for lines, root in (
        *_pairs(table, goal, booleans, new),
        *_chains(table, goal, booleans, _two_step_lines(table, counts, new, fresh)),
        *_negated_conjunctions(table, goal, booleans, new),
        *_comparisons(table, goal, counts, new, fresh),
    ):
        yield frozenset((*state, *lines, 2 * root)), root


def _pairs(
    table: LineTable, goal: Goal, booleans: list[int], new: set[int]
) -> Iterator[Closing]:
    """The acceptor is a conjunction of old lines and of two new ones."""
    rest, parts = _left_over(goal, booleans, of_opposite=False)
    masks = [(x, m & rest) for x in new if (m := goal.part(x)) is not None]
    useful = [(x, mask) for x, mask in masks if mask != rest]
    bit = rest & -rest
    for x, mask in useful:
        if mask & bit:  # one of the two must exclude the first word that is left
            continue
        for y, other in useful:
            if not mask & other and (x < y or other & bit):
                for root in _roots(table, goal, parts, table.conjunction(x, y)):
                    yield frozenset((2 * x, 2 * y)), root


def _two_step_lines(
    table: LineTable, counts: list[int], new: set[int], fresh: list[int]
) -> Iterator[tuple[int, int]]:
    """Boolean lines that need one new line before them: both as indices of a set."""
    for count in fresh:
        for other in (-1, *counts):
            for line in table.comparisons(count, other):
                yield 2 * count + 1, line
    for line in new:
        yield 2 * line, table.negation(line)


def _chains(
    table: LineTable,
    goal: Goal,
    booleans: list[int],
    chains: Iterator[tuple[int, int]],
) -> Iterator[Closing]:
    """The acceptor is a conjunction of old lines and one that needs a new line."""
    rest, parts = _left_over(goal, booleans, of_opposite=False)
    for before, line in chains:
        left = goal.part(line)
        if left is not None and not left & rest:
            for root in _roots(table, goal, parts, line):
                yield frozenset((before, 2 * line)), root


def _negated_conjunctions(
    table: LineTable, goal: Goal, booleans: list[int], new: set[int]
) -> Iterator[Closing]:
    """The acceptor is the negation of a conjunction of old lines and a new one."""
    rest, parts = _left_over(goal, booleans, of_opposite=True)
    for x in new:
        left = goal.part(x, of_opposite=True)
        if left is not None and not left & rest:
            for root in _roots(table, goal, parts, x, negated=True):
                inner = table.negation(root)
                yield frozenset((2 * x, 2 * inner)), root


def _comparisons(
    table: LineTable, goal: Goal, counts: list[int], new: set[int], fresh: list[int]
) -> Iterator[Closing]:
    """The acceptor compares two new counts of old lines, or the count of a new line."""
    for one, other in combinations(fresh, 2):
        for root in table.comparisons(one, other):
            if goal.is_met_by(root):
                yield frozenset((2 * one + 1, 2 * other + 1)), root
    pairs = [(x, count) for x in new for count in table.counts(x)]
    others = [-1, *counts]
    for k, place in goal.separable([count for _, count in pairs], others).tolist():
        x, count = pairs[k]
        for root in table.comparisons(count, others[place]):
            if goal.is_met_by(root):
                yield frozenset((2 * x, 2 * count + 1)), root


def _left_over(
    goal: Goal, booleans: list[int], *, of_opposite: bool
) -> tuple[int, list[int]]:
    """The words not excluded by any fitting old line, and these lines."""
    rest = goal.everything[of_opposite]
    parts = []
    for line in booleans:
        mask = goal.part(line, of_opposite=of_opposite)
        if mask is not None:
            rest &= mask
            parts.append(line)
    return rest, parts


def _roots(
    table: LineTable, goal: Goal, parts: list[int], new: int, *, negated: bool = False
) -> set[int]:
    """The correct ones among conjunctions of `new` and any of `parts`, or negated.

    All parts together exclude the most words, but on longer words one of them may
    exclude a member.
    """
    joined = {new}
    for part in parts:
        joined |= {table.conjunction(line, part) for line in joined}
    roots = set(map(table.negation, joined)) if negated else joined
    return set(filter(goal.is_met_by, roots))
