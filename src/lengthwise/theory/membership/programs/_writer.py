r"""Writes the lines of a program that track a run through an automaton.

A run passes through groups of states in order. For each group, the program has the
lines

* ``enter``: the run enters the group with the current letter;
* ``in``: it entered before the current letter. Lines of a group may have any value once
  the run has left it, since only the first exit counts;
* ``step``, ``count``, ``before``: the letters at which the potential of a level grows
  by a given amount, and the potential after and before the current letter;
* ``out``: the current letter leaves the group.
"""

from collections.abc import Callable, Iterable

from lengthwise.crasp.core.shared_parts import share
from lengthwise.crasp.language.builder import (
    FALSE,
    TRUE,
    Builder,
    all_of,
    any_of,
    compare,
    total,
)
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import (
    BoolExpr,
    Conditional,
    Count,
    Exists,
    Never,
    Not,
    Number,
    Symbol,
)
from lengthwise.theory.membership.evidence.evidence_kinds import Potentials
from lengthwise.theory.membership.programs._condition import (
    condition,
    number,
)
from lengthwise.theory.membership.programs._group import (
    Group,
    entries_by_source,
    from_zero,
)
from lengthwise.theory.membership.programs._neighborhood import Looks
from lengthwise.theory.membership.search.grouping import joined
from lengthwise.theory.membership.search.potentials import Level

Holds = Callable[[int, int], bool | None]
"""A condition on a state and a letter; ``None``: either value will do."""


class Writer:
    """Writes the lines of a program, group by group.

    Args:
        potentials: The potentials that the program tracks.
        occurs: Whether a letter is ever read in a state of the automaton; cases that
            never occur need no distinction.
        more: Emitted symbols that are not letters.
    """

    def __init__(
        self,
        potentials: Potentials,
        occurs: Callable[[int, int], bool] = lambda _state, _letter: True,
        more: Iterable[str] = (),
    ) -> None:
        groups = joined(potentials)
        self._occurs = occurs
        self.machine = potentials.machine
        self.states = groups.lifted.states
        self.rows = groups.lifted.rows
        self.looks = Looks(potentials.letters, potentials.window, potentials.period)
        self._build = Builder((*self.looks.alphabet, *more))
        self._build.lines += self.looks.lines()
        self._place = {
            state: place
            for place, (states, _) in enumerate(groups.groups)
            for state in states
        }
        entries = entries_by_source(self.rows, self._place, len(groups.groups))
        self.groups = [
            self._group(place, states, levels, entries[place])
            for place, (states, levels) in enumerate(groups.groups)
        ]

    def _group(
        self,
        place: int,
        states: tuple[int, ...],
        levels: tuple[Level, ...],
        entries: dict[int, set[int]],
    ) -> Group:
        before = {
            (state, letter): self.looks.before(self.states[state], letter)
            for state in states
            for letter in range(len(self.rows[state]))
            if self._occurs(self.states[state][0], letter)
        }
        moved = from_zero(states, levels, entries)
        questions = self.looks.before_questions()
        return Group(place, states, entries, moved, before, questions)

    def follow(self) -> None:
        """Writes the lines that track the run."""
        for group in self.groups:
            if 0 not in group.states:
                self._enter(group)
            for level in range(len(group.levels)):
                self._level(group, level)
            self._out(group)

    def accepting(self, here: BoolExpr) -> Program:
        """The program that accepts where `here` holds."""
        return share(self._build.program(here, only_needed=True))

    def emitting(self, conditions: Iterable[tuple[str, BoolExpr]]) -> Program:
        """The program that emits each symbol where its condition holds."""
        for symbol, here in conditions:
            self._build.emit(symbol, here)
        return share(self._build.program(only_needed=True))

    def _stays(self, group: Group, state: int, letter: int) -> bool:
        return self._place.get(self.rows[state][letter]) == group.place

    def _ask(self, group: Group, holds: Holds) -> BoolExpr:
        """An expression that holds at some edges (state, letter) of a group."""
        answers = {case: holds(*edge) for edge, case in group.before.items()}
        cases = {case: value for case, value in answers.items() if value is not None}
        return condition(cases, group.questions)

    def _enter(self, group: Group) -> None:
        entries = {
            potentials: any_of(
                *(
                    self._arrives(self.groups[place], states)
                    for place in sorted(group.entries)
                )
            )
            for potentials, states in group.entered_by_potentials().items()
        }
        name = f"enter{group.name}"
        if len(entries) == 1:
            ((potentials, here),) = entries.items()
            enter = self._build.line(name, here)
            group.arrivals = [(enter, potentials)]
        else:
            for k, (potentials, here) in enumerate(entries.items(), start=1):
                line = self._build.line(f"{name}_{k}", here)
                group.arrivals.append((line, potentials))
            enter = self._build.line(name, any_of(*(a for a, _ in group.arrivals)))
        group.entered = Exists(enter)
        group.within = self._build.line(
            f"in{group.name}", all_of(Exists(enter), Not(enter))
        )

    def _arrives(self, source: Group, targets: set[int]) -> BoolExpr:
        """The run leaves a group and enters one of the targets."""

        def leads(state: int, letter: int) -> bool | None:
            if self._stays(source, state, letter):
                return None
            return self.rows[state][letter] in targets

        return all_of(source.leave, self._ask(source, leads))

    def _level(self, group: Group, number_of_level: int) -> None:
        level = group.levels[number_of_level]
        steps = {
            case: level[target] - level[state]
            for (state, letter), case in group.before.items()
            if (target := self.rows[state][letter]) in level
        }
        # On the first level, a letter that leaves the group must not be counted,
        # because the count after it is used below; later levels know the count before a
        # letter.
        cases = steps
        if number_of_level == 0:
            cases = dict.fromkeys(group.before.values(), 0) | steps
        suffix = group.name + (f"_{number_of_level + 1}" if number_of_level else "")
        terms: list[tuple[int, BoolExpr]] = []
        for grows in sorted(set(steps.values()) - {0}, reverse=True):
            here = condition(
                {case: step == grows for case, step in cases.items()}, group.questions
            )
            here = all_of(group.within, here)
            if not isinstance(here, Symbol):
                sign = "plus" if grows > 0 else "minus"
                here = self._build.line(f"{sign}{abs(grows)}_{suffix}", here)
            terms.append((grows, here))
        arrivals = [(v[number_of_level], line) for line, v in group.arrivals]
        grown = [(times, Count(where)) for times, where in (*arrivals, *terms)]
        count = self._build.line(f"count{suffix}", total(*grown))
        questions = self.looks.before_questions()
        if number_of_level == 0:
            group.questions = [*questions, number(count)]
            group.before = {
                edge: (*case, level[edge[0]] + steps.get(case, 0))
                for edge, case in group.before.items()
            }
        else:
            own = [
                (-1 if k > 0 else 1, Conditional(Number(abs(k)), where, Number(0)))
                for k, where in terms
            ]
            earlier = self._build.line(f"before{suffix}", total((1, count), *own))
            group.questions = [*questions, number(earlier)]
            group.before = {
                edge: (*case[: len(questions)], level[edge[0]])
                for edge, case in group.before.items()
            }
        group.after = [number(count)]

    def _out(self, group: Group) -> None:
        here = self._ask(group, lambda s, k: not self._stays(group, s, k))
        here = all_of(group.within, here)
        if here == FALSE:
            return
        if here == TRUE:
            group.leave, group.stayed = compare(Count(TRUE), "==", 1), FALSE
            return
        line = self._build.line(f"out{group.name}", here)
        group.leave = all_of(line, compare(Count(line), "==", 1))
        group.stayed = Never(line)

    def at_end(self) -> list[BoolExpr]:
        """For each group, whether the state after the last letter accepts."""
        arrived = {target for row in self.rows for target in row}
        return [self._at_end(group, arrived) for group in self.groups]

    def _at_end(self, group: Group, arrived: set[int]) -> BoolExpr:
        cases = {}
        for state in group.states:
            if state in arrived:
                case = self.looks.after(self.states[state])
                last = [level[state] for level in group.levels[-1:]]
                accepted = self.states[state][0] in self.machine.dfa.accepting
                cases[(*case, *last)] = accepted
        accepts = condition(cases, [*self.looks.after_questions(), *group.after])
        return all_of(group.entered, group.stayed, accepts)

    def at_letter(self, holds: Holds) -> list[BoolExpr]:
        """Expressions for a condition on the state before a letter and the letter.

        Args:
            holds: The condition on a state of the lifted automaton and a letter.
        """
        conditions = []
        for group in self.groups:

            def inside(state: int, letter: int, group: Group = group) -> bool | None:
                stays = self._stays(group, state, letter)
                return holds(self.states[state][0], letter) if stays else None

            def leaving(state: int, letter: int, group: Group = group) -> bool | None:
                stays = self._stays(group, state, letter)
                return None if stays else holds(self.states[state][0], letter)

            conditions.append(
                all_of(group.within, group.stayed, self._ask(group, inside))
            )
            conditions.append(all_of(group.leave, self._ask(group, leaving)))
        return conditions
