import pytest
from hypothesis import given

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.neutral_blocks import search_blocks
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.language_list import (
    ENDS_IN_B,
    LAST_NOT_2,
    PARITY,
    TOMITA_3,
    TOMITA_4,
    TOMITA_5,
    TOMITA_6,
    dyck,
)


def blocks(dfa, longest=64):
    return search_blocks(minimize(dfa), longest=longest, work=2_000_000)


@pytest.mark.parametrize(
    ("dfa", "length"),
    [(PARITY, 1), (LAST_NOT_2, 1), (TOMITA_5, 2), (TOMITA_6, 2)],
)
def test_shortest_blocks(dfa, length):
    found = blocks(dfa)
    assert found.length == len(found.found.neutral[0]) == length
    assert all(len(block) == length for block in found.found.others)


def test_tomita_3_needs_blocks_of_four():
    assert blocks(TOMITA_3, longest=3).found is None
    found = membership(TOMITA_3, positions="periodic-local").evidence
    assert {len(block) for block in found.blocks} == {4}
    assert flaw(found, TOMITA_3) is None


def test_the_language_of_a_certificate_is_the_one_it_says():
    """Word by word, without the machine: left, blocks, right."""
    for dfa in (TOMITA_3, TOMITA_5, TOMITA_6, LAST_NOT_2):
        found = membership(dfa, positions="periodic-local").evidence
        block = dict(zip(found.machine.alphabet, found.blocks, strict=True))
        for length in range(7):
            for word in found.machine.alphabet.words(length):
                middle = tuple(s for letter in word for s in block[letter])
                spelled = found.left + middle + found.right
                assert found.machine.accepts(word) == dfa.accepts(spelled)


@pytest.mark.parametrize(
    "dfa",
    [
        regex("(aa)*").dfa,
        regex("(abab)*").dfa,
        regex("(10)*").dfa,
        TOMITA_4,
        regex("0*1*0*1*").dfa,
        dyck(2),
        dyck(3),
        ENDS_IN_B,
    ],
)
def test_no_blocks_of_any_length_for_languages_in_the_class(dfa):
    found = blocks(dfa)
    assert found.found is None
    assert found.exhausted


def test_the_search_stops_at_its_limits():
    assert blocks(TOMITA_4, longest=1).length == 1
    assert not blocks(TOMITA_4, longest=1).exhausted
    assert search_blocks(TOMITA_4, longest=9, work=10).length == 0


@EXPENSIVE
@given(dfas(max_states=4))
def test_with_a_neutral_letter_positions_do_not_help(dfa):
    minimal = minimize(dfa)
    identity = tuple(range(len(minimal)))
    if identity in zip(*minimal.transitions, strict=True):
        without = membership(dfa).answer
        assert membership(dfa, positions="periodic-local").answer == without


def turning(states, turns):
    """Each letter leads along one edge and does nothing elsewhere; e does nothing."""
    table = {
        state: {x: to if state == at else state for x, (at, to) in turns.items()}
        | {"e": state}
        for state in range(states)
    }
    return DFA.from_table(["e", *turns], table, [0])


def test_three_letters_may_be_needed():
    dfa = turning(3, {"a": (0, 1), "b": (1, 2), "c": (2, 0)})
    found = membership(dfa, positions="periodic-local").evidence
    assert found.neutral == ("e",)
    assert sorted(found.blocks) == [("a",), ("b",), ("c",), ("e",)]


def test_letters_that_are_not_needed_are_left_out():
    dfa = turning(4, {"a": (0, 1), "b": (1, 2), "c": (2, 3), "d": (3, 0), "f": (0, 2)})
    found = membership(dfa, positions="periodic-local").evidence
    assert sorted(found.blocks) == [("c",), ("d",), ("e",), ("f",)]
