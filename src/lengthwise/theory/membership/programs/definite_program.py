"""Constructs a C-RASP program for a language from definite groups.

Inside a group, the last letters determine the state. Start with every state of the
right place one window ago; lines per state and letter keep track of which states remain
possible, until one is left. A run that entered the group later starts with its entry
state.

============  ======================================================================
line          meaning at a position
============  ======================================================================
``enterG_S``  the current letter enters group G, at state S
``placeG_P``  the run is or was in group G; if it still is, its place is P
``atG_L_S``   state S is possible after the current letter, given the last L letters
``wasG_L_K``  the same before the current letter
``outG``      the current letter leaves group G, if the run was in it
============  ======================================================================
"""

from collections.abc import Callable, Iterable

from lengthwise.automata.components import components
from lengthwise.crasp.core.shared_parts import share
from lengthwise.crasp.language.builder import (
    FALSE,
    TRUE,
    Builder,
    all_of,
    any_of,
    compare,
)
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import (
    BoolExpr,
    BoolName,
    Count,
    Exists,
    Modulus,
    Never,
)
from lengthwise.theory.membership.evidence.evidence_kinds import Definite
from lengthwise.theory.membership.programs._letter_sets import LetterSets
from lengthwise.theory.membership.search.definite_components import DefiniteGroup

FIRST = compare(Count(TRUE), "==", 1)
"""The current letter is the first."""


def definite_program(definite: Definite) -> Program:
    """Returns a program for the language.

    Examples:
        >>> from lengthwise.automata.equal_letters import merge_letters
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.crasp.language.printer import show
        >>> from lengthwise.theory.membership.search.position_search import definite
        >>> found = definite(merge_letters(regex("(aaaaa)*").dfa), "last")
        >>> print(show(definite_program(found)), end="")
        alphabet "a"
        enter1_1 = # true == 1
        begin1_0 = enter1_1 && i mod 5 == 1
        in1_0 = exists begin1_0
        place1_4 = in1_0 && i mod 5 == 4
        was1_4 = #[i - j == 1] place1_4 >= 1
        accept was1_4
    """
    writer = DefiniteWriter(definite)
    ends = definite.machine.ends
    parts = writer.at_letter(lambda state, letter: letter in ends[state])
    return writer.accepting(any_of(*parts))


class DefiniteWriter:
    """Writes the lines that track a run from group to group.

    Args:
        definite: The definite groups.
        more: Emitted symbols that are not letters.
    """

    def __init__(self, definite: Definite, more: Iterable[str] = ()) -> None:
        self._rows = definite.machine.rows
        self._letters = LetterSets(definite.letters)
        self._build = Builder((*self._letters.alphabet, *more))
        self._was: dict[int, BoolExpr] = {}
        self._still: dict[int, BoolExpr] = {}
        self._start = definite.machine.dfa.start
        self._first = {
            target: all_of(FIRST, self._letters.one_of(letters))
            for target, letters in self._targets(self._start)
        }
        self._enter = {target: [holds] for target, holds in self._first.items()}
        for number, group in enumerate(_in_order(definite), start=1):
            self._follow(number, group)

    def accepting(self, here: BoolExpr) -> Program:
        """The program that accepts where `here` holds."""
        self._build.lines[:0] = self._letters.lines()
        return share(self._build.program(here, only_needed=True))

    def emitting(self, conditions: Iterable[tuple[str, BoolExpr]]) -> Program:
        """The program that emits each symbol where its condition holds."""
        for symbol, here in conditions:
            self._build.emit(symbol, here)
        self._build.lines[:0] = self._letters.lines()
        return share(self._build.program(only_needed=True))

    def at_letter(self, holds: Callable[[int, int], bool]) -> list[BoolExpr]:
        """Expressions for a condition on the state before a letter and the letter.

        Args:
            holds: The condition on a state of the machine and a letter.
        """
        found = [all_of(FIRST, self._where(self._start, holds))]
        for state, was in self._was.items():
            found.append(all_of(self._still[state], was, self._where(state, holds)))
        return found

    def _where(self, state: int, holds: Callable[[int, int], bool]) -> BoolExpr:
        letters = {k for k in range(len(self._letters)) if holds(state, k)}
        return self._letters.one_of(letters) if letters else FALSE

    def _targets(self, state: int) -> list[tuple[int, set[int]]]:
        """The successors of a state, each with the letters that lead to it."""
        found: dict[int, set[int]] = {}
        for letter, target in enumerate(self._rows[state]):
            found.setdefault(target, set()).add(letter)
        return list(found.items())

    def _follow(self, number: int, group: DefiniteGroup) -> None:
        enter = {
            state: self._build.line(f"enter{number}_{state}", any_of(*entries))
            for state in group.states
            if (entries := self._enter.get(state))
        }
        if not enter:
            return  # no run is in the group after a letter
        at = self._placed(number, group, enter)
        for level in range(1, group.window + 1):
            at = self._possible(f"{number}_{level}", at, enter)
        self._was |= self._before(f"was{number}", at)
        self._leave(number, group)

    def _before(self, name: str, at: dict[int, BoolName]) -> dict[int, BoolExpr]:
        """The values of the lines one letter earlier."""
        earlier = {
            line: self._build.line(f"{name}_{k}", compare(Count(line, (1,)), ">=", 1))
            for k, line in enumerate(dict.fromkeys(at.values()))
        }
        return {state: earlier[line] for state, line in at.items()}

    def _placed(
        self, number: int, group: DefiniteGroup, enter: dict[int, BoolName]
    ) -> dict[int, BoolName]:
        """For each state, a line that holds if its place is the current one."""
        modulus = group.modulus
        if modulus == 1:
            entered = self._build.line(f"enter{number}", any_of(*enter.values()))
            inside = self._build.line(f"in{number}", Exists(entered))
            return dict.fromkeys(group.states, inside)
        place = dict(zip(group.states, group.places, strict=True))
        begun = {}
        for shift in self._shifts(group, enter):
            entries = (
                all_of(line, Modulus(modulus, (place[state] + shift) % modulus))
                for state, line in enter.items()
            )
            begin = self._build.line(f"begin{number}_{shift}", any_of(*entries))
            begun[shift] = self._build.line(f"in{number}_{shift}", Exists(begin))
        lines = []
        for now in range(modulus):
            here = (
                all_of(line, Modulus(modulus, (now + shift) % modulus))
                for shift, line in begun.items()
            )
            lines.append(self._build.line(f"place{number}_{now}", any_of(*here)))
        return {state: lines[number] for state, number in place.items()}

    def _shifts(self, group: DefiniteGroup, enter: dict[int, BoolName]) -> list[int]:
        """The possible offsets between places and residues; positions start at 1."""
        if any(self._enter[state] != [self._first.get(state)] for state in enter):
            return list(range(group.modulus))
        place = dict(zip(group.states, group.places, strict=True))
        return sorted({(1 - place[state]) % group.modulus for state in enter})

    def _possible(
        self, name: str, at: dict[int, BoolName], enter: dict[int, BoolName]
    ) -> dict[int, BoolName]:
        """For each state, a line that holds if it is possible given one more letter."""
        was = self._before(f"was{name}", at)
        sources: dict[int, dict[BoolExpr, set[int]]] = {state: {} for state in at}
        for state in at:
            for target, letters in self._targets(state):
                if target in at:
                    sources[target].setdefault(was[state], set()).update(letters)
        found = {}
        for state, before in sources.items():
            ways = [all_of(w, self._letters.one_of(k)) for w, k in before.items()]
            by_entry = [enter[state]] if state in enter else []
            found[state] = self._build.line(
                f"at{name}_{state}", any_of(*by_entry, *ways)
            )
        return found

    def _leave(self, number: int, group: DefiniteGroup) -> None:
        """Writes the lines for leaving a group and for the states entered."""
        leaving = {
            (state, target): all_of(self._was[state], self._letters.one_of(letters))
            for state in group.states
            for target, letters in self._targets(state)
            if target not in group.states
        }
        self._still |= dict.fromkeys(group.states, TRUE)
        if not leaving:
            return
        out = self._build.line(f"out{number}", any_of(*leaving.values()))
        once = all_of(out, compare(Count(out), "==", 1))
        leave = self._build.line(f"leave{number}", once)
        still = self._build.line(f"still{number}", any_of(Never(out), leave))
        self._still |= dict.fromkeys(group.states, still)
        for (_, target), holds in leaving.items():
            self._enter.setdefault(target, []).append(all_of(leave, holds))


def _in_order(definite: Definite) -> list[DefiniteGroup]:
    """The groups, including single states, in the order of runs."""
    group_of = {state: one for one in definite.groups for state in one.states}
    return [
        group_of.get(states[0], DefiniteGroup(states, (0,), 1, 0))
        for states in components(definite.machine.rows)
    ]
