"""Components merged into larger groups in which potentials still separate all states.

A run passes through the groups in order, and a program needs lines for each of them;
fewer groups give a shorter program. Dead states are left alone: a program need not
follow a run into them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lengthwise.automata.components import components
from lengthwise.theory.membership.evidence.evidence_kinds import (
    ComponentPotentials,
    Potentials,
)
from lengthwise.theory.membership.search.component import OUTSIDE, Component
from lengthwise.theory.membership.search.potentials import Separated, separate
from lengthwise.theory.membership.search.prefix_states import Lifted, lift

MAX_JOINED = 64
"""The largest number of states of a merged group; merging shortens programs."""


@dataclass(frozen=True)
class Groups:
    """A lifted machine with its states in groups, in the order of runs.

    Attributes:
        lifted: The machine.
        groups: The indices of the states of each group, with potentials for it; the
            start is the first state of the first group.
        live: The live states, from which a word can still be accepted.
    """

    lifted: Lifted
    groups: tuple[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], ...]
    live: frozenset[int]


def joined(potentials: Potentials) -> Groups:
    """Returns the live states of the lifted machine in as few groups as we find."""
    lifted = lift(potentials.machine, potentials.window, potentials.period)
    live = _live(potentials, lifted)
    number = {state: k for k, state in enumerate(lifted.states)}
    levels = {
        frozenset(number[state] for state in component.states): component
        for component in potentials.components
    }
    groups: list[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]] = []
    for states in components(lifted.rows):
        if live.isdisjoint(states):
            continue
        known = levels.get(frozenset(states))
        if known is None:
            groups.append((states, ()))
        else:
            groups.append((tuple(number[s] for s in known.states), known.levels))
    return Groups(lifted, tuple(_joined(lifted, groups)), live)


def regrouped(potentials: Potentials, groups: Groups) -> Potentials:
    """The same groups as evidence for the exact checker."""
    live = {groups.lifted.states[state] for state in groups.live}
    larger = [
        ComponentPotentials(tuple(groups.lifted.states[s] for s in states), levels)
        for states, levels in groups.groups
        if len(states) > 1
    ]
    dead = [c for c in potentials.components if live.isdisjoint(c.states)]
    return replace(potentials, components=(*larger, *dead))


def _live(potentials: Potentials, lifted: Lifted) -> frozenset[int]:
    machine = potentials.machine
    if machine.acceptance == "end":
        accepting = machine.dfa.accepting
    else:
        accepting = frozenset(s for s, ends in enumerate(machine.ends) if ends)
    found = {k for k, state in enumerate(lifted.states) if state[0] in accepting}
    before: list[list[int]] = [[] for _ in lifted.states]
    for source, row in enumerate(lifted.rows):
        for target in row:
            before[target].append(source)
    for target in (waiting := list(found)):
        for source in before[target]:
            if source not in found:
                found.add(source)
                waiting.append(source)
    return frozenset(found)


def _joined(
    lifted: Lifted, groups: list[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]
) -> list[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    whole = _separated(lifted, [states for states, _ in groups])
    if whole is not None:
        return [whole]
    result = groups[:1]
    for group in groups[1:]:
        both = _separated(lifted, [result[-1][0], group[0]])
        if both is None:
            result.append(group)
        else:
            result[-1] = both
    return result


def _separated(
    lifted: Lifted, parts: Sequence[tuple[int, ...]]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]] | None:
    """All parts as one group, if its states can be separated."""
    states = tuple(state for part in parts for state in part)
    if len(states) > MAX_JOINED or len(states) == 0:
        return None
    place = {state: k for k, state in enumerate(states)}
    component = Component(
        states,
        tuple(
            tuple(place.get(target, OUTSIDE) for target in lifted.rows[state])
            for state in states
        ),
        tuple(lifted.visible[state] for state in states),
    )
    if any(edge is None for edge in component.tree[1:]):
        return None
    outcome = separate(component)
    return (states, outcome.levels) if isinstance(outcome, Separated) else None
