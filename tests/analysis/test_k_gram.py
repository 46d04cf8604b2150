"""The k-gram on words: what its construction makes of them, and what is proved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.analysis.enumerated.along_word import outputs_and_labels
from lengthwise.analysis.predicted.construction import bounds_of
from lengthwise.limit.constructions.k_gram import k_gram
from lengthwise.limit.running.definition import outputs
from lengthwise.tasks.catalogue import task
from lengthwise.theory.theorems.machine_bounds import bounds_for
from lengthwise.theory.theorems.two_layer import kgram
from tests.conftest import EXPENSIVE


@EXPENSIVE
@given(st.integers(1, 3), st.integers(2, 3), st.data())
def test_values_are_those_of_the_machine_and_labels_those_of_the_task(k, S, data):
    subject, machine = task(f"kgram:k={k},S={S}"), k_gram(k=k, S=S)
    letters = st.sampled_from(subject.alphabet.symbols)
    word = tuple(data.draw(st.lists(letters, min_size=12, max_size=12)))
    found = outputs_and_labels(subject, machine, word, (1, 2, 5, 12))
    assert list(found) == [n for n in (1, 2, 5, 12) if n > k]
    for n, (value, label) in found.items():
        assert value == pytest.approx(outputs(machine, word[:n])[-1].tolist())
        assert label == subject.label(word[:n])


@pytest.mark.parametrize(("k", "eps"), [(1, 0.1), (2, 0.03), (3, 0.5)])
def test_the_corollary_is_added_and_nothing_else_changes(k, eps):
    machine = k_gram(k=k, S=2)
    found = bounds_of(task(f"kgram:k={k},S=2"), machine, machine, eps)
    for entry, plain in zip(found, bounds_for(machine, machine, eps), strict=True):
        if entry.theorem.name == "izzo-kgram":
            assert entry.bound == kgram(k=k, eps=eps)
            assert not plain.applies
        else:
            assert entry == plain
