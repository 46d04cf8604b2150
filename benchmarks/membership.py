"""Membership with evidence at about 1,000 states, on easy and on hard automata.

The published decider enumerates simple cycles and stops at 34 states after 20 s; it
prints yes or no. What is timed here ends with a checked certificate or with potentials
from which a program is written. The families are those on which refinement has the most
to do: many labels, cycles that overlap, components one after the other.
"""

import random
import resource
import time
from collections.abc import Callable
from itertools import product
from typing import Any

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.minimize import minimize
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.exact_decision import without_positions
from lengthwise.theory.membership.search.prefix_states import machine
from lengthwise.theory.verdict.language_answers import language_answers
from lengthwise.words import Alphabet
from tests.theory.membership.subregular import KINDS, language

SECONDS_RANDOM = 0.2
SECONDS_HARD = 3.0
SECONDS_SUBREGULAR = 2.0
MEGABYTES_SUBREGULAR = 1000
SEEDS_SUBREGULAR = 2
"""Languages of each kind, order and alphabet: 150 in all."""


def rows() -> list[dict[str, Any]]:
    """Measured rows of the table."""
    cases = [(f"random, {k} letters", _random(k), SECONDS_RANDOM) for k in (2, 3)]
    cases += [(name, dfa, SECONDS_HARD) for name, dfa in hard_families().items()]
    found = [_row(name, dfa, seconds) for name, dfa, seconds in cases]
    return [*found, *(_subregular(letters) for letters in (4, 16, 64))]


def _subregular(letters: int) -> dict[str, Any]:
    """All four answers for languages of each kind and order.

    The memory is the most that this process has had, so at least that of each language.
    """
    times = []
    unknown = 0
    for kind, order, seed in product(KINDS, range(2, 7), range(SEEDS_SUBREGULAR)):
        dfa = language(kind, order, letters, seed=seed)
        begin = time.perf_counter()
        answers = {row.answer for row in language_answers(dfa)}
        times.append(time.perf_counter() - begin)
        unknown += "unknown" in answers
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "name": f"verdict, {len(times)} subregular languages over {letters} letters",
        "value": f"{max(times):.2f} s, {megabytes:.0f} MB at most ({unknown} unknown)",
        "against": "",
        "ratio": None,
        "target": f"{SECONDS_SUBREGULAR} s, {MEGABYTES_SUBREGULAR} MB, none unknown",
        "met": max(times) <= SECONDS_SUBREGULAR
        and megabytes <= MEGABYTES_SUBREGULAR
        and not unknown,
    }


def _row(name: str, dfa: DFA, limit: float) -> dict[str, Any]:
    times = []
    for _ in range(3):
        for remembered in (minimize, merge_letters, machine, without_positions):
            remembered.cache_clear()
        begin = time.perf_counter()
        answer = membership(dfa).answer
        times.append(time.perf_counter() - begin)
    return {
        "name": f"membership, {len(dfa)} states: {name}",
        "value": f"{min(times):.2f} s ({answer})",
        "against": "published decider: 34 states in 20 s",
        "ratio": None,
        "target": f"{limit} s",
        "met": min(times) <= limit,
    }


def hard_families() -> dict[str, DFA]:
    """Automata of about 1,000 states, by name."""
    return {
        "brackets up to depth 1000": _brackets(1000),
        "shuffle of two brackets, 31 x 31": _shuffle(31),
        "two tracks, c changes at every depth": ladder(2, 500, lambda _, t: 1 - t),
        "three tracks, c changes at every depth": ladder(
            3, 333, lambda _, t: (t + 1) % 3
        ),
        "two tracks, up at even depth, down at odd": ladder(
            2, 500, lambda d, t: 1 - t if t == d % 2 else None
        ),
        "two tracks, change at even depth only": ladder(
            2, 500, lambda d, t: t if d % 2 else 1 - t
        ),
        "three tracks, forward and back alternating": ladder(
            3, 333, lambda d, t: (t + (2 if d % 2 else 1)) % 3
        ),
        "three tracks, up at even depth, down at odd": ladder(
            3,
            333,
            lambda d, t: next((u for u in _next_track(d, t) if 0 <= u < 3), None),
        ),
        "two tracks, random changes": _random_ladder(2, 500, seed=1),
        "chain of ten components": _chain(10, 100),
    }


def _next_track(depth: int, track: int) -> tuple[int]:
    return (track - 1,) if depth % 2 else (track + 1,)


def _random(letters: int) -> DFA:
    rng = random.Random(letters)
    transitions = tuple(
        tuple(rng.randrange(1000) for _ in range(letters)) for _ in range(1000)
    )
    accepting = frozenset(s for s in range(1000) if rng.random() < 0.5)
    return DFA(Alphabet("abc"[:letters]), transitions, 0, accepting)


def _brackets(depth: int) -> DFA:
    table = {
        d: ({"a": d + 1} if d < depth else {}) | ({"b": d - 1} if d else {})
        for d in range(depth + 1)
    }
    return DFA.from_table("ab", table, [0])


def _shuffle(size: int) -> DFA:
    moves = {"a": (1, 0), "b": (-1, 0), "c": (0, 1), "d": (0, -1)}
    table = {
        (x, y): {
            letter: (x + dx, y + dy)
            for letter, (dx, dy) in moves.items()
            if 0 <= x + dx < size and 0 <= y + dy < size
        }
        for x in range(size)
        for y in range(size)
    }
    return DFA.from_table("abcd", table, [(0, 0)])


def ladder(tracks: int, depth: int, change: Callable[[int, int], int | None]) -> DFA:
    """Up and down by a and b on every track; c changes the track as told."""
    table = {}
    for d in range(depth):
        for track in range(tracks):
            row = {"a": (d + 1, track)} if d + 1 < depth else {}
            row |= {"b": (d - 1, track)} if d else {}
            target = change(d, track)
            table[d, track] = row | ({} if target is None else {"c": (d, target)})
    return DFA.from_table("abc", table, [(0, 0)])


def _random_ladder(tracks: int, depth: int, *, seed: int) -> DFA:
    rng = random.Random(seed)
    maps: list[list[int | None]] = []
    for _ in range(depth):
        order = list(range(tracks))
        rng.shuffle(order)
        maps.append([t if rng.random() < 0.5 else None for t in order])
    return ladder(tracks, depth, lambda d, t: maps[d][t])


def _chain(parts: int, depth: int) -> DFA:
    """Brackets ten times; c leads on to the next part from every third depth."""
    table = {}
    for part in range(parts):
        for d in range(depth):
            row = {"a": (part, d + 1)} if d + 1 < depth else {}
            row |= {"b": (part, d - 1)} if d else {}
            onward = part + 1 < parts and d % 3 == 0
            table[part, d] = row | ({"c": (part + 1, d)} if onward else {})
    return DFA.from_table("abc", table, [(parts - 1, 0)])
