"""Counting and drawing the members of automata."""

from random import Random

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.catalogue import GROUPS, task
from lengthwise.tasks.languages.brackets import Shuffle
from lengthwise.tasks.languages.members import balanced_word, member, members, nonmember
from lengthwise.words import Alphabet
from tests.tasks.chance import assert_law, uniform

NOTHING = DFA(Alphabet("ab"), ((0, 0),), 0, frozenset())
EVERYTHING = DFA(Alphabet("ab"), ((0, 0),), 0, frozenset({0}))


def both_kinds(language, length):
    words = list(language.alphabet.words(length))
    inside = [word for word in words if language.accepts(word)]
    return inside, [word for word in words if not language.accepts(word)]


@pytest.mark.parametrize("name", GROUPS["The 17 regular languages"])
def test_members_are_counted_right(name):
    dfa = task(name).dfa
    for length in range(6 if len(dfa.alphabet) > 2 else 9):
        assert members(dfa, length) == len(both_kinds(dfa, length)[0])


@pytest.mark.parametrize(
    ("name", "length"),
    [("tomita3", 7), ("tomita4", 6), ("d2", 10), ("ab_d_bc", 4), ("abcde", 6)],
)
def test_members_are_drawn_uniformly(name, length):
    dfa = task(name).dfa
    law = uniform(both_kinds(dfa, length)[0])
    assert_law(lambda rng: member(rng, dfa, length), law)


@pytest.mark.parametrize(
    ("language", "length"), [(task("tomita4").dfa, 6), (Shuffle(1), 6)]
)
def test_other_words_are_drawn_uniformly(language, length):
    law = uniform(both_kinds(language, length)[1])
    assert_law(lambda rng: nonmember(rng, language, length), law)


@pytest.mark.parametrize(
    ("language", "length"), [(task("tomita4").dfa, 5), (Shuffle(1), 4)]
)
def test_a_fair_coin_decides_between_members_and_other_words(language, length):
    inside, outside = both_kinds(language, length)
    law = {
        word: p / 2 for group in (inside, outside) for word, p in uniform(group).items()
    }
    assert_law(lambda rng: balanced_word(rng, language, length), law)


def test_where_one_group_is_empty_the_other_is_taken():
    for dfa in (NOTHING, EVERYTHING):
        law = uniform(Alphabet("ab").words(3))
        assert_law(lambda rng, dfa=dfa: balanced_word(rng, dfa, 3), law)
    assert not Shuffle(1).accepts(balanced_word(Random(0), Shuffle(1), 3))


def test_long_members_are_members():
    for name in ("tomita3", "d12", "012_0_2"):
        dfa = task(name).dfa
        assert dfa.accepts(member(Random(3), dfa, 500))
