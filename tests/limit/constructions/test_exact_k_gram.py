"""The exact machine of the k-gram: all short words, and long ones that are hard."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.limit.constructions.exact_k_gram import exact_k_gram, softmax_error
from lengthwise.limit.machine import Attention
from lengthwise.limit.running import definition
from lengthwise.limit.running.evaluator import last, streams
from lengthwise.tasks.labels.word_labels import kgram
from tests.conftest import EXPENSIVE

KINDS = {
    "finite": None,
    "hardmax": Attention("hardmax"),
    "softmax": Attention("softmax"),
}


def errors(machine, words, *, k, S, attention):
    labels = np.array([kgram(word, k=k, S=S) for word in words])
    return np.abs(last(machine, words, attention=attention) - labels).max(axis=1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize(("S", "longest"), [(2, 12), (3, 7), (4, 6)])
def test_the_error_is_0_on_all_short_words(S, longest, k, kind):
    machine = exact_k_gram(k=k, S=S)
    for length in range(k + 1, longest + 1):
        words = list(machine.alphabet.words(length))
        worst = errors(machine, words, k=k, S=S, attention=KINDS[kind]).max()
        assert worst <= (
            softmax_error(bits=8, length=length) if kind == "softmax" else 0
        )


LONG = 3000
HARD = {
    # One occurrence, at the beginning, among thousands.
    "rare": (2, 3, "012" + "0" * LONG + "1"),
    "rare, late": (2, 3, "0" * LONG + "1200000" + "12"),
    # Every context but the last one agrees in all symbols but one.
    "near": (3, 2, "0011" + "001" * LONG + "011"),
    "near, never": (3, 2, "0" * LONG + "1"),
    "near, both sides": (3, 3, "1102" + "010" * LONG + "110"),
    # The first symbols do not have a context yet, but begin like one.
    "cut off": (3, 2, "01" + "1" * LONG + "001"),
    "never": (1, 4, "012" * LONG + "3"),
    "never, in the middle": (4, 3, "0121" * LONG + "0022"),
    "constant": (3, 2, "0" * LONG),
    "periodic": (3, 4, "0123021" * LONG),
    "alternating": (1, 2, "01" * LONG),
    "two halves": (2, 2, "0" * LONG + "1" * LONG),
}


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("kind", KINDS)
def test_the_error_is_0_on_long_words_that_are_hard(name, kind):
    k, S, word = HARD[name]
    machine = exact_k_gram(k=k, S=S)
    (worst,) = errors(machine, [word], k=k, S=S, attention=KINDS[kind])
    allowed = softmax_error(bits=8, length=len(word)) if kind == "softmax" else 0
    assert worst <= allowed + 1e-15


@EXPENSIVE
@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 12), st.data())
def test_every_prefix_has_its_label_by_definition(k, S, bits, data):
    machine = exact_k_gram(k=k, S=S, bits=bits)
    letters = st.sampled_from(machine.alphabet.symbols)
    word = tuple(data.draw(st.lists(letters, min_size=1, max_size=24)))
    found = definition.outputs(machine, word)
    for n in range(len(word) + 1):
        label = kgram(word[:n], k=k, S=S) if n > k else [1 / S] * S
        assert found[n].tolist() == list(label)
    soft = definition.outputs(machine, word, attention=KINDS["softmax"])[-1]
    assert np.abs(soft - found[-1]).max() <= softmax_error(bits=bits, length=len(word))


@pytest.mark.parametrize(
    "attention",
    [Attention("softmax"), Attention("finite", 1), Attention("finite", 60), None],
)
@pytest.mark.parametrize(("k", "S", "length"), [(4, 2, 6), (2, 3, 4), (7, 1, 12)])
def test_bits_are_the_symbols_before_each_position(k, S, length, attention):
    machine = exact_k_gram(k=k, S=S)
    for word in product(machine.alphabet, repeat=length):
        after = streams(machine, word, attention=attention)[1]
        bits = after[1:, (k + 1) * S : (2 * k + 1) * S].reshape(length, k, S)
        for i, h, s in product(range(length), range(1, k + 1), range(S)):
            stands = i >= h and word[i - h] == str(s)
            assert bits[i, h - 1, s] == stands
        assert not after[0, (k + 1) * S : (2 * k + 1) * S].any()


def test_a_bit_far_back_is_exact_too():
    machine = exact_k_gram(k=90, S=1)
    for attention in (None, Attention("softmax")):
        after = streams(machine, "0" * 120, attention=attention)[1]
        bits = after[1:, 91:181]
        assert (bits == (np.arange(120)[:, None] >= np.arange(1, 91))).all()


def test_the_error_with_softmax_falls_with_bits_and_length():
    assert softmax_error(bits=8, length=3) > softmax_error(bits=8, length=4)
    assert softmax_error(bits=8, length=3) > softmax_error(bits=9, length=3)
    word = "00001"
    soft = KINDS["softmax"]
    found = [
        errors(exact_k_gram(k=1, S=2, bits=b), [word], k=1, S=2, attention=soft)[0]
        for b in (1, 2, 4, 8)
    ]
    assert found == sorted(found)[::-1]
    assert found[0] > 0.1 > 1e-5 > found[-1]
    for numbers in ({"bits": 0, "length": 1}, {"bits": 1, "length": 0}):
        with pytest.raises(SpecError, match="1 or more"):
            softmax_error(**numbers)
