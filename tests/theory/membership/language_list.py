"""Languages with known answers, as tables."""

from lengthwise.automata.dfa import DFA
from lengthwise.automata.regex import regex


def dyck(depth):
    """The words that go up and down between 0 and `depth` and end at 0."""
    table = {
        d: ({"a": d + 1} if d < depth else {}) | ({"b": d - 1} if d else {})
        for d in range(depth + 1)
    }
    return DFA.from_table("ab", table, [0])


def ladder(tracks, depth, change):
    """Up and down by a and b on every track; c may change the track."""
    table = {}
    for d in range(depth):
        for track in range(tracks):
            row = {"a": (d + 1, track)} if d + 1 < depth else {}
            row |= {"b": (d - 1, track)} if d else {}
            target = change(d, track)
            table[d, track] = row | ({} if target is None else {"c": (d, target)})
    return DFA.from_table("abc", table, [(0, 0)])


def up_then_down(d, track):
    """From track 0 to 1 at even depth, back at odd depth."""
    return 1 - track if track == d % 2 else None


TOMITA_3 = DFA.from_table(
    "01",
    {
        0: {"0": 0, "1": 1},
        1: {"0": 3, "1": 0},
        2: {"0": 3, "1": 1},
        3: {"0": 2},
    },
    [0, 1, 2],
)
TOMITA_4 = DFA.from_table(
    "01", {0: {"0": 1, "1": 0}, 1: {"0": 2, "1": 0}, 2: {"1": 0}}, [0, 1, 2]
)
TOMITA_5 = DFA.from_table(
    "01",
    {(i, j): {"0": (1 - i, j), "1": (i, 1 - j)} for i in (0, 1) for j in (0, 1)},
    [(0, 0)],
)
TOMITA_6 = DFA.from_table(
    "01", {k: {"0": (k + 1) % 3, "1": (k - 1) % 3} for k in range(3)}, [0]
)
PARITY = regex("b*(ab*ab*)*").dfa
ENDS_IN_B = regex("(a|b)*b").dfa
LAST_NOT_2 = regex("(0|1|2)*02*").dfa

SEVENTEEN = {
    "(aa)*": (regex("(aa)*").dfa, "no", "yes"),
    "(aaaa)*": (regex("(aaaa)*").dfa, "no", "yes"),
    "(abab)*": (regex("(abab)*").dfa, "no", "yes"),
    "Tomita-3": (TOMITA_3, "no", "no"),
    "Tomita-5": (TOMITA_5, "no", "no"),
    "Tomita-6": (TOMITA_6, "no", "no"),
    "D_2": (dyck(2), "yes", "yes"),
    "D_3": (dyck(3), "yes", "yes"),
    "D_4": (dyck(4), "yes", "yes"),
    "D_12": (dyck(12), "yes", "yes"),
    "Tomita-1": (regex("1*", alphabet="01").dfa, "yes", "yes"),
    "Tomita-2": (regex("(10)*").dfa, "yes", "yes"),
    "Tomita-4": (TOMITA_4, "no", "yes"),
    "Tomita-7": (regex("0*1*0*1*").dfa, "yes", "yes"),
    "aa*bb*cc*dd*ee*": (regex("aa*bb*cc*dd*ee*").dfa, "yes", "yes"),
    "{a,b}*d{b,c}*": (regex("[ab]*d[bc]*").dfa, "yes", "yes"),
    "{0,1,2}*02*": (LAST_NOT_2, "no", "no"),
}
"""Each with its answers without and with positions, equal for both conventions."""


def minimal_automata(states, symbols=2):
    """Every minimal automaton of a size over the first letters, each once."""
    alphabet = "abc"[:symbols]
    letters = regex("a", alphabet=alphabet).alphabet
    for rows in tables(states, symbols, (), 1):
        for bits in range(2**states):
            accepting = frozenset(s for s in range(states) if bits >> s & 1)
            dfa = DFA(letters, rows, 0, accepting)
            if all_different(dfa):
                yield dfa


def tables(states, symbols, rows, seen):
    """Tables whose states are numbered as a breadth-first search meets them."""
    if len(rows) == states:
        yield rows
    elif len(rows) < seen:
        for row, more in _rows(states, symbols, (), seen):
            yield from tables(states, symbols, (*rows, row), more)


def _rows(states, symbols, row, seen):
    if len(row) == symbols:
        yield row, seen
    else:
        for target in range(min(seen + 1, states)):
            yield from _rows(states, symbols, (*row, target), max(seen, target + 1))


def all_different(dfa):
    """Whether no two states accept the same words (Moore's refinement)."""
    classes = [s in dfa.accepting for s in range(len(dfa))]
    while True:
        finer = [
            (classes[s], *(classes[t] for t in row))
            for s, row in enumerate(dfa.transitions)
        ]
        if len(set(finer)) == len(set(classes)):
            return len(set(finer)) == len(dfa)
        names = {name: k for k, name in enumerate(sorted(set(finer)))}
        classes = [names[name] for name in finer]
