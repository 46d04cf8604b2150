"""The inductive checker refuses everything that was changed in potentials."""

from dataclasses import replace

import pytest

from lengthwise.automata.regex import regex
from lengthwise.theory.membership.evidence.evidence_kinds import ComponentPotentials
from lengthwise.theory.membership.evidence.potential_checker import flaw
from lengthwise.theory.membership.search.decide import membership
from tests.theory.membership.language_list import (
    SEVENTEEN,
    TOMITA_4,
    ladder,
    up_then_down,
)

LANGUAGE = regex("(ab|bbaa)*").dfa
GOOD = membership(LANGUAGE).evidence
(COMPONENT,) = GOOD.components
STATES, LEVELS = COMPONENT.states, COMPONENT.levels


@pytest.mark.parametrize(
    "name", [n for n, (_, _, yes) in SEVENTEEN.items() if yes == "yes"]
)
def test_potentials_of_known_languages_are_accepted(name):
    dfa = SEVENTEEN[name][0]
    for acceptance in ("end", "last"):
        found = membership(dfa, positions="periodic-local", acceptance=acceptance)
        assert flaw(found.evidence, dfa) is None


def with_components(*components):
    return replace(GOOD, components=components)


@pytest.mark.parametrize(
    ("potentials", "message"),
    [
        (with_components(), "a run can return"),
        (with_components(ComponentPotentials(STATES[1:], ())), "a run can return"),
        (with_components(COMPONENT, COMPONENT), "is in two groups"),
        (
            with_components(ComponentPotentials(STATES, ())),
            "two states of a group are",
        ),
        (
            with_components(ComponentPotentials(STATES, LEVELS[:1])),
            "two states of a group are indistinguishable",
        ),
        (
            with_components(ComponentPotentials(STATES, LEVELS[1:])),
            "level 1 grows by different amounts",
        ),
        (
            replace(
                GOOD,
                machine=replace(GOOD.machine, ends=GOOD.machine.ends[::-1]),
            ),
            "the machine accepts other words",
        ),
        (
            replace(
                GOOD,
                machine=replace(
                    GOOD.machine, dfa=replace(GOOD.machine.dfa, accepting=frozenset())
                ),
            ),
            "the final state does not determine acceptance",
        ),
    ],
)
def test_changed_potentials_are_refused(potentials, message):
    assert message in flaw(potentials, LANGUAGE)


def test_the_second_level_is_checked_too():
    dfa = ladder(2, 6, up_then_down)
    good = membership(dfa).evidence
    (component,) = good.components
    first, second = component.levels
    assert flaw(good, dfa) is None
    for place in range(len(component.states)):
        wrong = (*second[:place], second[place] + 1, *second[place + 1 :])
        changed = ComponentPotentials(component.states, (first, wrong))
        assert "level 2 grows by different amounts" in flaw(
            replace(good, components=(changed,)), dfa
        )


def test_a_window_that_is_one_letter_too_short_is_refused():
    good = membership(TOMITA_4, positions="periodic-local").evidence
    assert flaw(good, TOMITA_4) is None
    assert flaw(replace(good, window=good.window - 1), TOMITA_4) is not None


def test_a_wrong_period_is_refused():
    dfa = regex("(aaaa)*").dfa
    good = membership(dfa, positions="periodic-local").evidence
    assert flaw(good, dfa) is None
    assert flaw(replace(good, period=2), dfa) is not None
