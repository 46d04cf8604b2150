import pytest

from lengthwise.crasp.facts import facts
from lengthwise.crasp.loading import load
from lengthwise.crasp.parser import parse
from lengthwise.theory.bounds.programs import program_bounds


@pytest.mark.parametrize(
    ("name", "theorems"),
    [
        ("majority_language", ["chen-depth-1"]),
        ("count_k", ["chen-depth-1", "yang-positive"]),
        ("tomita7", ["yang-positive"]),
        ("dyck1", ["yang-no-bound"]),
        ("aa_star", []),
        ("tomita4", []),
        ("bin_majority_interleave", ["yang-no-bound"]),
    ],
)
def test_which_theorems_apply(name, theorems):
    bounds = program_bounds(facts(load(name)))
    assert [bound.theorem for bound in bounds if bound.applies] == theorems


def test_it_is_said_why_a_theorem_does_not_apply():
    bounds = program_bounds(facts(parse("accept i mod 2 == 0 && # true > 3")))
    assert not any(bound.applies for bound in bounds)
    assert bounds[0].why == (
        "counting depth 1, but positional predicates (periodic) occur"
    )
