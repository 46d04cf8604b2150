"""All programs up to a size as vectors over words, and those that agree with one."""

import time
from collections.abc import Callable, Iterable

import numpy as np

from lengthwise.crasp.language.program import Program
from lengthwise.theory.programs._derivation import derive
from lengthwise.theory.programs._line_table import Fragment
from lengthwise.theory.programs._prefix_tree import PrefixTree
from lengthwise.theory.programs._recorded_lines import Operation, RecordedLines
from lengthwise.theory.programs._states import State, next_booleans, split, successors
from lengthwise.theory.programs.learned import Stop
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import Target, training_tree
from lengthwise.words import Word

STATE_BYTES = 250
"""The approximate memory of a set of lines."""

OFTEN = 256
"""The number of sets of lines between checks of the limits."""


class _EndError(Exception):
    """A limit was reached."""


class AgreeingPrograms:
    """All programs up to a size, in order of size.

    Attributes:
        target: The program to compare with, as labels of words.
        exhaustive: All words up to this length are compared.
        table: The lines.
        wanted: The line that holds where the program accepts.
        levels: For each size, the acceptors that no smaller program has, each with the
            other lines of a program.
        doubtful: The operations whose results affect what a program that agrees on all
            compared words outputs on others.
        stop: Why the search ended.
    """

    def __init__(
        self,
        target: Target,
        fragment: Fragment,
        limits: SearchLimits,
        more: Iterable[Word],
        began: float,
        watch: Callable[[str], None],
    ) -> None:
        tree = training_tree(target, limits.length)
        self.exhaustive = int(tree.lengths[-1])
        longer = set(more)
        if longer:
            tree = PrefixTree.of_words(target.alphabet, {*tree.words, *longer})
        self.target = target
        self.limits = limits
        self.began = began
        self.watch = watch
        self.table = RecordedLines(tree, fragment)
        self.labels = np.array(target.labels(tree.words), dtype=bool)
        self.wanted = self.table.boolean(self.labels)
        self.levels: list[dict[int, State]] = []
        self.doubtful: list[Operation] = []
        self.stop: Stop = "found"

    def run(self) -> None:
        """Enumerates all programs of each size, as far as the limits allow."""
        try:
            self._sizes()
        except _EndError:
            return
        except KeyboardInterrupt:
            if not self.levels:
                raise
            self.stop = "interrupted"

    def _sizes(self) -> None:
        table = self.table
        layer: set[State] = {()}
        seen: set[int] = set()
        for size in range(1, self.limits.size + 1):
            inner = list(table.booleans), list(table.counted)
            level: dict[int, State] = {table.never: ()} if size == 1 else {}
            for number, state in enumerate(layer):
                self._look(number, f"{size} lines: {len(layer):,} sets", len(layer))
                for root in next_booleans(table, *split(state)):
                    if root not in seen and root not in level:
                        level[root] = state
            seen.update(level)
            self.levels.append(level)
            self.doubtful = self._doubtful(*inner) if self.wanted in seen else []
            if size < self.limits.size:
                grown: set[State] = set()
                for number, state in enumerate(layer):
                    self._look(number, f"{size} lines", len(grown))
                    grown.update(successors(table, state))
                layer = grown

    def _doubtful(
        self, booleans: list[Operation], counted: list[Operation]
    ) -> list[Operation]:
        """The operations inside programs, and those whose result is the program."""
        inside = set(booleans)
        last = [
            way
            for way, line in self.table.booleans.items()
            if line == self.wanted and way not in inside
        ]
        return [*booleans, *counted, *last]

    def _look(self, number: int, text: str, sets: int) -> None:
        if number % OFTEN:
            return
        if time.monotonic() - self.began > self.limits.seconds:
            self.stop = "time"
        elif self.table.bytes + STATE_BYTES * sets > self.limits.memory:
            self.stop = "memory"
        if self.stop != "found" and self.levels:
            raise _EndError
        self.watch(f"{text}, {len(self.table.holds):,} different lines")

    def first_difference(self, root: int) -> Word | None:
        """The first compared word on which an acceptor differs from the program."""
        wrong = self.table.holds[root] != self.labels
        return self.table.tree.words[int(np.argmax(wrong))] if wrong.any() else None

    def program(self, root: int) -> Program:
        """A program with an acceptor."""
        level = next(level for level in self.levels if root in level)
        lines = frozenset((*level[root], 2 * root))
        return derive(self.table, lines, root).program
