"""All programs in order of size, within limits, and the best for each length."""

import time
from collections.abc import Callable, Iterator, Sequence

from lengthwise.theory.programs._best_lines import BestLines
from lengthwise.theory.programs._goal import Goal
from lengthwise.theory.programs._joint_programs import (
    Joint,
    JointPrograms,
    completions,
)
from lengthwise.theory.programs._line_table import LineTable
from lengthwise.theory.programs._states import Closing, State, closings, successors
from lengthwise.theory.programs.learned import Stop
from lengthwise.theory.programs.learning_limits import SearchLimits

STATE_BYTES = 250
"""The approximate memory of a set of lines."""


class _EndError(Exception):
    """A limit was reached."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop)
        self.stop: Stop = stop


class ProgramSearch:
    """All programs in order of size, within limits.

    Sets of lines do not depend on the target, so several lines are searched for
    together: each set is built once and closed for each of them.

    Attributes:
        table: The table of lines.
        wanted: The target lines, each searched for separately.
        joint: The target lines in one program with as few lines as possible in total,
            if this is requested.
        candidates: Number of candidate lines examined.
        stop: Why the search ended.
        began: The start time.
    """

    def __init__(
        self,
        table: LineTable,
        wanted: Sequence[BestLines],
        limits: SearchLimits,
        watch: Callable[[str], None],
        joint: JointPrograms | None = None,
    ) -> None:
        self.table = table
        self.joint = joint
        self.wanted = tuple(wanted)
        self.limits = limits
        self.watch = watch
        self.began = time.monotonic()
        self.candidates = 0
        self.stop: Stop = "size"

    def run(self) -> None:
        """Enumerates programs until every length has one, or a limit is reached."""
        try:
            self._sizes()
        except _EndError as end:
            self.stop = end.stop
        except KeyboardInterrupt:
            self.stop = "interrupted"
        else:
            self.stop = "size" if self._open else "found"

    @property
    def _open(self) -> list[BestLines | JointPrograms]:
        searched: list[BestLines | JointPrograms] = [*self.wanted]
        if self.joint is not None:
            searched.append(self.joint)
        return [one for one in searched if not one.done]

    def _sizes(self) -> None:
        table = self.table
        first = (*table.first_lines, table.always, table.never)
        self.candidates = len(first) + len(table.first_lines)
        self._level(1, [(frozenset([2 * line]), line) for line in first])
        pairs = [(line, table.negation(line)) for line in table.first_lines]
        self._level(2, [(frozenset([2 * a, 2 * b]), b) for a, b in pairs])
        layer: set[State] = {()}
        for size in range(1, self.limits.size + 1):
            left = min(size, 3)
            if left == 3:
                for one in self.wanted:
                    if not one.done:
                        one.note(size, self._closings(one.goal(), size, layer))
            if self.joint is not None and not self.joint.done:
                goals, _ = self.joint.goals()
                found = self._completions(goals, size, layer, left)
                self.joint.note(size, found)
            if left == 3 and size < self.limits.size and self._open:
                layer = self._grown(size, layer)

    def _level(self, size: int, found: list[Closing]) -> None:
        if size <= self.limits.size:
            for one in self.wanted:
                one.note(size, found)

    def _closings(self, goal: Goal, size: int, layer: set[State]) -> Iterator[Closing]:
        for number, state in enumerate(layer):
            if number % 256 == 0:
                self._look(f"{size} lines: {number:,} of {len(layer):,} sets", layer)
            for found, closing in enumerate(closings(self.table, goal, state), 1):
                yield closing
                if found % 256 == 0:
                    self._look(f"{size} lines: {number:,} sets", layer)
            self.candidates += goal.candidates
            goal.candidates = 0

    def _completions(
        self, goals: Sequence[Goal], size: int, layer: set[State], left: int
    ) -> Iterator[Joint]:
        for number, state in enumerate(layer):
            if number % 64 == 0:
                text = f"{size} lines in all: {number:,} of {len(layer):,} sets"
                self._look(text, layer)
            yield from completions(self.table, goals, state, left)
            self.candidates += sum(goal.candidates for goal in goals)
            for goal in goals:
                goal.candidates = 0

    def _grown(self, size: int, layer: set[State]) -> set[State]:
        grown: set[State] = set()
        for number, state in enumerate(layer):
            if number % 256 == 0:
                self._look(f"{size + 1} lines: {len(grown):,} sets so far", grown)
            grown.update(successors(self.table, state))
        return grown

    def _look(self, text: str, sets: set[State]) -> None:
        """Ends the search if a limit is reached, and reports progress."""
        seconds = time.monotonic() - self.began
        if seconds > self.limits.seconds:
            raise _EndError("time")
        if self.table.bytes + STATE_BYTES * len(sets) > self.limits.memory:
            raise _EndError("memory")
        right = min(len(one.rows) for one in self.wanted)
        self.watch(
            f"{text}, {len(self.table.holds):,} different lines; right up to length "
            f"{right}"
        )
