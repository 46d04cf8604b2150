"""Pairs of words from a no: one inside, one outside, with counts that agree."""

from collections import Counter

import pytest

from lengthwise.errors import SpecError
from lengthwise.theory.verdict import pair_set as module
from lengthwise.theory.verdict.decision import verdict
from lengthwise.theory.verdict.pair_set import pair_set
from tests.theory.membership.language_list import LAST_NOT_2, PARITY, TOMITA_3


@pytest.mark.parametrize("dfa", [PARITY, LAST_NOT_2, TOMITA_3], ids=len)
@pytest.mark.parametrize("positions", ["none", "periodic-local"])
@pytest.mark.parametrize("acceptance", ["end", "last"])
def test_one_word_is_inside_and_one_outside(dfa, positions, acceptance):
    row = verdict(dfa=dfa).row(positions, acceptance)
    found = list(pair_set(row, up_to=120))
    assert len(found) > 3
    sizes = [max(len(pair["inside"]), len(pair["outside"])) for pair in found]
    assert sizes == sorted(sizes)
    assert sizes[-1] <= 120
    for pair in found:
        assert dfa.accepts(pair["inside"])
        assert not dfa.accepts(pair["outside"])
        assert (pair["padding"] == 0) == (positions == "none")
    keys = {(pair["repetitions"], pair["padding"]) for pair in found}
    assert len(keys) == len(found)


def test_shares_of_letters_agree_more_and_more():
    row = verdict(regex="b*(ab*ab*)*").row("periodic-local", "end")

    def difference(pair):
        shares = []
        for word in (pair["inside"], pair["outside"]):
            counts = Counter(word)
            shares.append(counts["a"] / len(word))
        return abs(shares[0] - shares[1])

    pairs = list(pair_set(row, up_to=200))
    assert max(map(difference, pairs)) == 0


def test_longer_words_make_more_pairs():
    row = verdict(regex="b*(ab*ab*)*").row("periodic-local", "end")
    numbers = [len(list(pair_set(row, up_to=length))) for length in (10, 30, 90)]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(
    ("up_to", "message"),
    [(0, "allowed is 1 to"), (10**6, "allowed is 1 to"), (3, "the shortest has 6")],
)
def test_lengths_without_pairs_are_refused(up_to, message):
    row = verdict(regex="b*(ab*ab*)*").row("periodic-local", "end")
    with pytest.raises(SpecError, match=message):
        next(pair_set(row, up_to=up_to))


def test_too_many_letters_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_LETTERS", 100)
    row = verdict(regex="b*(ab*ab*)*").row("none", "end")
    with pytest.raises(SpecError, match="more than 100 letters; use shorter words"):
        next(pair_set(row, up_to=100))


@pytest.mark.parametrize(
    ("given", "positions", "acceptance"),
    [
        ({"regex": "(ab)*"}, "none", "end"),
        ({"task": "parity"}, "none", "next"),
        ({"task": "repeat_copy"}, "none", "next"),
    ],
)
def test_other_answers_have_no_pairs(given, positions, acceptance):
    row = verdict(**given).row(positions, acceptance)
    with pytest.raises(SpecError, match="no pairs: the answer in"):
        next(pair_set(row, up_to=100))
