import pytest

from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load


def test_the_facts_of_a_program_with_everything():
    found = facts(
        parse(
            """
            alphabet "a" "b"
            p = i mod 4 == 1 || i mod 6 == 0
            n = #[i - j in {1, 4}] p
            unused = #(# "a" == 2)
            accept n < # "a" && "b"
            """
        )
    )
    assert (found.lines, found.counting_depth) == (3, 1)
    assert (found.period, found.largest_lag) == (12, 4)
    assert (found.positions, found.positive) == ("periodic-local", True)


@pytest.mark.parametrize(
    ("name", "depth", "positions"),
    [
        ("majority_language", 1, "none"),
        ("dyck1", 2, "none"),
        ("aaaa_star", 1, "periodic"),
        ("tomita4", 2, "local"),
        ("tomita7", 4, "none"),
        ("ends_in_b", 0, "none"),
        ("unique_copy", 2, "local"),
    ],
)
def test_depth_and_class_of_library_programs(name, depth, positions):
    found = facts(load(name))
    assert (found.counting_depth, found.positions) == (depth, positions)


@pytest.mark.parametrize(
    ("text", "positive"),
    [
        ('# "a" >= 3', True),
        ('3 > # "a" + 2 * # "b"', True),
        ('# "a" >= # "b"', False),
        ('# "a" - # "a" + # "b" >= 1', True),
        ('# "a" >= #[i - j <= 2] "b"', True),
        ('# "a" != 2', True),
        ('#(# "a" >= # "b") >= 1', False),
        ('(# "a" if "b" else 0 - # "b") >= 1', False),
        ('(# "a" if "b" else # "b") >= 1', True),
        ('min(# "a", # "b") >= 1', False),
    ],
)
def test_positive_programs_have_comparisons_of_one_sign(text, positive):
    assert facts(parse(f"accept {text}")).positive == positive


def test_numbers_count_with_their_binary_digits():
    sizes = [facts(load(f"count_k:k={k}")).size for k in (1, 1000, 10**6)]
    assert sizes == [5, 14, 24]
    assert facts(load("parity_k:k=100")).size > 50
