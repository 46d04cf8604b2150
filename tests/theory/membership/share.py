"""How many small automata are settled: the numbers of the manual.

``python -m tests.theory.membership.share`` decides all minimal automata with two
letters and at most four states, and prints the table; it takes a minute.

``... five EVERY`` decides every so manyth automaton with five states, one of each
orbit; ``... three NUMBER`` decides random automata with three letters and three to six
states. ``... transitions STATES`` decides one minimal automaton for each table of
transitions with two letters, and counts all minimal ones that have it: with positions
the padding graph decides, and it does not depend on which states accept.

These print a line every 1,000 automata: the answers, those that need several neutral
blocks, the programs written and tested (all with a window above three, and every
200th), and the time.
"""

import random
import sys
import time

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.programs.checked_program import write_program
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.search_limits import Limits
from lengthwise.words import Alphabet
from tests.automata.operations import complement
from tests.theory.membership.language_list import (
    all_different,
    minimal_automata,
    tables,
)

SETTLED = {
    1: {"yes": 2, "no": 0},
    2: {"yes": 12, "no": 12},
    3: {"yes": 232, "no": 796},
    4: {"yes": 6250, "no": 49764},
}
"""What came out, by number of states; nothing was unknown."""

SETTLED_BY_TRANSITIONS = {5: {"yes": 215_358, "no": 3_489_948}}
"""The same for five states, where one automaton a table was decided."""


def with_positions(dfa, limits=None):
    return membership(
        dfa, positions="periodic-local", acceptance="last", limits=limits or Limits()
    )


def swapped(dfa):
    """The same with the letters a and b exchanged."""
    rows = tuple((b, a, *rest) for a, b, *rest in dfa.transitions)
    return DFA(dfa.alphabet, rows, dfa.start, dfa.accepting)


def orbit(dfa):
    """The language with its letters exchanged, complemented, or both."""
    found = [dfa, minimize(swapped(dfa))]
    return {minimize(one) for dfa in found for one in (dfa, complement(dfa))}


def text(dfa):
    return repr((dfa.transitions, sorted(dfa.accepting)))


def settled(states, shard=0, shards=1):
    """How often each answer occurs; of an orbit only the first is decided."""
    counts = {"yes": 0, "no": 0, "unknown": 0}
    for number, dfa in enumerate(minimal_automata(states)):
        if number % shards == shard:
            same = orbit(dfa)
            if text(dfa) == min(map(text, same)):
                counts[with_positions(dfa).answer] += len(same)
    return counts


def five(every):
    """Automata with five states, the first of each orbit."""
    for number, dfa in enumerate(minimal_automata(5)):
        if number % every == 0 and text(dfa) == min(map(text, orbit(dfa))):
            yield dfa


def three(number, seed=1):
    """Random automata with three letters and three to six states, minimized."""
    rng = random.Random(seed)
    for _ in range(number):
        states = rng.choice((3, 4, 5, 6))
        rows = tuple(tuple(rng.randrange(states) for _ in "abc") for _ in range(states))
        accepting = frozenset(s for s in range(states) if rng.random() < 0.5)
        yield minimize(DFA(Alphabet("abc"), rows, 0, accepting))


def by_transitions(states):
    """One minimal automaton for each table of transitions, and how many there are.

    Of two tables that differ by exchanging the letters, the first counts for both.
    """
    for rows in tables(states, 2, (), 1):
        same = {rows, renumbered([row[::-1] for row in rows])}
        if rows == min(same):
            sets = (
                frozenset(state for state in range(states) if bits >> state & 1)
                for bits in range(2**states)
            )
            every = [DFA(Alphabet("ab"), rows, 0, accepting) for accepting in sets]
            minimal = [dfa for dfa in every if all_different(dfa)]
            if minimal:
                yield minimal[0], len(same) * len(minimal)


def renumbered(rows):
    """The same transitions, states numbered as a breadth-first search meets them."""
    order = [0]
    for state in order:
        order += [t for t in dict.fromkeys(rows[state]) if t not in order]
    return tuple(tuple(order.index(t) for t in rows[state]) for state in order)


def measure(automata):
    """Decides automata; certificates have been checked, some programs are tested."""
    counts = {"yes": 0, "no": 0, "unknown": 0, "several": 0, "programs": 0}
    slowest, begin, number = 0.0, time.process_time(), 0

    def progress():
        spent = time.process_time() - begin
        say(f"{number}: {counts}, {spent:.0f} s, at most {slowest:.2f} s")

    for number, (dfa, times) in enumerate(automata, start=1):
        before = time.process_time()
        found = with_positions(dfa)
        slowest = max(slowest, time.process_time() - before)
        counts[found.answer] += times
        if found.answer == "no":
            assert flaw(found.evidence, dfa) is None
            counts["several"] += times * (len(found.evidence.neutral) > 1)
        elif found.answer == "unknown":
            say(f"unknown: {text(dfa)}: {found.evidence}")
        elif found.evidence.window > 3 or number % 200 == 0:
            write_program(found.evidence, dfa)
            counts["programs"] += 1
        if number % 1000 == 0:
            progress()
    progress()
    return counts


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(kind="all", number="4"):
    if kind == "five":
        measure((dfa, 1) for dfa in five(int(number)))
    elif kind == "three":
        measure((dfa, 1) for dfa in three(int(number)))
    elif kind == "transitions":
        measure(by_transitions(int(number)))
    else:
        say("| states | automata | yes | no | unknown |\n|---|---|---|---|---|")
        for states in SETTLED:
            found = settled(states)
            row = [states, sum(found.values()), *found.values()]
            say(f"| {' | '.join(f'{number:,}' for number in row)} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
