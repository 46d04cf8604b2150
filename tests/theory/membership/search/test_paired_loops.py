"""A no from two states that read the same word and stay."""

import random

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.evidence.no_certificate import certificate_by_blocks
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.paired_loops import blocks_from_loops
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import random_dfa


@pytest.mark.parametrize(
    "text", ["[012]*02*", "b*(ab*ab*)*", "b*(ab*ab*ab*ab*)*", "(a|b|cc)*b(cc)*"]
)
def test_resets_and_exchanges_make_a_certificate(text):
    dfa = regex(text).dfa
    certificate = certificate_by_blocks(dfa, blocks_from_loops(dfa))
    assert certificate.positions == "periodic-local"
    assert flaw(certificate, dfa) is None


@pytest.mark.parametrize("text", ["(aa)*", "(ab)*", "(abab)*", "(a|b)*a(a|b)*", "()"])
def test_members_have_no_such_blocks(text):
    assert blocks_from_loops(regex(text, alphabet="ab").dfa) is None


def test_no_member_of_the_class_has_such_blocks():
    answers = {True: set(), False: set()}
    for seed in range(150):
        rng = random.Random(seed)
        letters = "abc"[: rng.randrange(1, 4)]
        dfa = minimize(random_dfa(rng, rng.randrange(2, 6), letters))
        found = blocks_from_loops(dfa) is not None
        answers[found].add(membership(dfa, positions="periodic-local").answer)
    assert answers[True] == {"no"}
    assert "yes" in answers[False]


def test_a_large_random_automaton_is_settled():
    rng = random.Random(1)
    rows = tuple(tuple(rng.randrange(300) for _ in range(12)) for _ in range(300))
    accepting = frozenset(s for s in range(300) if rng.random() < 0.5)
    dfa = DFA(Alphabet(f"s{k}" for k in range(12)), rows, 0, accepting)
    found = membership(dfa, positions="periodic-local")
    assert found.answer == "no"
    assert flaw(found.evidence, dfa) is None
