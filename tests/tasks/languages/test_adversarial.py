"""Hard inputs: of the lengths asked for, of every kind, and right by the task."""

from random import Random

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.cannot_say import CannotSay
from lengthwise.tasks.catalogue import FAMILIES, GROUPS, task
from lengthwise.tasks.languages import adversarial
from lengthwise.tasks.languages.adversarial import (
    adversarial_words,
    common_loop,
    violating_factor,
)
from lengthwise.tasks.laws import UniformWords
from lengthwise.words import Alphabet

LANGUAGES = [
    f"{name}@{form}"
    for names in GROUPS.values()
    for name in names
    for form in FAMILIES[task(name).name].formats
    if task(name).language is not None
]


@pytest.mark.parametrize("text", LANGUAGES)
def test_hard_inputs_are_inputs_of_the_task(text):
    one = task(text)
    words = adversarial_words(one, 20, 30, Random(0), 40)
    if isinstance(words, CannotSay):
        assert isinstance(one.law, UniformWords)
        return
    assert words == adversarial_words(one, 20, 30, Random(0), 40)
    assert len(set(words)) == len(words) <= 40
    assert {len(word) for word in words} <= set(range(20, 31))
    for word in words:
        one.targets(word)
        if isinstance(one.law, UniformWords):
            assert one.language.accepts(word)


def test_every_language_has_hard_words_to_recognize():
    for text in LANGUAGES:
        one = task(text)
        if one.format == "recognize-end":
            words = adversarial_words(one, 20, 30, Random(1), 200)
            assert False in {one.label(word) for word in words}, text


def test_pairs_differ_in_their_beginning_alone_and_in_their_label():
    flip_flop = task("012_0_2@recognize-end")
    words = adversarial_words(flip_flop, 20, 20, Random(0), 1000)
    assert flip_flop.word("0" + "2" * 19) in words
    assert flip_flop.word("2" * 20) in words
    parity = task("parity_language")
    words = adversarial_words(parity, 9, 9, Random(0), 1000)
    assert {parity.label(word) for word in words} == {True, False}


def test_words_of_bounded_depth_stay_at_the_border_or_cross_it_once():
    d3 = task("d3@recognize-end")
    words = set(map("".join, adversarial_words(d3, 16, 16, Random(0), 1000)))
    assert "aaa" + "ba" * 5 + "bbb" in words
    assert "aaa" + "ba" * 2 + "ab" + "ba" * 2 + "bbb" in words
    for word in words:
        heights = [word[:n].count("a") - word[:n].count("b") for n in range(17)]
        if "ab" * 2 + "bbb" in word or max(heights) > 4:
            assert not d3.label(word)


def test_near_misses_have_a_violating_factor_first_in_the_middle_and_last():
    tomita4 = task("tomita4@recognize-end")
    words = ["".join(w) for w in adversarial_words(tomita4, 21, 21, Random(0), 1000)]
    places = {word.find("000") for word in words if "000" in word}
    assert any(word.startswith("000") for word in words)
    assert any(word.endswith("000") for word in words)
    assert places & set(range(6, 12))


def test_a_lead_is_just_enough_or_just_too_small():
    one = task("majority_language")
    for word in adversarial_words(one, 20, 25, Random(0), 100):
        lead = word.count("a") - word.count("b")
        assert lead in (0, 1) if one.label(word) else lead in (-1, -2)
    assert not adversarial_words(task("maj_k:k=50"), 1, 3, Random(0), 5)


def test_tasks_without_hard_inputs_give_the_reason():
    for text, reason in [
        ("sort", "tasks with questions"),
        ("simple", "about no language"),
        ("tomita1", "no pair of states, border or near miss of a length from 5 to 9"),
    ]:
        said = adversarial_words(task(text), 5, 9, Random(0), 5)
        assert isinstance(said, CannotSay)
        assert reason in said.reason


def test_large_automata_are_searched_in_part(monkeypatch):
    monkeypatch.setattr(adversarial, "PAIRS", 3)
    one = task("d12")
    assert len(adversarial_words(one, 40, 44, Random(0), 10)) == 10
    monkeypatch.setattr(adversarial, "SETS", 1)
    assert violating_factor(task("d_n:n=9").dfa) is None


def test_states_that_no_word_reaches_are_left_out():
    lost = DFA(Alphabet("a"), ((0,), (2,), (1,)), 0, frozenset({0, 1}))
    assert common_loop(lost, 1, 2) == ("a", "a")
    assert list(adversarial._pairs(lost, range(1, 5), Random(0))) == []
