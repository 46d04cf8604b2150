import pytest

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.tasks.catalogue import task
from lengthwise.training.problems import PROBLEMS, KGram, ModP, problem, sizes


@pytest.mark.parametrize("name", sorted(PROBLEMS))
def test_problems_are_the_tasks_of_the_catalogue(name):
    t = task(name)
    found, numbers = problem(name, dict(t.numbers))
    assert found.symbols == len(t.alphabet)
    assert found.law == t.law
    assert found.least == t.min_length
    assert {**sizes(found), **numbers} == dict(t.numbers)


def test_unknown_tasks_are_named():
    with pytest.raises(UnknownNameError, match="did you mean 'simple'"):
        problem("simpel", {})


@pytest.mark.parametrize(
    ("name", "numbers", "message"),
    [
        ("simple", {}, "gives \\['omega'\\]"),
        ("simple", {"omega": 1.0, "p": 2}, "it has \\['omega'\\]"),
        ("simple", {"omega": float("nan")}, "finite number"),
        ("simple", {"omega": float("inf")}, "finite number"),
        ("modp", {"p": 5, "k": 5}, "allowed are 0 to 4"),
        ("modp", {"p": 5, "k": 0.5}, "finite integer"),
        ("modp", {"p": 2.5, "k": 0}, "must be an integer"),
        ("kgram", {"k": 1}, "it has \\['S', 'k'\\]"),
    ],
)
def test_impossible_numbers_are_named(name, numbers, message):
    with pytest.raises(SpecError, match=message):
        problem(name, numbers)


def test_sizes_must_be_positive():
    with pytest.raises(SpecError, match="p is 0"):
        ModP(p=0)
    with pytest.raises(SpecError, match="k is 0, S is 2"):
        KGram(k=0, S=2)
