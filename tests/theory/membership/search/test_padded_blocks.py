"""Several neutral blocks: the whole answer with positions."""

import itertools
import random

import pytest
from hypothesis import given

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.evidence.no_certificate import certificate_by_blocks
from lengthwise.theory.membership.evidence.witness_pairs import witness
from lengthwise.theory.membership.programs.checked_program import write_program
from lengthwise.theory.membership.search import padded_blocks as padded
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.echelon import Budget
from lengthwise.theory.membership.search.neutral_blocks import search_blocks
from lengthwise.theory.membership.search.padded_blocks import (
    padded_blocks,
    stable_maps,
)
from lengthwise.theory.membership.search.search_limits import Limits
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import dfas, random_dfa
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.language_list import minimal_automata
from tests.theory.membership.share import with_positions

THREE_LETTERS = DFA(
    Alphabet("abc"),
    ((3, 2, 1), (1, 2, 0), (2, 2, 2), (3, 0, 2)),
    0,
    frozenset({1, 2}),
)
TWO_LETTERS = DFA(
    Alphabet("ab"), ((0, 1), (1, 2), (3, 4), (3, 3), (0, 2)), 0, frozenset({0, 2})
)
CROSSED = DFA.from_table(
    "abxyzw",
    {
        "A1": {"a": "A1", "x": "B1"},
        "A2": {"a": "A2", "z": "B2"},
        "B1": {"b": "B1", "y": "A2", "w": "A1"},
        "B2": {"b": "B2", "y": "A1", "w": "A2"},
    },
    ["A1"],
)
"""Blocks of a and of b are paddings; between them x, z lead forth and y, w back."""

EVEN_AT_ODD_POSITIONS = minimize(regex("((b|ac(bc)*a)c)*").dfa)
"""Every second letter is c; of the others, a number of a that is even."""


def stuck(dfa):
    minimal = minimize(dfa)
    return padded_blocks(minimal, stable_maps(minimal, work=10**7), Budget())


@pytest.mark.parametrize("dfa", [THREE_LETTERS, TWO_LETTERS, CROSSED])
def test_one_neutral_block_is_not_enough(dfa):
    alone = search_blocks(minimize(dfa), longest=64, work=10**6)
    assert alone.exhausted
    assert alone.found is None
    found = with_positions(dfa)
    assert found.answer == "no"
    assert len(found.evidence.neutral) == 2
    assert flaw(found.evidence, dfa) is None


@pytest.mark.parametrize("dfa", [THREE_LETTERS, TWO_LETTERS, CROSSED])
def test_pairs_of_words_are_spread_by_the_right_padding(dfa):
    certificate = with_positions(dfa).evidence
    found = witness(certificate)
    assert found.padded
    assert len({more for _, more in found.loop}) == 2
    for repetitions in range(4):
        first, second = found.words(repetitions)
        assert dfa.accepts(first) != dfa.accepts(second)


@pytest.mark.parametrize(("states", "every"), [(2, 1), (3, 5)])
def test_the_graph_gives_the_answers_of_one_neutral_block(states, every):
    """All automata as small as these are settled without it."""
    for dfa in itertools.islice(minimal_automata(states), 0, None, every):
        blocks = search_blocks(dfa, longest=64, work=10**6)
        assert (stuck(dfa) is None) == (blocks.found is None)


@EXPENSIVE
@given(dfas(max_states=4, symbols=("ab", "abc")))
def test_what_windows_decide_is_not_stuck(dfa):
    windows = with_positions(dfa, Limits(window=2, period=4, block=0))
    found = stuck(dfa)
    if windows.answer == "yes":
        assert found is None
    if found is not None:
        assert flaw(certificate_by_blocks(minimize(dfa), found), dfa) is None


def test_every_random_automaton_is_settled_with_evidence():
    rng = random.Random(0)
    for _ in range(150):
        dfa = random_dfa(rng, rng.randrange(3, 7), "abc"[: rng.randrange(2, 4)])
        found = with_positions(dfa)
        assert found.answer != "unknown"
        if found.answer == "yes" and found.evidence.window:
            write_program(found.evidence, dfa)


def test_a_long_window_with_counting():
    """Letters and the position alone are not enough, and five letters are too few."""
    rows = ((1, 2), (3, 4), (5, 5), (6, 4), (4, 4), (7, 3), (4, 0), (0, 1))
    dfa = DFA(Alphabet("ab"), rows, 0, frozenset({0, 1, 2, 3, 6}))
    found = with_positions(dfa)
    assert (found.answer, found.evidence.window) == ("yes", 7)
    assert write_program(found.evidence, dfa).all_words_up_to == 10
    fewer = membership(dfa, positions="periodic-local", limits=Limits(window=5))
    assert fewer.answer == "unknown"


def test_the_period_is_that_of_the_maps_of_blocks():
    rows = ((1, 1, 2), (1, 1, 1), (2, 3, 4), (1, 0, 5), (2, 0, 1), (2, 4, 3))
    dfa = minimize(DFA(Alphabet("abc"), rows, 0, frozenset({2, 3, 4, 5})))
    assert stable_maps(dfa, work=10**6).period == 2
    found = with_positions(dfa)
    assert (found.answer, found.evidence.window, found.evidence.period) == ("yes", 5, 2)


def test_too_many_maps_are_said():
    with pytest.raises(TooLargeError, match="more than 10 entries of maps"):
        stable_maps(THREE_LETTERS, work=10)
    with pytest.raises(TooLargeError):
        padded_blocks(THREE_LETTERS, stable_maps(THREE_LETTERS, work=10**5), Budget(10))


def test_too_many_edges_between_paddings_are_said(monkeypatch):
    monkeypatch.setattr(padded, "MOST_EDGES", 5)
    with pytest.raises(TooLargeError, match="edges between paddings; at most 5 are"):
        stuck(THREE_LETTERS)


def test_letters_that_are_not_needed_stay_where_there_is_no_time(monkeypatch):
    """Here one is the neutral block itself, so its name has a number."""
    assert stuck(EVEN_AT_ODD_POSITIONS).others == (("c", "a"),)
    monkeypatch.setattr(padded, "FEWEST_CELLS", 0)
    found = stuck(EVEN_AT_ODD_POSITIONS)
    certificate = certificate_by_blocks(EVEN_AT_ODD_POSITIONS, found)
    assert certificate.machine.alphabet.symbols == ("cb", "cb/2", "ca")
    assert flaw(certificate, EVEN_AT_ODD_POSITIONS) is None


def test_of_paddings_that_do_not_lead_to_each_other_one_is_kept(monkeypatch):
    """Blocks of two letters never lead from c being next to a or b being next."""
    monkeypatch.setattr(padded, "FEWEST_CELLS", 0)
    found = stuck(EVEN_AT_ODD_POSITIONS)
    assert found.neutral == (("c", "b"),)
    assert set(found.between) == {(0, 0)}
