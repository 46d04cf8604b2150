"""Agreement with Python's own engine and with a library; refusals; notes."""

import itertools
import re
import time

import pytest
from automata.fa import dfa as library_dfa
from automata.fa.nfa import NFA
from hypothesis import given

from lengthwise.automata._glushkov import MAX_POSITIONS
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import MAX_CHARACTERS, regex
from lengthwise.errors import FormatError, SpecError, TooLargeError
from tests.automata.automaton_strategies import expressions

SHORT = ["".join(w) for n in range(7) for w in itertools.product("ab", repeat=n)]


@given(expressions())
def test_accepts_what_python_matches(text):
    dfa = regex(text, alphabet="ab").dfa
    pattern = re.compile(text)
    for word in SHORT:
        assert dfa.accepts(word) == bool(pattern.fullmatch(word)), word


@given(expressions())
def test_the_automaton_is_minimal(text):
    dfa = regex(text, alphabet="ab").dfa
    assert minimize(dfa) == dfa


@pytest.mark.parametrize("text", ["(ab|bbaa)*", "(a*b)?a{2,3}", "(a|b)*a(a|b){9}"])
def test_has_as_many_states_as_the_library_finds(text):
    nfa = NFA.from_regex(text, input_symbols={"a", "b"})
    library = library_dfa.DFA.from_nfa(nfa, minify=True).to_complete()
    assert len(regex(text, alphabet="ab").dfa) == len(library.states)


def test_the_alphabet_is_what_is_written_unless_named():
    assert regex("(ba)*").alphabet.symbols == ("a", "b")
    assert regex("[^c]").alphabet.symbols == ("c",)
    assert regex("[0-3]").alphabet.symbols == ("0", "1", "2", "3")
    assert regex("a", alphabet="cab").alphabet.symbols == ("c", "a", "b")


def test_marks_can_be_symbols():
    dfa = regex(r"(\(\*\))*[\]\-+]").dfa
    assert dfa.accepts("(*)(*)+")
    assert regex("[]-]").alphabet.symbols == ("-", "]")
    assert regex("[a-]").dfa.accepts("-")


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("(ab+bbaa)*", True),
        ("a+b", True),
        ("(a+b)*b", True),
        ("a+b+c+", False),
        ("(a+b|c)*", False),
        ("a+", False),
        (r"a\+b", False),
        ("[a+b]c", False),
    ],
)
def test_plus_that_looks_like_union_is_noted(text, noted):
    assert bool(regex(text).notes) == noted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a", r"column 1 of the expression '\(a': found '\(' without '\)'"),
        ("a)", "column 2 .*'\\)' without '\\('"),
        ("[ab", "column 1 .*'\\[' without '\\]'"),
        ("*a", "column 1 .*nothing to repeat"),
        ("a**", "column 3 .*after a repeat"),
        ("a*?", "column 3 .*after a repeat"),
        ("^a", "the anchor '\\^'"),
        ("a$", "the anchor '\\$'"),
        ("a}", "'}' that closes nothing"),
        ("a{", "'{' that begins no repeat"),
        ("a{}", "'{' that begins no repeat"),
        ("a{3,2}", "the second number"),
        ("a b", "a blank"),
        ("a\x1b*", r"column 2 .*found '\\x1b', which cannot be printed"),
        ("[a\u202e]", r"column 3 .*'\\u202e', which cannot be printed"),
        ("[a-\u00ff]", "the range a-ÿ; some of it cannot be printed"),
        ("\\d", "a backslash may only stand before a mark"),
        ("a\\", "a backslash at the end"),
        ("(?=a)", "the only group of this kind"),
        ("[b-a]", "the range b-a"),
        ("", "has no symbol"),
        ("x" * 70 + ")", "column 71 .*xxx\\.\\.\\."),
    ],
)
def test_what_is_not_in_the_subset_is_refused(text, message):
    with pytest.raises(FormatError, match=message):
        regex(text)


def test_the_named_alphabet_must_have_all_symbols_as_characters():
    with pytest.raises(FormatError, match="symbol 'b', which is not in"):
        regex("ab", alphabet="a")
    with pytest.raises(FormatError, match="'<s>' cannot be a symbol"):
        regex("a", alphabet=["a", "<s>"])
    with pytest.raises(SpecError, match="marks the beginning"):
        regex(r"\$")


@pytest.mark.parametrize(
    "text",
    [
        "(a|b)*a(a|b){30}",
        "((a{1,40}){1,40})",
        "a{3000}",
        "(a{50}){50}",
        "(){3000}",
        "a" * (MAX_CHARACTERS + 1),
        "(" * 5000 + "a" + ")*" * 2499 + ")" * 2501,
        "(a|b)*(" + "|".join(f"a(a|b){{{k}}}" for k in range(10, 50)) + ")",
        "(((a|b)*a){2}(a|b){12}){3}",
    ],
)
def test_blow_ups_end_within_a_second(text):
    begin = time.process_time()
    try:
        regex(text)
    except TooLargeError as error:
        assert error.size > error.limit  # noqa: PT017
    assert time.process_time() - begin < 1


def test_nested_stars_are_no_blow_up():
    assert len(regex("((((((a*)*b*)*)*)*)*)*").dfa) == 1
    assert len(regex(f"a{{{MAX_POSITIONS}}}").dfa) == MAX_POSITIONS + 2
