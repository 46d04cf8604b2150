"""What is known about a task: one value a family, and nothing of any other task."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from lengthwise.analysis.enumerated.labels_of_counts import count_label, targets
from lengthwise.analysis.every_length import _premise as compared
from lengthwise.errors import UnknownNameError
from lengthwise.limit.constructions.named_machines import (
    CONSTRUCTIONS,
    machine,
    task_text,
)
from lengthwise.limit.running.evaluator import last
from lengthwise.names import spelled_name
from lengthwise.tasks.catalogue import FAMILIES, task
from lengthwise.theory.knowledge.known import NOTHING
from lengthwise.theory.knowledge.lookup import KNOWLEDGE, knowledge_of, known_machine
from lengthwise.theory.verdict.consequences import consequences_of
from lengthwise.theory.verdict.decision import verdict
from lengthwise.words import Statistics


def wrong(word, omega):
    """A label function that is not that of the catalogue."""
    return omega * len(word)


def test_every_family_without_an_automaton_is_known_and_no_other():
    assert set(KNOWLEDGE) == {n for n in FAMILIES if task(n).dfa is None}


@pytest.mark.parametrize("name", KNOWLEDGE)
def test_every_value_settles_something_in_the_larger_class(name):
    found = KNOWLEDGE[name]
    parts = (found.program, found.machines, found.rows, found.reduction)
    assert any(part is not None for part in parts)
    assert knowledge_of(task(name)) is found


def test_a_task_that_only_bears_the_name_is_another_one():
    sine = task("simple")
    mine = replace(sine, rule=f"{__name__}:wrong")
    assert knowledge_of(sine) is KNOWLEDGE["simple"]
    assert knowledge_of(mine) is NOTHING
    assert verdict(task=mine).headline().answer == "unknown"
    assert knowledge_of(replace(task("parity"), name="modp")) is NOTHING
    odd = replace(sine)
    object.__setattr__(odd, "numbers", (("omega", float("nan")),))
    assert knowledge_of(odd) is NOTHING


def test_the_law_of_the_words_changes_nothing():
    urn = task("kgram:k=2,S=3").law
    assert knowledge_of(replace(task("simple"), law=urn)) is KNOWLEDGE["simple"]


@pytest.mark.parametrize("name", ["simple:omega=3", "simple:omega=100", "modp:p=4"])
def test_what_verdict_bound_and_audit_take_is_one_machine(name):
    subject = task(name)
    own = known_machine(subject)
    assert own.machine == consequences_of(verdict(task=subject), subject).machine
    assert own.machine == machine(name)
    rng = Random(0)
    words = [subject.draw(rng, 40) for _ in range(50)]
    gaps = last(machine(name), words)[:, 0] - [subject.label(word) for word in words]
    assert np.abs(gaps).max() <= own.error + 1e-9 <= 0.01


def test_the_premise_of_an_audit_compares_with_that_machine(monkeypatch):
    monkeypatch.setattr(compared, "ENUMERATED", 300)
    subject = task("simple:omega=100")
    found = compared.premise(known_machine(subject).machine, subject)
    assert found.agreement == 0  # the model is the machine itself
    assert found.error <= known_machine(subject).error


@pytest.mark.parametrize("name", ["simple:omega=3", "modp:p=3,k=1", "modp:p=1"])
def test_labels_by_counts_are_those_of_the_task(name):
    subject, rng = task(name), Random(1)
    for length in range(subject.min_length, 12):
        word = subject.draw(rng, length)
        seen = Statistics.of(word, subject.alphabet, delta=subject.period, tau=0)
        found = targets(subject, np.array([seen.counts]), seen.suffix)
        assert found[0] == pytest.approx(subject.label(word))
    assert count_label(task("kgram")) is None


@pytest.mark.parametrize("made", CONSTRUCTIONS.values(), ids=CONSTRUCTIONS)
def test_every_construction_by_name_is_of_a_task_with_a_known_machine(made):
    family = FAMILIES[made.task]
    assert set(made.numbers) == {number.name for number in family.parameters}
    assert KNOWLEDGE[made.task].machines is not None
    numbers = {number.name: number.default for number in family.parameters}
    assert task(task_text(spelled_name(made.name, numbers))) == task(made.task)


def test_a_construction_that_nobody_knows_has_no_task():
    with pytest.raises(UnknownNameError, match="no construction is called 'dyck1'"):
        task_text("dyck1")
