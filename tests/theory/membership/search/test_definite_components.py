"""Windows and periods that are read off an automaton, against their definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.theory.membership.search import shared_letters
from lengthwise.theory.membership.search.definite_components import (
    cycle_length,
    definite_sight,
)
from lengthwise.theory.membership.search.position_search import definite
from lengthwise.theory.membership.search.prefix_states import lift, machine
from lengthwise.theory.membership.search.search_limits import Limits
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_examples import EXPENSIVE


def sees(reader, window, period):
    """The definition: letters and residue tell all states of a component apart."""
    return all(
        len(set(component.visible)) == len(component)
        for component in lift(reader, window, period).components()
    )


@EXPENSIVE
@given(dfas(max_states=5, symbols=("a", "ab")), st.sampled_from(["end", "last"]))
def test_the_smallest_window_is_found(dfa, acceptance):
    reader = machine(minimize(dfa), acceptance)
    whole = cycle_length(reader.rows)
    found = definite_sight(reader.rows)
    if found is None:
        assert not sees(reader, 7, whole)
        return
    assert sees(reader, found.window, found.period)
    assert whole % found.period == 0
    if found.window:
        assert not sees(reader, found.window - 1, whole)
    for period in range(1, found.period):
        if found.period % period == 0:
            assert not sees(reader, found.window, period)


@EXPENSIVE
@given(dfas(max_states=6, symbols=("ab", "abc")))
def test_sets_of_states_give_the_same_as_pairs(dfa):
    rows = minimize(dfa).transitions
    by_pairs = definite_sight(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared_letters, "MOST_PAIRS", -1)
        assert definite_sight(rows) == by_pairs


@pytest.mark.parametrize(
    ("text", "end", "last"),
    [
        ("(aaaaa)*", (0, 5), (0, 5)),
        ("(a{7}b{5})*", (0, 12), (0, 12)),
        ("(a|b)*a(a|b){5}", (6, 1), (5, 1)),
        ("(a|b)*a(a|b){9}", (10, 1), (9, 1)),
        ("(a|b)*ab{40}", (41, 1), (40, 1)),
        ("b(aaa)*c(aa)*", (0, 6), (0, 6)),
        ("((a|b){7}a)*", (0, 8), (0, 8)),
        ("a*b*", (0, 1), (0, 1)),
    ],
)
def test_windows_and_periods_of_some_languages(text, end, last):
    merged = merge_letters(regex(text).dfa)
    for acceptance, size in (("end", end), ("last", last)):
        found = definite(merged, acceptance)
        assert (found.window, found.period) == size


@pytest.mark.parametrize("text", ["(a(a(ab)*b)*b)*", "(a{3}|b{5})*", "b*(ab*ab*)*"])
def test_what_needs_counting_or_more_is_not_definite(text):
    assert definite(merge_letters(regex(text).dfa), "last") is None


def test_a_window_and_a_period_can_be_limited():
    six = machine(regex("(a|b)*a(a|b){5}").dfa, "end").rows
    assert definite_sight(six, window=5) is None
    assert definite_sight(six, window=6).window == 6
    turns = regex("(abcb)*").dfa.transitions
    sizes = [definite_sight(turns, period=period) for period in (None, 4, 3)]
    assert [(one.window, one.period) for one in sizes] == [(0, 4), (0, 4), (2, 1)]
    assert definite_sight(regex("(aaaaa)*").dfa.transitions, period=4) is None
    limits = Limits(window=0, period=3)
    assert definite(merge_letters(regex("(aaaaa)*").dfa), "end", limits) is None


def test_too_many_sets_of_states_are_not_looked_at(monkeypatch):
    monkeypatch.setattr(shared_letters, "MOST_PAIRS", -1)
    monkeypatch.setattr(shared_letters, "MOST_MEMBERS", 10)
    assert definite_sight(regex("(a|b)*a(a|b){5}").dfa.transitions) is None
