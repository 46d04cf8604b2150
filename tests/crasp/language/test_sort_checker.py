import pytest

from lengthwise.crasp.language._source import printable
from lengthwise.crasp.language.parser import parse
from lengthwise.errors import CraspNameError, CraspSortError, CraspSyntaxError

MISTAKES = [
    # names
    (CraspNameError, "y = x\nx = true", 1, 5, "used before its definition in line 2"),
    (CraspNameError, "x = x", 1, 5, "used before its definition in line 1"),
    (CraspNameError, "accept z", 1, 8, "no line above defines 'z'"),
    (CraspNameError, "count = #true\naccept cuont > 1", 2, 8, "did you mean 'count'?"),
    (CraspNameError, "x = true\nx = false", 2, 1, "'x' is defined twice"),
    (CraspNameError, 'alphabet "a" "b"\nx = "c"', 2, 5, "the alphabet is {a, b}"),
    (CraspNameError, 'alphabet "a"\nnext "b" = true', 2, 6, "not in the alphabet"),
    (CraspNameError, 'alphabet "a" "a"\nx = "a"', 1, 14, "occurs twice"),
    (CraspNameError, 'alphabet "a"\nalphabet "b"\nx = "a"', 2, 1, "a second alphabet"),
    (CraspNameError, 'next "a" = true\nnext "a" = true', 2, 6, "occurs twice"),
    # sorts
    (CraspSortError, 'x = # "a" && "b"', 1, 5, 'did you mean #("a" && "b")?'),
    (
        CraspSortError,
        'x = #[i - j == 1] "a" || !"b" && true',
        1,
        5,
        'did you mean #[i - j == 1]("a" || !"b" && true)?',
    ),
    (CraspSortError, 'x = ("b" && # "a" && "c")', 1, 13, '#("a" && "c")?'),
    (CraspSortError, 'x = (# "a") && "b"', 1, 5, 'did you mean (# "a") >= 1?'),
    (CraspSortError, 'accept # "a"', 1, 8, 'did you mean # "a" >= 1?'),
    (CraspSortError, 'accept 1 if "a" else 2', 1, 8, 'mean (1 if "a" else 2) >= 1?'),
    (CraspSortError, 'x = "a" + 1 > 2', 1, 5, '"a" is a Boolean where a count'),
    (CraspSortError, 'x = 1 + ("a" || "b") > 2', 1, 9, 'did you mean #("a" || "b")?'),
    (CraspSortError, 'x = min(1, !"a") > 2', 1, 12, 'did you mean #(!"a")?'),
    (CraspSortError, 'c = # "a"\nx = # c > 1', 2, 7, "c is a count where a Boolean"),
    (CraspSortError, 'x = "a" == "b"', 1, 5, 'did you mean #"a"?'),
    (CraspSortError, 'x = true if "a" else false', 1, 5, "true is a Boolean"),
    (CraspSortError, 'x = 1 if # "a" else 2', 1, 10, "is a count where a Boolean"),
    # numbers and symbols
    (CraspSyntaxError, "x = i mod 0 == 0", 1, 5, "the period 0 is not positive"),
    (CraspSyntaxError, "x = i mod -2 == 0", 1, 5, "the period -2 is not positive"),
    (CraspSyntaxError, "x = i mod 2 == 2", 1, 5, "remainders are 0 to 1"),
    (CraspSyntaxError, "x = i mod 2 == -1", 1, 5, "remainders are 0 to 1"),
    (CraspSyntaxError, 'x = #[i - j == -1] "a" > 0', 1, 16, "allowed are 0 to 100000"),
    (CraspSyntaxError, 'x = #[i - j <= -1] "a" > 0', 1, 16, "the distance i - j is -1"),
    (
        CraspSyntaxError,
        'x = #[i - j in {1, -1}] "a" > 0',
        1,
        20,
        "distance i - j is -1",
    ),
    (CraspSyntaxError, 'x = #[i - j <= 999999] "a" > 0', 1, 16, "is 999999"),
    (CraspSyntaxError, "x = 1000000000000000001 > 1", 1, 5, "is out of range"),
    (CraspSyntaxError, "x = 99999999999999999999 > 1", 1, 5, "a number beyond 10"),
    (CraspSyntaxError, "x = 2000000000000000000 * 1 > 1", 1, 5, "is out of range"),
    (
        CraspSyntaxError,
        "x = i mod 2000000000000000000 == 1",
        1,
        5,
        "a period beyond 1000000000000000000",
    ),
    (CraspSyntaxError, 'x = "a b"', 1, 5, "'a b' cannot be a symbol"),
    (CraspSyntaxError, 'x = ""', 1, 5, "cannot be a symbol"),
    (CraspSyntaxError, 'x = "a\u202eb"', 1, 5, "'a\\u202eb' cannot be a symbol"),
    (CraspSyntaxError, 'x = "$"', 1, 5, "marks the beginning"),
    (CraspSyntaxError, 'alphabet "a" "$"\nx = "a"', 1, 14, "marks the beginning"),
    # the whole
    (CraspSyntaxError, "", 1, 1, "no Boolean line"),
    (CraspSyntaxError, "x = 3", 1, 6, "no Boolean line"),
    (CraspSyntaxError, "accept true\naccept true", 2, 1, "a second accept"),
    (CraspSyntaxError, 'accept true\nnext "a" = true', 2, 1, "accept and next"),
    (CraspSyntaxError, 'next "a" = true\naccept true', 2, 1, "accept and next"),
]


@pytest.mark.parametrize(("kind", "text", "line", "column", "reason"), MISTAKES)
def test_mistakes_are_found_before_anything_runs(kind, text, line, column, reason):
    with pytest.raises(kind) as caught:
        parse(text)
    error = caught.value
    assert reason in error.reason
    assert (error.line, error.column) == (line, column)
    assert error.source == printable((text.splitlines() or [""])[line - 1])


def test_every_proposal_for_a_count_and_a_conjunction_is_a_program():
    for inside in ['"a" && "b"', '"a" || "b" || "c"', 'x && "b"', '!"a" && "b"']:
        with pytest.raises(CraspSortError) as caught:
            parse(f"x = true\nc = # {inside}")
        proposal = caught.value.reason.partition("did you mean ")[2].rstrip("?")
        assert parse(f"x = true\nc = {proposal}").lines[1].name == "c"


def test_lags_and_numbers_at_their_limits_are_allowed():
    parse('accept #[i - j in {0, 100000}] "a" <= 1000000000000000000')
    parse("accept i mod 1 == 0 && 007 < 8")
