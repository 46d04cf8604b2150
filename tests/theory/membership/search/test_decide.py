import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.regex import regex
from lengthwise.theory.membership.evidence import certificate_checker as check
from lengthwise.theory.membership.evidence import potential_checker as induction
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    Potentials,
    Searched,
)
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.search_limits import Limits
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.language_list import (
    ENDS_IN_B,
    LAST_NOT_2,
    PARITY,
    SEVENTEEN,
    TOMITA_3,
    TOMITA_4,
    TOMITA_5,
    TOMITA_6,
    dyck,
)

CONVENTIONS = ("end", "last")
CLASSES = ("none", "periodic-local")


def answers(dfa):
    return {
        (positions, acceptance): membership(
            dfa, positions=positions, acceptance=acceptance
        ).answer
        for positions in CLASSES
        for acceptance in CONVENTIONS
    }


@pytest.mark.parametrize("name", SEVENTEEN)
def test_the_seventeen_languages(name):
    dfa, without, with_positions = SEVENTEEN[name]
    assert answers(dfa) == {
        ("none", "end"): without,
        ("none", "last"): without,
        ("periodic-local", "end"): with_positions,
        ("periodic-local", "last"): with_positions,
    }


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("(ab|bbaa)*", "yes"),
        ("(ab|aabb)*", "no"),
        ("(a|b)*b", "no"),
        ("b*(ab*ab*)*", "no"),
        ("(a|b)*ab(a|b)*", "yes"),
        ("(a|b|c)*ab(a|b|c)*", "no"),
        ("(b|bc)*", "no"),
    ],
)
def test_reference_verdicts_at_the_end_without_positions(text, answer):
    assert membership(regex(text).dfa).answer == answer


def test_the_two_conventions_differ_only_without_positions():
    assert answers(ENDS_IN_B) == {
        ("none", "end"): "no",
        ("none", "last"): "yes",
        ("periodic-local", "end"): "yes",
        ("periodic-local", "last"): "yes",
    }


@pytest.mark.parametrize(
    ("dfa", "end", "last"),
    [
        (regex("(aa)*").dfa, (0, 2), (0, 2)),
        (regex("(aaaa)*").dfa, (0, 4), (0, 4)),
        (regex("(abab)*").dfa, (0, 4), (0, 4)),
        (TOMITA_4, (2, 1), (2, 1)),
        (ENDS_IN_B, (1, 1), (0, 1)),
        (regex("(a|b|c)*ab(a|b|c)*").dfa, (1, 1), (1, 1)),
        (dyck(3), (0, 1), (0, 1)),
        (regex("(a|b)*ab").dfa, (2, 1), (1, 1)),
    ],
)
def test_smallest_window_and_period(dfa, end, last):
    for acceptance, size in (("end", end), ("last", last)):
        found = membership(dfa, positions="periodic-local", acceptance=acceptance)
        assert (found.evidence.window, found.evidence.period) == size


@pytest.mark.parametrize("dfa", [PARITY, LAST_NOT_2, TOMITA_3, TOMITA_5, TOMITA_6])
def test_no_window_and_period_for_what_has_a_certificate(dfa):
    limits = Limits(window=2, period=4, block=0)
    found = membership(dfa, positions="periodic-local", limits=limits)
    assert found.answer == "unknown"
    assert found.evidence == Searched(2, 4, 0, all_blocks=False)


@EXPENSIVE
@given(dfas(max_states=5), st.sampled_from(CLASSES), st.sampled_from(CONVENTIONS))
def test_every_answer_stands_up_to_its_checker(dfa, positions, acceptance):
    found = membership(dfa, positions=positions, acceptance=acceptance)
    assert (found.positions, found.acceptance) == (positions, acceptance)
    assert found.format == f"recognize-{acceptance}"
    assert found.alphabet == dfa.alphabet
    match found.evidence:
        case Potentials() as potentials:
            assert found.answer == "yes"
            assert induction.flaw(potentials, dfa) is None
        case Certificate() as certificate:
            assert found.answer == "no"
            assert check.flaw(certificate, dfa) is None
        case Searched():
            assert found.answer == "unknown"


@EXPENSIVE
@given(dfas(max_states=4, symbols=("a", "ab")))
def test_classes_lie_in_each_other(dfa):
    found = answers(dfa)
    if found["none", "end"] == "yes":
        assert found["none", "last"] == "yes"
    if found["none", "last"] == "yes":
        assert found["periodic-local", "last"] == "yes"
    assert found["periodic-local", "end"] == found["periodic-local", "last"]


@EXPENSIVE
@given(dfas(max_states=4, symbols=("a", "ab")))
def test_after_the_end_one_letter_more_must_be_seen_at_most(dfa):
    found = [
        membership(dfa, positions="periodic-local", acceptance=acceptance)
        for acceptance in CONVENTIONS
    ]
    if found[0].answer == "yes":
        end, last = (answer.evidence.window for answer in found)
        assert last <= end <= last + 1


def test_large_machines_stop_the_search_for_windows():
    dfa = regex("((a(ab)*b)(a|b))*").dfa
    limits = Limits(states=25)
    found = membership(dfa, positions="periodic-local", limits=limits).evidence
    why = (
        "there is a program, but the machine with windows as long as needed and a "
        "period of 8 has more than 25 states"
    )
    assert found == Searched(0, 4, found.block, all_blocks=True, stopped=why)
