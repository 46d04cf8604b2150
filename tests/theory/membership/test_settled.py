"""Every small automaton is settled, in one way only, whatever its names are."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.combine import complement
from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.theory.membership.decide import Limits, membership
from lengthwise.words import Alphabet
from tests.automata.strategies import dfas, random_dfa
from tests.theory.membership.examples import EXPENSIVE
from tests.theory.membership.languages import minimal_automata

COUNTS = {1: 2, 2: 24, 3: 1028, 4: 56014}
"""How many minimal automata there are over two letters, by number of states."""

SHARDS = 64


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


@pytest.mark.parametrize(
    ("states", "yes"),
    [(1, 2), (2, 12), (3, 232)],
)
def test_every_automaton_with_three_states_is_settled(states, yes):
    no = COUNTS[states] - yes
    assert settled(states) == {"yes": yes, "no": no, "unknown": 0}


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_automaton_with_four_states_is_settled(shard):
    assert settled(4, shard, SHARDS)["unknown"] == 0


def require_one_answer(rng, number, window):
    only_windows = Limits(window=window, period=2, block=0)
    for _ in range(number):
        dfa = random_dfa(rng, rng.randrange(2, 5), "abc"[: rng.randrange(1, 4)])
        found = with_positions(dfa)
        assert found.answer != "unknown"
        if found.answer == "no":
            assert with_positions(dfa, only_windows).answer == "unknown"


@pytest.mark.parametrize("seed", range(4))
def test_no_language_gets_both_certificates(seed):
    require_one_answer(random.Random(seed), 500, window=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(140))
def test_no_language_of_many_gets_both_certificates(seed):
    require_one_answer(random.Random(1000 + seed), 500, window=2)


@EXPENSIVE
@given(
    dfas(max_states=4, symbols=("ab", "abc")),
    st.randoms(),
    st.sampled_from(["none", "periodic-local"]),
    st.sampled_from(["end", "last"]),
)
def test_names_of_letters_and_states_do_not_matter(dfa, rng, positions, acceptance):
    letters = list(range(len(dfa.alphabet)))
    order = list(range(len(dfa)))
    rng.shuffle(letters)
    rng.shuffle(order)
    rows = [()] * len(dfa)
    for old, new in enumerate(order):
        rows[new] = tuple(order[dfa.transitions[old][k]] for k in letters)
    other = DFA(
        Alphabet("xyz"[: len(letters)]),
        tuple(rows),
        order[dfa.start],
        frozenset(order[s] for s in dfa.accepting),
    )
    first, second = (
        membership(one, positions=positions, acceptance=acceptance)
        for one in (dfa, other)
    )
    assert first.answer == second.answer
    if first.answer == "yes":
        sizes = [(f.evidence.window, f.evidence.period) for f in (first, second)]
        assert sizes[0] == sizes[1]


@EXPENSIVE
@given(dfas(max_states=4))
def test_the_complement_gets_the_same_answer(dfa):
    for acceptance in ("end", "last"):
        answers = {
            membership(one, acceptance=acceptance).answer
            for one in (dfa, complement(dfa))
        }
        assert len(answers) == 1
