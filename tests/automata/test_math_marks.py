"""ε, ∅ and ∪ in an expression are what they look like."""

import pytest

from lengthwise.automata.regex import regex
from lengthwise.errors import FormatError


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a|ε", "a?"),
        ("(ε)*a", "a"),
        ("a∪b", "a|b"),
        ("(a∪b)*", "(a|b)*"),
        ("a∅|b", "b"),
        ("aε", "a"),
        ("∅*a", "a"),
        ("aϵb", "ab"),
    ],
)
def test_marks_are_what_they_look_like(text, plain):
    assert regex(text, alphabet="ab").dfa == regex(plain, alphabet="ab").dfa


def test_a_mark_is_noted_and_a_backslash_makes_it_a_letter():
    assert regex("a|ε").notes == (
        "'ε' is the empty word here; write \\ε for the letter",
    )
    found = regex(r"\ε\∅|\∪")
    assert found.alphabet.symbols == ("ε", "∅", "∪")
    assert found.notes == ()
    assert found.dfa.accepts("ε∅")


def test_an_alphabet_with_a_mark_makes_it_a_letter():
    found = regex("aε*", alphabet="aε")
    assert found.dfa.accepts("aεε")
    assert found.notes == ()


def test_lambda_is_a_letter_and_noted():
    assert "'λ' is a letter here" in regex("a|λ").notes[0]


def test_a_mark_in_a_class_is_refused():
    with pytest.raises(FormatError, match="'ε' in a class"):
        regex("[aε]")
