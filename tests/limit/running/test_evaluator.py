"""The fast evaluator: words alone or together, all positions or the last."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise.errors import WordError
from lengthwise.limit.constructions.named_machines import construction
from lengthwise.limit.machine import Attention
from lengthwise.limit.running import _head_outputs, definition, evaluator
from tests import strategies as our
from tests.limit.weigher import weigher


def assert_equal(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@settings(max_examples=100)
@given(our.machines(), st.data())
def test_streams_and_outputs_are_those_of_the_definition(machine, data):
    word = data.draw(our.words(machine.alphabet, min_size=0, max_size=14))
    fast = evaluator.streams(machine, word)
    slow = definition.streams(machine, word)
    assert len(fast) == len(slow) == len(machine.layers) + 1
    for found, expected in zip(fast, slow, strict=True):
        assert_equal(found, expected)
    assert_equal(evaluator.outputs(machine, word), slow[-1] @ machine.readout.T)


@settings(max_examples=100)
@given(our.machines(layers=(0, 1, 2)), st.data())
def test_words_of_different_lengths_run_together(machine, data):
    word = our.words(machine.alphabet, min_size=1 - machine.bos, max_size=9)
    words = tuple(data.draw(st.lists(word, max_size=6)))
    expected = [definition.outputs(machine, word) for word in words]
    together = evaluator.batch(machine, words)
    ends = evaluator.last(machine, words)
    assert len(together) == len(words)
    assert ends.shape == (len(words), len(machine.readout))
    for found, end, rows in zip(together, ends, expected, strict=True):
        assert_equal(found, rows)
        assert_equal(end, rows[-1])


@settings(max_examples=50)
@given(our.machines(layers=(1, 2), kinds=("softmax",)), st.data())
def test_the_attention_that_is_asked_for_replaces_that_of_the_machine(machine, data):
    word = data.draw(our.words(machine.alphabet))
    for attention in (Attention("hardmax"), Attention("finite", 2)):
        told = {"attention": attention}
        expected = definition.outputs(machine, word, **told)
        assert_equal(evaluator.outputs(machine, word, **told), expected)
        assert_equal(evaluator.last(machine, (word,), **told)[0], expected[-1])
        streams = evaluator.streams(machine, word, **told)
        assert_equal(streams[-1] @ machine.readout.T, expected)


@pytest.mark.parametrize("kind", our.KINDS)
@pytest.mark.parametrize("bos", [False, True])
def test_words_longer_than_a_block_give_the_same(kind, bos, monkeypatch):
    monkeypatch.setattr("lengthwise.limit.running._head_outputs.CELLS", 500)
    monkeypatch.setattr("lengthwise.limit.running.evaluator.CELLS", 500)
    rng = np.random.default_rng(3)
    sizes = {"layers": 2, "heads": 2, "delta": 3, "tau": 2, "kind": kind, "bos": bos}
    machine = our.random_machine(rng, **sizes)
    words = [our.random_word(rng, machine.alphabet, n) for n in (90, 5, 5, 5, 90)]
    for word, found in zip(words, evaluator.batch(machine, words), strict=True):
        assert_equal(found, definition.outputs(machine, word))


@settings(max_examples=100)
@given(our.machines(kinds=("hardmax", "infinite")), st.data())
def test_without_the_length_in_the_logits_the_future_does_not_matter(machine, data):
    word = data.draw(our.words(machine.alphabet, min_size=2))
    cut = data.draw(st.integers(1, len(word) - 1))
    whole = evaluator.outputs(machine, word)
    assert_equal(whole[: cut + machine.bos], evaluator.outputs(machine, word[:cut]))


@settings(max_examples=100)
@given(our.machines(kinds=("softmax", "finite")), st.data())
def test_at_a_fixed_length_the_future_does_not_matter(machine, data):
    word = data.draw(our.words(machine.alphabet, min_size=2))
    cut = data.draw(st.integers(1, len(word) - 1))
    rest = len(word) - cut
    other = data.draw(our.words(machine.alphabet, min_size=rest, max_size=rest))
    whole = evaluator.outputs(machine, word)[: cut + machine.bos]
    changed = evaluator.outputs(machine, word[:cut] + other)[: cut + machine.bos]
    assert_equal(whole, changed)


def test_with_the_length_in_the_logits_a_longer_future_matters():
    machine = weigher(1.0)
    assert evaluator.outputs(machine, "ab")[1, 0] == pytest.approx(2 / 3)
    assert evaluator.outputs(machine, "abb")[1, 0] == pytest.approx(3 / 4)


def test_the_mark_is_a_key_and_counts_in_the_length():
    assert evaluator.last(weigher(1.0, bos=True), ["ab"])[0, 0] == pytest.approx(3 / 5)


def test_the_empty_word_has_an_output_only_behind_the_mark():
    assert evaluator.outputs(weigher(1.0), "").shape == (0, 1)
    assert evaluator.outputs(weigher(1.0, bos=True), "").shape == (1, 1)
    assert evaluator.last(weigher(1.0, bos=True), ["", "a"]).shape == (2, 1)
    with pytest.raises(WordError, match="empty word"):
        evaluator.last(weigher(1.0), ["a", ""])


def test_no_words_give_no_outputs():
    assert evaluator.batch(weigher(1.0), []) == ()
    assert evaluator.last(weigher(1.0), []).shape == (0, 1)


def test_a_foreign_symbol_is_named():
    for call in (evaluator.streams, evaluator.outputs):
        with pytest.raises(WordError, match="'z'"):
            call(weigher(1.0), "az")
    with pytest.raises(WordError, match="'z'"):
        evaluator.last(weigher(1.0), ["a", "z"])


def test_later_layers_that_read_few_distinct_rows_are_counted(monkeypatch):
    machine = construction("kgram_exact:k=1,S=3")
    word = Random(0).choices(machine.alphabet.symbols, k=200)
    dense = evaluator.streams(machine, word)
    ends = evaluator.last(machine, [word, word[::-1]])
    monkeypatch.setattr(_head_outputs, "LONG", 50)
    monkeypatch.setattr(_head_outputs, "dense", None)
    for found, expected in zip(evaluator.streams(machine, word), dense, strict=True):
        assert_equal(found, expected)
    assert_equal(evaluator.last(machine, [word, word[::-1]]), ends)
