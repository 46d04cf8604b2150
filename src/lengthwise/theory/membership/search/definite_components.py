r"""Components in which the last letters and the position determine the state.

A component is *definite* for a window :math:`d` and a period :math:`\Delta` if no two
of its states, at positions that are equal modulo :math:`\Delta`, share the last
:math:`d` letters read inside the component. If every component is definite, a program
with local and periodic predicates knows the state; it needs counting only to know the
current component. Strictly local, locally testable, threshold testable and piecewise
testable languages and their Boolean combinations are of this kind, over any alphabet;
so are the languages :math:`(\Sigma^m)^*`.

Residues matter only modulo divisors of the greatest common divisor of the component's
cycle lengths; the necessary window is computed in
`lengthwise.theory.membership.search.shared_letters`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lengthwise.theory.membership.search.component import (
    OUTSIDE,
    Component,
    large_components,
)
from lengthwise.theory.membership.search.shared_letters import letters_needed


@dataclass(frozen=True)
class DefiniteGroup:
    """States that the last letters and the position determine.

    Attributes:
        states: Indices of states.
        places: For each of them, its residue class: every letter that stays inside
            leads from a class to the next one, modulo `modulus`.
        modulus: The number of classes.
        window: The number of letters needed.
    """

    states: tuple[int, ...]
    places: tuple[int, ...]
    modulus: int
    window: int


@dataclass(frozen=True)
class Sight:
    """A window and a period with which every component is definite.

    Attributes:
        window: The number of visible letters.
        period: The period of positions: a multiple of every modulus.
        groups: The components with two or more states.
    """

    window: int
    period: int
    groups: tuple[DefiniteGroup, ...]


def definite_sight(
    rows: Sequence[Sequence[int]],
    *,
    window: int | None = None,
    period: int | None = None,
) -> Sight | None:
    """Returns the smallest window, with a small period for it, or ``None``.

    Args:
        rows: For each state and letter, the next state.
        window: The largest allowed window; unlimited by default.
        period: The largest allowed period; unlimited by default.

    Examples:
        >>> found = definite_sight([[1], [2], [0]])
        >>> found.window, found.period, found.groups[0].places
        (0, 3, (0, 1, 2))
        >>> found = definite_sight([[1, 0], [1, 0]])
        >>> found.window, found.period
        (1, 1)
        >>> definite_sight([[1, 0], [0, 1]]) is None
        True
    """
    found = [_Cyclic(one) for one in large_components(rows, [0] * len(rows))]
    whole = math.lcm(*(one.cycle for one in found))
    if period is None or whole <= period:
        moduli = [[one.cycle for one in found]]
    else:
        small = [m for m in divisors(whole) if m <= period]
        moduli = [[math.gcd(one.cycle, m) for one in found] for m in small]
    tried = (_sight(found, chosen) for chosen in moduli)
    sights = [one for one in tried if one is not None]
    best = min(sights, key=lambda one: (one.window, one.period), default=None)
    if best is None or (window is not None and best.window > window):
        return None
    return best


def cycle_length(rows: Sequence[Sequence[int]]) -> int:
    """Returns the period determined by the cycles of an automaton.

    For each component take the greatest common divisor of its cycle lengths; the period
    is the least common multiple of these.

    Examples:
        >>> cycle_length([[1, 2], [0, 0], [3, 3], [4, 4], [2, 2]])
        6
    """
    found = large_components(rows, [0] * len(rows))
    return math.lcm(*(_Cyclic(one).cycle for one in found))


def divisors(number: int) -> list[int]:
    """Returns the divisors of a number in ascending order.

    Examples:
        >>> divisors(12)
        [1, 2, 3, 4, 6, 12]
    """
    small = [k for k in range(1, math.isqrt(number) + 1) if number % k == 0]
    return sorted({*small, *(number // k for k in small)})


class _Cyclic:
    """A component, with the greatest common divisor of its cycle lengths.

    Attributes:
        states: Its states.
        cycle: The greatest common divisor.
        place: For each state, the number of letters that lead to it, modulo `cycle`.
    """

    def __init__(self, component: Component) -> None:
        self.states = component.states
        self._rows = np.array(component.rows)
        depth = np.zeros(len(component), dtype=np.int64)
        for place in _tree_order(component):
            edge = component.tree[place]
            assert edge is not None
            depth[place] = depth[edge[0]] + 1
        sources, letters = np.nonzero(self._rows != OUTSIDE)
        around = depth[sources] + 1 - depth[self._rows[sources, letters]]
        self.cycle = int(np.gcd.reduce(np.abs(around)))
        self.place = depth % self.cycle
        self._known: dict[int, int | None] = {}

    def window(self, modulus: int) -> int | None:
        """The window needed with residues modulo a divisor of `cycle`."""
        if modulus not in self._known:
            needed = letters_needed(self._rows, self.place % modulus)
            self._known[modulus] = needed
        return self._known[modulus]

    def sees(self, modulus: int, window: int) -> bool:
        """Whether a window suffices with residues modulo a divisor of `cycle`."""
        if not window:
            return len(np.unique(self.place % modulus)) == len(self.states)
        needed = self.window(modulus)
        return needed is not None and needed <= window

    def group(self, modulus: int) -> DefiniteGroup:
        places = tuple((self.place % modulus).tolist())
        window = self.window(modulus)
        assert window is not None
        return DefiniteGroup(self.states, places, modulus, window)


def _tree_order(component: Component) -> list[int]:
    """All indices except the first, each after its parent in the tree."""
    children: dict[int, list[int]] = {}
    for place, edge in enumerate(component.tree):
        if edge is not None:
            children.setdefault(edge[0], []).append(place)
    order = [0]
    for place in order:
        order += children.get(place, ())
    return order[1:]


def _sight(found: list[_Cyclic], largest: list[int]) -> Sight | None:
    """The window for given moduli; then each modulus as small as the window allows."""
    needed = [one.window(m) for one, m in zip(found, largest, strict=True)]
    window = max((number for number in needed if number is not None), default=0)
    if None in needed:
        return None
    groups = []
    for one, modulus in zip(found, largest, strict=True):
        enough = next(m for m in divisors(modulus) if one.sees(m, window))
        groups.append(one.group(enough))
    period = math.lcm(*(group.modulus for group in groups))
    return Sight(window, period, tuple(groups))
