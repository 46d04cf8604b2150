"""Automata of thousands of states: short certificates, and an end to every search."""

import random

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.automata.regex import regex
from lengthwise.theory.membership.evidence import _proof
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate, Searched
from lengthwise.theory.membership.search import decide, echelon, exact_decision
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.exact_decision import without_positions
from lengthwise.theory.membership.search.search_limits import Limits
from lengthwise.theory.verdict.language_answers import language_answers
from lengthwise.words import Alphabet
from tests.theory.membership.language_list import dyck


def cycle(states):
    rows = tuple(((k + 1) % states, k) for k in range(states))
    return DFA(Alphabet("ab"), rows, 0, frozenset({0}))


def test_the_certificate_of_a_long_cycle_is_as_long_as_the_cycle():
    dfa = cycle(600)
    for positions in ("none", "periodic-local"):
        found = membership(dfa, positions=positions).evidence
        letters = sum(len(link.word) for link in found.links)
        letters += sum(len(walk.word) for walk in found.walks)
        assert letters <= 4 * len(dfa)
        assert flaw(found, dfa) is None


def test_where_short_walks_take_too_long_others_prove_the_same(monkeypatch):
    """Two steps on a cycle: all shortest walks through an edge have equal counts."""
    states = 101
    rows = tuple(((k + 1) % states, (k + 2) % states) for k in range(states))
    dfa = DFA(Alphabet("ab"), rows, 0, frozenset({0}))
    for most in (_proof.MOST_VISITS, 5 * states):
        monkeypatch.setattr(_proof, "MOST_VISITS", most)
        without_positions.cache_clear()
        found = membership(dfa, positions="none")
        assert found.answer == "no"
        assert flaw(found.evidence, dfa) is None


def test_a_cycle_of_one_letter_needs_only_its_period():
    dfa = DFA(
        Alphabet("a"), tuple(((k + 1) % 600,) for k in range(600)), 0, frozenset([0])
    )
    found = membership(dfa, positions="periodic-local")
    assert (found.answer, found.evidence.window, found.evidence.period) == (
        "yes",
        0,
        600,
    )


@pytest.fixture
def fresh():
    """Decisions that are not remembered from other tests."""
    without_positions.cache_clear()
    yield
    without_positions.cache_clear()


def ladder(depth):
    """Up and down on two tracks, and a change at every depth."""
    rng = random.Random(0)
    table = {}
    for d in range(depth):
        for track in range(2):
            row = {"a": (d + 1, track)} if d + 1 < depth else {}
            row |= {"b": (d - 1, track)} if d else {}
            row |= {"c": (d, 1 - track)} if rng.random() < 0.5 else {}
            table[d, track] = row
    return DFA.from_table("abc", table, [(0, 0)])


@pytest.mark.usefixtures("fresh")
def test_a_decision_that_takes_too_long_is_unknown_and_says_so(monkeypatch):
    monkeypatch.setattr(exact_decision, "CELLS", 100)
    monkeypatch.setattr(decide, "blocks_from_loops", lambda _: None)
    found = membership(ladder(12)).evidence
    why = "the linear systems of this automaton are too large"
    assert found == Searched(-1, 1, 0, all_blocks=False, stopped=why)


@pytest.mark.usefixtures("fresh")
def test_a_no_with_positions_is_one_without(monkeypatch):
    monkeypatch.setattr(exact_decision, "CELLS", 0)
    dfa = regex("b*(ab*ab*)*").dfa
    found = membership(dfa)
    assert found.answer == "no"
    assert found.evidence.positions == "periodic-local"
    assert flaw(found.evidence, dfa) is None


@pytest.mark.usefixtures("fresh")
def test_memory_that_is_full_costs_one_answer_only(monkeypatch):
    def full(*_):
        raise MemoryError

    monkeypatch.setattr(decide, "with_positions", full)
    monkeypatch.setattr(decide, "certificate_by_blocks", full)
    rows = language_answers(regex("b*(ab*ab*)*").dfa)
    assert [row.answer for row in rows] == ["no", "no", "unknown", "unknown"]
    assert rows[2].evidence.text == "not decided: the memory is full"


@pytest.mark.usefixtures("fresh")
def test_systems_that_do_not_fit_into_memory_are_not_built(monkeypatch):
    monkeypatch.setattr(echelon, "MOST_CELLS", 100)
    monkeypatch.setattr(decide, "blocks_from_loops", lambda _: None)
    found = membership(ladder(12)).evidence
    assert (
        found.stopped == "the linear systems of this automaton do not fit into memory"
    )


@pytest.mark.usefixtures("fresh")
def test_the_search_with_positions_goes_on_where_the_exact_decision_ends(monkeypatch):
    monkeypatch.setattr(exact_decision, "CELLS", 0)
    found = membership(dyck(3), positions="periodic-local", limits=Limits(block=0))
    assert found.answer == "yes"
    assert (found.evidence.window, found.evidence.period) == (0, 1)


def test_only_the_class_that_is_asked_for_is_decided():
    seen = []
    dfa = regex("(a|b)*b").dfa
    rows = language_answers(dfa, positions=("none",), on_answer=seen.append)
    assert [row.positions for row in rows] == ["none", "none"]
    assert seen == list(rows)
    assert isinstance(rows[0].evidence.membership.evidence, Certificate)
