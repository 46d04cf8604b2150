r"""The lines of a program that follow a run through the states of a machine.

A run passes groups of states in order. For each group the program has lines

* ``enter``: the present letter is the one by which the run comes into the group;
* ``in``: it came before the present letter. What the lines of a group say once the run
  has left it does not matter: only the first time out counts;
* ``step``, ``count``, ``before``: at which letters the potential of a level grows by
  one number, the potential after the present letter, and before it;
* ``out``: the present letter leads out of the group.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from lengthwise.theory.membership.evidence.evidence_kinds import Potentials
from lengthwise.theory.membership.programs._condition import (
    FALSE,
    TRUE,
    Question,
    all_of,
    any_of,
    condition,
    number,
)
from lengthwise.theory.membership.programs._neighborhood import Case, Looks
from lengthwise.theory.membership.programs._program_lines import needed, own_step, total
from lengthwise.theory.membership.search.grouping import joined
from lengthwise.theory.membership.search.potentials import Level


@dataclass
class Group:
    """A group of states while its lines are written.

    Attributes:
        name: Its number.
        states: Its states.
        levels: The potential of each state, level by level.
        before: For each state and letter, what is known before the letter.
        questions: They tell the cases of `before` apart.
        after: The question for the last potential after the letter.
        within: A text: the run came into the group before the present letter.
        entered: A text: it came into the group, perhaps by the present letter.
        leave: A text: the present letter leaves the group for the first time.
        stayed: A text: up to the present letter the group was not left.
        arrivals: Names of lines for coming in, with the potentials there.
    """

    name: int
    states: tuple[int, ...]
    levels: list[dict[int, int]]
    before: dict[tuple[int, int], Case]
    questions: list[Question]
    after: list[Question] = field(default_factory=list)
    within: str = TRUE
    entered: str = TRUE
    leave: str = FALSE
    stayed: str = TRUE
    arrivals: dict[str, tuple[int, ...]] = field(default_factory=dict)


class Writer:
    """Writes the lines of a program, group by group.

    Args:
        potentials: What the program knows.
        occurs: Whether a letter is ever read in a state of the machine; what never
            occurs need not be told apart.
    """

    def __init__(
        self,
        potentials: Potentials,
        occurs: Callable[[int, int], bool] = lambda _state, _letter: True,
    ) -> None:
        groups = joined(potentials)
        self._occurs = occurs
        self.machine = potentials.machine
        self.states = groups.lifted.states
        self.rows = groups.lifted.rows
        self.looks = Looks(potentials.letters, potentials.window, potentials.period)
        self.body: list[tuple[str, str]] = []
        self.groups = [
            self._group(name, states, levels)
            for name, (states, levels) in enumerate(groups.groups, start=1)
        ]

    def _group(
        self, name: int, states: tuple[int, ...], levels: tuple[Level, ...]
    ) -> Group:
        """A group with potentials that are zero where a run first comes in."""
        outside = set(range(len(self.rows))) - set(states)
        arrived = {target for state in outside for target in self.rows[state]}
        first = min({0, *arrived}.intersection(states))
        before = {
            (state, letter): self.looks.before(self.states[state], letter)
            for state in states
            for letter in range(len(self.rows[state]))
            if self._occurs(self.states[state][0], letter)
        }
        maps = [dict(zip(states, level, strict=True)) for level in levels]
        moved = [{s: value - m[first] for s, value in m.items()} for m in maps]
        return Group(name, states, moved, before, self.looks.before_questions())

    def follow(self) -> None:
        """Writes the lines that know where the run is."""
        for k, group in enumerate(self.groups):
            if 0 not in group.states:
                self._enter(group, self.groups[:k])
            for level in range(len(group.levels)):
                self._level(group, level)
            self._out(group)

    def finished(self, outputs: list[str], *more: str) -> str:
        """The whole program, without lines that `outputs` do not need.

        Args:
            outputs: The lines that accept or emit.
            more: Symbols that are emitted and are no letters.
        """
        body = needed(self.body, outputs)
        lines = [self.looks.alphabet(*more), *self.looks.definitions(body), body]
        return "\n".join(lines)

    def _line(self, name: str, text: str) -> str:
        self.body.append((name, text))
        return name

    def _ask(self, group: Group, holds: Callable[[int, int], bool | None]) -> str:
        """A text for some edges (state, letter); ``None`` says: does not matter."""
        answers = {case: holds(*edge) for edge, case in group.before.items()}
        cases = {case: value for case, value in answers.items() if value is not None}
        return condition(cases, group.questions)

    def _enter(self, group: Group, earlier: list[Group]) -> None:
        reached = {t for g in earlier for s in g.states for t in self.rows[s]}
        by_potential: dict[tuple[int, ...], set[int]] = {}
        for state in sorted(reached.intersection(group.states)):
            potentials = tuple(level[state] for level in group.levels)
            by_potential.setdefault(potentials, set()).add(state)
        found = {
            potentials: any_of(
                all_of(source.leave, self._ask(source, self._leads(source, states)))
                for source in earlier
            )
            for potentials, states in by_potential.items()
        }
        name = f"enter{group.name}"
        if len(found) == 1:
            group.arrivals = {self._line(name, *found.values()): next(iter(found))}
        else:
            for k, (potentials, text) in enumerate(found.items(), start=1):
                group.arrivals[self._line(f"{name}_{k}", text)] = potentials
            self._line(name, any_of(group.arrivals))
        group.entered = f"exists {name}"
        group.within = self._line(f"in{group.name}", f"exists {name} && !{name}")

    def _leads(
        self, source: Group, targets: set[int]
    ) -> Callable[[int, int], bool | None]:
        """Of the edges that leave a group: does an edge lead to one of these states?"""

        def holds(state: int, letter: int) -> bool | None:
            target = self.rows[state][letter]
            return None if target in source.states else target in targets

        return holds

    def _level(self, group: Group, number_of_level: int) -> None:
        level = group.levels[number_of_level]
        steps = {
            case: level[target] - level[state]
            for (state, letter), case in group.before.items()
            if (target := self.rows[state][letter]) in level
        }
        # On the first level a letter that leads out must not be counted, because the
        # count after it is used below; later levels know the count before a letter.
        cases = set(group.before.values()) if number_of_level == 0 else set(steps)
        suffix = f"{group.name}" + (
            f"_{number_of_level + 1}" if number_of_level else ""
        )
        terms = []
        for grows in sorted(set(steps.values()) - {0}, reverse=True):
            text = condition(
                {case: steps.get(case, 0) == grows for case in cases}, group.questions
            )
            text = all_of(group.within, text)
            if not re.fullmatch(r'"[^"]*"', text):
                sign = "plus" if grows > 0 else "minus"
                text = self._line(f"{sign}{abs(grows)}_{suffix}", text)
            terms.append((grows, text))
        arrivals = [(v[number_of_level], name) for name, v in group.arrivals.items()]
        count = self._line(f"count{suffix}", total([*arrivals, *terms]))
        seen = self.looks.before_questions()
        place = len(seen)
        if number_of_level == 0:
            group.questions = [*seen, number(count)]
            group.before = {
                edge: (*case, level[edge[0]] + steps.get(case, 0))
                for edge, case in group.before.items()
            }
        else:
            own = "".join(own_step(grows, text) for grows, text in terms)
            group.questions = [
                *seen,
                number(self._line(f"before{suffix}", count + own)),
            ]
            group.before = {
                edge: (*case[:place], level[edge[0]])
                for edge, case in group.before.items()
            }
        group.after = [number(count)]

    def _out(self, group: Group) -> None:
        text = self._ask(group, lambda s, k: self.rows[s][k] not in group.states)
        text = all_of(group.within, text)
        if text == FALSE:
            return
        if text == TRUE:
            group.leave, group.stayed = "# true == 1", FALSE
            return
        name = self._line(f"out{group.name}", text)
        group.leave = f"{name} && # {name} == 1"
        group.stayed = f"never {name}"

    def at_end(self) -> list[str]:
        """Where the state after the last letter accepts, a text for each group."""
        return [self._at_end(group) for group in self.groups]

    def _at_end(self, group: Group) -> str:
        arrived = {target for row in self.rows for target in row}
        cases = {}
        for state in group.states:
            if state in arrived:
                case = self.looks.after(self.states[state])
                last = [level[state] for level in group.levels[-1:]]
                accepted = self.states[state][0] in self.machine.dfa.accepting
                cases[(*case, *last)] = accepted
        text = condition(cases, [*self.looks.after_questions(), *group.after])
        return all_of(group.entered, group.stayed, text)

    def at_letter(self, holds: Callable[[int, int], bool | None]) -> list[str]:
        """Where something holds of the state before the present letter, and the letter.

        Args:
            holds: From a state of the machine and a letter; ``None`` does not matter.
        """
        found = []
        for group in self.groups:

            def inside(state: int, letter: int, group: Group = group) -> bool | None:
                stays = self.rows[state][letter] in group.states
                return holds(self.states[state][0], letter) if stays else None

            def leaving(state: int, letter: int, group: Group = group) -> bool | None:
                stays = self.rows[state][letter] in group.states
                return None if stays else holds(self.states[state][0], letter)

            found.append(all_of(group.within, group.stayed, self._ask(group, inside)))
            found.append(all_of(group.leave, self._ask(group, leaving)))
        return found
