"""The learner of smallest automata: minimal, and right from 2n - 2 on."""

import itertools
import random

import pytest

import lengthwise as lw
from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import task
from lengthwise.theory.programs.automaton_learner import (
    different_word,
    smallest_automaton,
)
from lengthwise.theory.theorems.automata_lengths import dfa_length_complexity
from lengthwise.words import Alphabet
from tests.theory.programs.test_regular_programs import random_automaton

AB = Alphabet("ab")


def automata(states: int):
    """Every automaton over two letters with so many states."""
    targets = itertools.product(range(states), repeat=2)
    for rows in itertools.product(list(targets), repeat=states):
        for flags in itertools.product([False, True], repeat=states):
            yield DFA(AB, rows, 0, frozenset(k for k in range(states) if flags[k]))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_no_smaller_automaton_is_right_on_all_words(n):
    words = [word for k in range(n + 1) for word in AB.words(k)]
    smallest: dict[tuple[bool, ...], int] = {}
    for states in (1, 2):
        for dfa in automata(states):
            smallest.setdefault(tuple(map(dfa.accepts, words)), states)
    rng = random.Random(n)
    for _ in range(60):
        target = random_automaton(rng, 4)
        labels = {word: target.accepts(word) for word in words}
        learned = smallest_automaton(AB, labels, n)
        assert all(learned.accepts(word) == labels[word] for word in words)
        known = smallest.get(tuple(labels.values()))
        assert len(learned) == known if known else len(learned) > 2


def test_it_is_the_language_s_own_automaton_from_2n_minus_2_on():
    rng = random.Random(0)
    for _ in range(60):
        target = minimize(random_automaton(rng, rng.randint(1, 4)))
        enough = max(1, dfa_length_complexity(n=len(target)).length)
        learned = lw.learn(dfa=target, hypotheses="dfa", length=enough + 1)
        assert learned.n0 is not None
        assert learned.n0 <= enough
        assert learned.program is not None
        assert minimize(learned.program) == target
        assert [row.size for row in learned.rows] == sorted(
            row.size for row in learned.rows
        )


def test_2n_minus_2_is_needed_for_some_language():
    needed = {}
    rng = random.Random(1)
    for _ in range(400):
        target = minimize(random_automaton(rng, 3))
        n0 = lw.learn(dfa=target, hypotheses="dfa", length=6).n0
        needed[len(target)] = max(needed.get(len(target), 0), n0)
    assert needed[2] == 2
    assert needed[3] <= 4


def test_a_language_that_is_not_regular_needs_ever_more_states():
    learned = lw.learn("dyck1", hypotheses="dfa")
    sizes = [row.size for row in learned.rows]
    assert learned.n0 is None
    assert sizes[0] < sizes[3] < sizes[-1]
    assert learned.basis == "tested"
    assert "automaton is still wrong" in learned.sentence
    assert "accepting: 1" in str(learned)
    assert str(learned).endswith("Searched: every automaton with at most 6 states.")


def test_limits_end_it():
    assert lw.learn("dyck1", hypotheses="dfa", size=3).stop == "size"
    assert lw.learn("dyck1", hypotheses="dfa", seconds=1e-9).stop == "time"

    def interrupt(text: str) -> None:
        if text.endswith("length 3"):
            raise KeyboardInterrupt

    learned = lw.learn("dyck1", hypotheses="dfa", watch=interrupt)
    assert learned.stop == "interrupted"
    assert [row.size for row in learned.rows[:3]] == [2, 3, None]
    assert "No automaton" in learned.sentence


def test_a_program_says_nothing_about_the_empty_word():
    learned = lw.learn(program="tomita1", hypotheses="dfa")
    assert learned.notes == (
        "the empty word has no label here; it is taken as rejected",
    )
    assert learned.rows[-1].final


def test_examples_are_for_programs():
    with pytest.raises(SpecError, match="all words up to a length"):
        lw.learn(examples=[("ab", True)], hypotheses="dfa")


def test_different_words_are_shortest():
    one, other = task("tomita4").dfa, task("tomita1").dfa
    assert one is not None
    assert other is not None
    assert different_word(one, one) is None
    assert different_word(one, other) == ("0",)
