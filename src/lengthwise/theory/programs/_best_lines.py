"""For one target line: the smallest programs found so far, for every length."""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from jaxtyping import Bool, Int

from lengthwise.theory.programs._derivation import Derived, derive
from lengthwise.theory.programs._goal import Goal
from lengthwise.theory.programs._line_table import LineTable
from lengthwise.theory.programs._states import Closing

Key: TypeAlias = tuple[int, int, int, str]
"""The order of programs of equal size: constants, depth, how long they are correct,
text."""

MOST_TIES = 2_000
"""The number of smallest programs kept for the longest length."""


class BestLines:
    """The smallest programs for one line, for every length.

    Attributes:
        labels: The labels of the line.
        labeled: Where these labels are defined.
        lengths: The length of each entry.
        longest: The largest of these.
        rows: For each length the size, the Boolean line and the program.
        exhausted: All programs with at most this many lines were enumerated.
        ties: The smallest programs that are correct up to the longest length, each as a
            set of lines and the target line.
    """

    def __init__(
        self,
        table: LineTable,
        labels: Bool[np.ndarray, " prefixes"],
        labeled: Bool[np.ndarray, " prefixes"],
        lengths: Int[np.ndarray, " prefixes"],
    ) -> None:
        self.table = table
        self.labels = labels
        self.labeled = labeled
        self.lengths = lengths
        self.longest = int(lengths[labeled].max())
        self.rows: dict[int, tuple[int, int, Derived]] = {}
        self.exhausted = 0
        self.ties: list[Closing] = []

    @property
    def next_length(self) -> int:
        """The first length without a program."""
        return len(self.rows) + 1

    @property
    def done(self) -> bool:
        """Whether every length has a program."""
        return self.next_length > self.longest

    def goal(self) -> Goal:
        """The labels that a program must match to improve on the known ones."""
        return self.goal_at(self.next_length)

    def goal_at(self, length: int) -> Goal:
        """The labels that a program must match up to a length."""
        return Goal(self.table, self.labels, self.labeled, length, self.lengths)

    def note(self, size: int, found: Iterable[Closing]) -> None:
        """Records the best programs of a size for every length without one."""
        if self.done:
            return
        goal = self.goal()
        best: dict[int, tuple[Key, int, Derived]] = {}
        try:
            seen: set[Closing] = set()
            for lines, root in found:
                right = goal.agreement(root)
                if right < goal.length or (lines, root) in seen:
                    continue
                seen.add((lines, root))
                if right >= self.longest and len(self.ties) < MOST_TIES:
                    self.ties.append((lines, root))
                made = derive(self.table, lines, root)
                key = (made.constants, made.depth, right, str(made.program))
                for n in range(goal.length, min(right, self.longest) + 1):
                    if n not in best or key < best[n][0]:
                        best[n] = (key, root, made)
            self.exhausted = size
        finally:
            for n, (_, root, made) in sorted(best.items()):
                self.rows[n] = (size, root, made)
