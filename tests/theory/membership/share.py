"""How many small automata are settled: the numbers of the manual.

``python -m tests.theory.membership.share`` decides all minimal automata with two
letters and at most four states, and prints the table; it takes a minute.
"""

import sys

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.search_limits import Limits
from tests.automata.operations import complement
from tests.theory.membership.language_list import minimal_automata

SETTLED = {
    1: {"yes": 2, "no": 0},
    2: {"yes": 12, "no": 12},
    3: {"yes": 232, "no": 796},
    4: {"yes": 6250, "no": 49764},
}
"""What came out, by number of states; nothing was unknown."""


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


if __name__ == "__main__":
    sys.stdout.write(
        "| states | automata | yes | no | unknown |\n|---|---|---|---|---|\n"
    )
    for states in SETTLED:
        found = settled(states)
        row = [states, sum(found.values()), *found.values()]
        sys.stdout.write(f"| {' | '.join(f'{number:,}' for number in row)} |\n")
        sys.stdout.flush()
