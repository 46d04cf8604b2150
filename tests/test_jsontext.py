"""A JSON text has one meaning or is refused in one line."""

import pytest

from lengthwise.errors import FormatError
from lengthwise.jsontext import json_value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is empty"),
        (b"\xff", "can't decode byte"),
        ("NaN", "NaN is no JSON number"),
        ("[-Infinity]", "-Infinity is no JSON number"),
        ('{"a": 1, "b": {"c": 0, "c": 0}}', "the key 'c' stands twice"),
        ("[" * 100_000, "a list was expected: it is nested too deep"),
        ("9" * 5000, "a number has 5000 digits; at most 1000"),
        ("[[], [], []]", "4 lists and objects; at most 3"),
    ],
)
def test_other_texts_are_refused(text, reason):
    with pytest.raises(FormatError, match=reason) as caught:
        json_value(text, what="a list", most=3 if reason[0] == "4" else 1 << 20)
    assert "\n" not in str(caught.value)


def test_bytes_and_texts_are_read_alike():
    assert json_value(b'["\xc3\xa4"]', what="a list") == ["ä"]
    assert json_value('["ä"]', what="a list") == ["ä"]
