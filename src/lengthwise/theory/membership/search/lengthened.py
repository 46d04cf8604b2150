"""Windows of variable length, each only as long as necessary.

A window of seven letters may be needed after some letters and none after others. This
search looks for a factor-closed set of words; at each position, the program sees the
longest word of the set that ends there. If potentials are stuck, the words shared by
two states are extended by one letter.

If the language has a program with the period, this terminates: a word that occurs at
only one state of a component need not be extended, and once all others are as long as a
sufficient window, potentials are not stuck. Otherwise every round makes the words of
two stuck states longer, so states further and further from the initial one are needed,
until there are more than the limit.

The longest word is as long as the smallest window of one length that suffices with the
period: while states are stuck, their words are as long as any, and what is seen
elsewhere does not matter, since states there have labels of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.search.component import Component, large_components
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.potentials import Level, Stuck, separate
from lengthwise.theory.membership.search.prefix_states import LiftedState, Window

EVERY = 4
"""Rounds in which all shared words are extended once, not only stuck ones."""


@dataclass(frozen=True)
class Lengthened:
    """A set of visible words with which potentials separate all states.

    Attributes:
        words: A factor-closed set.
        levels: For each state of a component, with the visible word and the residue,
            its potentials.
    """

    words: frozenset[Window]
    levels: dict[LiftedState, tuple[int, ...]]

    @property
    def longest(self) -> int:
        """The length of the longest word."""
        return max(map(len, self.words))

    def seen(self, letters: Window) -> Window:
        """The longest word of the set that is a suffix of the given letters."""
        return _seen(self.words, letters)


def _seen(words: frozenset[Window], letters: Window) -> Window:
    while letters not in words:
        letters = letters[1:]
    return letters


def lengthened(
    rows: tuple[tuple[int, ...], ...],
    start: int,
    period: int,
    *,
    states: int,
    budget: Budget,
) -> Lengthened:
    """Returns a set of words with which potentials separate all states.

    Args:
        rows: For each state and letter, the next state.
        start: The initial state.
        period: The period of positions, which are counted from 1.
        states: The largest number of states of the lifted machine.
        budget: The budget to charge.

    Raises:
        TooLargeError: It has more states, or the budget is spent.

    Examples:
        >>> ends_in_b = ((0, 1), (0, 1))
        >>> found = lengthened(ends_in_b, 0, 1, states=9, budget=Budget())
        >>> sorted(found.words)
        [(), (0,), (1,)]
    """
    words = frozenset[Window]({()})
    turn = 0
    while True:
        turn += 1
        lifted, targets = _lift(rows, (start, (), 1 % period), period, words, states)
        numbers: dict[tuple[Window, int], int] = {}
        visible = [numbers.setdefault(one[1:], len(numbers)) for one in lifted]
        levels: dict[LiftedState, tuple[int, ...]] = {}
        shared: set[Window] = set()
        for component in large_components(targets, visible):
            outcome = separate(component, budget)
            members = [lifted[state] for state in component.states]
            if isinstance(outcome, Stuck):
                groups = _shared(component, outcome, all_of_them=turn % EVERY == 0)
                shared |= {members[place][1] for place in groups}
            else:
                values = _by_state(outcome.levels, len(members))
                levels |= dict(zip(members, values, strict=True))
        if not shared:
            return Lengthened(words, levels)
        words |= {
            (letter, *word)[:end]
            for word in shared
            for letter in range(len(rows[0]))
            for end in range(1, len(word) + 2)
        }


def _by_state(levels: tuple[Level, ...], number: int) -> list[tuple[int, ...]]:
    return [tuple(level[place] for level in levels) for place in range(number)]


def _shared(component: Component, stuck: Stuck, *, all_of_them: bool) -> Iterator[int]:
    """Indices that are not separated from another, or that look the same as another."""
    if not all_of_them:
        for members in stuck.classes:
            if len(members) > 1:
                yield from members
        return
    seen: dict[int, list[int]] = {}
    for place, number in enumerate(component.visible):
        seen.setdefault(number, []).append(place)
    for places in seen.values():
        if len(places) > 1:
            yield from places


def _lift(
    rows: tuple[tuple[int, ...], ...],
    start: LiftedState,
    period: int,
    words: frozenset[Window],
    limit: int,
) -> tuple[list[LiftedState], list[list[int]]]:
    """The machine whose states remember the visible word, with its transitions."""
    states, numbers = [start], {start: 0}
    targets = []
    followers: dict[tuple[Window, int], Window] = {}
    for state, word, residue in states:
        row = []
        for letter, target in enumerate(rows[state]):
            if (word, letter) not in followers:
                followers[word, letter] = _seen(words, (*word, letter))
            after = (target, followers[word, letter], (residue + 1) % period)
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            row.append(numbers[after])
        targets.append(row)
        if len(states) > limit:
            raise TooLargeError(
                f"the machine with windows as long as needed and a period of {period} "
                f"has more than {limit} states",
                size=len(states),
                limit=limit,
            )
    return states, targets
