import pytest
from hypothesis import given

from lengthwise.crasp.language.formatter import fmt
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.printer import show
from lengthwise.errors import CraspError
from tests.crasp import program_strategies as our


@given(our.programs())
def test_printed_programs_have_our_layout(program):
    assert fmt(show(program)) == show(program)


def test_comments_and_single_blank_lines_stay():
    text = """
//first
  x=#"a"//aside


// before y
y = (x  // inside
  >= 2)   // after
accept   y&&true
   // last
"""
    assert (
        fmt(text)
        == """\
//first
x = # "a"  //aside

// before y
// inside
y = x >= 2  // after
accept y && true
// last
"""
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('alphabet   "a" "//"\naccept "//"', 'alphabet "a" "//"\naccept "//"\n'),
        ('next "a"=("b")// x', 'next "a" = "b"  // x\n'),
        (
            '#import pos_even // y\n#import pred\nx = pos_even && (#[pred]"a") > 0',
            '// y\nx = i mod 2 == 1 && #[i - j == 1] "a" > 0\n',
        ),
        ("x = true\r\n\r\n\r\ny = x\r\n", "x = true\n\ny = x\n"),
    ],
)
def test_layouts(before, after):
    assert fmt(before) == after
    assert fmt(after) == after
    assert parse(before) == parse(after)


def test_what_is_no_program_is_not_formatted():
    with pytest.raises(CraspError):
        fmt("x = ")
