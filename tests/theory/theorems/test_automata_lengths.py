"""2n - 2: never violated by random pairs of automata, and tight."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.theory.theorems.automata_lengths import dfa_length_complexity
from tests.theory.minimax.profile import FEWER


def automata(states, letters):
    """Transition rows, start 0, and accepting marks."""
    target = st.integers(0, states - 1)
    rows = st.tuples(*[st.tuples(*[target] * letters)] * states)
    return st.tuples(rows, st.tuples(*[st.booleans()] * states))


def first_difference(one, other, letters):
    """Length of the shortest word that only one of them accepts; None if equal."""
    (rows, ends), (others, other_ends) = one, other
    seen = level = {(0, 0)}
    length = 0
    while level and all(ends[p] == other_ends[q] for p, q in level):
        following = {
            (rows[p][k], others[q][k]) for p, q in level for k in range(letters)
        }
        level = following - seen
        seen = seen | level
        length += 1
    return length if level else None


@FEWER
@given(st.data(), st.integers(1, 7), st.integers(1, 3))
def test_never_violated_on_random_pairs(data, n, letters):
    pair = [data.draw(automata(data.draw(st.integers(1, n)), letters)) for _ in "fg"]
    difference = first_difference(*pair, letters)
    assert difference is None or difference <= dfa_length_complexity(n=n).length


def unary_behaviors(n, longest):
    """What all unary automata of n states say of the words up to a length."""
    found = set()
    for rows in itertools.product(range(n), repeat=n):
        path = [0]
        for _ in range(longest):
            path.append(rows[path[-1]])
        for ends in itertools.product([False, True], repeat=n):
            found.add(tuple(ends[state] for state in path))
    return np.array(sorted(found))


def longest_agreement(n):
    """The longest first difference of two unary automata of n states."""
    said = unary_behaviors(n, 4 * n)
    differ = said[:, np.newaxis] != said[np.newaxis]
    return int(np.where(differ.any(axis=2), differ.argmax(axis=2), 0).max())


def test_tight_for_one_to_four_states():
    # 2, 16, 216 and 4,096 automata, each against each.
    for n in (1, 2, 3, 4):
        assert longest_agreement(n) == dfa_length_complexity(n=n).length


def test_it_says_that_it_is_tight():
    assert dfa_length_complexity(n=5).tight
