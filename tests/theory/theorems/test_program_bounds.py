from itertools import pairwise, product

import numpy as np
import pytest

from lengthwise.cli.cite_command import entries
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library import programs
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.theory.theorems.program_bounds import depth_one_length, program_bounds
from lengthwise.theory.verdict.decision import verdict


def applying(program):
    return [b.theorem for b in program_bounds(facts(program)) if b.applies]


def tower(letters, factor):
    """At least one a, and of each next letter at least `factor` times as many."""
    steps = [f'# "{b}" >= {factor}*# "{a}"' for a, b in pairwise(letters)]
    names = " ".join(f'"{a}"' for a in letters)
    first = f'# "{letters[0]}" >= 1'
    return f"alphabet {names}\naccept " + " && ".join([first, *steps])


@pytest.mark.parametrize(
    ("name", "theorems"),
    [
        ("majority_language", ["depth-1"]),
        ("count_k", ["depth-1", "yang-positive"]),
        ("tomita7", ["yang-positive"]),
        ("unique_copy_nope", ["yang-positive"]),
        ("dyck1", ["yang-no-bound"]),
        ("aa_star", []),
        ("tomita4", []),
        ("bin_majority_interleave", ["yang-no-bound"]),
    ],
)
def test_which_theorems_apply(name, theorems):
    assert applying(load(name)) == theorems


def test_it_is_said_why_a_theorem_does_not_apply():
    bounds = program_bounds(facts(parse("accept i mod 2 == 0 && # true > 3")))
    assert not any(bound.applies for bound in bounds)
    assert bounds[1].why == (
        "1 letter, counting depth 1, but positional predicates (periodic) occur"
    )


def test_a_square_is_not_said_of_five_letters_where_it_is_false():
    text = tower("abcde", 3)
    assert applying(parse(text)) == ["depth-1"]
    assert "O(T^2)" not in verdict(program=text).headline().bound
    # With numbers up to 3 it first accepts, and so first differs from false, at 121.
    first = tuple("".join(a * 3**k for k, a in enumerate("abcde")))
    assert len(first) == 121
    fewer = [first[:k] + first[k + 1 :] for k in range(121)]
    assert list(accepted(parse(text), [first, *fewer])) == [True] + [False] * 121
    assert depth_one_length(letters=5, T=3) >= 121


@pytest.mark.parametrize(("letters", "factor"), [("ab", 4), ("abc", 3), ("abcd", 2)])
def test_towers_are_first_accepted_where_they_are_said_to(letters, factor):
    size = sum(factor**k for k in range(len(letters)))
    counts = product(range(size + 1), repeat=len(letters))
    words = [
        tuple("".join(a * n for a, n in zip(letters, some, strict=True)))
        for some in counts
        if 0 < sum(some) <= size
    ]
    said = accepted(parse(tower(letters, factor)), words)
    lengths = [len(word) for word, yes in zip(words, said, strict=True) if yes]
    assert min(lengths) == size <= depth_one_length(letters=len(letters), T=factor)


@pytest.mark.parametrize(("letters", "T"), [(1, 4), (2, 1), (2, 2), (2, 3), (3, 1)])
def test_systems_of_comparisons_have_their_first_solution_in_time(letters, T):
    # Two programs of counting depth 1 differ where such a system holds.
    most = depth_one_length(letters=letters, T=T)
    points = np.indices((2 * most // letters + 1,) * letters).reshape(letters, -1)
    lengths = points.sum(axis=0)
    rng = np.random.default_rng(letters * 10 + T)
    for _ in range(300):
        holds = points[rng.integers(letters)] >= 1
        for _ in range(rng.integers(1, letters + 3)):
            *form, constant = rng.integers(-T, T + 1, size=letters + 1)
            holds &= np.asarray(form) @ points + constant >= rng.integers(0, 2)
        if holds.any():
            assert lengths[holds].min() <= most


@pytest.mark.parametrize("name", programs.names())
def test_every_bound_has_its_source_and_its_hypothesis(name):
    for bound in program_bounds(facts(load(name))):
        assert bound.key in entries()
        assert bound.hypothesis
        assert bound.statement
        assert bound.why
        # Of a subset that we have not seen nothing is claimed.
        assert not (bound.applies and bound.key == "chen2025nonasymptotic")


def test_two_layers_are_never_said_to_be_in_a_subset_that_we_do_not_know():
    bounds = {b.theorem: b for b in program_bounds(facts(load("dyck1")))}
    assert not bounds["chen-depth-2"].applies
    assert "not known whether" in bounds["chen-depth-2"].why


@pytest.mark.parametrize(
    ("text", "T"),
    [
        ('# "a" > # "b"', 1),
        ('# "a" + # ("a" || "b") >= 5*# "b"', 4),
        ('# "a" >= 7', 7),
        ('!(2*# "a" >= 3*# "b" && # true <= 4)', 4),
        ('(# "a" if "b" else 3*# "b") >= 2', 3),
        ('(2 if "b" else 9) <= # "a"', 9),
        ('#((2 if "b" else 0) >= 1 && !("a" && "b")) >= 2*# "a"', 2),
        ('#((20 if "b" else 0) + (10 if "a" else 30) >= 40) >= 4', 4),
        ('(# "a" if # "b" >= 6 else 0) - # "a" >= 2', 6),
    ],
)
def test_the_bound_of_counting_depth_one_has_its_number(text, T):
    known = facts(parse(f'alphabet "a" "b"\naccept {text}'))
    assert known.largest_number == T
    bound = program_bounds(known)[1]
    assert bound.applies
    assert f"up to {depth_one_length(letters=2, T=T):,} = m m!" in bound.statement
    assert f"m = 2 letters and T = {T}," in bound.statement


def test_a_program_that_does_not_count_sees_the_last_letter():
    text = 'alphabet "a" "b"\naccept "b"'
    assert applying(parse(text)) == ["depth-0", "yang-positive"]
    assert "words of one letter" in verdict(program=text).headline().bound
    assert facts(parse(text)).largest_number is None


def test_long_numbers_are_told_by_a_power_of_ten_above():
    letters = "abcdefghijklmnopqrstuvwxyz"
    known = facts(parse(tower(letters, 9)))
    found = program_bounds(known)[1].statement
    power = int(found.partition("10^")[2].partition(" ")[0])
    assert 10 ** (power - 1) < depth_one_length(letters=26, T=9) <= 10**power
