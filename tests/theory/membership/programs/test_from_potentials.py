"""Programs written from potentials accept what the automaton accepts."""

import operator
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.errors import SpecError
from lengthwise.theory.membership.evidence import potential_checker as induction
from lengthwise.theory.membership.programs._from_potentials import program_of_potentials
from lengthwise.theory.membership.programs.checked_program import write_program
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.grouping import joined, regrouped
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import dfas, random_dfa
from tests.automata.operations import combine, complement
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.language_list import (
    SEVENTEEN,
    TOMITA_4,
    dyck,
    ladder,
    up_then_down,
)


def differences(program, dfa, longest):
    words = [w for n in range(1, longest + 1) for w in dfa.alphabet.words(n)]
    answers = accepted(program, words)
    return [w for w, yes in zip(words, answers, strict=True) if yes != dfa.accepts(w)]


def programs(dfa):
    for positions in ("none", "periodic-local"):
        for acceptance in ("end", "last"):
            found = membership(dfa, positions=positions, acceptance=acceptance)
            if found.answer == "yes":
                yield positions, found.evidence


@EXPENSIVE
@given(dfas(max_states=5))
def test_programs_of_random_automata_are_right(dfa):
    for _, potentials in programs(dfa):
        longest = {1: 9, 2: 6, 3: 4}[len(dfa.alphabet)]
        assert not differences(program_of_potentials(potentials), dfa, longest)


@pytest.mark.parametrize("seed", range(3))
def test_programs_of_sparse_automata_are_right(seed):
    """With many ways into a dead state most are in the class, with several groups."""
    rng = random.Random(seed)
    written = 0
    while written < 30:
        dfa = random_dfa(rng, rng.randrange(4, 9), "ab")
        rows = tuple(
            tuple(t if s and rng.random() < 0.7 else 0 for t in row)
            for s, row in enumerate(dfa.transitions)
        )
        dfa = minimize(DFA(dfa.alphabet, rows, 1, dfa.accepting - {0}))
        for _, potentials in programs(dfa):
            assert not differences(program_of_potentials(potentials), dfa, 8)
            groups = regrouped(potentials, joined(potentials))
            assert induction.flaw(groups, dfa) is None
            written += 1


@pytest.mark.parametrize(
    "name", [n for n, (_, _, yes) in SEVENTEEN.items() if yes == "yes"]
)
def test_programs_of_known_languages_are_right(name):
    dfa = SEVENTEEN[name][0]
    for positions, potentials in programs(dfa):
        written = write_program(potentials, dfa)
        assert parse(written.text) == written.program
        found = facts(written.program)
        assert written.lines <= 25
        if positions == "none":
            assert found.positions == "none"
        assert found.period in (1, potentials.period)
        assert found.largest_lag <= potentials.window


def test_a_program_for_bounded_brackets_is_short_for_every_bound():
    text = show(program_of_potentials(membership(dyck(12)).evidence))
    assert text == (
        'alphabet "a" "b"\n'
        'count1 = # "a" - # "b"\n'
        'out1 = "a" && count1 == 13 || "b" && count1 == -1\n'
        "accept never out1 && count1 == 0\n"
    )


def test_a_program_looks_back_only_as_far_as_it_says():
    found = membership(TOMITA_4, positions="periodic-local")
    names = {line.name for line in program_of_potentials(found.evidence).lines}
    assert "prev2_0" in names
    assert not [name for name in names if name.startswith("prev3")]


def test_programs_with_levels_and_entries_are_right():
    for dfa in (
        ladder(2, 4, up_then_down),
        regex("(ab|bbaa)*").dfa,
        regex("(ab|bbaa)*c(ab|bbaa)*", alphabet="abc").dfa,
        regex("a(ab)*c|b(aab|ba)*c").dfa,
        regex("aa*|bb*").dfa,
        chain_with_two_entries(),
    ):
        for _, potentials in programs(dfa):
            assert not differences(program_of_potentials(potentials), dfa, 6)
            assert write_program(potentials, dfa).long_words == 50


def chain_with_two_entries():
    """Two runs of brackets; c leads to the second one from depth 0 and from depth 2."""
    table = {}
    for part in (0, 1):
        for d in range(3):
            row = {"a": (part, d + 1)} if d < 2 else {}
            row |= {"b": (part, d - 1)} if d else {}
            table[part, d] = row | ({"c": (1, d)} if part == 0 and d != 1 else {})
    return DFA.from_table("abc", table, [(1, 0)])


def test_large_automata_have_programs_too():
    dfa = ladder(2, 60, up_then_down)
    potentials = membership(dfa).evidence
    assert write_program(potentials, dfa).lines < 20


def test_symbols_that_are_no_names():
    dfa = regex(r"(\(\(|\))*\+").dfa
    for _, potentials in programs(dfa):
        assert not differences(program_of_potentials(potentials), dfa, 6)
    quoted = DFA(Alphabet(['"']), ((0,),), 0, frozenset({0}))
    with pytest.raises(SpecError, match="cannot be written in a program"):
        program_of_potentials(membership(quoted).evidence)


def test_nothing_and_everything():
    for dfa in (regex("a*").dfa, complement(regex("a*").dfa)):
        assert not differences(program_of_potentials(membership(dfa).evidence), dfa, 5)


ATOMS = st.tuples(st.sampled_from("ab"), st.integers(1, 3))


def counting(dfa, symbol, bound):
    """Counts the positions with a symbol at which the prefix is in a language."""
    states = [(s, n) for s in range(len(dfa)) for n in range(bound + 1)]
    table = {(dfa.start, 0): {}}
    for state, n in states:
        row = {}
        for letter in dfa.alphabet:
            target = dfa.step(state, letter)
            hit = letter == symbol and target in dfa.accepting
            row[letter] = (target, min(n + hit, bound))
        table[state, n] = row
    return DFA.from_table(dfa.alphabet, table, [s for s in states if s[1] == bound])


EVERYTHING = DFA(Alphabet("ab"), ((0, 0),), 0, frozenset({0}))


def thresholds():
    """Pairs of a formula of nested thresholds and its automaton, built by products."""
    base = ATOMS.map(
        lambda atom: (f'# "{atom[0]}" >= {atom[1]}', counting(EVERYTHING, *atom))
    )

    def larger(inner):
        nested = st.tuples(inner, ATOMS).map(
            lambda pair: (
                f'#("{pair[1][0]}" && ({pair[0][0]})) >= {pair[1][1]}',
                minimize(counting(pair[0][1], *pair[1])),
            )
        )
        both = st.tuples(inner, inner).map(
            lambda pair: (
                f"({pair[0][0]}) && ({pair[1][0]})",
                minimize(combine(pair[0][1], pair[1][1], operator.and_)),
            )
        )
        negated = inner.map(lambda one: (f"!({one[0]})", complement(one[1])))
        return st.one_of(nested, both, negated)

    return st.recursive(base, larger, max_leaves=3)


@EXPENSIVE
@given(thresholds())
def test_languages_of_threshold_programs_are_in_the_class(formula):
    text, dfa = formula
    assert not differences(parse(f'alphabet "a" "b"\naccept {text}'), dfa, 6)
    assert membership(dfa).answer == "yes"
