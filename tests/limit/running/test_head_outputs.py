"""The three forms of a head's average are one, at every position and block size."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.limit.machine import Attention, Head
from lengthwise.limit.running import _head_outputs as head_outputs
from lengthwise.limit.running import definition
from tests import strategies as our
from tests.conftest import EXPENSIVE


def kinds_of(machine, words):
    tokens = np.array([machine.alphabet.encode(word) for word in words])
    residues = np.arange(1 + machine.bos, tokens.shape[1] + 1 + machine.bos)
    numbers = tokens * machine.delta + residues % machine.delta
    if machine.bos:
        mark = np.full((len(words), 1), len(machine.alphabet) * machine.delta)
        numbers = np.concatenate([mark, numbers], axis=1)
    return np.unique(numbers, return_inverse=True)[1].reshape(numbers.shape)


@EXPENSIVE
@given(our.machines(layers=(1,), heads=(1,)), st.data())
def test_all_forms_equal_the_definition(machine, data):
    length = data.draw(st.integers(1, 12))
    word = our.words(machine.alphabet, min_size=length, max_size=length)
    words = data.draw(st.lists(word, min_size=1, max_size=3))
    (head,) = machine.layers[0].heads
    stream = np.array([machine.embed(word) for word in words])
    first = data.draw(st.integers(0, stream.shape[1] - 1))
    told = {"attention": machine.attention, "first": first}
    expected = [
        definition.attend(head, y, attention=machine.attention)[first:] for y in stream
    ]
    forms = [
        head_outputs.dense(head, stream, **told),
        head_outputs.classwise(head, stream, kinds_of(machine, words), **told),
    ]
    if not head.bilinear.any():
        forms.append(head_outputs.running(head, stream, **told))
    for found in forms:
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("first", [0, 1, 6, 12])
@pytest.mark.parametrize("cells", [1, 7, 60, 200, 1 << 20])
def test_blocks_of_any_size_give_the_same(cells, first, monkeypatch):
    monkeypatch.setattr(head_outputs, "CELLS", cells)
    rng = np.random.default_rng(0)
    machine = our.random_machine(rng, tau=2, delta=2)
    head = Head(
        bilinear=rng.normal(size=(3, 3)),
        value=rng.normal(size=(3, 3)),
        lags=rng.normal(size=3),
    )
    words = [our.random_word(rng, machine.alphabet, 13) for _ in range(3)]
    stream = np.array([machine.embed(word) for word in words])
    told = {"attention": machine.attention, "first": first}
    for found in (
        head_outputs.dense(head, stream, **told),
        head_outputs.classwise(head, stream, kinds_of(machine, words), **told),
    ):
        for y, rows in zip(stream, found, strict=True):
            expected = definition.attend(head, y, attention=machine.attention)
            np.testing.assert_allclose(rows, expected[first:], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kind", ["softmax", "hardmax", "infinite"])
def test_heads_without_logits_give_exact_quotients_of_counts(kind):
    rng = np.random.default_rng(1)
    stream = rng.integers(0, 2, size=(1, 2000, 4)) + 0.0
    head = Head(bilinear=np.zeros((4, 4)), value=np.eye(4))
    told = {"attention": Attention(kind), "first": 0}
    counts = np.cumsum(stream[0], axis=0).astype(int)
    expected = [
        [float(Fraction(int(c), i)) for c in row]
        for i, row in enumerate(counts, start=1)
    ]
    assert head_outputs.running(head, stream, **told)[0].tolist() == expected
    _, kinds = np.unique(stream[0], axis=0, return_inverse=True)
    assert (
        head_outputs.classwise(head, stream, kinds.reshape(1, -1), **told)[0].tolist()
        == expected
    )
    assert head_outputs.dense(head, stream, **told)[0].tolist() == expected


def chosen(monkeypatch, head, stream, kinds):
    called = []
    for form in ("running", "classwise", "dense"):
        monkeypatch.setattr(
            head_outputs, form, lambda *_, form=form, **__: called.append(form)
        )
    unchecked = getattr(head_outputs.average, "__wrapped__", head_outputs.average)
    unchecked(head, stream, kinds, attention=Attention(), first=0)
    return called


def test_the_cheapest_form_is_chosen(monkeypatch):
    stream = np.ones((1, 30, 2))
    few, many = np.zeros((1, 30), dtype=int), np.arange(30).reshape(1, 30)
    content = Head(bilinear=np.eye(2), value=np.eye(2))
    none = Head(bilinear=np.zeros((2, 2)), value=np.eye(2))
    assert chosen(monkeypatch, none, stream, few) == ["running"]
    assert chosen(monkeypatch, none, stream, None) == ["running"]
    assert chosen(monkeypatch, content, stream, few) == ["classwise"]
    assert chosen(monkeypatch, content, stream, many) == ["dense"]
    assert chosen(monkeypatch, content, stream, None) == ["dense"]
