"""Text of others does nothing to a terminal and nothing to a spreadsheet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.printable import FORMULA, disarmed, printable, printable_lines


@given(st.text(st.characters()) | st.binary() | st.none() | st.floats())
def test_what_is_printable_is_one_line_that_can_be_printed(text):
    shown = printable(text)
    assert shown.isprintable()
    assert len(shown.splitlines()) <= 1
    shown.encode()


@given(st.text(st.characters()))
def test_what_could_be_printed_stays(text):
    assert (printable(text) == text) == text.isprintable()
    assert printable_lines(text).replace("\n", "").replace("\t", "").isprintable()


@given(st.text())
def test_no_cell_begins_as_a_formula_does(text):
    shown = disarmed(text)
    assert not shown.lstrip(" ").startswith(FORMULA)
    assert shown.removeprefix("'") == text or shown == text


@pytest.mark.parametrize(
    "text",
    ["=1", "+1", "-1", "@a", "\t=1", "\r=1", " =1", "\n=1", "\uff1d1", "\uff20a"],
)
def test_a_formula_is_disarmed(text):
    assert disarmed(text) == f"'{text}"
