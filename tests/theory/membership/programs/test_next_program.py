"""Programs for the format next-set are right on all prefixes of members."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.next_symbols import next_symbols
from lengthwise.automata.regex import regex
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.running.interpreter import batch
from lengthwise.errors import SpecError
from lengthwise.theory.membership.membership_answer import LastSymbols
from lengthwise.theory.membership.programs.checked_program import write_next_program
from lengthwise.theory.membership.programs.next_program import END, next_program
from lengthwise.theory.membership.search.decided_formats import membership_in_format
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.language_list import SEVENTEEN, dyck, ladder, up_then_down


def mistakes(program, dfa, longest):
    """The prefixes of members after which the program says something else."""
    minimal = minimize(dfa)
    follows = next_symbols(minimal)
    words = [
        word
        for n in range(1, longest + 1)
        for word in dfa.alphabet.words(n)
        if minimal.run(word) in minimal.live
    ]
    emits = batch(program, words).emits if words else {}
    found = []
    for number, word in enumerate(words):
        legal, ends = follows[minimal.run(word)]
        says = {s for s, holds in emits.items() if holds[number, len(word) - 1]}
        if says != legal | ({END} if ends else set()):
            found.append(word)
    return found


@EXPENSIVE
@given(dfas(max_states=5), st.sampled_from(["none", "periodic-local"]))
def test_programs_of_random_automata_say_what_may_follow(dfa, positions):
    found = membership_in_format(dfa, "next-set", positions=positions)
    if found.answer == "yes":
        longest = {1: 9, 2: 6, 3: 4}[len(dfa.alphabet)]
        program = next_program(found.evidence, minimize(dfa))
        assert not mistakes(program, dfa, longest)


@pytest.mark.parametrize("name", SEVENTEEN)
@pytest.mark.parametrize("positions", ["none", "periodic-local"])
def test_programs_of_known_languages_say_what_may_follow(name, positions):
    dfa = SEVENTEEN[name][0]
    found = membership_in_format(dfa, "next-set", positions=positions)
    if found.answer == "yes":
        written = write_next_program(found.evidence, dfa)
        assert written.long_words == 50
        assert parse(written.text) == written.program
        assert not mistakes(written.program, dfa, 4)


def test_groups_levels_windows_and_periods_are_written():
    for dfa in (
        ladder(2, 4, up_then_down),
        regex("(ab|bbaa)*c(ab|bbaa)*", alphabet="abc").dfa,
        regex("a(ab)*c|b(aab|ba)*c").dfa,
        regex("(aab)*").dfa,
        regex("(abab)*b").dfa,
    ):
        found = membership_in_format(dfa, "next-set", positions="periodic-local")
        assert found.answer == "yes"
        assert not mistakes(write_next_program(found.evidence, dfa).program, dfa, 6)


def test_what_never_occurs_is_not_asked():
    """On prefixes of members the depth is never wrong, so no line watches it."""
    dfa = dyck(12)
    found = membership_in_format(dfa, "next-set")
    text = write_next_program(found.evidence, dfa).text
    assert "out1" not in text
    assert text.splitlines()[1] == 'count1 = # "a" - # "b"'


def test_a_table_of_last_symbols_is_a_program():
    dfa = regex("(b|bc)*").dfa
    found = membership_in_format(dfa, "next-set")
    assert isinstance(found.evidence, LastSymbols)
    assert "count" not in write_next_program(found.evidence, dfa).text


def test_languages_without_a_member_that_has_a_letter():
    nothing = DFA(Alphabet("ab"), ((0, 0),), 0, frozenset())
    found = membership_in_format(nothing, "next-set")
    assert 'next "a" = false' in write_next_program(found.evidence, nothing).text


def test_the_sign_of_the_end_is_no_letter():
    dfa = DFA(Alphabet(["a", END]), ((0, 0),), 0, frozenset({0}))
    found = membership_in_format(dfa, "next-set")
    with pytest.raises(SpecError, match="marks the end of a word"):
        next_program(found.evidence, dfa)
