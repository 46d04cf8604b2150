"""A group of states whose program lines are being written."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lengthwise.crasp.language.builder import FALSE, TRUE
from lengthwise.crasp.language.syntax import BoolExpr, BoolName
from lengthwise.theory.membership.programs._condition import Question
from lengthwise.theory.membership.programs._neighborhood import Case


@dataclass
class Group:
    """A group of states while its lines are written.

    Attributes:
        place: Its index among the groups.
        states: Its states.
        entries: The states entered from other groups, by index of the other group.
        levels: The potential of each state, level by level.
        before: For each state and letter, what the program knows before the letter.
        questions: The questions that distinguish the cases of `before`.
        after: The question for the last-level potential after the letter.
        within: The run entered the group before the current letter.
        entered: The run entered the group, possibly by the current letter.
        leave: The current letter is the first to leave the group.
        stayed: The run did not leave the group up to the current letter.
        arrivals: Lines for entering, with the potentials there.
    """

    place: int
    states: tuple[int, ...]
    entries: dict[int, set[int]]
    levels: list[dict[int, int]]
    before: dict[tuple[int, int], Case]
    questions: list[Question]
    after: list[Question] = field(default_factory=list)
    within: BoolExpr = TRUE
    entered: BoolExpr = TRUE
    leave: BoolExpr = FALSE
    stayed: BoolExpr = TRUE
    arrivals: list[tuple[BoolName, tuple[int, ...]]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The suffix of the names of its lines."""
        return str(self.place + 1)

    def entered_by_potentials(self) -> dict[tuple[int, ...], set[int]]:
        """The states where runs enter, by their potentials."""
        states: dict[tuple[int, ...], set[int]] = {}
        for state in sorted(set[int]().union(*self.entries.values())):
            potentials = tuple(level[state] for level in self.levels)
            states.setdefault(potentials, set()).add(state)
        return states


def from_zero(
    states: tuple[int, ...],
    levels: Sequence[Sequence[int]],
    entries: dict[int, set[int]],
) -> list[dict[int, int]]:
    """Potentials by state, shifted to be zero at the first entry.

    Examples:
        >>> from_zero((0, 1), [(5, 6)], {})
        [{0: 0, 1: 1}]
    """
    first = min({0}.union(*entries.values()).intersection(states))
    maps = [dict(zip(states, level, strict=True)) for level in levels]
    return [{state: value - m[first] for state, value in m.items()} for m in maps]


def entries_by_source(
    rows: Sequence[Sequence[int]], place: dict[int, int], groups: int
) -> list[dict[int, set[int]]]:
    """For each group, the states entered from each other group.

    Args:
        rows: For each state and letter, the next state.
        place: The index of the group of each state that is in one.
        groups: Number of groups.

    Examples:
        >>> entries_by_source([(0, 1), (1, 1)], {0: 0, 1: 1}, 2)
        [{}, {0: {1}}]
    """
    entries: list[dict[int, set[int]]] = [{} for _ in range(groups)]
    for state, source in place.items():
        for target in rows[state]:
            if (here := place.get(target, source)) != source:
                entries[here].setdefault(source, set()).add(target)
    return entries
