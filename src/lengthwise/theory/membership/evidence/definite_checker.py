"""A checker of definite groups, in which letters and position determine the state.

It shares no code with the search. It checks that every edge inside a group leads to the
next place, that from the states of one place any sequence of letters of window length
leaves at most one possible state, and that a run never returns to a group it left. It
follows sets of possible states letter by letter, or pairs of states if there are too
many sets.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import combinations

from lengthwise.automata.dfa import DFA
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence.evidence_kinds import Definite
from lengthwise.theory.membership.evidence.potential_checker import (
    come_back,
    wrong_machine,
)
from lengthwise.theory.membership.search.definite_components import DefiniteGroup

MOST_STEPS = 10_000_000
"""Limit on letters read, summed over possible states."""

Rows = tuple[tuple[int, ...], ...]
Possible = frozenset[int]


def flaw(definite: Definite, dfa: DFA) -> str | None:
    """Returns an error in definite groups for the language of `dfa`, or ``None``.

    Raises:
        TooLargeError: The check would take too long.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.automata.equal_letters import merge_letters
        >>> from lengthwise.theory.membership.search.position_search import definite
        >>> language = regex("(a|b)*a(a|b){5}").dfa
        >>> found = definite(merge_letters(language), "end")
        >>> found.window, flaw(found, language) is None
        (6, True)
    """
    rows = definite.machine.rows
    group = {s: k for k, one in enumerate(definite.groups) for s in one.states}
    if len(group) < sum(len(one.states) for one in definite.groups):
        return "a state is in two groups"
    if not group.keys() <= set(range(len(rows))):
        return "a group has a state that does not exist"
    names: list[Hashable] = [group.get(s, (s, "alone")) for s in range(len(rows))]
    between = {(names[s], names[to]) for s, row in enumerate(rows) for to in row}
    return (
        wrong_machine(definite.machine, definite.letters, dfa)
        or come_back(between)
        or next(filter(None, (_unclear(definite, g) for g in definite.groups)), None)
    )


def _unclear(definite: Definite, group: DefiniteGroup) -> str | None:
    rows = definite.machine.rows
    if definite.period % group.modulus:
        return f"the period is not a multiple of {group.modulus}"
    place = dict(zip(group.states, group.places, strict=True))
    for state in group.states:
        for target in rows[state]:
            if target in place and (place[state] + 1 - place[target]) % group.modulus:
                return f"state {state} does not lead to the next place"
    places: dict[int, list[int]] = {}
    for state in group.states:
        places.setdefault(place[state] % group.modulus, []).append(state)
    alike = [states for states in places.values() if len(states) > 1]
    try:
        longest = _longest(map(frozenset, alike), rows, frozenset(place))
    except TooLargeError:
        pairs = (frozenset(pair) for some in alike for pair in combinations(some, 2))
        longest = _longest(pairs, rows, frozenset(place))
    if longest is None or longest > min(group.window, definite.window):
        return "two states of a group share more letters than are visible"
    return None


def _longest(first: Iterable[Possible], rows: Rows, inside: Possible) -> int | None:
    """The number of letters after which one state is left; ``None`` if unbounded."""
    numbers = {states: k for k, states in enumerate(first)}
    waiting = list(numbers)
    followers: list[set[int]] = []
    steps = 0
    for states in waiting:
        steps += len(states) * len(rows[0])
        if steps > MOST_STEPS:
            raise TooLargeError(
                f"more than {MOST_STEPS} steps to check that letters determine states",
                size=steps,
                limit=MOST_STEPS,
            )
        columns = zip(*(rows[state] for state in states), strict=True)
        images = {frozenset(column) & inside for column in columns}
        followers.append(set())
        for image in images:
            if len(image) > 1:
                if image not in numbers:
                    numbers[image] = len(waiting)
                    waiting.append(image)
                followers[-1].add(numbers[image])
    return _length(followers)


def _length(followers: list[set[int]]) -> int | None:
    """The number of nodes on a longest path; ``None`` if there is a cycle."""
    arriving = Counter(target for targets in followers for target in targets)
    ready = [node for node in range(len(followers)) if not arriving[node]]
    length = [1] * len(followers)
    for node in ready:
        for target in followers[node]:
            length[target] = max(length[target], length[node] + 1)
            arriving[target] -= 1
            if not arriving[target]:
                ready.append(target)
    return max(length, default=0) if len(ready) == len(followers) else None
