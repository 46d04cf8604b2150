"""Random subregular languages: local, testable with and without thresholds, piecewise.

Each is an automaton that watches a few things at once: the last letters (for factors),
what was seen so far, how often, and how much of a subsequence. Sets of factors and of
letters are drawn so that many letters act differently.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.words import Alphabet

MOST_STATES = 600
DEAD = "dead"


@dataclass(frozen=True)
class Watch:
    """Something that is followed along a word: where it begins, how it goes on."""

    start: Any
    step: Callable[[Any, int], Any]


def alphabet(letters: int) -> Alphabet:
    return Alphabet(f"s{k}" for k in range(letters))


def automaton(
    watch: Watch, accepts: Callable[[Any], bool], letters: int, limit: int = 20_000
) -> DFA | None:
    """The minimal automaton, or none if it has more than `MOST_STATES` states."""
    numbers = {watch.start: 0}
    states = [watch.start]
    rows = []
    for state in states:
        row = []
        for letter in range(letters):
            target = watch.step(state, letter)
            if target not in numbers:
                numbers[target] = len(states)
                states.append(target)
            row.append(numbers[target])
        rows.append(tuple(row))
        if len(states) > limit:
            return None
    accepting = frozenset(k for k, state in enumerate(states) if accepts(state))
    found = minimize(DFA(alphabet(letters), tuple(rows), 0, accepting))
    return found if 1 < len(found) <= MOST_STATES else None


def both(watches: Iterable[Watch]) -> Watch:
    """Several things at once."""
    parts = tuple(watches)

    def step(state: tuple[Any, ...], letter: int) -> tuple[Any, ...]:
        return tuple(w.step(s, letter) for w, s in zip(parts, state, strict=True))

    return Watch(tuple(w.start for w in parts), step)


def factors(sets: list[set[tuple[int, ...]]], most: int) -> Watch:
    """How often, up to `most`, a factor of each set was seen; and the last letters.

    A factor may begin with -1, the mark before the first letter.
    """
    begins = {word[:k] for words in sets for word in words for k in range(len(word))}
    longest = max(len(word) for words in sets for word in words)
    known: dict[tuple[tuple[int, ...], int], tuple[tuple[int, ...], list[int]]] = {}

    def look(seen: tuple[int, ...], letter: int) -> tuple[tuple[int, ...], list[int]]:
        longer = (*seen, letter)
        ends = [longer[k:] for k in range(len(longer))]
        hits = [k for k, words in enumerate(sets) if any(e in words for e in ends)]
        kept = next((e for e in ends[-longest:] if e in begins), ())
        return kept, hits

    def step(state: Any, letter: int) -> Any:
        seen, counts = state
        if (seen, letter) not in known:
            known[seen, letter] = look(seen, letter)
        kept, hits = known[seen, letter]
        more = tuple(min(n + (k in hits), most) for k, n in enumerate(counts))
        return kept, more

    first = (-1,) if (-1,) in begins else ()
    return Watch((first, (0,) * len(sets)), step)


def subsequence(parts: list[set[int]]) -> Watch:
    """How much was seen of a subsequence, each part of which is one of some letters."""

    def step(state: int, letter: int) -> int:
        return state + (state < len(parts) and letter in parts[state])

    return Watch(0, step)


def _words(
    rng: random.Random, letters: int, order: int, number: int
) -> set[tuple[int, ...]]:
    words = set()
    for _ in range(number):
        word = rng.choices(range(letters), k=order)
        if rng.random() < 0.1:
            word[0] = -1
        words.add(tuple(word))
    return words


def _letters(rng: random.Random, letters: int) -> set[int]:
    share = rng.choice((1 / letters, 0.25, 0.5))
    return {k for k in range(letters) if rng.random() < share} or {
        rng.randrange(letters)
    }


def _sets(
    rng: random.Random, letters: int, order: int, number: int, states: int
) -> list[set[tuple[int, ...]]]:
    most = max(1, states // (number * max(1, order - 1)))
    size = min(rng.choice((1, 2, letters // 2, letters * 2)), most)
    return [_words(rng, letters, order, max(1, size)) for _ in range(number)]


def _table(rng: random.Random) -> Callable[[object], bool]:
    """A random set of states, the same for the same draw."""
    seed = rng.random()
    return lambda key: random.Random(f"{seed} {key}").random() < 0.5


def strictly_local(rng: random.Random, order: int, letters: int) -> DFA | None:
    (bad,) = _sets(rng, letters, order, 1, MOST_STATES)
    watch = factors([bad], 1)
    once = Watch(watch.start, lambda s, a: s if s == DEAD else _once(watch, s, a))
    return automaton(once, lambda state: state != DEAD, letters)


def _once(watch: Watch, state: Any, letter: int) -> Any:
    found = watch.step(state, letter)
    return DEAD if found[1][0] else found


def locally_testable(
    rng: random.Random, order: int, letters: int, most: int = 1
) -> DFA | None:
    number = rng.randrange(1, 4 if most == 1 else 3)
    room = MOST_STATES // (most + 1) ** number
    watch = factors(_sets(rng, letters, order, number, room), most)
    table = _table(rng)
    return automaton(watch, lambda state: table(state[1]), letters)


def threshold_testable(rng: random.Random, order: int, letters: int) -> DFA | None:
    return locally_testable(rng, order, letters, most=rng.choice((2, 3)))


def piecewise_testable(rng: random.Random, order: int, letters: int) -> DFA | None:
    number = rng.randrange(1, 4)
    watch = both(
        subsequence([_letters(rng, letters) for _ in range(order)])
        for _ in range(number)
    )
    table = _table(rng)
    return automaton(watch, lambda state: table([n == order for n in state]), letters)


def mixed(rng: random.Random, order: int, letters: int) -> DFA | None:
    """Factors and subsequences; sometimes most letters do nothing at all."""
    if rng.random() < 0.3:
        return tier(rng, order, letters)
    number = rng.randrange(1, 3)
    room = MOST_STATES // ((order + 1) * 2**number)
    watch = both(
        [
            factors(_sets(rng, letters, order, number, room), 1),
            subsequence([_letters(rng, letters) for _ in range(order)]),
        ]
    )
    table = _table(rng)
    return automaton(
        watch, lambda state: table((state[0][1], state[1] == order)), letters
    )


def tier(rng: random.Random, order: int, letters: int) -> DFA | None:
    """A strictly local or testable language of some letters; the others do nothing."""
    few = max(2, rng.choice((letters // 4, letters // 2)))
    inner = rng.choice((strictly_local, locally_testable))(rng, order, few)
    if inner is None:
        return None
    watch = Watch(0, lambda s, k: inner.transitions[s][k] if k < few else s)
    return automaton(watch, inner.accepting.__contains__, letters)


KINDS: dict[str, Callable[[random.Random, int, int], DFA | None]] = {
    "strictly local": strictly_local,
    "locally testable": locally_testable,
    "threshold testable": threshold_testable,
    "piecewise testable": piecewise_testable,
    "mixed": mixed,
}


def language(kind: str, order: int, letters: int, seed: int) -> DFA:
    """One language of a kind; the same arguments give the same one."""
    rng = random.Random(f"{kind} {order} {letters} {seed}")
    while True:
        found = KINDS[kind](rng, order, letters)
        if found is not None:
            return found
