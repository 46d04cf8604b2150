"""The search with positions: what is tried, in which order, and how far."""

import pytest

from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.regex import regex
from lengthwise.errors import SpecError
from lengthwise.theory.membership.evidence.definite_checker import flaw
from lengthwise.theory.membership.evidence.evidence_kinds import Definite, Potentials
from lengthwise.theory.membership.search import block_stages
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.position_search import with_positions
from lengthwise.theory.membership.search.search_limits import LIMITS, Limits
from lengthwise.theory.verdict.language_answers import language_answers

COUNTED_LAST = regex("((a(a(ab)*b)*b)*c)*").dfa
"""Counting is needed, and after the end one letter more must be seen."""

TWISTED = regex("((a(ab)*b)(a|b))*").dfa
"""A period helps that divides no lengths of cycles."""


def sizes(dfa, limits=LIMITS):
    found = [
        membership(
            dfa, positions="periodic-local", acceptance=acceptance, limits=limits
        ).evidence
        for acceptance in ("end", "last")
    ]
    return [(one.window, one.period) for one in found]


@pytest.mark.parametrize("limits", [LIMITS, Limits(states=3), Limits(cells=0)])
def test_after_the_end_one_letter_more_is_always_tried(limits):
    assert sizes(COUNTED_LAST, limits) == [(1, 1), (0, 1)]


def test_periods_that_divide_no_cycle_are_tried_last():
    assert sizes(TWISTED) == [(3, 8), (3, 8)]
    limits = Limits(period=7)
    found = membership(TWISTED, positions="periodic-local", limits=limits)
    assert (found.answer, found.evidence.period) == ("unknown", 7)


def test_blocks_are_looked_for_again_where_loops_give_none(monkeypatch):
    monkeypatch.setattr(block_stages, "FEW", 1)
    found = with_positions(merge_letters(TWISTED), "last", Limits(work=10_000))
    assert isinstance(found, Potentials)


def test_a_long_window_needs_no_machine_of_all_words():
    dfa = regex("(a|b)*ab{40}").dfa
    rows = language_answers(dfa, positions=("periodic-local",))
    for row, window in zip(rows, (41, 40), strict=True):
        evidence = row.evidence.membership.evidence
        assert isinstance(evidence, Definite)
        assert evidence.window == window
        assert flaw(evidence, dfa) is None
        assert (
            "the last letters and the position separate all states" in row.evidence.text
        )


def test_limits_of_the_user_hold():
    six = regex("(a|b)*a(a|b){5}").dfa
    few = membership(six, positions="periodic-local", limits=Limits(window=4))
    assert few.answer == "unknown"
    assert (
        membership(six, positions="periodic-local", limits=Limits(window=5)).answer
        == "yes"
    )
    five = regex("(aaaaa)*").dfa
    for period, answer in ((4, "unknown"), (5, "yes")):
        limits = Limits(period=period)
        found = membership(five, positions="periodic-local", limits=limits)
        assert found.answer == answer


@pytest.mark.parametrize(
    "sizes", [{"window": -1}, {"period": 0}, {"window": 10**7}, {"period": 10**7}]
)
def test_limits_that_make_no_sense_are_refused(sizes):
    with pytest.raises(SpecError, match=r"the (window|period) is .*; allowed is"):
        Limits(**sizes)


def test_maps_of_blocks_are_computed_alone_where_work_is_little():
    """They need less work than all sets of states that a block fixes."""
    found = block_stages.find_blocks(TWISTED, Limits(work=4_000))
    assert (found.exhausted, found.complete, found.stable.period) == (False, True, 8)
    found = block_stages.find_blocks(TWISTED, Limits(work=2_000))
    assert (found.exhausted, found.complete, found.stable) == (False, False, None)
