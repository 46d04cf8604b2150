"""Decides runs from a window of letters, one letter at a time, newest first.

Given the newest letters, a state is a *yes* or a *no* if a run in it before these
letters ends in a yes or a no state; states whose runs have left the relevant states are
neither. If no state is a yes, or none is a no, older letters do not matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from lengthwise.theory.membership.programs._condition import Value

States: TypeAlias = npt.NDArray[np.bool_]
"""A set of states."""

MOST_NODES = 1_000
"""Windows that need more distinctions are left to other programs."""

LONGEST = 64
"""The largest distance that is tested."""

MOST_CELLS = 20_000_000
"""Limit on states times letters times distinctions (about a tenth of a
second)."""


@dataclass(frozen=True, eq=False)
class Ask:
    """Tests the letter at a distance.

    Attributes:
        distance: 0 for the current letter.
        after: The next decision for each letter.
        before_start: The next decision if the word starts later; ``None``: any will do.
    """

    distance: int
    after: "tuple[Node | None, ...]"
    before_start: "Node | None"

    def follow(self, value: Value) -> "Node | None":
        """The next decision for a letter, or for its absence."""
        return self.before_start if value is None else self.after[value]


Node: TypeAlias = bool | Ask
"""A decision: an answer or a further test."""


class NotLocal(Exception):  # noqa: N818 - it is an answer
    """No window of the allowed size decides."""


class WindowValues:
    """The decisions of windows about runs of an automaton.

    Args:
        rows: For each state and letter, the next state.
        start: The start state.
        inside: The relevant states; decisions hold for runs that did not leave them
            before the current letter.
    """

    def __init__(
        self, rows: Sequence[Sequence[int]], start: int, inside: States
    ) -> None:
        self._columns = np.array(rows, dtype=np.intp).T
        self._start, self._inside = start, inside
        self._known: dict[tuple[int, bytes], Node | None] = {}
        self._open: set[bytes] = set()
        self._cells = MOST_CELLS

    def decision(self, yes: States, no: States, distance: int = 0) -> Node | None:
        """Decides whether a run is in `yes` or `no`; ``None``: it is in neither.

        Args:
            yes: States in which the answer is yes.
            no: States in which the answer is no.
            distance: The distance of the letter that led to these states.

        Raises:
            NotLocal: No window decides, or only a large one.
        """
        if not yes.any() or not no.any():
            return bool(yes.any()) if yes.any() or no.any() else None
        pair = np.packbits(np.concatenate([yes, no])).tobytes()
        if (distance, pair) not in self._known:
            self._cells -= self._columns.size
            small = len(self._known) < MOST_NODES and self._cells >= 0
            if pair in self._open or distance > LONGEST or not small:
                raise NotLocal
            self._open.add(pair)
            found = self._ask(yes, no, distance)
            self._open.remove(pair)
            self._known[distance, pair] = found
        return self._known[distance, pair]

    def _ask(self, yes: States, no: States, distance: int) -> Node | None:
        after = tuple(
            self.decision(
                yes[column] & self._inside, no[column] & self._inside, distance + 1
            )
            for column in self._columns
        )
        none: Node | None = None
        if distance and (yes[self._start] or no[self._start]):
            none = bool(yes[self._start])
            if none not in after:
                # A later test may give this answer if it finds no letter.
                none = next((one for one in after if _absent(one) == none), none)
        different = {one for one in (*after, none) if one is not None}
        if len(different) < 2:
            return next(iter(different), None)
        return Ask(distance, after, none)


def _absent(node: Node | None) -> bool | None:
    """The answer if there are no letters at the tested distances."""
    while isinstance(node, Ask):
        node = node.before_start
    return node


def nodes_of(root: Node | None) -> list[Ask]:
    """All tests of a decision, each before its successors."""
    found: dict[Ask, None] = {}

    def visit(node: Node | None) -> None:
        if isinstance(node, Ask) and node not in found:
            for one in node.after:
                visit(one)
            found[node] = None

    visit(root)
    return list(found)[::-1]


def table(
    root: Node | None, distances: Sequence[int], letters: int, limit: int
) -> dict[tuple[Value, ...], bool] | None:
    """The answer by the letters at the tested distances; ``None``: too many cases.

    Args:
        root: The decision.
        distances: All distances that it tests, smallest first.
        letters: Number of letters.
        limit: The largest number of cases.
    """
    if (letters + 1) ** len(distances) > limit:
        return None
    cases = {}
    for values in product((*range(letters), None), repeat=len(distances)):
        given = dict(zip(distances, values, strict=True))
        gap = values.index(None) if None in values else len(values)
        if any(value is not None for value in values[gap:]) or given.get(0, 0) is None:
            continue  # a letter before the start of the word
        node = root
        while isinstance(node, Ask):
            node = node.follow(given[node.distance])
        if node is not None:
            cases[values] = node
    return cases
