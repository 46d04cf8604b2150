"""A DFA is what its table says, and refuses tables that say nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.dfa import DFA
from lengthwise.errors import SpecError, WordError
from lengthwise.words import Alphabet

AB = Alphabet("ab")


@st.composite
def small_automata(draw):
    states = draw(st.integers(1, 5))
    state = st.integers(0, states - 1)
    rows = draw(st.lists(st.tuples(state, state), min_size=states, max_size=states))
    return DFA(AB, tuple(rows), draw(state), frozenset(draw(st.sets(state))))


def reachable(dfa, state):
    found = {state}
    for _ in dfa.transitions:
        found |= {target for s in found for target in dfa.transitions[s]}
    return found


@given(small_automata(), st.lists(st.sampled_from("ab"), max_size=8))
def test_running_a_word_is_stepping_through_its_symbols(dfa, word):
    if not word:
        assert dfa.run(word) == dfa.start
    else:
        *rest, last = word
        column = "ab".index(last)
        assert dfa.run(word) == dfa.transitions[dfa.run(rest)][column]
    assert dfa.accepts(word) == (dfa.run(word) in dfa.accepting)


@given(small_automata())
def test_live_states_are_those_that_reach_an_accepting_state(dfa):
    for state in range(len(dfa)):
        assert (state in dfa.live) == bool(reachable(dfa, state) & dfa.accepting)


@given(small_automata())
def test_a_symbol_is_legal_exactly_when_some_completion_is_accepted(dfa):
    for state in range(len(dfa)):
        for symbol in "ab":
            goal = reachable(dfa, dfa.step(state, symbol)) & dfa.accepting
            assert (symbol in dfa.legal(state)) == bool(goal)


def test_equal_tables_are_equal_and_hash_alike():
    one, other = (DFA(AB, ((0, 0),), 0, frozenset({0})) for _ in range(2))
    assert one == other
    assert len({one, other}) == 1


def test_a_table_without_gaps_gets_no_dead_state():
    assert len(DFA.from_table("ab", {0: {"a": 0, "b": 0}}, [])) == 1


def test_the_first_row_of_a_table_is_the_start():
    dfa = DFA.from_table("ab", {"x": {"a": "y"}, "y": {}}, ["y"])
    assert [dfa.accepts(w) for w in ("", "a", "b", "aa")] == [False, True, False, False]


@pytest.mark.parametrize(
    ("transitions", "start", "accepting", "message"),
    [
        ((), 0, (), "without states"),
        (((0,),), 0, (), "state 0 has 1 transitions; it needs one for each of the 2"),
        (((0, 0), (2, 0)), 0, (), "state 1 leads to 2; this automaton has the states"),
        (((0, -1),), 0, (), "state 0 leads to -1; this automaton has only state 0"),
        (((0, 0),), 1, (), "the start is 1"),
        (((0, 0),), 0, (3,), "an accepting state is 3"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(transitions, start, accepting, message):
    with pytest.raises(SpecError, match=message):
        DFA(AB, transitions, start, frozenset(accepting))


@pytest.mark.parametrize(
    ("table", "accepting"), [({0: {"a": 1}}, []), ({0: {}}, ["x"])]
)
def test_a_state_without_a_row_is_refused(table, accepting):
    with pytest.raises(SpecError, match="has no row in the table"):
        DFA.from_table("ab", table, accepting)


def test_a_symbol_outside_the_alphabet_is_refused():
    with pytest.raises(WordError, match="'c' is not one of the symbols"):
        DFA.from_table("ab", {0: {"c": 0}}, [])
    with pytest.raises(WordError, match="'c' is not one of the symbols"):
        DFA.from_table("ab", {0: {}}, [0]).run("ac")
