"""From definite groups to a C-RASP program that equals the language.

Inside a group the last letters tell the state. Let every state of the right place be
possible a window ago; a line for each state and each letter since then says whether it
still is, and in the end one state is left. A run that came into the group since then
begins with the state by which it came in.

============  ======================================================================
line          what it says of a position
============  ======================================================================
``enterG_S``  the present letter leads into group G, to state S
``placeG_P``  the run is or was in group G, and P is the place if it still is
``atG_L_S``   after the present letter state S is possible, by the last L letters
``wasG_L_S``  the same before the present letter
``outG``      the present letter leads out of group G, if the run was in it
============  ======================================================================
"""

from collections.abc import Callable

from lengthwise.automata.components import components
from lengthwise.theory.membership.evidence.evidence_kinds import Definite
from lengthwise.theory.membership.programs._condition import FALSE, TRUE, all_of, any_of
from lengthwise.theory.membership.programs._letter_sets import LetterSets
from lengthwise.theory.membership.programs._program_lines import needed
from lengthwise.theory.membership.search.definite_components import DefiniteGroup

FIRST = "# true == 1"
"""The present letter is the first."""


def definite_program_text(definite: Definite) -> str:
    """Returns a program for the language, as text.

    Examples:
        >>> from lengthwise.automata.equal_letters import merge_letters
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.position_search import definite
        >>> found = definite(merge_letters(regex("(aaaaa)*").dfa), "last")
        >>> print(definite_program_text(found))
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
    accepted = writer.at_letter(lambda state, letter: letter in ends[state])
    return writer.finished([f"accept {accepted}"])


class DefiniteWriter:
    """Writes the lines that follow a run from group to group.

    Args:
        definite: What the program knows.
    """

    def __init__(self, definite: Definite) -> None:
        self._rows = definite.machine.rows
        self._letters = LetterSets(definite.letters)
        self._body: list[tuple[str, str]] = []
        self._was: dict[int, str] = {}
        self._still: dict[int, str] = {}
        self._enter: dict[int, list[str]] = {}
        self._start = definite.machine.dfa.start
        self._first = {
            target: all_of(FIRST, self._letters.text(letters))
            for target, letters in self._targets(self._start)
        }
        self._enter |= {target: [text] for target, text in self._first.items()}
        for number, group in enumerate(_in_order(definite), start=1):
            self._follow(number, group)

    def finished(self, outputs: list[str], *more: str) -> str:
        """The whole program, without lines that `outputs` do not need.

        Args:
            outputs: The lines that accept or emit.
            more: Symbols that are emitted and are no letters.
        """
        body = needed([*self._letters.definitions(), *self._body], outputs)
        return f"{self._letters.alphabet(*more)}\n{body}"

    def at_letter(self, holds: Callable[[int, int], bool]) -> str:
        """Where something holds of the state before the present letter, and the letter.

        Args:
            holds: From a state of the machine and a letter.
        """
        begin = all_of(FIRST, self._where(self._start, holds))
        others = (
            all_of(self._still[state], was, self._where(state, holds))
            for state, was in self._was.items()
        )
        return any_of([begin, *others])

    def _where(self, state: int, holds: Callable[[int, int], bool]) -> str:
        letters = {k for k in range(len(self._letters)) if holds(state, k)}
        return self._letters.text(letters) if letters else FALSE

    def _targets(self, state: int) -> list[tuple[int, set[int]]]:
        """Where a state leads, each target with the letters that lead to it."""
        found: dict[int, set[int]] = {}
        for letter, target in enumerate(self._rows[state]):
            found.setdefault(target, set()).add(letter)
        return list(found.items())

    def _line(self, name: str, text: str) -> str:
        self._body.append((name, text))
        return name

    def _before(self, name: str, line: str) -> str:
        return self._line(name, f"#[i - j == 1] {line} >= 1")

    def _follow(self, number: int, group: DefiniteGroup) -> None:
        enter = {
            state: self._line(f"enter{number}_{state}", any_of(self._enter[state]))
            for state in group.states
            if state in self._enter
        }
        if not enter:
            return  # no run is in the group after a letter
        at = self._placed(number, group, enter)
        for level in range(1, group.window + 1):
            at = self._possible(f"{number}_{level}", at, enter)
        lines = {line: k for k, line in enumerate(dict.fromkeys(at.values()))}
        was = {
            line: self._before(f"was{number}_{k}", line) for line, k in lines.items()
        }
        self._was |= {state: was[line] for state, line in at.items()}
        self._leave(number, group)

    def _placed(
        self, number: int, group: DefiniteGroup, enter: dict[int, str]
    ) -> dict[int, str]:
        """For each state, a line that holds where its place is the present one."""
        name, modulus = f"in{number}", group.modulus
        self._line(f"enter{number}", any_of(enter.values()))
        if modulus == 1:
            line = self._line(name, f"exists enter{number}")
            return dict.fromkeys(group.states, line)
        place = dict(zip(group.states, group.places, strict=True))
        begun = []
        for shift in self._shifts(group, enter):
            text = any_of(
                f"{line} && i mod {modulus} == {(place[state] + shift) % modulus}"
                for state, line in enter.items()
            )
            self._line(f"begin{number}_{shift}", text)
            line = self._line(f"{name}_{shift}", f"exists begin{number}_{shift}")
            begun.append((shift, line))
        lines = [
            self._line(
                f"place{number}_{now}",
                any_of(
                    f"{line} && i mod {modulus} == {(now + shift) % modulus}"
                    for shift, line in begun
                ),
            )
            for now in range(modulus)
        ]
        return {state: lines[number] for state, number in place.items()}

    def _shifts(self, group: DefiniteGroup, enter: dict[int, str]) -> list[int]:
        """By how much places and residues may differ; a first letter stands at 1."""
        if any(self._enter[state] != [self._first.get(state)] for state in enter):
            return list(range(group.modulus))
        place = dict(zip(group.states, group.places, strict=True))
        return sorted({(1 - place[state]) % group.modulus for state in enter})

    def _possible(
        self, name: str, at: dict[int, str], enter: dict[int, str]
    ) -> dict[int, str]:
        """For each state, a line: is it possible, by one letter more than before?"""
        lines = {line: k for k, line in enumerate(dict.fromkeys(at.values()))}
        was = {line: self._before(f"was{name}_{k}", line) for line, k in lines.items()}
        sources: dict[int, dict[str, set[int]]] = {state: {} for state in at}
        for state, line in at.items():
            for target, letters in self._targets(state):
                if target in at:
                    sources[target].setdefault(was[line], set()).update(letters)
        return {
            state: self._line(
                f"at{name}_{state}",
                any_of(
                    [
                        *([enter[state]] if state in enter else []),
                        *(
                            all_of(line, self._letters.text(letters))
                            for line, letters in found.items()
                        ),
                    ]
                ),
            )
            for state, found in sources.items()
        }

    def _leave(self, number: int, group: DefiniteGroup) -> None:
        """Writes the letter that leaves a group, and into what it leads."""
        inside = set(group.states)
        leaving = {
            (state, target): all_of(self._was[state], self._letters.text(letters))
            for state in group.states
            for target, letters in self._targets(state)
            if target not in inside
        }
        self._still |= dict.fromkeys(group.states, TRUE)
        if not leaving:
            return
        out = self._line(f"out{number}", any_of(leaving.values()))
        leave = self._line(f"leave{number}", f"{out} && # {out} == 1")
        still = self._line(f"still{number}", f"never {out} || {leave}")
        self._still |= dict.fromkeys(group.states, still)
        for (_, target), text in leaving.items():
            self._enter.setdefault(target, []).append(all_of(leave, text))


def _in_order(definite: Definite) -> list[DefiniteGroup]:
    """The groups in the order in which a run passes them, single states among them."""
    group_of = {state: one for one in definite.groups for state in one.states}
    return [
        group_of.get(states[0], DefiniteGroup(states, (0,), 1, 0))
        for states in components(definite.machine.rows)
    ]
