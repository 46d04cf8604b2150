"""Evidence for answers: values that a reader or a checker can verify.

A *yes* rests on `Potentials`: numbers that tell the states of a machine apart, from
which a program is written; or it is `Definite`: the last letters and the position tell
them apart. A *no* rests on a `Certificate`: paths and closed walks whose label counts
add up. Where neither was found, `Searched` says how far the search
went.
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
"""Which class: without positional predicates, or with periodic and local ones."""


@dataclass(frozen=True)
class ComponentPotentials:
    """Potentials on one component of a lifted machine.

    Attributes:
        states: The states of the component.
        levels: For each level, the potential of each state. The label of an edge is its
            letter with what is seen at its source, from the second level on also with
            the potential that the level before gives to the source; on edges with the
            same label the potential of the level grows by the same number.
    """

    states: tuple[LiftedState, ...]
    levels: tuple[Level, ...]


@dataclass(frozen=True)
class Potentials:
    """Evidence for a yes: counts determine every state of the machine.

    Attributes:
        machine: What a program has to follow.
        window: How many letters before a position it looks at.
        period: Modulo what it looks at the position; 1 is not at all.
        components: Potentials for the components that need them.
        letters: The symbols that each letter of `machine` stands for: those that act
            alike are one letter.
    """

    machine: Machine
    window: int
    period: int
    components: tuple[ComponentPotentials, ...]
    letters: Letters


@dataclass(frozen=True)
class Definite:
    """Evidence for a yes: letters and position determine the state within each group.

    A run that leaves a group never comes back. Two states of a group at the same place
    are never reached by the same last `window` letters inside the group.

    Attributes:
        machine: What a program has to follow.
        window: How many letters before a position it looks at.
        period: Modulo what it looks at the position; 1 is not at all.
        groups: The groups of two and more states; every other state is alone.
        letters: The symbols that each letter of `machine` stands for.
    """

    machine: Machine
    window: int
    period: int
    groups: tuple[DefiniteGroup, ...]
    letters: Letters


@dataclass(frozen=True)
class ClosedWalk:
    """A word that leads from a state back to it."""

    state: int
    word: Word


@dataclass(frozen=True)
class Link:
    """A path between two states whose label counts are those of closed walks, weighted.

    Attributes:
        source: Where the path begins.
        target: Where it ends.
        word: The letters of the path.
        shares: Numbers of closed walks with their weights.
    """

    source: int
    target: int
    word: Word
    shares: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, kw_only=True)
class Certificate:
    r"""Evidence for a no, to be verified by addition.

    The language :math:`\{x : \text{left}\, h(x)\, \text{right} \in L\}`, where
    :math:`h` replaces each letter by a block, is that of `machine`. In `machine`, label
    an edge by its letter and the class of its source. Every two states of a class are
    linked by a path whose label counts are a rational combination of those of closed
    walks, so every potential gives them the same value and no refinement splits a
    class; but `separator` tells the states of `pair` apart.

    Attributes:
        positions: The class that the language is outside of.
        acceptance: By which convention; with positions both are meant.
        left: A fixed beginning.
        blocks: What stands for each letter of `machine`; all of the same length.
        right: A fixed end; not empty for ``last`` without positions.
        machine: Its states are those of the rest of the certificate.
        neutral: With positions, letters of `machine`: each changes no state in which
            it may be read.
        between: With positions, for each letter of `machine` the numbers of two neutral
            letters: it may be read behind the first, and only the second may be read
            behind it. The states of the rest are those where words behind the first
            neutral letter lead; for every other letter they are left for good.
        classes: Sets of states of one component.
        walks: Closed walks inside the component.
        links: They connect the states of each class.
        pair: Two states of one class.
        separator: A word over `machine` that exactly one of the two accepts.
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
        window: The largest window that was tried with every period; -1 is none.
        period: The largest period.
        block: The longest blocks that were tried; 0 is none.
        all_blocks: Whether longer blocks could give nothing new, so that no
            certificate of this kind exists.
        stopped: Why the search ended before its limits, if it did.
    """

    window: int
    period: int
    block: int
    all_blocks: bool
    stopped: str | None = None
