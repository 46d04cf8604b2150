"""Known machines keep the error that is stated, and it is looked at, not drawn."""

from dataclasses import replace

import numpy as np
import pytest

from lengthwise.limit.constructions.k_gram import k_gram
from lengthwise.limit.running.evaluator import last
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.tasks.catalogue import task
from lengthwise.theory.knowledge.exact_machine import short_word_errors
from lengthwise.theory.knowledge.lookup import known_machine
from lengthwise.theory.verdict.consequences import consequences_of
from lengthwise.theory.verdict.decision import verdict


def machine_of_verdict(name):
    subject = task(name)
    return subject, consequences_of(verdict(task=subject), subject).machine


@pytest.mark.parametrize("name", ["kgram", "kgram:k=1,S=2", "kgram:k=3,S=2"])
def test_the_k_gram_of_the_verdict_is_right_on_all_words_of_4_to_7_symbols(name):
    subject, machine = machine_of_verdict(name)
    words = [word for n in range(4, 8) for word in subject.alphabet.words(n)]
    labels = np.array([subject.label(word) for word in words])
    assert np.abs(last(machine, words) - labels).max() == 0


@pytest.mark.parametrize("length", [10, 100, 1_000, 10_000])
def test_the_k_gram_of_the_verdict_is_right_where_the_context_is_rare(length):
    subject, machine = machine_of_verdict("kgram:k=2,S=3")
    word = tuple("012" + "0" * length + "1")
    assert subject.label(word) == (0, 0, 1)
    assert last(machine, [word])[0].tolist() == [0, 0, 1]


@pytest.mark.parametrize("omega", [0.5, 4.0, 40.0, 100.0])
def test_the_sine_keeps_its_error_on_all_counts(omega):
    subject = task("simple", omega=omega)
    known = known_machine(subject)
    assert known.error <= 0.01
    counts = [(a, b, c) for a in range(40) for b in range(40) for c in (0, 1, 50)]
    for symbol in "012":
        found = outputs_of_counts(
            known.machine, np.array(counts)[:, :, np.newaxis], (symbol,)
        )
        labels = [
            subject.label("0" * a + "1" * b + "2" * c + symbol) for a, b, c in counts
        ]
        assert np.abs(found[:, 0] - labels).max() <= known.error + 1e-9


@pytest.mark.parametrize("name", ["simple", "modp:p=3,k=1", "kgram:k=1,S=3"])
def test_all_short_words_are_looked_at(name):
    known = known_machine(task(name))
    found = short_word_errors(known)
    least, symbols = known.task.min_length, len(known.task.alphabet)
    assert found.words == sum(symbols**n for n in range(least, found.longest + 1))
    assert found.words > 1000
    assert found.error <= known.error


def test_a_machine_that_does_not_keep_its_error_is_found_out():
    known = known_machine(task("kgram:k=1,S=2"))
    wrong = replace(known, machine=k_gram(k=1, S=2))
    with pytest.raises(AssertionError, match="kgram:k=1,S=2 is off by"):
        short_word_errors(wrong)
    sine = known_machine(task("simple"))
    with pytest.raises(AssertionError, match="is off by"):
        short_word_errors(replace(sine, error=0.001))


def test_where_words_are_too_many_none_is_claimed():
    known = known_machine(task("modp:p=300"))
    assert short_word_errors(known).words == 0
    said = verdict(task="modp:p=300").headline().evidence
    assert "not checked: even the shortest inputs are too many" in said.text
    assert dict(said.details)["longest_looked_at"] is None


def test_other_tasks_have_no_known_machine():
    assert known_machine(task("dyck1")) is None
