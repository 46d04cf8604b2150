"""The search over states finds what running both programs on all words finds."""

from dataclasses import replace
from itertools import product

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lengthwise.automata.regex import regex
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.program_facts import used_places
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.running.interpreter import batch, run
from lengthwise.theory.programs._kept_sums import kept_sums
from lengthwise.theory.programs._program_states import LONGEST, ProgramStates
from lengthwise.theory.programs.state_search import AutomatonStates, first_difference
from lengthwise.words import Alphabet
from tests.crasp.program_strategies import random_program

LENGTH = 5


def words_up_to(letters, length):
    return [word for n in range(1, length + 1) for word in product(letters, repeat=n)]


def first_by_running(first, second, letters, length):
    """The first word on which both differ, by the interpreter."""
    for word in words_up_to(letters, length):
        one, other = run(first, word), run(second, word)
        if (one.accepted, set(one.next or ())) != (
            other.accepted,
            set(other.next or ()),
        ):
            return word
    return None


def searched(first, second, letters, most_states=3000):
    states = [ProgramStates(one, letters) for one in (first, second)]
    return first_difference(*states, letters, most_states=most_states)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 4), st.booleans())
def test_random_programs_first_differ_where_running_them_says(seed, one, other, emits):
    first, second = (
        replace(random_program(k, size, emits=emits), alphabet=Alphabet("abc"))
        for k, size in ((seed, one), (seed + 1, other))
    )
    found = searched(first, second, "abc")
    if found.word is not None:
        assume(len(found.word) <= LENGTH)
        assert found.word == first_by_running(first, second, "abc", len(found.word))
    else:
        length = LENGTH if found.everything else min(LENGTH, found.length)
        assert first_by_running(first, second, "abc", length) is None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 5))
def test_a_program_run_by_states_says_what_the_interpreter_says(seed, size):
    program = replace(random_program(seed, size), alphabet=Alphabet("abc"))
    states = ProgramStates(program, "abc")
    word = "abcabbbcaaccab"
    rows, says = states.start()[None, :], []
    for letter in word:
        rows, outputs = states.step(rows, "abc".index(letter))
        says.append(bool(outputs[0, 0]))
    assert says == batch(program, [tuple(word)]).accepts[0].tolist()


def test_numbers_beyond_64_bits_are_exact():
    huge = f"{10**18}*{10**18}*"
    first = parse(f'accept {huge}# "a" >= {huge}# "b" + # "a"')
    second = parse(f'accept {huge}# "a" > {huge}# "b" + # "a"')
    plain = core(first)
    assert not kept_sums(plain, used_places(plain)).exact
    found = searched(first, second, "abc", most_states=50)
    assert found.word == ("c",) == first_by_running(first, second, "abc", 2)


def test_a_difference_of_counts_is_one_number():
    plain = core(parse('accept # "a" - # "b" >= 2 || 2*# "b" - 2*# "a" >= 5'))
    (part,) = kept_sums(plain, used_places(plain)).parts
    assert sorted(factor for _, factor in part.terms) == [-1, 1]


def test_a_sum_that_never_falls_stops_at_the_largest_number():
    first = parse('accept # "a" + 2*# "b" >= 7')
    second = parse('accept !(2*# "b" + # "a" <= 6)')
    assert searched(first, second, "ab").everything


def test_lags_beyond_all_words_leave_the_answer_open():
    first = parse(f'accept #[i - j == {LONGEST + 5}] "a" >= 1')
    second = parse('accept false && "a"')
    found = searched(first, second, "a")
    assert found.word is None
    assert not found.everything


def test_periods_beyond_64_bits_leave_the_answer_open():
    periods = f'i mod {10**18} == 0 && i mod {10**18 - 1} == 0 && "a"'
    found = searched(parse(f"accept {periods}"), parse("accept false"), "a")
    assert found.word is None
    assert not found.everything


MORE = 'accept # "a" > # "b"', 'accept # "a" > # "b" && # "a" >= # "b"'


def test_the_search_ends_with_the_states_that_are_allowed():
    found = searched(*map(parse, MORE), "ab", most_states=50)
    assert 3 < found.length < 50
    assert not found.everything


def test_the_search_ends_with_the_longest_words():
    found = searched(*map(parse, MORE), "ab", most_states=10**6)
    assert found.length == LONGEST
    assert not found.everything


def test_a_program_is_compared_with_an_automaton():
    dfa = regex("(a|b)*a(a|b)").dfa
    program = parse('accept #[i - j == 1] "a" >= 1')
    states = ProgramStates(program, "ab"), AutomatonStates(dfa)
    assert first_difference(*states, "ab", most_states=100).everything


def test_more_states_lead_further_unless_the_words_are_too_long():
    texts = 'accept # "a" >= # "b"', 'accept # "a" + 90 >= # "b"'
    states = [ProgramStates(parse(f'alphabet "a" "b"\n{text}'), "ab") for text in texts]
    few = first_difference(states[0], states[0], "ab", most_states=10)
    long = first_difference(*[states[1]] * 2, "ab", most_states=10**4, longest=7)
    assert (few.everything, few.full) == (False, False)
    assert (long.length, long.everything, long.full) == (7, False, True)
