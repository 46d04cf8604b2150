r"""The states of a component that potentials can separate, by refinement.

A *potential* gives a rational number :math:`\pi(q)` to every state and :math:`h(\ell)`
to every label such that :math:`\pi(v) = \pi(u) + h(\ell)` on every edge :math:`u \to v`
with label :math:`\ell`. Counting labels then determines where a run is. At first the
label of an edge is its letter (and what is visible at its source); states with
different potentials then give different labels to their outgoing edges, which may allow
more potentials; and so on to a fixed point :cite:p:`yang2026algebraic`.

For given labels, the potentials are computed from the dual side. Fix a spanning tree. A
vector :math:`h` gives a potential if it sums to zero around every fundamental cycle, so
potentials are the linear dependences between the *columns* of labels, where a column
holds the counts of its label around each cycle. If a label splits, one column is added,
and no earlier work is lost.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int, Shaped

from lengthwise.theory.membership.search.component import OUTSIDE, Component, Edges
from lengthwise.theory.membership.search.echelon import Budget, Echelon, integers

Level = tuple[int, ...]
"""An integer potential: one number for each index of a component."""


@dataclass(frozen=True)
class Separated:
    """All states of a component can be separated.

    Attributes:
        levels: Potentials; the labels of the first are letters with what is visible,
            those of each next one are letters with what is visible and the previous
            potential at the source. The last separates all states.
    """

    levels: tuple[Level, ...]


@dataclass(frozen=True)
class Stuck:
    """A partition that no potential refines, computed modulo a prime.

    Attributes:
        classes: The indices in each class, with at least two in some class.
        cycles: Edges (index, letter) outside the spanning tree. The label counts around
            the cycles that they close are independent and generate all others.
        prime: The modulus.
    """

    classes: tuple[tuple[int, ...], ...]
    cycles: tuple[tuple[int, int], ...]
    prime: int


def separate(component: Component, budget: Budget | None = None) -> Separated | Stuck:
    """Returns potentials that separate all states, or a partition that none refines.

    Potentials are checked over the integers. A partition holds only modulo a prime:
    `lengthwise.theory.membership.evidence.no_certificate` proves it.

    Raises:
        TooLargeError: The `budget` is spent.

    Examples:
        >>> separate(Component((0, 1), ((1, -1), (-1, 0)), (0, 0)))
        Separated(levels=((0, 1),))
        >>> separate(Component((0, 1), ((1,), (0,)), (0, 0))).classes
        ((0, 1),)
    """
    outcomes = (search(component, prime, budget) for prime in component.primes)
    found = next((outcome for outcome in outcomes if outcome is not None), None)
    assert found is not None
    return found


def search(
    component: Component, prime: int, budget: Budget | None = None
) -> Separated | Stuck | None:
    """Returns the result with one prime; ``None`` if the prime was too small."""
    if len(set(component.visible)) == len(component):
        return Separated(())
    search = _Search(component, prime, budget)
    if not search.run():
        return search.stuck()
    levels = search.levels()
    return Separated(levels) if _right(component, levels) else None


class _Search:
    """Rounds of refinement: add the columns of new labels, split by potentials."""

    def __init__(self, component: Component, prime: int, budget: Budget | None) -> None:
        self.component = component
        self.prime = prime
        self.edges = Edges(component)
        self.echelon = Echelon(len(self.edges.cycles), len(component), prime, budget)
        visible = np.array(component.visible)[self.edges.order]
        self.classes = _numbered(visible)
        self.found: list[list[Level]] = []

    def run(self) -> bool:
        """Refines to a fixed point; returns whether all states are separated."""
        new = [np.flatnonzero(self.classes == k) for k in range(self.classes.max() + 1)]
        while new:
            before = self.classes
            self.found.append([])
            for column in self._columns(new):
                rest = self.echelon.add(*column)
                if rest is not None and self._split(rest):
                    return True
            new = _new_parts(before, self.classes)
        return False

    def _columns(
        self, parts: list[Int[np.ndarray, " _"]]
    ) -> Iterator[tuple[Int[np.ndarray, " cycles"], Int[np.ndarray, " states"]]]:
        for part in parts:
            for letter in range(self.component.letters):
                edges = self.edges.labelled(part, letter)
                if len(edges):
                    yield self.edges.column(edges)

    def _split(self, potential: Shaped[np.ndarray, " states"]) -> bool:
        """Splits classes by a potential; returns whether all are singletons now."""
        values = _numbered(potential)
        finer = _numbered(self.classes * (values.max() + 1) + values)
        if finer.max() > self.classes.max():
            self.classes = finer
            self.found[-1].append(integers(self._by_place(potential), self.prime))
        return bool(finer.max() == len(self.component) - 1)

    def levels(self) -> tuple[Level, ...]:
        levels = []
        known: list[Level] = []
        for potentials in self.found:
            known += potentials
            levels.append(_combined(known, self.component.visible))
        return tuple(levels)

    def stuck(self) -> Stuck:
        groups: dict[int, list[int]] = {}
        for place, number in enumerate(self._by_place(self.classes).tolist()):
            groups.setdefault(number, []).append(place)
        classes = tuple(map(tuple, groups.values()))
        cycles = tuple(self.edges.cycles[k] for k in self.echelon.pivots)
        return Stuck(classes, cycles, self.prime)

    def _by_place(
        self, values: Shaped[np.ndarray, "*rows states"]
    ) -> Shaped[np.ndarray, "*rows states"]:
        result = np.empty_like(values)
        result[..., self.edges.order] = values
        return result


def _numbered(values: Shaped[np.ndarray, " n"]) -> Int[np.ndarray, " n"]:
    numbers: Int[np.ndarray, " n"] = np.unique(values, return_inverse=True)[1]
    return numbers


def _new_parts(
    before: Int[np.ndarray, " n"], after: Int[np.ndarray, " n"]
) -> list[Int[np.ndarray, " _"]]:
    """The parts of split classes, without the largest part of each."""
    names, first, sizes = np.unique(after, return_index=True, return_counts=True)
    parents = before[first]
    parts = []
    for parent in np.flatnonzero(np.bincount(parents) > 1):
        children = np.flatnonzero(parents == parent)
        children = np.delete(children, np.argmax(sizes[children]))
        parts += [np.flatnonzero(after == names[child]) for child in children]
    return parts


def _combined(potentials: list[Level], visible: tuple[int, ...]) -> Level:
    """A sum of multiples, as small as possible, that separates as much as all of them.

    Multiples and sums of potentials are again potentials.
    """
    total = (0,) * len(visible)
    for potential in potentials:
        wanted = len(set(zip(visible, total, potential, strict=True)))
        for factor in itertools.count(1):
            pairs = zip(total, potential, strict=True)
            tried = tuple(number + factor * other for number, other in pairs)
            if len(set(zip(visible, tried, strict=True))) == wanted:
                break
        total = tried
    return total


def _right(component: Component, levels: tuple[Level, ...]) -> bool:
    """Whether the levels are potentials and the last one separates all states."""
    classes: list[tuple[int, ...]] = [(seen,) for seen in component.visible]
    for level in levels:
        steps: dict[tuple[int, tuple[int, ...]], int] = {}
        for source, row in enumerate(component.rows):
            for letter, target in enumerate(row):
                if target == OUTSIDE:
                    continue
                step = level[target] - level[source]
                if steps.setdefault((letter, classes[source]), step) != step:
                    return False
        classes = list(zip(component.visible, level, strict=True))
    return len(set(classes)) == len(component)
