"""All programs by size, as far as the limits allow, and the best for each length."""

import time
from collections.abc import Callable, Iterable

import numpy as np

from lengthwise.theory.programs._derivation import Derived, derive
from lengthwise.theory.programs._goal import Goal
from lengthwise.theory.programs._line_table import Fragment, LineTable
from lengthwise.theory.programs._states import Closing, State, closings, successors
from lengthwise.theory.programs.learned import Stop
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import Target, training_tree

STATE_BYTES = 250
"""About what a set of lines takes."""


class _EndError(Exception):
    """A limit was reached."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop)
        self.stop: Stop = stop


class ProgramSearch:
    """All programs by size, as far as the limits allow."""

    def __init__(
        self,
        target: Target,
        fragment: Fragment,
        limits: SearchLimits,
        watch: Callable[[str], None],
    ) -> None:
        tree = training_tree(target, limits.length)
        self.table = LineTable(tree, fragment)
        has_label = set(tree.words if target.words is None else target.words)
        self.labeled = np.array([word in has_label for word in tree.words])
        self.labels = np.zeros(len(tree), bool)
        asked = [word for word in tree.words if word in has_label]
        self.labels[self.labeled] = target.labels(asked)
        self.limits = limits
        self.watch = watch
        self.began = time.monotonic()
        self.longest = int(tree.lengths[-1])
        self.rows: dict[int, tuple[int, int, Derived]] = {}
        self.exhausted = 0
        self.candidates = 0
        self.stop: Stop = "size"

    @property
    def next_length(self) -> int:
        """The first length without a program."""
        return len(self.rows) + 1

    def run(self) -> None:
        """Looks at programs until every length has one, or a limit is reached."""
        try:
            self._sizes()
        except _EndError as end:
            self.stop = end.stop
        except KeyboardInterrupt:
            self.stop = "interrupted"
        else:
            self.stop = "size" if self.next_length <= self.longest else "found"

    def _sizes(self) -> None:
        table = self.table
        first = (*table.first_lines, table.always, table.never)
        self.candidates = len(first) + len(table.first_lines)
        self._level(1, [(frozenset([2 * line]), line) for line in first])
        pairs = [(line, table.negation(line)) for line in table.first_lines]
        self._level(2, [(frozenset([2 * a, 2 * b]), b) for a, b in pairs])
        layer: set[State] = {()}
        for size in range(3, self.limits.size + 1):
            if self.next_length > self.longest:
                return
            self._level(size, self._closings(size, layer))
            if size < self.limits.size and self.next_length <= self.longest:
                layer = self._grown(size, layer)

    def _level(self, size: int, found: Iterable[Closing]) -> None:
        """Notes the best programs of a size for every length that has none."""
        if size > self.limits.size or self.next_length > self.longest:
            return
        goal = Goal(self.table, self.labels, self.labeled, self.next_length)
        best: dict[int, tuple[tuple[int, int, int, str], int, Derived]] = {}
        try:
            seen: set[Closing] = set()
            for lines, root in found:
                right = goal.agreement(root)
                if right < goal.length or (lines, root) in seen:
                    continue
                seen.add((lines, root))
                made = derive(self.table, lines, root)
                key = (made.constants, made.depth, right, str(made.program))
                for n in range(goal.length, right + 1):
                    if n not in best or key < best[n][0]:
                        best[n] = (key, root, made)
            self.exhausted = size
        finally:
            for n, (_, root, made) in sorted(best.items()):
                self.rows[n] = (size, root, made)

    def _closings(self, size: int, layer: set[State]) -> Iterable[Closing]:
        goal = Goal(self.table, self.labels, self.labeled, self.next_length)
        for number, state in enumerate(layer):
            if number % 256 == 0:
                self._look(f"{size} lines: {number:,} of {len(layer):,} sets", layer)
            yield from closings(self.table, goal, state)
            self.candidates += goal.candidates
            goal.candidates = 0

    def _grown(self, size: int, layer: set[State]) -> set[State]:
        grown: set[State] = set()
        for number, state in enumerate(layer):
            if number % 256 == 0:
                self._look(f"{size + 1} lines: {len(grown):,} sets so far", grown)
            grown.update(successors(self.table, state))
        return grown

    def _look(self, text: str, sets: set[State]) -> None:
        """Ends the search where a limit is reached, and tells how far it is."""
        seconds = time.monotonic() - self.began
        if seconds > self.limits.seconds:
            raise _EndError("time")
        if self.table.bytes + STATE_BYTES * len(sets) > self.limits.memory:
            raise _EndError("memory")
        self.watch(
            f"{text}, {len(self.table.holds):,} different lines; right up to length "
            f"{len(self.rows)}"
        )
