"""The syntactic monoid: what words do to the states of the minimal automaton.

An element is the tuple that says where each state goes. Elements are found in the order
of their shortest words.
"""

from dataclasses import dataclass

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.errors import TooLargeError
from lengthwise.words import Word

Map = tuple[int, ...]
"""Where a word takes each state."""

WORK = 6_000_000
"""How many entries of maps are computed by default before we give up: a second."""


@dataclass(frozen=True)
class Monoid:
    """All maps that words induce on the states of an automaton, with shortest words.

    Attributes:
        dfa: The minimal automaton.
        elements: Each map with the first of its shortest words; the first is the
            identity with the empty word.
    """

    dfa: DFA
    elements: dict[Map, Word]

    def __len__(self) -> int:
        return len(self.elements)

    @property
    def aperiodic(self) -> bool:
        """Whether no element acts as a cyclic permutation of some states."""
        return not any(map(_has_cycle, self.elements))


def syntactic_monoid(dfa: DFA, *, limit: int | None = None) -> Monoid:
    """Returns the syntactic monoid of the language of `dfa`.

    Args:
        dfa: Any automaton for the language.
        limit: How many elements it may have; if not given, as many as a second allows.

    Raises:
        TooLargeError: It has more than `limit` elements.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> len(syntactic_monoid(regex("(ab)*").dfa))
        6
    """
    minimal = minimize(dfa)
    if limit is None:
        limit = WORK // (len(minimal) * len(minimal.alphabet))
    identity = tuple(range(len(minimal)))
    elements: dict[Map, Word] = {identity: ()}
    letters = list(zip(minimal.alphabet, letter_maps(minimal), strict=True))
    waiting = [identity]
    for element in waiting:
        for symbol, letter in letters:
            image = tuple([letter[state] for state in element])
            if image not in elements:
                elements[image] = (*elements[element], symbol)
                waiting.append(image)
        if len(elements) > limit:
            raise TooLargeError(
                f"the syntactic monoid has more than {limit} elements; "
                "take a smaller automaton or a larger limit",
                size=len(elements),
                limit=limit,
            )
    return Monoid(minimal, elements)


def letter_maps(dfa: DFA) -> tuple[Map, ...]:
    """For each symbol, where it takes each state.

    Examples:
        >>> letter_maps(DFA.from_table("ab", {0: {"a": 0, "b": 1}, 1: {"a": 0}}, [0]))
        ((0, 0, 2), (1, 2, 2))
    """
    return tuple(zip(*dfa.transitions, strict=True))


def star_free(dfa: DFA, *, limit: int | None = None) -> bool:
    """Whether the language can be written with Boolean operations and no star.

    That is so exactly if its syntactic monoid is aperiodic (Schützenberger).

    Raises:
        TooLargeError: The monoid has more than `limit` elements.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> star_free(regex("(ab)*").dfa), star_free(regex("(aa)*").dfa)
        (True, False)
    """
    return syntactic_monoid(dfa, limit=limit).aperiodic


def neutral_letters(dfa: DFA) -> tuple[str, ...]:
    """The symbols that may be put in or left out anywhere without any effect.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> neutral_letters(regex("b*(ab*ab*)*").dfa)
        ('b',)
    """
    minimal = minimize(dfa)
    identity = tuple(range(len(minimal)))
    maps = zip(minimal.alphabet, letter_maps(minimal), strict=True)
    return tuple(symbol for symbol, letter in maps if letter == identity)


def _has_cycle(element: Map) -> bool:
    """Whether some state comes back to itself only after two or more turns."""
    alive = set(element)
    while len(smaller := {element[state] for state in alive}) < len(alive):
        alive = smaller
    return any(element[state] != state for state in alive)
