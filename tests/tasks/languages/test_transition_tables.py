"""The automata of the catalogue against regular expressions and plain definitions."""

import re

import pytest

from lengthwise.tasks.catalogue import GROUPS, task
from lengthwise.tasks.languages._transition_tables import (
    at_least,
    blocks,
    depth,
    few_and_even,
)
from lengthwise.words import Alphabet

LONGEST = {1: 30, 2: 11, 3: 8, 4: 6, 5: 6}

EXPRESSIONS = {
    "aa_star": "(aa)*",
    "aaaa_star": "(aaaa)*",
    "abab_star": "(abab)*",
    "tomita1": "1*",
    "tomita2": "(10)*",
    "tomita4": "(?!.*000).*",
    "tomita5": "(?=1*(01*01*)*$)(?=0*(10*10*)*$).*",
    "tomita7": "0*1*0*1*",
    "d2": "(a(ab)*b)*",
    "d3": "(a(a(ab)*b)*b)*",
    "d4": "(a(a(a(ab)*b)*b)*b)*",
    "abcde": "aa*bb*cc*dd*ee*",
    "ab_d_bc": "[ab]*d[bc]*",
    "012_0_2": "[012]*02*",
    "contains_ab": ".*ab.*",
    "ends_in_b": "[ab]*b",
    "parity_language": "0*(10*10*)*",
    "l_k:k=1": "a+",
    "l_k:k=2": "a+b+",
    "l_k:k=5": "a+b+a+b+a+",
    "parity_k:k=4": "(0*10*1){0,2}0*",
    "parity_k:k=3": "(0*10*1){0,1}0*",
    "count_k:k=3": "(0*1){3}[01]*",
}

SIZES = {
    "aa_star": 2,
    "aaaa_star": 4,
    "abab_star": 5,
    "tomita3": 5,
    "tomita5": 4,
    "tomita6": 3,
    "d2": 4,
    "d3": 5,
    "d4": 6,
    "d12": 14,
    "tomita1": 2,
    "tomita2": 3,
    "tomita4": 4,
    "tomita7": 5,
    "abcde": 7,
    "ab_d_bc": 3,
    "012_0_2": 2,
}


def words(alphabet: Alphabet):
    for length in range(LONGEST[len(alphabet)] + 1):
        yield from alphabet.words(length)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_an_automaton_accepts_what_its_expression_matches(name):
    dfa = task(name).dfa
    matches = re.compile(EXPRESSIONS[name]).fullmatch
    for word in words(dfa.alphabet):
        assert dfa.accepts(word) == bool(matches("".join(word)))


def test_tomita_3_has_no_odd_run_of_ones_before_an_odd_run_of_zeros():
    dfa = task("tomita3").dfa
    for word in words(dfa.alphabet):
        pairs = re.findall("(1+)(0+)", "".join(word))
        bad = any(len(ones) % 2 and len(zeros) % 2 for ones, zeros in pairs)
        assert dfa.accepts(word) == (not bad)


def test_tomita_6_counts_modulo_3():
    dfa = task("tomita6").dfa
    for word in words(dfa.alphabet):
        difference = word.count("0") - word.count("1")
        assert dfa.accepts(word) == (difference % 3 == 0)


@pytest.mark.parametrize("n", [1, 5, 12])
def test_d_n_is_balanced_within_a_depth(n):
    dfa = depth(n)
    for word in words(dfa.alphabet):
        depths = [
            word[:t].count("a") - word[:t].count("b") for t in range(len(word) + 1)
        ]
        good = depths[-1] == 0 and all(0 <= level <= n for level in depths)
        assert dfa.accepts(word) == good


def test_the_17_languages_have_the_published_sizes():
    names = GROUPS["The 17 regular languages"]
    assert {name: len(task(name).dfa) for name in names} == SIZES


def classes(dfa):
    """How many classes of reachable states there are that words can tell apart."""
    reached, waiting = {dfa.start}, [dfa.start]
    while waiting:
        new = set(dfa.transitions[waiting.pop()]) - reached
        reached |= new
        waiting += new
    kind = {state: state in dfa.accepting for state in reached}
    for _ in reached:
        signs = {s: (kind[s], *(kind[t] for t in dfa.transitions[s])) for s in reached}
        numbers = {sign: k for k, sign in enumerate(sorted(set(signs.values())))}
        kind = {state: numbers[signs[state]] for state in reached}
    return len(set(kind.values()))


@pytest.mark.parametrize(
    "dfa",
    [
        *(task(name).dfa for name in SIZES),
        *(task(name).dfa for name in ("contains_ab", "ends_in_b", "parity_language")),
        *(family(k) for family in (blocks, few_and_even, at_least) for k in (1, 2, 5)),
    ],
)
def test_no_table_has_a_state_too_many(dfa):
    assert classes(dfa) == len(dfa)
