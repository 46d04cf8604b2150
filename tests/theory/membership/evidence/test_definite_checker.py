from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence import definite_checker
from lengthwise.theory.membership.evidence.definite_checker import flaw
from lengthwise.theory.membership.search.definite_components import DefiniteGroup
from lengthwise.theory.membership.search.position_search import definite
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.subregular import language

TURNS = regex("(a|b)*ab((a|b)c)*").dfa


def found(dfa, acceptance="end"):
    return definite(merge_letters(minimize(dfa)), acceptance)


EVIDENCE = found(TURNS)


@EXPENSIVE
@given(dfas(max_states=6), st.sampled_from(["end", "last"]))
def test_what_the_search_finds_is_right_and_cannot_be_smaller(dfa, acceptance):
    evidence = found(dfa, acceptance)
    if evidence is None:
        return
    assert flaw(evidence, dfa) is None
    for k, group in enumerate(evidence.groups):
        if group.window:
            less = replace(group, window=group.window - 1)
            groups = (*evidence.groups[:k], less, *evidence.groups[k + 1 :])
            assert "share more letters" in flaw(replace(evidence, groups=groups), dfa)


@pytest.mark.parametrize("kind", ["strictly local", "locally testable", "mixed"])
def test_large_alphabets_are_checked(kind):
    dfa = language(kind, 3, 16, 0)
    evidence = found(dfa)
    assert evidence is None or flaw(evidence, dfa) is None


def test_pairs_are_followed_where_sets_are_too_many(monkeypatch):
    dfa = regex("(a|b)*a(a|b){3}").dfa
    evidence = found(dfa)
    monkeypatch.setattr(definite_checker, "MOST_STEPS", 300)
    assert flaw(evidence, dfa) is None
    monkeypatch.setattr(definite_checker, "MOST_STEPS", 10)
    with pytest.raises(TooLargeError, match="more than 10 steps"):
        flaw(evidence, dfa)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"window": 0}, "share more letters"),
        ({"groups": EVIDENCE.groups * 2}, "in two groups"),
        ({"groups": EVIDENCE.groups[1:]}, "return to a group"),
        ({"letters": (("a",), ("b",), ("d",))}, "letters are not those"),
    ],
)
def test_changed_evidence_is_refused(change, message):
    assert flaw(EVIDENCE, TURNS) is None
    assert message in flaw(replace(EVIDENCE, **change), TURNS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"states": (98, 99)}, "a state that does not exist"),
        ({"places": (0, 0)}, "does not lead to the next place"),
    ],
)
def test_changed_groups_are_refused(change, message):
    evidence = found(regex("(aa)*").dfa)
    (group,) = evidence.groups
    assert group == DefiniteGroup((0, 1), (0, 1), 2, 0)
    wrong = replace(evidence, groups=(replace(group, **change),))
    assert message in flaw(wrong, regex("(aa)*").dfa)


def test_a_period_must_be_a_multiple_of_every_number_of_places():
    dfa = regex("(aa)*").dfa
    assert "not a multiple of 2" in flaw(replace(found(dfa), period=3), dfa)


def test_evidence_of_another_language_is_refused():
    assert "accepts other words" in flaw(found(regex("(aa)*").dfa), regex("a*").dfa)
