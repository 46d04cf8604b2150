"""Shortest words between states, and words that distinguish two states."""

from collections import deque
from collections.abc import Iterator, Sequence

from lengthwise.automata.dfa import DFA
from lengthwise.words import Word

Table = Sequence[Sequence[int]]
"""For each state, its successor for each symbol."""


def shortest_word(dfa: DFA, source: int, target: int) -> Word | None:
    """Returns the first of the shortest words from a state to another, if there is one.

    Examples:
        >>> dfa = DFA.from_table("ab", {0: {"a": 1}, 1: {"b": 0}}, [0])
        >>> shortest_word(dfa, 0, 2), shortest_word(dfa, 1, 1)
        (('b',), ())
        >>> shortest_word(dfa, 2, 0) is None
        True
    """
    by: dict[int, tuple[int, int]] = {}
    if source != target:
        for before, k, after in breadth_first(dfa.transitions, source):
            by[after] = (before, k)
            if after == target:
                break
        else:
            return None
    letters = []
    while target != source:
        target, k = by[target]
        letters.append(dfa.alphabet.symbols[k])
    return tuple(reversed(letters))


def breadth_first(
    transitions: Table, root: int, inside: frozenset[int] | None = None
) -> Iterator[tuple[int, int, int]]:
    """Yields the edges (source, symbol, target) by which a search discovers new states.

    Args:
        transitions: For each state, its successor for each symbol.
        root: The state where the search starts.
        inside: The states that it may enter. Default: all.

    Examples:
        >>> list(breadth_first([[1, 2], [0, 2], [2, 2]], 0))
        [(0, 0, 1), (0, 1, 2)]
    """
    seen = {root}
    waiting = deque([root])
    while waiting:
        source = waiting.popleft()
        for k, target in enumerate(transitions[source]):
            if target not in seen and (inside is None or target in inside):
                seen.add(target)
                waiting.append(target)
                yield source, k, target


def separating_word(dfa: DFA, first: int, second: int) -> Word | None:
    """Returns a short word that exactly one of two states accepts, if there is one.

    Pairs implied by others are skipped (Hopcroft and Karp), so the search is almost
    linear in the number of states.

    Examples:
        >>> dfa = DFA.from_table("ab", {0: {"a": 1}, 1: {"b": 0}}, [0])
        >>> separating_word(dfa, 1, 2)
        ('b',)
        >>> separating_word(dfa, 1, 1) is None
        True
    """
    same = list(range(len(dfa)))

    def root(state: int) -> int:
        while same[state] != state:
            same[state] = same[same[state]]
            state = same[state]
        return state

    pairs = [(first, second)]
    by: list[tuple[int, int]] = [(0, 0)]
    for number, (p, q) in enumerate(pairs):
        if (p in dfa.accepting) != (q in dfa.accepting):
            return _spelled(dfa, by, number)
        rp, rq = root(p), root(q)
        if rp == rq:
            continue
        same[rp] = rq
        pairs.extend(zip(dfa.transitions[p], dfa.transitions[q], strict=True))
        by.extend((number, k) for k in range(len(dfa.alphabet)))
    return None


def _spelled(dfa: DFA, by: Sequence[tuple[int, int]], number: int) -> Word:
    """The word that leads to a pair, from each pair's predecessor and letter."""
    letters = []
    while number:
        number, k = by[number]
        letters.append(dfa.alphabet.symbols[k])
    return tuple(reversed(letters))
