import pytest

from lengthwise.automata.alphabet_text import named_letters
from lengthwise.automata.larger_alphabet import over_alphabet
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.errors import FormatError, SpecError


def test_new_letters_lead_to_a_dead_state():
    dfa = over_alphabet(regex("(ab)*").dfa, "abc")
    assert minimize(dfa) == regex("(ab)*", alphabet="abc").dfa
    same = regex("a*").dfa
    assert over_alphabet(same, "a") == same


def test_no_letter_may_be_left_out_and_tables_stay_small():
    with pytest.raises(SpecError, match="has the symbol 'b', which is not in"):
        over_alphabet(regex("(ab)*").dfa, "ac")
    with pytest.raises(FormatError, match="at most 250000 transitions"):
        over_alphabet(regex("a").dfa, ["a", *(f"s{k}" for k in range(100_000))])


@pytest.mark.parametrize(
    ("text", "letters", "noted"),
    [
        ("ab", ("a", "b"), False),
        ("a,b", ("a", "b"), True),
        ("ab,", ("a", "b", ","), False),
        (",", (",",), False),
        ("a b", ("a", "b"), False),
        ("a, b", ("a", "b"), False),
        ("s1,s2", ("s1", "s2"), True),
        ("s1 s2", ("s1", "s2"), False),
    ],
)
def test_commas_and_blanks_separate_letters(text, letters, noted):
    found, note = named_letters(text)
    assert found == letters
    assert (note is not None) == noted
