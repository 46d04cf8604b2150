"""Every decision of a recognizer is compared: by words, and by counts for one layer."""

from dataclasses import replace

import numpy as np
import pytest

from lengthwise.analysis.enumerated.recognizer_audit import (
    audit_recognizer,
    recognized,
)
from lengthwise.analysis.enumerated.states_by_counts import StatesByCounts
from lengthwise.automata.regex import regex
from lengthwise.crasp.library.loading import load
from lengthwise.errors import SpecError
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.complexity.sign_inputs import sign_inputs
from lengthwise.limit.constructions.named_machines import simple_task
from lengthwise.tasks.catalogue import task
from lengthwise.words import Statistics

LIBRARY = [
    *("majority_language", "dyck1", "anbn", "anbncn", "contains_ab", "ends_in_b"),
    *("tomita1", "tomita4", "abab_star", "count_k:k=2", "maj_k:k=1", "parity_k:k=2"),
]
ONE_LAYER = ["majority_language", "count_k:k=2", "maj_k:k=1"]


def compiled(name):
    return compile_program(load(name))


@pytest.mark.parametrize("name", LIBRARY)
def test_programs_of_the_library_are_right_on_all_short_words(name):
    found = audit_recognizer(compiled(name), recognized(task(name)), range(1, 7))
    assert found.sentence == "Right on every word of the lengths 1, 2, 3, 4, 5, 6."
    assert {row.wrong for row in found.rows} == {0}
    assert all(row.inside in (None, 0.5) for row in found.rows)
    assert all(row.outside in (None, 0.5) for row in found.rows)


@pytest.mark.parametrize("name", ONE_LAYER)
@pytest.mark.parametrize("other", ["", "anbn", "abab_star", "tomita4"])
def test_counts_find_what_looking_at_every_word_finds(name, other):
    """Also where the language depends on the order, which the machine cannot see."""
    machine, language = compiled(name), recognized(task(other or name))
    machine = replace(machine, alphabet=language.alphabet)
    by_words = replace(language, language=None)
    for fast, slow in zip(
        audit_recognizer(machine, language, range(1, 9)).rows,
        audit_recognizer(machine, by_words, range(1, 9)).rows,
        strict=True,
    ):
        assert (fast.by, slow.by) == ("statistics", "words")
        assert fast.looked <= slow.looked == 2**fast.length
        assert (fast.inside, fast.outside) == (slow.inside, slow.outside)
        assert fast.sign == pytest.approx(slow.sign, abs=1e-15)
        assert (fast.wrong > 0) == (slow.wrong > 0)
        assert language.accepts(fast.worst) == fast.label
        assert machine(fast.worst).values[-1, 0] == fast.output


def test_one_layer_is_looked_at_far_beyond_what_can_be_enumerated():
    machine, language = compiled("majority_language"), task("majority_language")
    (row,) = audit_recognizer(machine, recognized(language), [200]).rows
    assert (row.looked, row.wrong, row.by) == (400, 0, "statistics")
    assert row.sign == pytest.approx(1 / (2 * 201))
    assert len(row.worst) == 200


def test_a_wrong_machine_is_told_first_with_its_word():
    found = audit_recognizer(
        compiled("majority_language"), recognized(task("anbn")), [4, 50]
    )
    assert str(found).startswith("Wrong: it accepts b b a a, which is not in anbn.\n")
    other = audit_recognizer(
        compiled("anbn"), recognized(task("majority_language")), [1]
    )
    assert other.sentence == "Wrong: it rejects a, which is in majority_language."


def test_lengths_with_too_many_words_are_left_out_and_said():
    found = audit_recognizer(compiled("dyck1"), recognized(task("dyck1")), [4, 64])
    assert found.left_out == (64,)
    assert "skipped: 64; these lengths have too many words" in str(found)
    assert "skipped" in found._repr_html_()
    with pytest.raises(SpecError, match="use shorter lengths"):
        audit_recognizer(compiled("dyck1"), recognized(task("dyck1")), [64])


def test_a_machine_over_other_symbols_is_refused():
    with pytest.raises(SpecError, match="does not recognize anbn"):
        audit_recognizer(compiled("dyck1"), recognized(task("anbn")), [4])


def test_a_net_without_signs_accepts_above_zero():
    """A machine that leads with 0 is the sine near 0: positive where 0 leads."""
    machine = simple_task(omega=1.0)
    lead = replace(
        recognized(task("majority_language")),
        alphabet=machine.alphabet,
        accepts=lambda word: word.count("0") > word.count("1"),
        language=None,
    )
    found = audit_recognizer(machine, lead, [1, 2, 3])
    assert {row.wrong for row in found.rows} == {0}
    assert {row.sign for row in found.rows} == {None}
    assert "nearest sign:" not in str(found)
    assert sign_inputs(replace(machine, layers=())) is None


@pytest.mark.parametrize("delta", [1, 2, 3])
@pytest.mark.parametrize("pattern", ["(ab)*", "(a|b)*ab", "a*b*a"])
def test_states_by_counts_are_those_of_all_words(pattern, delta):
    dfa = regex(pattern).dfa
    reached = StatesByCounts(dfa, delta=delta)
    for length in range(7):
        states = {}
        for word in dfa.alphabet.words(length):
            seen = Statistics.of((*word, "a"), dfa.alphabet, delta=delta, tau=0)
            states.setdefault(seen.counts, set()).add(dfa.run(word))
        assert {k: set(v) for k, v in reached.at(length).items()} == states
        for place, known in states.items():
            for state in known:
                word = reached.word(place, state)
                assert dfa.run(word) == state
                assert np.sum(place) == len(word)


def test_a_counter_language_that_died_stays_dead():
    reached = StatesByCounts(task("dyck1").language, delta=1)
    assert reached.at(3)[(1,), (2,)] == {None}
    assert not reached.accepts(None, ("(",))
