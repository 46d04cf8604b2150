"""Shortest differences and proofs at counting depth 1, against all words."""

import math
import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.parser import parse
from lengthwise.theory.programs import count_search
from lengthwise.theory.programs.count_conditions import (
    CountProgram,
    Needed,
    views,
    views_count,
)
from lengthwise.theory.programs.count_proof import (
    Contradiction,
    CountProof,
    Enter,
    Same,
    flaw,
    longest_needed,
)
from lengthwise.theory.programs.count_search import (
    Difference,
    GaveUp,
    shortest_difference,
)
from lengthwise.theory.programs.length_with_positions import largest_numbers
from tests.theory.programs.test_state_search import searched

LETTERS = ("a", "b")


def random_text(seed):
    """A program of counting depth 1 with periodic and local predicates."""
    random = Random(seed)

    def where():
        return random.choice(
            ['"a"', '"b"', '("a" && i mod 2 == 0)', '("b" && i mod 2 == 1)', "true"]
        )

    def count():
        k = random.choice([1, 1, 2, 3])
        tally = random.choice(["#"] * 5 + ["#[i - j == 1]"])
        return f"{k}*({tally} {where()})"

    def form():
        one, other = count(), count()
        return random.choice(
            [
                one,
                f"{one} + {other}",
                f"min({one}, {other})",
                f'({one} if "a" else {other})',
                f"({one} if {other} >= 2 else {count()})",
            ]
        )

    def comparison():
        op = random.choice(["==", "!=", "<", "<=", ">", ">="])
        return f"{form()} {op} {count()} + {random.randrange(4)}"

    join = random.choice(["&&", "||"])
    return f"accept {comparison()} {join} {random.choice(['', '!'])}({comparison()})"


def count_programs(*texts, letters=LETTERS):
    return [CountProgram(parse(text), letters) for text in texts]


def variants(seed):
    """A random program, and one that differs in a number or not at all."""
    random, text = Random(seed), random_text(seed)
    return text, random.choice(
        [
            text.replace(" + 1", " + 2"),
            text.replace(">=", ">"),
            text.replace("accept ", "accept !!") if "||" not in text else text,
            random_text(seed + 10**6),
            f"accept {text.removeprefix('accept ')} && {random_text(5)[7:]}",
        ]
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_shortest_difference_is_that_of_all_words(seed):
    first, second = map(parse, variants(seed))
    programs = [CountProgram(one, LETTERS) for one in (first, second)]
    found = shortest_difference(*programs, most_steps=1500)
    lags = max(one.largest_lag for one in programs)
    words = searched(first, second, LETTERS, most_states=4000)
    if isinstance(found, Difference):
        assert words.word is None or len(words.word) in {found.length, *range(lags + 1)}
        assert words.word is not None or words.length < found.length
    elif isinstance(found, GaveUp):
        assert words.word is None or len(words.word) > found.length
    else:
        assert words.word is None or len(words.word) <= lags
        assert flaw(found, *programs) is None


PLANTED = [
    ('accept # "a" >= 10', 'accept # "a" >= 11', 10),
    ('accept 2*# "a" >= 3*# "b"', 'accept 2*# "a" > 3*# "b"', 5),
    ('accept 5*# "a" >= 7*# "b" + 2', 'accept 5*# "a" > 7*# "b" + 2', 10),
    ('accept "a" && # "a" == 7*# "b"', 'accept "a" && # "a" == 6*# "b"', 7),
    ("accept # (i mod 3 == 0) >= 4", "accept # (i mod 3 == 1) >= 4", 10),
    (
        'accept #[i - j == 1] "a" >= 1 && # "a" >= 4 + # "b"',
        'accept #[i - j == 1] "a" >= 1 && # "a" >= 5 + # "b"',
        4,
    ),
]


@pytest.mark.parametrize(("first", "second", "length"), PLANTED)
def test_a_planted_mistake_is_found_at_the_shortest_length(first, second, length):
    found = shortest_difference(*count_programs(first, second), most_steps=5000)
    words = searched(parse(first), parse(second), LETTERS, most_states=10**5)
    assert found.length == len(words.word) == length


def test_a_number_that_no_word_could_show_is_found():
    texts = 'accept # "a" >= 1000000000000', 'accept # "a" > 1000000000000'
    assert shortest_difference(*count_programs(*texts), most_steps=50).length == 10**12


EMPTY_TRIANGLE = """
above = 3*# "a" >= 2*# "b" + # "c" + 1 && # "a" + 2*# "b" + 1 >= 3*# "c"
accept # "a" <= # "c" && above
"""
# A triangle in a - c and b - c with fractions but no whole numbers inside.


EVEN = "i mod 2 == 0 && "


@pytest.mark.parametrize(
    "text",
    [
        EMPTY_TRIANGLE,
        EMPTY_TRIANGLE.replace("accept ", f"accept {EVEN}"),
        re.sub('# ("[abc]")', rf"# ({EVEN}\1)", EMPTY_TRIANGLE),
        EMPTY_TRIANGLE.replace("accept ", 'accept #[i - j == 1] "a" >= 1 && '),
    ],
)
def test_fractions_that_no_equation_excludes_are_proved_to_be_no_word(text):
    programs = count_programs(text, "accept false", letters=("a", "b", "c"))
    proof = shortest_difference(*programs, most_steps=100)
    assert flaw(proof, *programs) is None


def test_splits_on_counts_end_with_the_length_of_the_theorem(monkeypatch):
    monkeypatch.setattr(count_search, "EVERY", 1)
    programs = count_programs(EMPTY_TRIANGLE, "accept false", letters=("a", "b", "c"))
    longest = longest_needed(*programs)
    assert longest == 3 * 6 * 3**2 * 5
    open_ended = shortest_difference(*programs, most_steps=200)
    assert isinstance(open_ended, GaveUp)
    assert open_ended.length > 10
    proof = shortest_difference(*programs, longest=longest, most_steps=5000)
    assert flaw(proof, *programs) is None
    shorter = shortest_difference(*programs, longest=50, most_steps=5000)
    assert flaw(shorter, *programs) == "words longer than 50 may differ"


def test_with_positions_the_theorem_is_about_counts_in_residue_classes():
    programs = count_programs("accept # (i mod 2 == 0) >= 1", "accept false")
    letters, period = len(LETTERS), 2
    unknowns = letters * period
    longest = 1 + unknowns * math.factorial(unknowns) * 4
    assert longest_needed(*programs) == longest
    proof = CountProof((), longest=10)
    assert flaw(proof, *programs) == "words longer than 10 may differ"


@pytest.mark.parametrize("seed", range(40))
def test_no_comparison_has_a_larger_number_than_the_theorem_reads(seed):
    [program] = count_programs(random_text(seed))
    for view in views([program], LETTERS):
        coefficient, constant = largest_numbers(program, len(view.window))
        waiting = [{}]
        while waiting:
            decided = waiting.pop()
            asked = program.outputs(view, decided)
            if isinstance(asked, Needed):
                for condition in (asked.condition, asked.condition.negated()):
                    assert max(map(abs, condition.coefficients)) <= coefficient
                    assert abs(condition.constant) <= constant
                waiting += [
                    {**decided, asked.condition: says} for says in (True, False)
                ]


def test_views_are_the_ends_of_words_and_the_residues_of_lengths():
    texts = 'accept #[i - j == 2] "a" >= 1', "accept # (i mod 3 == 1) >= 2"
    assert views_count(count_programs(*texts), len(LETTERS)) == 2**3 * 3


EQUAL = (
    'accept # "a" >= 3*# "b" && # "a" >= 3*# "b" - 1',
    'accept # "a" > 3*# "b" - 1',
)


def test_a_damaged_proof_is_refused():
    programs = count_programs(*EQUAL)
    proof = shortest_difference(*programs, most_steps=100)
    assert flaw(proof, *programs) is None
    view, steps = proof.trees[0]

    def with_steps(*new):
        return flaw(CountProof(((view, new), *proof.trees[1:])), *programs)

    assert "nothing is said" in flaw(CountProof(()), *programs)
    assert "may differ at step 0" in with_steps(Same())
    assert "may all hold" in with_steps(Contradiction(()))
    assert "may all hold" in with_steps(Contradiction(((0, Fraction(-1)),)))
    assert "no step 8" in with_steps(replace(steps[0], holds=8), *steps[1:])
    assert "leads back" in with_steps(replace(steps[0], fails=0), *steps[1:])
    enter = Enter(frozenset({0}), 1, 2)
    assert "words may begin in the states" in with_steps(enter, *steps[1:])
    other = count_programs(EQUAL[0], 'accept # "a" >= 3*# "b" + 1')
    assert flaw(proof, *other) is not None


def test_every_leaf_of_a_proof_is_checked():
    programs = count_programs(*EQUAL)
    proof = shortest_difference(*programs, most_steps=100)
    damaged = 0
    for tree, (view, steps) in enumerate(proof.trees):
        for place, step in enumerate(steps):
            if isinstance(step, Contradiction):
                wrong = (*steps[:place], Same(), *steps[place + 1 :])
            elif isinstance(step, Same):
                wrong = (*steps[:place], Contradiction(()), *steps[place + 1 :])
            else:
                continue
            trees = (*proof.trees[:tree], (view, wrong), *proof.trees[tree + 1 :])
            assert flaw(CountProof(trees), *programs) is not None
            damaged += 1
    assert damaged > 4


def test_next_token_programs_are_compared_in_all_that_they_emit():
    first = 'next "a" = # "a" < 4\nnext "b" = # "a" >= 4'
    second = 'next "a" = # "a" < 4\nnext "b" = # "a" >= 5'
    found = shortest_difference(*count_programs(first, second), most_steps=50)
    assert found.length == 4
    only_one = 'next "a" = # "a" < 4'
    assert (
        shortest_difference(*count_programs(first, only_one), most_steps=50).length == 4
    )


def test_the_random_programs_are_of_counting_depth_one():
    depths = [facts(parse(random_text(seed))).counting_depth for seed in range(60)]
    assert set(depths) <= {0, 1}
    assert depths.count(1) > 50
