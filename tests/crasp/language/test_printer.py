import pytest
from hypothesis import given

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.printer import show
from tests.crasp import program_strategies as our


@given(our.programs())
def test_parse_inverts_show(program):
    assert parse(show(program)) == program


@given(our.programs(emits=True))
def test_parse_inverts_show_for_next_token_programs(program):
    assert parse(show(program)) == program


@pytest.mark.parametrize(
    "row",
    [
        'x = "a" && ("a" && "b") || !"a"',
        'x = # !!"a" <= -1',
        'x = #("a" || "b") - (# "a" - 2) >= 2 * (1 + # "b")',
        'x = (1 if "a" else 2 if "b" else 3) < min(1 if "a" else 0, 2)',
        'x = ((1 if "a" else 2) if "b" else 3) == 3',
        'x = !(!"a" && "b") && !(# "a" > 3)',
        'x = never[i - j in {1, 4}] "a" || exists[i - j <= 3](i mod 2 == 1)',
        'x = #[i - j == 0] "a" == 2 * 3 * # true',
        "x = !(i mod 2 == 0)",
    ],
)
def test_only_needed_parentheses_are_printed(row):
    assert show(parse(row)) == row + "\n"
