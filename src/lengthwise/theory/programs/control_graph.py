"""Two programs as one finite graph, if only the last comparisons see unbounded counts.

A program often has finitely many states, except for sums of counts on which no other
count depends. For ``# ("a" && # "a" >= 2) <= # "b"`` the state is whether an a has been
read, and the sum is the difference of two counts compared at the end. Words are then
paths in a finite graph, and what is compared at the end is linear in the number of uses
of each edge. Two programs, or a program and an automaton, are read side by side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from lengthwise.crasp.core.nodes import AtLeastZero, Choice, Count, Form, operands
from lengthwise.theory.programs._program_states import ProgramStates
from lengthwise.theory.programs.state_search import States

Values: TypeAlias = dict[int, int]
"""Nodes of a program whose values the graph tracks, by index."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One letter read in one state.

    Attributes:
        source: The state before.
        letter: The index of the letter in the alphabet.
        target: The state after.
        values: For each program, its values at this letter.
    """

    source: int
    letter: int
    target: int
    values: tuple[Values, ...]


@dataclass(frozen=True, eq=False)
class ControlGraph:
    """The joint states of two programs or automata, without sums compared last.

    Attributes:
        letters: The alphabet.
        edges: One for each reachable state and letter; state 0 is the initial one.
    """

    letters: tuple[str, ...]
    edges: tuple[Edge, ...]

    @property
    def states(self) -> int:
        """The number of reachable states."""
        return len(self.edges) // len(self.letters)

    def before(self, state: int) -> tuple[int, ...]:
        """The edges that a path to a state can use, by their indices."""
        leads: dict[int, list[int]] = {}
        for edge in self.edges:
            leads.setdefault(edge.target, []).append(edge.source)
        seen, waiting = {state}, [state]
        while waiting:
            for source in leads.get(waiting.pop(), []):
                if source not in seen:
                    seen.add(source)
                    waiting.append(source)
        return tuple(k for k, edge in enumerate(self.edges) if edge.target in seen)


def control_graph(
    sides: Sequence[States], letters: Sequence[str], *, most_edges: int
) -> ControlGraph | None:
    """Returns the graph, or ``None`` if it has too many edges.

    Args:
        sides: Two programs or automata.
        letters: The alphabet of both.
        most_edges: The largest number of edges.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> def states(text):
        ...     return ProgramStates(parse(text), "ab")
        >>> texts = 'accept # ("a" && # "a" >= 2) <= # "b"', 'accept # "a" <= # "b"'
        >>> control_graph([*map(states, texts)], "ab", most_edges=100).states
        3
        >>> nested = states('accept never (# "a" < # "b")')
        >>> control_graph([nested, nested], "ab", most_edges=100) is None
        True
    """
    readers = []
    for side in sides:
        reader = _Reader(side)
        if not reader.is_finite:
            return None
        readers.append(reader)
    if len(letters) > most_edges:
        return None
    first = tuple(reader.start() for reader in readers)
    numbers = {_key(first): 0}
    waiting = [first]
    edges: list[Edge] = []
    for source, rows in enumerate(waiting):
        for letter in range(len(letters)):
            steps = [
                one.step(row, letter) for one, row in zip(readers, rows, strict=True)
            ]
            after = tuple(row for row, _ in steps)
            target = numbers.setdefault(_key(after), len(waiting))
            if target == len(waiting):
                waiting.append(after)
                if len(waiting) * len(letters) > most_edges:
                    return None
            values = tuple(known for _, known in steps)
            edges.append(Edge(source, letter, target, values))
    return ControlGraph(tuple(letters), tuple(edges))


def _key(rows: Sequence[np.ndarray]) -> bytes:
    return b"".join(row.tobytes() for row in rows)


class _Reader:
    """Reads letters, dropping the sums that are compared last."""

    def __init__(self, side: States) -> None:
        self.side = side
        self.is_finite = side.faithful
        self.known: list[int] = []
        self.forgotten: list[int] = []
        if isinstance(side, ProgramStates):
            parts = enumerate(side.sums.parts)
            self.forgotten = [1 + k for k, part in parts if part.cap is None]
            open_places = open_nodes(side)
            self.known = [k for k in side.used if k not in open_places]
            nodes = side.plain.nodes
            self.is_finite &= not any(
                isinstance(node := nodes[k], Count) and node.where in open_places
                for k in side.used
            )

    def start(self) -> np.ndarray:
        return self.side.start()[None, :]

    def step(self, row: np.ndarray, letter: int) -> tuple[np.ndarray, Values]:
        if not isinstance(self.side, ProgramStates):
            after, says = self.side.step(row, letter)
            return after, {0: int(says[0, 0])}
        after, values = self.side.values(row, letter)
        after[:, self.forgotten] = 0
        found = {k: int(values[k][0]) for k in self.known if values[k] is not None}
        return after, found


def open_nodes(states: ProgramStates) -> set[int]:
    """The indices of nodes that depend on an uncapped sum."""
    sums = states.sums

    def sees(form: Form) -> bool:
        return any(sums.parts[k].cap is None for k, _ in sums.columns[form])

    found: set[int] = set()
    for place in states.used:
        match states.plain.nodes[place]:
            case Count():
                continue
            case AtLeastZero(form) if sees(form):
                found.add(place)
            case Choice(_, then, otherwise) if sees(then) or sees(otherwise):
                found.add(place)
            case node if found.intersection(operands(node)):
                found.add(place)
    return found
