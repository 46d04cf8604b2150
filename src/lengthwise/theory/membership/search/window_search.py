"""Windows and periods, tried one by one or extended where necessary."""

from dataclasses import dataclass

from lengthwise.automata.equal_letters import Merged
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence.evidence_kinds import (
    ComponentPotentials,
    Potentials,
)
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.lengthened import Lengthened, lengthened
from lengthwise.theory.membership.search.potentials import Stuck, separate
from lengthwise.theory.membership.search.prefix_states import Acceptance, lift, machine
from lengthwise.theory.membership.search.search_limits import Limits


@dataclass(frozen=True)
class Tried:
    """The result of trying several windows and periods.

    Attributes:
        found: The first window and period that suffice.
        window: Otherwise, the largest window that was tried with every period.
        stopped: Why the search stopped early.
    """

    found: Potentials | None
    window: int
    stopped: str | None


def smallest(
    search: "WindowSearch", windows: range, periods: list[int], states: int
) -> Tried:
    """Tries windows, and for each the periods, the smallest first.

    Args:
        search: The search, with its remaining budget.
        windows: The windows.
        periods: The periods.
        states: The largest number of states of a lifted machine.
    """
    complete = windows.start - 1
    stopped = None
    for window in windows:
        whole = True
        for period in periods:
            try:
                found = search.potentials(window, period, states)
            except TooLargeError as error:
                stopped, whole = stopped or str(error), False
                if period == 1 or search.budget.exhausted:
                    return Tried(None, complete, stopped)
                break  # a larger period makes a larger machine
            if found is not None:
                return Tried(found, window, None)
        if whole and complete == window - 1:
            complete = window
    return Tried(None, complete, stopped)


class WindowSearch:
    """A search for potentials with positions, with its remaining budget."""

    def __init__(self, merged: Merged, acceptance: Acceptance) -> None:
        self.reader = machine(merged.dfa, acceptance)
        self.budget = Budget()
        self._letters = merged.letters

    def lengthened(self, period: int, limits: Limits) -> Lengthened:
        """Windows with which potentials separate all states."""
        return lengthened(
            self.reader.rows,
            self.reader.dfa.start,
            period,
            states=limits.states,
            budget=Budget(limits.cells),
        )

    def uniform(self, known: Lengthened, period: int, states: int) -> Potentials:
        """The same, with all windows as long as the longest.

        Raises:
            TooLargeError: The lifted machine has more states.
        """
        lifted = lift(self.reader, known.longest, period, limit=states)
        found = []
        for component in lifted.components():
            members = tuple(lifted.states[state] for state in component.states)
            values = [known.levels[q, known.seen(w), r] for q, w, r in members]
            levels = tuple(zip(*values, strict=True))
            found.append(ComponentPotentials(members, levels))
        return Potentials(
            self.reader, known.longest, period, tuple(found), self._letters
        )

    def potentials(
        self, window: int, period: int, states: int | None = None
    ) -> Potentials | None:
        """Potentials that separate all states of the lifted machine, if there are any.

        Raises:
            TooLargeError: The lifted machine has more states, or the budget is spent.
        """
        lifted = lift(self.reader, window, period, limit=states)
        found = []
        for component in lifted.components():
            outcome = separate(component, self.budget)
            if isinstance(outcome, Stuck):
                return None
            members = tuple(lifted.states[state] for state in component.states)
            found.append(ComponentPotentials(members, outcome.levels))
        return Potentials(self.reader, window, period, tuple(found), self._letters)
