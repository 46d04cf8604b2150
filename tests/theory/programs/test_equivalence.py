"""Whether two things are equal: decided where it can be, and the shortest word."""

from time import process_time

import pytest

import lengthwise as lw
from lengthwise.automata.regex import regex
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.errors import SpecError
from lengthwise.theory.programs import equivalence as limits
from lengthwise.theory.programs.count_conditions import CountProgram
from lengthwise.theory.programs.count_proof import flaw
from lengthwise.theory.programs.equivalence import equivalent

AB = 'alphabet "a" "b"\naccept '
PLANTED = [
    ('accept # "a" >= 10', 'accept # "a" >= 11', "aaaaaaaaaa"),
    ('accept 2*# "a" >= 3*# "b"', 'accept 2*# "a" > 3*# "b"', "_"),
    ('accept #[i - j == 1] "a" >= 1', 'accept #[i - j == 2] "a" >= 1', "aa"),
    ("accept i mod 6 == 5 && i mod 4 == 3", "accept i mod 12 == 7", "_" * 7),
    ("d_n:n=5", "d_n:n=6", "aaaaaabbbbbb"),
    ("maj_k:k=8", "maj_k:k=9", "11111111"),
    ("parity_k:k=2", "parity_k:k=4", "1111"),
    ("anbn", f'{AB}# "a" == # "b"', "ba"),
    ('next "a" = # "a" <= 3', 'next "a" = # "a" < 3', "aaa"),
]


@pytest.mark.parametrize(("first", "second", "word"), PLANTED)
def test_a_planted_mistake_is_separated_by_the_shortest_word(first, second, word):
    found, turned = equivalent(first, second), equivalent(second, first)
    assert found.answer == turned.answer == "different"
    assert found.basis == "decided"
    assert found.word == turned.word == tuple(word)
    assert found.length == len(word)
    assert found.says == tuple(reversed(turned.says))


SAME = [
    ('accept # "a" > 1', 'x = # "a"\naccept !(x <= 1)'),
    ('accept # "a" >= 1 && "b"', 'accept "b" && exists "a"'),
    ("aa_star", 'alphabet "a"\naccept !(i mod 2 == 1)'),
    (f'{AB}max(# "a", # "b") >= 4', f'{AB}# "b" >= 4 || # "a" > 3'),
    (f'{AB}min(3*# "a", # "b") > # "a" + 1', f'{AB}# "b" > # "a" + 1 && # "a" >= 1'),
    (
        f'{AB}# (i mod 2 == 0) >= # "a" && # "a" >= 9',
        f'{AB}# "a" >= 9 && 2*# "a" <= # true',
    ),
    ('next "a" = # "a" < 3', 'next "a" = !(# "a" >= 3)'),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_equal_programs_in_other_words_are_found_equal(first, second):
    for found in (equivalent(first, second), equivalent(second, first)):
        assert (found.answer, found.basis) == ("equal", "decided")
        assert found.word is found.length is found.says is None


def test_an_equality_by_counts_has_a_proof_that_can_be_checked():
    found = equivalent(*SAME[4])
    programs = [CountProgram(load(text), ("a", "b")) for text in SAME[4]]
    assert flaw(found.proof, *programs) is None


@pytest.mark.parametrize(
    ("program", "expression"),
    [
        ("tomita4", "(1|01|001)*0{0,2}"),
        ("tomita7", "0*1*0*1*"),
        ("abcde", "a+b+c+d+e+"),
        ("l_k:k=3", "a+b+a+"),
        ("aaaa_star", "(aaaa)+"),
        ("ends_in_b", "(a|b)*b"),
    ],
)
def test_a_program_that_needs_few_states_is_decided_against_an_expression(
    program, expression
):
    assert equivalent(program, regex=expression).answer == "equal"
    assert equivalent(program, regex=f"({expression})?").answer == "equal"
    found = equivalent(program, regex=f"({expression}){{2}}")
    assert found.answer == "different"
    assert found.says[0] != found.says[1]


def test_expressions_and_automata_are_decided_with_the_empty_word():
    assert equivalent(regex=["(ab)*", "(ab|abab)*"]).answer == "equal"
    empty = equivalent(regex("a*").dfa, regex="a+")
    assert (empty.word, empty.length, empty.says) == ((), 0, (True, False))
    assert "the empty word" in str(empty)
    assert equivalent(regex=["a*", "a*|b"]).word == ("b",)


def test_automata_are_compared_on_words_of_any_length():
    assert equivalent(regex=["a{1500}", "a{1501}"]).length == 1500
    assert equivalent(regex=["(a{31})*", "(a{31})*|a{1100}"]).length == 1100
    assert equivalent(regex=["a{1500}", "a{700}a{800}"]).answer == "equal"


DYCK = (
    'alphabet "(" ")"\naccept ")" && # ")" <= # "(" && '
    '# "(" <= #(")" && # ")" <= # "(")'
)
"""Dyck-1 in 9 lines without sugar, by the learner."""


def test_counting_depth_two_may_stay_unknown_up_to_a_length():
    found = equivalent("dyck1", DYCK, most_states=1000)
    assert (found.answer, found.basis, found.word) == ("unknown", "bounded", None)
    assert 10 < found.length < 100
    assert f"up to length {found.length}" in str(found)


def test_a_search_over_counts_that_ends_early_says_how_far_it_came(monkeypatch):
    monkeypatch.setattr(limits, "MOST_STEPS", 3)
    monkeypatch.setattr(limits, "FEW_STATES", 30)
    monkeypatch.setattr(limits, "MOST_PATH_STEPS", 3)
    found = equivalent(*SAME[4])
    assert found.answer == "unknown"
    assert found.length >= 5


@pytest.mark.parametrize("limit", ["MOST_VIEWS", "MOST_UNKNOWNS"])
def test_too_many_views_or_counts_are_compared_by_states_only(limit, monkeypatch):
    monkeypatch.setattr(limits, limit, 1)
    monkeypatch.setattr(limits, "MOST_EDGES", 1)
    assert equivalent(*SAME[4], most_states=100).answer == "unknown"


LAGS = (
    f'{AB}#[i - j == 7] "a" >= 1 && # "a" >= # "b"',
    f'{AB}#[i - j == 7] "a" >= 1 && # "a" > # "b" - 1 && # "a" >= # "b" - 1',
)


def test_words_up_to_the_largest_lag_are_compared_one_by_one(monkeypatch):
    monkeypatch.setattr(limits, "FEW_STATES", 10)
    assert equivalent(*LAGS, most_states=20).answer == "unknown"
    assert equivalent(*LAGS).answer == "equal"


CHAIN = " && ".join(
    ['# "a" >= 1', *(f'# "{y}" >= 3*# "{x}"' for x, y in ("ab", "bc", "cd", "de"))]
)


def test_counts_find_a_word_that_no_search_over_states_reaches():
    found = equivalent(f"accept {CHAIN}", "accept false", alphabet="abcde")
    assert found.length == len(found.word) == 1 + 3 + 9 + 27 + 81
    even, odd = (f'# ("a" && i mod 2 == {r})' for r in (0, 1))
    first, second = (
        f'{AB}7*({even}) {op} 2*# "b" + 5*({odd}) + 77' for op in (">", ">=")
    )
    few, many = (equivalent(first, second, most_states=n) for n in (50, 10**4))
    assert few.length == many.length == 32
    assert few.says == many.says == (False, True)


def test_a_word_too_long_to_be_written_is_told_by_its_counts():
    found = equivalent('accept # "a" >= 1000000000', 'accept # "a" > 1000000000')
    assert (found.word, found.length) == (None, 10**9)
    assert "999,999,999 times a" in str(found)
    deep = f'{AB}exists "b" && # ("a" && exists "a") >= 1000000000*# "b"'
    found = equivalent(deep, f"{AB}false")
    assert (found.answer, found.word, found.length) == ("different", None, 10**9 + 1)
    assert "it repeats some letters very often" in str(found)


def test_a_long_word_is_shown_by_its_runs():
    found = equivalent('accept # "a" >= 100', 'accept # "a" > 100')
    assert len(found.word) == 100
    assert "100 times a" in str(found)


def test_a_notebook_shows_the_answer_as_text():
    found = equivalent('alphabet "<"\naccept "<"', 'alphabet "<"\naccept false')
    assert "first at length 1: &lt;" in found._repr_html_()
    assert repr(found).startswith("<Equivalence different, first at length 1: <")


def test_what_is_emitted_is_said():
    found = equivalent('next "a" = # "a" <= 3', 'next "a" = # "a" < 3')
    assert str(found).endswith(
        "the first continues it with a, the second continues it with nothing"
    )


@pytest.mark.parametrize(
    ("things", "expressions", "line"),
    [
        (("dyck1", "d2"), (), "the first program has the alphabet {(, )}, the second"),
        (("d2",), ("c*",), "the second has the symbol 'c', which is not in the alphab"),
        (("sort", "d2"), (), "the first program has the alphabet"),
        (("dyck1",), (), "1 to compare; give two"),
        ((), ("a", "b", "c"), "3 to compare; give two"),
        (('accept "a"', 'next "a" = true'), (), "the second emits symbols and the fir"),
        (('next "a" = true',), ("a",), "the first emits symbols and the second acc"),
    ],
)
def test_what_cannot_be_compared_is_one_line(things, expressions, line):
    with pytest.raises(SpecError) as caught:
        equivalent(*things, regex=expressions)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_an_alphabet_can_be_named():
    loose = 'accept # "a" >= 1', 'accept # "b" == 0 && # true >= 1'
    assert equivalent(*loose).word == ("_",)
    assert equivalent(*loose, alphabet="ab").word == ("a", "b")
    assert equivalent('accept "a"', regex="[^b]*a", alphabet="ab").word == ("b", "a")
    with pytest.raises(SpecError, match="the question has the alphabet"):
        equivalent("d2", "d3", alphabet="abc")


def test_a_program_of_thousands_of_parts_is_given_up_within_the_promised_time():
    text = str(load("retrieve_left"))
    planted = text.replace('"7" && # "7" == 1', '"7" && # "7" == 2')
    assert planted != text
    begun = process_time()
    found = equivalent(parse(text), parse(planted))
    assert (found.answer, found.length) == ("unknown", 2)
    assert process_time() - begun < 10


def test_the_public_name_is_this_function():
    assert lw.equivalent is equivalent
