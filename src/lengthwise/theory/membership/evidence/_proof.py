"""Turns a partition that no potential refines into the parts of a certificate."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from jaxtyping import Int

from lengthwise.theory.membership.evidence.evidence_kinds import ClosedWalk, Link
from lengthwise.theory.membership.search.component import OUTSIDE, Component
from lengthwise.theory.membership.search.echelon import Budget, Echelon, fraction
from lengthwise.theory.membership.search.potentials import Stuck
from lengthwise.words import Alphabet, Word

Path = tuple[int, ...]
"""A path, as letter indices."""

MOST_VISITS = 1_000_000
"""Limit on states visited in the search for short walks."""


@dataclass(frozen=True)
class Proof:
    """The part of a certificate about one component."""

    classes: tuple[tuple[int, ...], ...]
    walks: tuple[ClosedWalk, ...]
    links: tuple[Link, ...]


def prove(
    component: Component,
    stuck: Stuck,
    alphabet: Alphabet,
    budget: Budget | None = None,
) -> Proof:
    """Returns the proof that no potential splits the classes of `stuck`.

    Weights are computed modulo a prime; the checker verifies them.
    """
    labels = _Labels(component, stuck.classes)
    basis = _Basis(component, stuck, labels, budget)
    states = component.states

    def word(path: Path) -> Word:
        return tuple(alphabet.symbols[letter] for letter in path)

    links = []
    for members in stuck.classes:
        for source, target, path in _short_paths(component, members):
            shares = basis.shares(labels.counts(source, path))
            links.append(Link(states[source], states[target], word(path), shares))
    used = sorted({number for link in links for number, _ in link.shares})
    new = {number: k for k, number in enumerate(used)}
    return Proof(
        tuple(tuple(states[place] for place in members) for members in stuck.classes),
        tuple(
            ClosedWalk(states[p], word(w))
            for p, w in map(basis.walks.__getitem__, used)
        ),
        tuple(
            Link(
                link.source,
                link.target,
                link.word,
                tuple((new[number], share) for number, share in link.shares),
            )
            for link in links
        ),
    )


class _Labels:
    """Indices of labels: a letter with the class of the state that reads it."""

    def __init__(
        self, component: Component, classes: tuple[tuple[int, ...], ...]
    ) -> None:
        self._rows = component.rows
        self._letters = component.letters
        self._class = {
            place: k for k, members in enumerate(classes) for place in members
        }
        self.count = component.letters * len(classes)

    def counts(self, place: int, path: Path) -> Int[np.ndarray, " labels"]:
        """The count of each label along `path` from `place`."""
        counts = np.zeros(self.count, dtype=np.int64)
        for letter in path:
            counts[self._class[place] * self._letters + letter] += 1
            place = self._rows[place][letter]
        return counts


class _Basis:
    """Closed walks whose label counts span those of all closed walks.

    For each cycle of `stuck`, a shortest walk through its edge, which is short and has
    few labels. If these are linearly dependent, walks through the first state complete
    the basis.
    """

    def __init__(
        self,
        component: Component,
        stuck: Stuck,
        labels: _Labels,
        budget: Budget | None,
    ) -> None:
        self.walks: list[tuple[int, Path]] = []
        self._labels = labels
        self._prime = stuck.prime
        self._none = np.zeros(len(stuck.cycles), dtype=np.int64)
        self._known: dict[bytes, tuple[tuple[int, Fraction], ...]] = {}
        self._echelon = Echelon(labels.count, len(stuck.cycles), stuck.prime, budget)
        for walk in _shortest_walks(component, few=len(stuck.classes) == 1):
            if len(self.walks) == len(stuck.cycles):
                return
            self._add(*walk)
        tree: dict[int, tuple[int, int]] = {}
        deque(_search(component, 0, set(range(len(component))), tree), maxlen=0)
        for place, letter in stuck.cycles:
            target = component.rows[place][letter]
            way, other = (*_from_first(tree, place), letter), _from_first(tree, target)
            around = labels.counts(0, way) - labels.counts(0, other)
            if self._echelon.rest(around, self._none) is None:
                back = _shortest_path(component, target, 0)
                self._add(0, (*way, *back))
                self._add(0, (*other, *back))

    def _add(self, place: int, path: Path) -> None:
        """Adds a walk unless it is linearly dependent on the basis."""
        mark = self._none.copy()
        if len(self.walks) < len(mark):
            mark[len(self.walks)] = 1
            if self._echelon.add(self._labels.counts(place, path), mark) is None:
                self.walks.append((place, path))

    def shares(
        self, counts: Int[np.ndarray, " labels"]
    ) -> tuple[tuple[int, Fraction], ...]:
        """The weights of walks whose combination has these label counts."""
        key = counts.tobytes()
        if key not in self._known:
            self._known[key] = self._shares(counts)
        return self._known[key]

    def _shares(
        self, counts: Int[np.ndarray, " labels"]
    ) -> tuple[tuple[int, Fraction], ...]:
        rest = self._echelon.rest(-counts, self._none)
        assert rest is not None, "the states of a class differ by closed walks"
        places = np.flatnonzero(rest).tolist()
        return tuple((k, fraction(int(rest[k]), self._prime)) for k in places)


def _shortest_walks(component: Component, *, few: bool) -> Iterable[tuple[int, Path]]:
    """Closed walks, one through each edge; the shortest first unless `few`.

    The last edges are skipped if all together would exceed `MOST_VISITS`.
    """
    walks = _walks(component)
    return walks if few else sorted(walks, key=lambda walk: len(walk[1]))


def _walks(component: Component) -> Iterator[tuple[int, Path]]:
    visits = 0
    for place, row in enumerate(component.rows):
        for letter, target in enumerate(row):
            if target == OUTSIDE:
                continue
            if target == place:
                yield place, (letter,)
                continue
            by: dict[int, tuple[int, int]] = {}
            for _ in _search(component, target, {place}, by):
                yield place, (letter, *_traced(by, {target}, place)[1])
            visits += len(by)
            if visits > MOST_VISITS:
                return


def _short_paths(
    component: Component, members: tuple[int, ...]
) -> Iterator[tuple[int, int, Path]]:
    """Yields paths (source, target, letters) that connect the members of a class.

    Of the shortest path from the first member to another, only the part after the last
    member on it is used. On a long cycle, the total length is then linear in the cycle
    instead of quadratic.
    """
    root, inside = members[0], set(members)
    by: dict[int, tuple[int, int]] = {}
    for target in _search(component, root, inside, by):
        source, letters = _traced(by, inside, target)
        yield source, target, letters


def _shortest_path(component: Component, root: int, target: int) -> Path:
    """A shortest path between two states."""
    by: dict[int, tuple[int, int]] = {}
    deque(_search(component, root, {target}, by), maxlen=0)
    return () if target == root else _traced(by, {root}, target)[1]


def _from_first(tree: dict[int, tuple[int, int]], place: int) -> Path:
    """The tree path from the first state to another."""
    return _traced(tree, {0}, place)[1] if place else ()


def _search(
    component: Component, root: int, wanted: set[int], by: dict[int, tuple[int, int]]
) -> Iterator[int]:
    """Yields the wanted states, nearest first; records their predecessors in `by`."""
    missing = len(wanted - {root})
    waiting = deque([root])
    while missing:
        source = waiting.popleft()
        for letter, target in enumerate(component.rows[source]):
            if target in {OUTSIDE, root} or target in by:
                continue
            by[target] = (source, letter)
            waiting.append(target)
            if target in wanted:
                missing -= 1
                yield target


def _traced(
    by: dict[int, tuple[int, int]], ends: set[int], place: int
) -> tuple[int, Path]:
    """The last state of `ends` before `place`, and the letters from there."""
    place, letter = by[place]
    letters = [letter]
    while place not in ends:
        place, letter = by[place]
        letters.append(letter)
    return place, tuple(reversed(letters))
