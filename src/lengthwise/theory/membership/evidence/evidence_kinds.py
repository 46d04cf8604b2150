"""Evidence for answers, in a form that can be verified independently.

A *yes* rests on `Potentials`, numbers that separate the states of a machine and yield a
program, or on `Definite`: the last letters and the position determine the state. A *no*
rests on a `Certificate`: paths whose label counts are combinations of those of closed
walks. If neither was found, `Searched` gives the limits of the search.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import Letters
from lengthwise.theory.membership.search.definite_components import DefiniteGroup
from lengthwise.theory.membership.search.potentials import Level
from lengthwise.theory.membership.search.prefix_states import LiftedState, Machine
from lengthwise.words import Word

Positions: TypeAlias = Literal["none", "periodic-local"]
"""The class: without positional predicates, or with periodic and local ones."""


@dataclass(frozen=True)
class ComponentPotentials:
    """Potentials on one component of a lifted machine.

    Attributes:
        states: The states of the component.
        levels: For each level, the potential of each state. The label of an edge
            consists of its letter, what is visible at its source and, from the second
            level on, the source's potential of the previous level. The potential grows
            by the same amount on all edges with the same label.
    """

    states: tuple[LiftedState, ...]
    levels: tuple[Level, ...]


@dataclass(frozen=True)
class Potentials:
    """Evidence for a yes: counts determine every state of the machine.

    Attributes:
        machine: The machine that the program must track.
        window: Number of letters before a position that the program reads.
        period: The modulus at which the program reads the position; 1: not at all.
        components: Potentials for the components that need them.
        letters: The symbols that each letter of `machine` stands for; equivalent
            symbols are merged into one letter.
    """

    machine: Machine
    window: int
    period: int
    components: tuple[ComponentPotentials, ...]
    letters: Letters


@dataclass(frozen=True)
class Definite:
    """Evidence for a yes: letters and position determine the state within each group.

    A run that leaves a group never returns. The same last `window` letters inside a
    group never lead to two states at the same place.

    Attributes:
        machine: The machine that the program must track.
        window: Number of letters before a position that the program reads.
        period: The modulus at which the program reads the position; 1: not at all.
        groups: The groups of two or more states; every other state is its own group.
        letters: The symbols that each letter of `machine` stands for.
    """

    machine: Machine
    window: int
    period: int
    groups: tuple[DefiniteGroup, ...]
    letters: Letters


@dataclass(frozen=True)
class ClosedWalk:
    """A word that leads from a state back to itself."""

    state: int
    word: Word


@dataclass(frozen=True)
class Link:
    """A path whose label counts are a weighted sum of those of closed walks.

    Attributes:
        source: The first state of the path.
        target: The last state of the path.
        word: The letters of the path.
        shares: Indices of closed walks with their weights.
    """

    source: int
    target: int
    word: Word
    shares: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, kw_only=True)
class Certificate:
    r"""Evidence for a no, verified by addition.

    The language :math:`\{x : \text{left}\, h(x)\, \text{right} \in L\}`, where
    :math:`h` replaces each letter by a block, is that of `machine`. In `machine`, label
    an edge by its letter and the class of its source. Every two states of a class are
    linked by a path whose label counts are a rational combination of those of closed
    walks, so every potential gives them the same value and no refinement splits a
    class; but `separator` distinguishes the states of `pair`.

    Attributes:
        positions: The class that the language is outside of.
        acceptance: The acceptance convention; with positions it holds for both.
        left: A fixed prefix.
        blocks: The block that replaces each letter of `machine`; all of the same
            length.
        right: A fixed suffix; not empty for ``last`` without positions.
        machine: The automaton whose states the other fields refer to.
        neutral: With positions, letters of `machine`; each fixes every state in which
            it may be read.
        between: With positions, for each letter of `machine` the indices of two neutral
            letters: it may be read after the first, and only the second may be read
            after it. The states of the other fields are those reached by words after
            the first neutral letter; every other letter leaves them for good.
        classes: Disjoint sets of states of one component.
        walks: Closed walks inside the component.
        links: Paths that connect the states of each class.
        pair: Two states of one class.
        separator: A word that `machine` accepts from exactly one of the two.
    """

    positions: Positions
    acceptance: Literal["end", "last"]
    left: Word
    blocks: tuple[Word, ...]
    right: Word
    machine: DFA
    neutral: tuple[str, ...]
    between: tuple[tuple[int, int], ...]
    classes: tuple[tuple[int, ...], ...]
    walks: tuple[ClosedWalk, ...]
    links: tuple[Link, ...]
    pair: tuple[int, int]
    separator: Word


@dataclass(frozen=True)
class Searched:
    """The limits of a search that found nothing.

    Attributes:
        window: The largest window that was tried with every period; -1: none.
        period: The largest period.
        block: The longest blocks that were tried; 0: none.
        all_blocks: Whether longer blocks cannot help, so that no certificate of this
            kind exists.
        stopped: Why the search ended before its limits, if it did.
    """

    window: int
    period: int
    block: int
    all_blocks: bool
    stopped: str | None = None
