"""Names with numbers: what is written is read back, with every digit."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.names import (
    base,
    digits,
    equations,
    head,
    number,
    read_name,
    spelled_name,
)

NUMBERS = st.integers(0, 10**30) | st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(NUMBERS, max_size=3))
def test_what_is_written_is_read_back(values):
    numbers = dict(zip("xyz", values, strict=False))
    found = read_name(spelled_name("some", numbers, "real"))
    assert (found.name, found.form) == ("some", "real")
    assert found.numbers == numbers


def test_pi_and_a_long_number_keep_their_digits():
    assert (
        spelled_name("simple", {"omega": math.pi}) == "simple:omega=3.141592653589793"
    )
    assert spelled_name("simple", {"omega": 1234567.0}) == "simple:omega=1234567"
    assert digits(math.inf) == "inf"
    assert equations({"L": 1e300, "n": 10**20}) == f"L = 1e+300, n = {10**20}"


def test_blanks_and_empty_parts_say_nothing():
    assert read_name("a: x = 1 ,, y=2,").numbers == {"x": 1, "y": 2}
    assert (read_name("a").values, read_name("a").form) == ({}, None)
    assert read_name("a@").form == ""
    assert base("a:x=1") == base("a") == "a"
    assert head("a:x=1@f") == head("a@f") == head("a") == "a"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a:x", "'x' is not a parameter; write name=value, as in omega=4"),
        ("a:x=1,x=2", "x occurs twice in 'x=1,x=2'; give it once"),
        ("a:x=two", "'x=two' is not a parameter"),
    ],
)
def test_what_is_no_number_by_name_is_refused(text, message):
    with pytest.raises(SpecError, match=message):
        _ = read_name(text).numbers


def test_digits_alone_are_whole():
    assert isinstance(number("4"), int)
    assert isinstance(number("4.0"), float)
    assert number("-3") == -3
