"""Shortest words between states: how to get there, and what tells two states apart."""

from collections import deque
from collections.abc import Iterator, Sequence

from lengthwise.automata.dfa import DFA
from lengthwise.words import Word

Table = Sequence[Sequence[int]]
"""For each state, where each symbol leads."""


def access_words(dfa: DFA) -> dict[int, Word]:
    """For each state that can be reached, the first of the shortest words to it.

    Examples:
        >>> dfa = DFA.from_table("ab", {0: {"a": 1}, 1: {"b": 0}}, [0])
        >>> access_words(dfa)
        {0: (), 1: ('a',), 2: ('b',)}
    """
    words: dict[int, Word] = {dfa.start: ()}
    for source, k, target in breadth_first(dfa.transitions, dfa.start):
        words[target] = (*words[source], dfa.alphabet.symbols[k])
    return words


def breadth_first(
    transitions: Table, root: int, inside: frozenset[int] | None = None
) -> Iterator[tuple[int, int, int]]:
    """Yields the edges (source, symbol, target) by which a search meets new states.

    Args:
        transitions: For each state, where each symbol leads.
        root: Where the search starts.
        inside: The states that it may enter; all, if not given.

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

    Pairs that already follow from others are left out (Hopcroft and Karp), so the
    search is almost linear in the number of states.

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

    waiting: deque[tuple[int, int, Word]] = deque([(first, second, ())])
    while waiting:
        p, q, word = waiting.popleft()
        if (p in dfa.accepting) != (q in dfa.accepting):
            return word
        rp, rq = root(p), root(q)
        if rp == rq:
            continue
        same[rp] = rq
        rows = zip(dfa.alphabet, dfa.transitions[p], dfa.transitions[q], strict=True)
        waiting.extend((s, t, (*word, symbol)) for symbol, s, t in rows)
    return None
