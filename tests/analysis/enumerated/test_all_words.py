"""All words of a length, one by one: for machines that see the order of symbols."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise.analysis.enumerated.all_words import (
    WORDS,
    audit_words,
    few_words,
    worst_word,
)
from lengthwise.analysis.predicted.construction import perturbed
from lengthwise.errors import SpecError
from lengthwise.limit.complexity.margins import positional_margin
from lengthwise.limit.constructions.named_machines import (
    k_gram,
    mod_p_task,
    simple_task,
)
from lengthwise.limit.machine import Attention
from lengthwise.limit.running.definition import outputs
from lengthwise.tasks.catalogue import task
from lengthwise.theory.worst_case import worst_case
from lengthwise.words import Alphabet


@given(st.sampled_from(["simple", "modp"]), st.integers(1, 6), st.integers(0, 99))
def test_the_worst_word_of_one_layer_is_found_from_statistics_too(name, length, seed):
    machine = simple_task(omega=3.0) if name == "simple" else mod_p_task(p=2)
    copy = perturbed(machine, 0.3, seed=seed)
    slow, fast = worst_word(machine, copy, length), worst_case(machine, copy, length)
    assert slow.value == pytest.approx(fast.value, abs=1e-9)
    assert slow.length == fast.length
    assert slow.size == len(machine.alphabet) ** length >= fast.size


@settings(max_examples=40)  # each reads up to 64 words by definition
@given(st.integers(1, 2), st.integers(1, 6), st.integers(0, 99))
def test_no_word_of_two_layers_is_worse_than_the_worst(k, length, seed):
    machine = k_gram(k=k, S=2)
    copy = perturbed(machine, 0.3, seed=seed)
    gaps = {
        word: np.linalg.norm(outputs(machine, word)[-1] - outputs(copy, word)[-1])
        for word in machine.alphabet.words(length)
    }
    found = worst_word(machine, copy, length)
    assert found.value == pytest.approx(max(gaps.values()), abs=1e-9)
    assert gaps[found.statistics.word()] == pytest.approx(found.value, abs=1e-9)


@given(st.integers(1, 4), st.sets(st.integers(1, 15)), st.integers(1, 8))
def test_lengths_with_few_words_are_kept(symbols, lengths, least):
    alphabet = Alphabet(str(s) for s in range(symbols))
    kept = few_words(alphabet, lengths, least=least)
    assert kept == sorted(kept)
    assert set(kept) == {n for n in lengths if n >= least and symbols**n <= WORDS}


def test_an_audit_of_two_layers_has_their_positional_margin():
    subject, machine = task("kgram:k=1,S=2"), k_gram(k=1, S=2, c=2.5)
    found = audit_words(machine, subject, [4])
    assert found.margin is None
    assert found.two_layer.gamma == positional_margin(machine) == 1.5
    assert "positional margin: gamma 1.5" in str(found)


def test_where_the_two_layer_theorem_is_silent_so_is_the_audit():
    subject, machine = task("kgram:k=1,S=2"), k_gram(k=1, S=2)
    rounded = replace(machine, attention=Attention("hardmax"))
    assert audit_words(rounded, subject, [4]).two_layer is None
    deeper = replace(machine, layers=(*machine.layers, machine.layers[-1]))
    assert audit_words(deeper, subject, [4]).two_layer is None


def test_what_is_not_looked_at_is_said():
    found = audit_words(k_gram(k=1, S=2), task("kgram:k=1,S=2"), [4, 64])
    assert "skipped: 64" in str(found)
    assert "  0 1 1 0 (says" in str(found)
    with pytest.raises(SpecError, match="audit a machine for simple, modp or kgram"):
        audit_words(k_gram(k=1, S=2), task("modp:p=2,k=1"), [4])
    with pytest.raises(SpecError, match=r"with 2 outputs cannot .* with 3"):
        audit_words(k_gram(k=1, S=2), task("kgram:k=1,S=3"), [4])
