"""Certificates as JSON: what is read back is the same, and passes the checker."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.regex import regex
from lengthwise.errors import FormatError
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.evidence.certificate_data import from_data, to_data
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate
from lengthwise.theory.membership.search.decide import membership
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_examples import EXPENSIVE

GOOD = to_data(membership(regex("(ab|aabb)*").dfa).evidence)


@EXPENSIVE
@given(
    dfas(max_states=5),
    st.sampled_from(["none", "periodic-local"]),
    st.sampled_from(["end", "last"]),
)
def test_round_trip_through_text_and_checker(dfa, positions, acceptance):
    found = membership(dfa, positions=positions, acceptance=acceptance).evidence
    if isinstance(found, Certificate):
        again = from_data(json.loads(json.dumps(to_data(found))))
        assert again == found
        assert flaw(again, dfa) is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pair": [0]}, "as pair; allowed is 2 items"),
        ({"pair": [0, -1]}, "allowed is a nonnegative integer"),
        ({"pair": [0, True]}, "allowed is a nonnegative integer"),
        ({"positions": "all"}, "allowed is none or periodic-local"),
        ({"left": "ab"}, "as left; allowed is a list"),
        ({"left": [1]}, "allowed is a text"),
        ({"neutral": 3}, "as neutral; allowed is a list"),
        ({"machine": {}}, "the automaton has no 'alphabet'"),
        ({"walks": [{"state": 0}]}, "an object with the keys state, word"),
        ({"more": 1}, "an object with the keys positions"),
        ({"links": [1]}, "an object with the keys source"),
    ],
)
def test_what_is_no_certificate_is_one_line(change, message):
    with pytest.raises(FormatError, match=message) as caught:
        from_data(GOOD | change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "share", ["1/0", "1/000", "1e9", "0.5", "", " 1", "1_0", "nan", "9" * 4001, "½", 1]
)
def test_only_rational_numbers_are_weights(share):
    link = GOOD["links"][0] | {"shares": [[0, share]]}
    with pytest.raises(FormatError, match="shares"):
        from_data(GOOD | {"links": [link]})


@pytest.mark.parametrize("pair", [[0], 7, [0, "1", 2]])
def test_a_weight_belongs_to_a_walk(pair):
    link = GOOD["links"][0] | {"shares": [pair]}
    with pytest.raises(FormatError, match="the index of a walk with its weight"):
        from_data(GOOD | {"links": [link]})


def test_deep_nesting_is_refused():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for name in ("machine", "left", "pair"):
        with pytest.raises(FormatError):
            from_data(GOOD | {name: deep})
    while deep:  # taken apart here: freeing it all at once would recurse
        (deep,) = deep
