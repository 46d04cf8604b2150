"""The search says of languages what the theorem says, read literally."""

import itertools
from collections import Counter
from random import Random

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.theory.membership.search.decide import membership
from lengthwise.words import Alphabet
from tests.theory.membership.padding_graph import (
    separated,
    separates,
    stable_maps,
    window_graph,
)
from tests.theory.membership.share import by_transitions

MOST_MAPS = 40


def agree(dfa: DFA) -> bool:
    """Whether both say the same; True where the graph would be too large."""
    if len(stable_maps(dfa.transitions)) > MOST_MAPS:
        return True
    answer = membership(dfa, positions="periodic-local", acceptance="end")
    return answer.answer == ("yes" if separates(dfa.transitions) else "no")


def minimal(rows: tuple[tuple[int, ...], ...], accepting: set[int]) -> DFA | None:
    """The automaton if it is minimal."""
    alphabet = Alphabet("abc"[: len(rows[0])])
    dfa = DFA(alphabet, rows, 0, frozenset(accepting))
    return dfa if len(minimize(dfa)) == len(rows) else None


def test_all_automata_with_two_letters_and_up_to_three_states():
    wrong, number = [], 0
    for states in (2, 3):
        for flat in itertools.product(range(states), repeat=2 * states):
            rows = tuple(itertools.pairwise(flat))[::2]
            swapped = tuple(row[::-1] for row in rows)
            dfa = minimal(rows, {states - 1})
            if dfa is not None and rows <= swapped:
                number += 1
                wrong += [] if agree(dfa) else [rows]
    assert (number > 100, wrong) == (True, [])


@pytest.mark.parametrize(("states", "widest", "periods"), [(2, 2, 3), (3, 2, 3)])
def test_windows_and_periods_tried_one_by_one_agree(states, widest, periods):
    answers = Counter()
    for dfa, _ in by_transitions(states):
        answer = membership(dfa, positions="periodic-local", acceptance="end").answer
        answers[answer] += 1
        rows = dfa.transitions
        sizes = itertools.product(range(widest + 1), range(1, periods + 1))
        found = any(separated(list(window_graph(rows, *size))) for size in sizes)
        assert found == (answer == "yes"), rows
    assert min(answers["yes"], answers["no"]) > 0


@pytest.mark.parametrize("letters", [2, 3])
def test_random_automata_with_four_states(letters):
    source, number = Random(letters), 0
    while number < 40:
        rows = tuple(tuple(source.choices(range(4), k=letters)) for _ in range(4))
        dfa = minimal(rows, {1, 3})
        if dfa is not None:
            number += 1
            assert agree(dfa), rows


@pytest.mark.parametrize(
    ("rows", "accepting"),
    [
        (((3, 2, 1), (1, 2, 0), (2, 2, 2), (3, 0, 2)), {1, 2}),
        (((1, 0, 2), (1, 0, 3), (2, 2, 2), (2, 3, 1)), {1, 2, 3}),
    ],
)
def test_two_paddings_are_needed(rows, accepting):
    dfa = minimal(rows, accepting)
    assert dfa is not None
    answer = membership(dfa, positions="periodic-local", acceptance="end")
    assert answer.answer == "no"
    assert not separates(rows)
    assert len(answer.evidence.neutral) == 2
