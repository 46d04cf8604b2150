"""The exact worst case against brute force over words."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise.errors import SpecError, TooLargeError, WordError
from lengthwise.limit.constructions.one_layer_machines import simple_task
from lengthwise.limit.running.definition import outputs
from lengthwise.theory.worst_case import worst_case
from tests.strategies import ALPHABETS, machine_of_seed, machines, random_machine


def brute_force(f, g, length):
    """The largest disagreement over all words, one after the other."""
    return max(
        float(np.linalg.norm(outputs(f, word)[-1] - outputs(g, word)[-1]))
        for word in f.alphabet.words(length)
    )


@st.composite
def pairs(draw):
    alphabet = draw(st.sampled_from(ALPHABETS))
    sizes = {"layers": (0, 1), "heads": (0, 1, 2), "delta": (1, 2, 3), "tau": (0, 1, 2)}
    return [draw(machines(**sizes, alphabet=(alphabet,))) for _ in "fg"]


@settings(max_examples=60)
@given(pairs(), st.integers(1, 5))
def test_it_is_the_maximum_over_all_words(pair, length):
    f, g = pair
    found = worst_case(f, g, length)
    assert found.value == pytest.approx(brute_force(f, g, length), abs=1e-9)
    word = found.statistics.word()
    assert len(word) == found.length == length
    assert outputs(f, word)[-1] == pytest.approx(np.array(found.f), abs=1e-9)
    assert outputs(g, word)[-1] == pytest.approx(np.array(found.g), abs=1e-9)
    assert np.linalg.norm(np.subtract(found.f, found.g)) == pytest.approx(found.value)


def test_the_periods_of_both_machines_count():
    f = machine_of_seed(1, delta=2, kind="hardmax")
    g = machine_of_seed(2, delta=3, tau=1, kind="hardmax")
    found = worst_case(f, g, 7)
    assert (found.statistics.delta, found.statistics.tau) == (6, 1)
    assert found.value == pytest.approx(brute_force(f, g, 7))


def test_the_empty_word_is_for_machines_that_read_a_mark():
    with_mark = [machine_of_seed(seed, bos=True) for seed in (1, 2)]
    assert worst_case(*with_mark, 0).value == pytest.approx(brute_force(*with_mark, 0))
    with pytest.raises(WordError, match="empty word"):
        worst_case(simple_task(omega=1.0), simple_task(omega=2.0), 0)


def test_interpolation_is_as_wrong_as_its_bound_allows():
    fine, coarse = (simple_task(omega=4.0, pieces=m) for m in (256, 16))
    found = worst_case(fine, coarse, 60)
    allowed = 4.0**2 / (2 * 16**2)
    assert 0.9 * allowed < found.value <= 1.01 * allowed
    assert "worst input of length 60" in str(found)
    assert found._repr_html_().startswith("<p>worst")


def test_too_many_statistics_are_refused_with_their_number():
    f = simple_task(omega=4.0)
    with pytest.raises(TooLargeError, match="150015000 different statistics") as caught:
        worst_case(f, f, 10_000)
    assert caught.value.size == 150_015_000
    with pytest.raises(TooLargeError, match="at most 5 are"):
        worst_case(f, f, 3, limit=5)


def test_machines_that_do_not_fit_are_refused():
    rng = np.random.default_rng(0)
    one = random_machine(rng)
    with pytest.raises(SpecError, match="the numbers must be equal"):
        worst_case(one, random_machine(rng, outputs=3), 3)
    with pytest.raises(SpecError, match="both must have the same alphabet"):
        worst_case(one, simple_task(omega=1.0), 3)
    with pytest.raises(SpecError, match="layers"):
        worst_case(one, random_machine(rng, layers=2), 3)
    with pytest.raises(SpecError, match="the length is -1; it must be at least 0"):
        worst_case(one, one, -1)


def test_a_word_of_one_symbol_is_written_as_it_is():
    f, g = simple_task(omega=4.0), simple_task(omega=4.0, pieces=4)
    assert "then" not in str(worst_case(f, g, 1))
