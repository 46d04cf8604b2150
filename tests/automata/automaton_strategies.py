"""Random automata and regular expressions."""

import random

from hypothesis import strategies as st

from lengthwise.automata.dfa import DFA
from lengthwise.words import Alphabet


def dfas(*, max_states=5, symbols=("a", "ab", "abc")):
    """Complete automata, not minimal, some states out of reach."""

    @st.composite
    def draw_one(draw):
        alphabet = Alphabet(draw(st.sampled_from(symbols)))
        size = draw(st.integers(1, max_states))
        states = st.integers(0, size - 1)
        row = st.tuples(*[states] * len(alphabet))
        rows = draw(st.tuples(*[row] * size))
        accepting = draw(st.frozensets(states))
        return DFA(alphabet, rows, draw(states), accepting)

    return draw_one()


def random_dfa(rng: random.Random, states: int, symbols: str) -> DFA:
    """One automaton, each table with the same probability."""
    rows = tuple(tuple(rng.randrange(states) for _ in symbols) for _ in range(states))
    accepting = frozenset(s for s in range(states) if rng.random() < 0.5)
    return DFA(Alphabet(symbols), rows, 0, accepting)


def expressions():
    """Texts that Python's re and ours read in the same way, over {a, b}."""
    atoms = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", "()", "(?:b)", r"[a-b]"])
    repeats = st.sampled_from(["*", "+", "?", "{2}", "{0}", "{1,2}", "{,2}", "{2,}"])

    def larger(inner):
        group = inner.map("({})".format)
        return st.one_of(
            st.tuples(inner, inner).map("".join),
            st.tuples(inner, inner).map("|".join),
            st.tuples(group, repeats).map("".join),
            inner.map("|{}".format),
        )

    return st.recursive(atoms, larger, max_leaves=6)
