import random
from itertools import pairwise

import pytest
from hypothesis import given

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.minimize import minimize
from lengthwise.theory.membership.evidence import certificate_checker as check
from lengthwise.theory.membership.evidence import potential_checker as induction
from lengthwise.theory.membership.evidence.evidence_kinds import Potentials
from lengthwise.theory.membership.search.by_definition import in_end, in_last
from lengthwise.theory.membership.search.component import Component, large_components
from lengthwise.theory.membership.search.decide import membership, without_positions
from lengthwise.theory.membership.search.echelon import PRIMES
from lengthwise.theory.membership.search.potentials import (
    Separated,
    Stuck,
    search,
    separate,
)
from tests.automata.automaton_strategies import dfas, random_dfa
from tests.theory.membership.language_examples import EXPENSIVE


def in_class(dfa, acceptance):
    merged = merge_letters(minimize(dfa))
    return isinstance(without_positions(merged, acceptance), Potentials)


@EXPENSIVE
@given(dfas(max_states=6))
def test_the_search_decides_as_the_definition_does(dfa):
    assert in_class(dfa, "end") == in_end(dfa)
    assert in_class(dfa, "last") == in_last(dfa)


@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_sparse_automata_are_decided_as_by_definition(seed):
    """Many edges lead to a dead state, so that about half are in the class."""
    rng = random.Random(seed)
    found = {True: 0, False: 0}
    for _ in range(500):
        states = rng.randrange(3, 9)
        dfa = random_dfa(rng, states, "abc"[: rng.randrange(2, 4)])
        dead = states - 1
        rows = tuple(
            tuple(t if rng.random() < 0.6 and s != dead else dead for t in row)
            for s, row in enumerate(dfa.transitions)
        )
        dfa = DFA(dfa.alphabet, rows, 0, dfa.accepting - {dead})
        answer = in_class(dfa, "end")
        assert answer == in_end(dfa)
        found[answer] += 1
    assert min(found.values()) > 50


def test_refinement_needs_several_levels():
    """(ab|bbaa)*: letters alone do not tell all states apart."""
    rows = ((1, 2), (-1, 0), (-1, 3), (4, -1), (0, -1))
    component = Component(tuple(range(5)), rows, (0,) * 5)
    outcome = separate(component)
    assert isinstance(outcome, Separated)
    assert len(outcome.levels) == 2
    assert len(set(outcome.levels[0])) < 5 == len(set(outcome.levels[1]))


def test_what_is_visible_need_not_be_told_apart():
    two = ((1,), (0,))
    assert isinstance(separate(Component((0, 1), two, (0, 0))), Stuck)
    assert separate(Component((0, 1), two, (0, 1))) == Separated(())


def loops(letters, times):
    """A loop for each two neighbors: the first so many times, then the second."""
    table = {"hub": {}}
    for k, (low, high) in enumerate(pairwise(letters)):
        states = ["hub", *((k, step) for step in range(1, times + 1))]
        for source, target in pairwise(states):
            table.setdefault(source, {})[low] = target
        table[states[-1]] = {high: "hub"}
    return DFA.from_table(sorted(set(letters)), table, ["hub"])


def test_potentials_beyond_the_first_prime():
    """Each letter counts minus 40 times the one before it."""
    dfa = loops("abcde", 40)
    (component,) = large_components(minimize(dfa).transitions, [0] * len(dfa))
    assert search(component, PRIMES[0]) is None
    found = membership(dfa)
    assert found.answer == "yes"
    assert induction.flaw(found.evidence, dfa) is None
    assert max(found.evidence.components[0].levels[0]) == 40**3


def test_weights_beyond_the_first_prime():
    """With a loop back to the first letter only zero is left, and weights are tiny."""
    dfa = loops("abcdea", 40)
    found = membership(dfa)
    assert found.answer == "no"
    assert check.flaw(found.evidence, dfa) is None
    shares = [share for link in found.evidence.links for _, share in link.shares]
    assert max(share.denominator for share in shares) == 40**5 + 1
