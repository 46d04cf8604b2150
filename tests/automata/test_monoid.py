import time

import pytest
from hypothesis import given

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.monoid import neutral_letters, star_free, syntactic_monoid
from lengthwise.automata.regex import regex
from lengthwise.errors import TooLargeError
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import dfas


@given(dfas(max_states=4, symbols=("a", "ab")))
def test_elements_are_the_maps_of_all_words(dfa):
    monoid = syntactic_monoid(dfa)
    for element, word in monoid.elements.items():
        for state in range(len(monoid.dfa)):
            end = DFA(dfa.alphabet, monoid.dfa.transitions, state, frozenset()).run(
                word
            )
            assert end == element[state]
    for length in range(4):
        for word in dfa.alphabet.words(length):
            element = tuple(range(len(monoid.dfa)))
            for symbol in word:
                element = tuple(monoid.dfa.step(s, symbol) for s in element)
            assert len(monoid.elements[element]) <= length


@given(dfas(max_states=4, symbols=("a", "ab")))
def test_star_free_means_no_word_permutes_states(dfa):
    monoid = syntactic_monoid(dfa)
    powers = []
    for element in monoid.elements:
        power = element
        for _ in range(len(monoid)):
            power = tuple(element[s] for s in power)
        powers.append(tuple(element[s] for s in power) == power)
    assert star_free(dfa) == all(powers)


@pytest.mark.parametrize(
    ("text", "free"),
    [
        ("(aa)*", False),
        ("(abab)*", False),
        ("b*(ab*ab*)*", False),
        ("(a(ab)*b)*", True),
        ("(0|1|2)*02*", True),
        ("0*1*0*1*", True),
    ],
)
def test_known_languages(text, free):
    assert star_free(regex(text).dfa) == free


@given(dfas(max_states=4))
def test_neutral_letters_change_no_membership(dfa):
    neutral = neutral_letters(dfa)
    minimal = minimize(dfa)
    for symbol in dfa.alphabet:
        fixed = all(minimal.step(s, symbol) == s for s in range(len(minimal)))
        assert (symbol in neutral) == fixed


def test_a_monoid_that_is_too_large_is_refused_within_a_second():
    size = 40
    cycle = [(k + 1) % size for k in range(size)]
    swap = [1, 0, *range(2, size)]
    merge = [0, 0, *range(2, size)]
    rows = tuple(zip(cycle, swap, merge, strict=True))
    dfa = DFA(Alphabet("abc"), rows, 0, frozenset({0}))
    begin = time.process_time()
    with pytest.raises(TooLargeError, match="more than 50000 elements"):
        syntactic_monoid(dfa)
    assert time.process_time() - begin < 1
    with pytest.raises(TooLargeError, match="more than 5 elements"):
        syntactic_monoid(regex("(ab)*").dfa, limit=5)
