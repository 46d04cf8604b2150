r"""A checker of potentials, by induction along the edges of the machine.

If the program knows the state before a letter, it knows the state after it: inside a
group of states the potential grows by an amount that depends only on what the program
knows, indistinguishable states of a group have different potentials, and a run never
returns to a group it left. The checker visits every edge once and shares no code with
the search.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Set

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import Letters
from lengthwise.theory.membership.evidence.evidence_kinds import (
    ComponentPotentials,
    Potentials,
)
from lengthwise.theory.membership.search.prefix_states import LiftedState, Machine

Edge = tuple[LiftedState, int, LiftedState]


def flaw(potentials: Potentials, dfa: DFA) -> str | None:
    """Returns an error in potentials for the language of `dfa`, or ``None``.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> language = regex("(ab|bbaa)*").dfa
        >>> flaw(membership(language).evidence, language) is None
        True
    """
    edges = list(_edges(potentials))
    return (
        wrong_machine(potentials.machine, potentials.letters, dfa)
        or _returns(potentials, edges)
        or next(filter(None, (_unclear(g, edges) for g in potentials.components)), None)
    )


def wrong_machine(machine: Machine, letters: Letters, dfa: DFA) -> str | None:
    """Checks that the machine and `dfa` accept the same words.

    Args:
        machine: The machine of the evidence.
        letters: The symbols that each of its letters stands for.
        dfa: An automaton of the language.
    """
    class_of = {s: k for k, symbols in enumerate(letters) for s in symbols}
    if class_of.keys() != set(dfa.alphabet):
        return "the letters are not those of the language"
    letter_of = [class_of[symbol] for symbol in dfa.alphabet]
    first = (machine.dfa.start, dfa.start)
    seen = {first}
    for one, other in (waiting := [first]):
        row, targets = machine.dfa.transitions[one], dfa.transitions[other]
        for number, target in enumerate(targets):
            letter = letter_of[number]
            pair = (row[letter], target)
            accepted = pair[1] in dfa.accepting
            if (letter in machine.ends[one]) != accepted:
                return "the machine accepts other words"
            known = (pair[0] in machine.dfa.accepting) == accepted
            if machine.acceptance == "end" and not known:
                return "the final state does not determine acceptance"
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return None


def _edges(potentials: Potentials) -> Iterator[Edge]:
    """Yields every reachable edge of the lifted machine."""
    window, period = potentials.window, potentials.period
    first: LiftedState = (potentials.machine.dfa.start, (), 1 % period)
    seen = {first}
    for state in (waiting := [first]):
        before, letters, residue = state
        for letter, after in enumerate(potentials.machine.dfa.transitions[before]):
            longer = (*letters, letter)
            kept = longer[max(0, len(longer) - window) :]
            target = (after, kept, (residue + 1) % period)
            yield state, letter, target
            if target not in seen:
                seen.add(target)
                waiting.append(target)


def _returns(potentials: Potentials, edges: list[Edge]) -> str | None:
    group: dict[LiftedState, Hashable] = {}
    for number, component in enumerate(potentials.components):
        for state in component.states:
            if state in group:
                return f"state {state} is in two groups"
            group[state] = number
    return come_back(
        {
            (group.get(source, source), group.get(target, target))
            for source, _, target in edges
        }
    )


def come_back(between: Set[tuple[Hashable, Hashable]]) -> str | None:
    """Removes groups without incoming edges; what remains contains a cycle of groups.

    Args:
        between: Pairs of groups with an edge from the first to the second.
    """
    followers: dict[Hashable, list[Hashable]] = {}
    arriving: Counter[Hashable] = Counter()
    for source, target in between:
        followers.setdefault(source, [])
        followers.setdefault(target, [])
        if source != target:
            followers[source].append(target)
            arriving[target] += 1
    waiting = [one for one in followers if not arriving[one]]
    for source in waiting:
        for target in followers[source]:
            arriving[target] -= 1
            if not arriving[target]:
                waiting.append(target)
    return None if len(waiting) == len(followers) else "a run can return to a group"


def _unclear(component: ComponentPotentials, edges: list[Edge]) -> str | None:
    seen: dict[LiftedState, object] = {state: state[1:] for state in component.states}
    for number, level in enumerate(component.levels, start=1):
        value = dict(zip(component.states, level, strict=True))
        steps: dict[object, int] = {}
        for source, letter, target in edges:
            if source in value and target in value:
                step = value[target] - value[source]
                if steps.setdefault((letter, seen[source]), step) != step:
                    return f"level {number} grows by different amounts on a label"
        seen = {state: (state[1:], value[state]) for state in component.states}
    if len(set(seen.values())) < len(component.states):
        return "two states of a group are indistinguishable"
    return None
