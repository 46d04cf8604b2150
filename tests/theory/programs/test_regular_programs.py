"""Programs with bounded counts against automata: decided, and never wrongly."""

import random

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.automata.regex import regex
from lengthwise.cannot_say import CannotSay
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.meaning import run
from lengthwise.tasks.catalogue import task
from lengthwise.theory.programs import regular_programs
from lengthwise.theory.programs.regular_programs import first_difference
from lengthwise.words import Alphabet

AB = Alphabet("ab")


@pytest.mark.parametrize("name", ["tomita1", "tomita4", "tomita7", "contains_ab"])
def test_library_programs_are_equal_to_their_automata(name):
    dfa = task(name).dfa
    assert dfa is not None
    assert first_difference(load(name), dfa) is None


def test_comparisons_of_two_counts_are_not_decided():
    dfa = task("tomita2").dfa
    assert dfa is not None
    assert isinstance(first_difference(load("tomita2"), dfa), CannotSay)


TEXTS = [
    'accept # "a" <= 2',
    'accept # "a" >= 3 && exists[i - j == 1] "b"',
    'accept never("a" && exists[i - j == 2] "a")',
    'accept i mod 3 == 1 || # "b" == 2',
    'accept !("a" && exists "b") && # "b" < 3',
    'accept #[i - j in {0, 2}] "a" + # "b" >= 2',
    'n = # "a"\naccept n >= 1 + #[i - j == 1] "b"',
    'accept # true >= 3 && "a"',
]


def random_automaton(rng: random.Random, states: int) -> DFA:
    rows = tuple(tuple(rng.randrange(states) for _ in AB) for _ in range(states))
    chosen = [state for state in range(states) if rng.random() < 0.5]
    return DFA(AB, rows, 0, frozenset(chosen))


@pytest.mark.parametrize("text", TEXTS)
def test_the_first_difference_is_that_of_all_words_in_order(text):
    program = parse(f'alphabet "a" "b"\n{text}')
    rng = random.Random(text)
    words = [word for n in range(1, 6) for word in AB.words(n)]
    for states in (1, 2, 3):
        dfa = random_automaton(rng, states)
        found = first_difference(program, dfa)
        differing = [w for w in words if run(program, w).accepted != dfa.accepts(w)]
        if differing:
            assert isinstance(found, tuple)
            assert len(found) == len(differing[0])
            assert run(program, found).accepted != dfa.accepts(found)
        else:
            assert found is None or (isinstance(found, tuple) and len(found) > 5)


def test_a_conditional_between_numbers_is_followed_and_others_are_not():
    ab = 'alphabet "a" "b"\n'
    flat = parse(f'{ab}m = 1 if "a" else 0\naccept exists "b"')
    assert first_difference(flat, regex("a*b(a|b)*").dfa) is None
    deep = parse(f'{ab}accept (# "a" if "a" else 0) >= 2')
    assert isinstance(first_difference(deep, regex("(a|b)*").dfa), CannotSay)


def test_too_many_states_are_not_decided(monkeypatch):
    monkeypatch.setattr(regular_programs, "MOST_PAIRS", 3)
    program = parse('alphabet "a" "b"\naccept # "a" >= 9')
    dfa = regex("b*(ab*){9,}").dfa
    assert isinstance(first_difference(program, dfa), CannotSay)
