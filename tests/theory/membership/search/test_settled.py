"""Every small automaton is settled, in one way only, whatever its names are."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.neutral_blocks import search_blocks
from lengthwise.theory.membership.search.search_limits import Limits
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import dfas, random_dfa
from tests.automata.operations import complement
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.share import (
    SETTLED,
    SETTLED_BY_TRANSITIONS,
    by_transitions,
    measure,
    settled,
    with_positions,
)
from tests.theory.membership.unchecked import unchecked


@pytest.mark.parametrize("states", [1, 2, 3])
def test_every_automaton_with_three_states_is_settled(states):
    assert settled(states) == SETTLED[states] | {"unknown": 0}


@pytest.mark.slow
def test_every_automaton_with_four_states_is_settled():
    halves = unchecked(settled, [(4, half, 2) for half in range(2)])
    found = {answer: sum(half[answer] for half in halves) for answer in halves[0]}
    assert found == SETTLED[4] | {"unknown": 0}


@pytest.mark.parametrize("states", [2, 3])
def test_automata_with_the_same_transitions_have_the_same_answer(states):
    counts = measure(by_transitions(states))
    answers = {answer: counts[answer] for answer in ("yes", "no", "unknown")}
    assert answers == SETTLED[states] | {"unknown": 0}


def test_the_manual_has_the_numbers():
    text = (Path(__file__).parents[4] / "docs/verdicts.md").read_text("utf-8")
    for states, counts in (SETTLED | SETTLED_BY_TRANSITIONS).items():
        row = [states, sum(counts.values()), counts["yes"], counts["no"], 0]
        assert f"| {' | '.join(f'{number:,}' for number in row)} |" in text


def require_one_answer(rng, number, window):
    """What has a certificate of one kind has none of the other, up to limits."""
    only_windows = Limits(window=window, period=2, block=0)
    answers = set()
    for _ in range(number):
        dfa = random_dfa(rng, rng.randrange(2, 5), "abc"[: rng.randrange(1, 4)])
        found = with_positions(dfa)
        answers.add(found.answer)
        if found.answer == "no":
            assert with_positions(dfa, only_windows).answer == "unknown"
        elif found.answer == "yes":
            blocks = search_blocks(minimize(dfa), longest=16, work=100_000)
            assert blocks.found is None
    assert answers >= {"yes", "no"}


@pytest.mark.parametrize("seed", range(3))
def test_no_language_gets_both_certificates(seed):
    require_one_answer(random.Random(seed), 100, window=1)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(7))
def test_no_language_of_many_gets_both_certificates(part):
    seeds = range(1000 + 100 * part, 1100 + 100 * part)
    unchecked(require_one_answer, [(random.Random(seed), 100, 2) for seed in seeds])


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
