"""Shortest differences and proofs of programs that are paths, against all words."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from lengthwise.automata.regex import regex
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.theory.programs._program_states import ProgramStates
from lengthwise.theory.programs._whole_numbers import no_whole_solution
from lengthwise.theory.programs.count_proof import (
    Contradiction,
    Enter,
    Indivisible,
    Same,
    indivisible,
)
from lengthwise.theory.programs.count_search import Difference, GaveUp
from lengthwise.theory.programs.count_views import Condition
from lengthwise.theory.programs.equivalence import equivalent
from lengthwise.theory.programs.path_search import (
    PathProof,
    path_flaw,
    shortest_path_difference,
)
from lengthwise.theory.programs.state_search import AutomatonStates, first_difference

AB = 'alphabet "a" "b"\naccept '
C = 'alphabet "a" "b" "c"\naccept '
ODD = '# "a" + # "b" == 2*# "c" && # "a" == # "b" + 1'


def random_text(seed):
    """A program of counting depth 2 or 3 whose inner counts need few states."""
    random = Random(seed)

    def inner():
        return random.choice(
            [
                '"a"',
                '"b"',
                '(#[i - j == 1] "a" >= 1)',
                '("b" && #[i - j == 1] "b" >= 1)',
                '(# "a" >= 2)',
                '("a" && # "b" <= 1)',
                '("b" && exists("a" && exists "b"))',
                '("a" && i mod 2 == 0)',
            ]
        )

    def comparison():
        op = random.choice(["==", "<", "<=", ">", ">="])
        left, right = (f"{random.choice([1, 1, 2])}*#{inner()}" for _ in range(2))
        return f"{left} {op} {right} + {random.randrange(3)}"

    join = random.choice(["&&", "||"])
    return f"accept {comparison()} {join} {random.choice(['', '!'])}({comparison()})"


def variant(seed):
    random, text = Random(seed), random_text(seed)
    return random.choice(
        [
            text.replace(" + 1", " + 2"),
            text.replace(">=", ">"),
            text.replace("accept ", "accept !!"),
            f'accept {text[7:]} && #{"true"} >= 1 && !(# "a" > #(# "a" >= 1))',
        ]
    )


def states(text, letters="ab"):
    return ProgramStates(parse(text), letters)


def paths(first, second, letters="ab", steps=300):
    return shortest_path_difference(
        first, second, letters, most_edges=100, most_steps=steps
    )


@pytest.mark.parametrize("seed", [*range(30), 1044, 1155])
def test_the_shortest_difference_is_that_of_all_words(seed):
    sides = states(random_text(seed)), states(variant(seed))
    found = paths(*sides, steps=60)
    words = first_difference(*sides, "ab", most_states=2000)
    if isinstance(found, Difference):
        assert len(found.view.word(found.counts)) == found.length
        assert words.word is None or len(words.word) == found.length
        assert words.word is not None or words.length < found.length
    elif isinstance(found, GaveUp):
        assert words.word is None or len(words.word) > found.length
    else:
        assert words.word is None
        assert path_flaw(found, *sides, "ab") is None


DECIDED = [
    ("anbn", "anbn_deep"),
    ('accept # "a" <= #(# "a" >= 1)', "accept true"),
    (
        f'{AB}# (#[i - j == 1] "a" >= 1) >= # "b"',
        f'{AB}# "a" > # "b" || # "a" >= # "b" && "b"',
    ),
    (
        f'{AB}#("a" && #[i - j == 1] "b" >= 1) == # "a"',
        f'{AB}# ("a" && #[i - j == 1] "b" >= 1) >= # "a"',
    ),
    (
        f"{C}i mod 2 == 0 && {ODD}",
        f"{C}false",
    ),
]


@pytest.mark.parametrize(("first", "second"), DECIDED)
def test_what_states_alone_cannot_decide_is_proved_equal(first, second):
    found = equivalent(first, second)
    assert (found.answer, found.basis) == ("equal", "decided")
    assert found.how.startswith("a proof about")


def test_a_difference_that_no_search_over_states_reaches_is_found():
    first = f'{AB}# ("a" && # "a" >= 2) >= 300*#("b" && exists "a") + 5 && "b"'
    second = first.replace("+ 5", "+ 6")
    found = equivalent(first, second, most_states=500)
    assert (found.answer, found.length) == ("different", len(found.word))
    assert found.length == 307
    assert found.says == (True, False)


def test_a_program_that_counts_is_decided_against_an_expression():
    balanced = f'{AB}# "a" == # "b" && never ("b" && #[i - j == 1] "b" >= 1)'
    found = equivalent(balanced, regex="(ab)*")
    assert (found.answer, "".join(found.word)) == ("different", "ba")
    counted = f'{AB}# "a" == # "b" && never ("b" && i mod 2 == 1)'
    assert equivalent(counted, regex="(ab)*").answer == "equal"
    dfa = AutomatonStates(regex("(ab)*").dfa)
    proof = paths(states(counted), dfa)
    assert isinstance(proof, PathProof)
    assert path_flaw(proof, states(counted), dfa, "ab") is None


def test_a_proof_that_is_changed_has_a_flaw():
    text = DECIDED[2]
    sides = [ProgramStates(load(one), "ab") for one in text]
    proof = paths(*sides)
    assert path_flaw(proof, *sides, "ab") is None
    assert "another graph" in path_flaw(replace(proof, trees=()), *sides, "ab")
    wrong = 0
    for number, steps in enumerate(proof.trees):
        for place, step in enumerate(steps):
            if isinstance(step, Contradiction | Enter):
                changed = (*steps[:place], Same(), *steps[place + 1 :])
                trees = list(proof.trees)
                trees[number] = changed
                wrong += path_flaw(PathProof(tuple(trees)), *sides, "ab") is not None
    assert wrong > 3


def flaws(proof, sides, letters, kind, wrong):
    """The flaws of a proof in which one step of a kind is another one."""
    for number, steps in enumerate(proof.trees):
        for place, step in enumerate(steps):
            if isinstance(step, kind):
                changed = (*steps[:place], wrong(step), *steps[place + 1 :])
                trees = (*proof.trees[:number], changed, *proof.trees[number + 1 :])
                yield path_flaw(PathProof(trees), *sides, letters)


def test_circles_beside_the_path_are_entered_or_avoided():
    sides = states(random_text(1155)), states(variant(1155))
    proof = paths(*sides)
    assert path_flaw(proof, *sides, "ab") is None
    found = [
        *flaws(
            proof, sides, "ab", Enter, lambda one: replace(one, states=frozenset({0}))
        )
    ]
    assert found
    assert all("words may begin in the states" in one for one in found)


def test_a_fraction_that_should_be_whole_is_added_up():
    sides = [states(text, "abc") for text in DECIDED[4]]
    proof = paths(*sides, "abc")
    assert path_flaw(proof, *sides, "abc") is None
    other = Indivisible(((99, Fraction(1, 2)),))
    found = [*flaws(proof, sides, "abc", Indivisible, lambda _: other)]
    assert found
    assert all("may all hold" in one for one in found)


def test_circles_beside_the_path_are_no_word():
    """Numbers of letters that only a circle off the path would have are refuted."""
    text = f'{AB}never "b" && #("b" && exists "a") >= 1'
    sides = states(text), states(f"{AB}false")
    assert first_difference(*sides, "ab", most_states=10**4).word is None
    aside = states(
        f'{AB}# ("a" && exists "b") > 0*# "a" && # "b" == 0 && # "a" >= # "b"'
    )
    found = paths(aside, states(f"{AB}false"))
    assert isinstance(found, PathProof)


def test_inner_comparisons_of_unbounded_counts_have_no_graph():
    nested = states('accept never (# "a" < # "b")')
    assert paths(nested, nested) is None
    far = states('accept #[i - j == 2000] "a" >= 1')
    assert paths(far, far) is None


@pytest.mark.parametrize("seed", range(30))
def test_equations_without_whole_solutions_are_found_as_by_trying(seed):
    random = Random(seed)
    rows = [
        Condition(tuple(random.randint(-3, 3) for _ in range(2)), random.randint(-4, 4))
        for _ in range(2)
    ]
    (a, b), (c, d) = (row.coefficients for row in rows)
    if a * d == b * c:
        return
    known = [one for row in rows for one in (row, row.opposite())]
    found = no_whole_solution(known)
    det = a * d - b * c
    p, q = (-row.constant for row in rows)
    whole = (p * d - b * q) % det == 0 and (a * q - p * c) % det == 0
    assert (found is None) == whole
    assert found is None or indivisible(known, found)
    assert not indivisible(known, ((0, Fraction(1)), (2, Fraction(-1))))
