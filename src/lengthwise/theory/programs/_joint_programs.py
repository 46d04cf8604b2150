"""Programs with several target lines: the smallest in total, with shared lines.

A program of k lines is a set of k - 3 of them and three more. Every target line that is
not in the set is one of the three, so most sets are skipped at once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.core.shared_parts import share
from lengthwise.crasp.language.program import Program
from lengthwise.theory.programs._best_lines import BestLines
from lengthwise.theory.programs._derivation import derive_several
from lengthwise.theory.programs._goal import Goal
from lengthwise.theory.programs._line_table import LineTable
from lengthwise.theory.programs._states import (
    State,
    closings,
    next_booleans,
    split,
    successors,
)
from lengthwise.words import Alphabet

Joint: TypeAlias = tuple[frozenset[int], tuple[int, ...]]
"""All lines of a program, and the Boolean line of each target line."""


@dataclass(frozen=True)
class JointRow:
    """A smallest program for one length: size, longest correct length, program."""

    size: int
    right: int
    program: Program


class JointPrograms:
    """The smallest programs for several lines together, for every length.

    Attributes:
        rows: For each length, in ascending order, a smallest program.
        exhausted: All programs with at most this many lines in total were enumerated.
    """

    def __init__(
        self,
        table: LineTable,
        wanted: Sequence[BestLines],
        symbols: Sequence[str],
        alphabet: Alphabet,
    ) -> None:
        self.table = table
        self.wanted = tuple(wanted)
        self.symbols = tuple(symbols)
        self.alphabet = alphabet
        self.longest = wanted[0].longest
        self.rows: dict[int, JointRow] = {}
        self.exhausted = 0

    @property
    def next_length(self) -> int:
        """The first length without a program."""
        return len(self.rows) + 1

    @property
    def done(self) -> bool:
        """Whether every length has a program."""
        return self.next_length > self.longest

    def goals(self) -> tuple[list[Goal], list[int]]:
        """The goals up to the next length, and the goal of each line.

        Lines with equal labels share a goal.
        """
        goals: dict[bytes, Goal] = {}
        keys = []
        for one in self.wanted:
            short = one.labeled & (one.lengths <= self.next_length)
            keys.append(np.packbits(one.labels & short).tobytes())
            goals.setdefault(keys[-1], one.goal_at(self.next_length))
        places = {key: place for place, key in enumerate(goals)}
        return list(goals.values()), [places[key] for key in keys]

    def note(self, size: int, found: Iterable[Joint]) -> None:
        """Records the best programs of a size for every length without one."""
        first = self.next_length
        checks = [one.goal_at(first) for one in self.wanted]
        _, places = self.goals()
        best: dict[int, tuple[tuple[int, int, int, str], JointRow]] = {}
        try:
            seen: set[Joint] = set()
            for joint in found:
                if joint in seen:
                    continue
                seen.add(joint)
                lines, roots = joint
                each = [roots[k] for k in places]
                agreed = (
                    check.agreement(root)
                    for check, root in zip(checks, each, strict=True)
                )
                right = min(agreed)
                constants, conditions = derive_several(self.table, lines, each)
                following = tuple(zip(self.symbols, conditions, strict=True))
                program = Program(next=following, alphabet=self.alphabet)
                depth = facts(program).counting_depth
                key = (constants, depth, right, str(program))
                row = JointRow(size, right, share(program))
                for n in range(first, min(right, self.longest) + 1):
                    if n not in best or key < best[n][0]:
                        best[n] = (key, row)
            self.exhausted = size
        finally:
            for n, (_, row) in sorted(best.items()):
                self.rows[n] = row


def completions(
    table: LineTable, goals: Sequence[Goal], state: State, left: int
) -> Iterator[Joint]:
    """All programs with exactly this many more lines that meet every goal.

    No smaller program meets all goals, and no line meets two of them. A line that never
    holds is written last.
    """
    booleans, counts = split(state)
    met = [[x for x in booleans if goal.is_met_by(x)] for goal in goals]
    missing = [goal for goal, lines in zip(goals, met, strict=True) if not lines]
    if not missing:
        yield frozenset(state), tuple(lines[0] for lines in met)
    elif len(missing) == left:
        new = next_booleans(table, booleans, counts) | {table.never}
        missing[0].candidates += len(new)
        for line in new:
            if any(goal.is_met_by(line) for goal in missing):
                yield from completions(table, goals, _with(state, 2 * line), left - 1)
    elif len(missing) == 1 and left == 3:
        assert all(missing[0].everything), "one line is enough for a constant"
        for lines, root in closings(table, missing[0], state):
            yield lines, tuple(known[0] if known else root for known in met)
    elif len(missing) < left:
        for larger in successors(table, state):
            yield from completions(table, goals, larger, left - 1)


def _with(state: State, line: int) -> State:
    return tuple(sorted((*state, line)))
