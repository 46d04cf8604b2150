import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError, WordError
from lengthwise.limit.complexity.margins import (
    attention_table,
    logit_margin,
    positional_margin,
    possible_logits,
    printed_logit_margin,
    realized_gap,
)
from lengthwise.limit.constructions.named_machines import (
    k_gram,
    mod_p_task,
    simple_task,
)
from lengthwise.limit.machine import MLP, Head, Layer, LimitTransformer
from lengthwise.words import Alphabet, Statistics
from tests.conftest import EXPENSIVE
from tests.strategies import ALPHABETS, machines, words

SLACK = 1e-9


def one_layer(**sizes):
    return machines(layers=(1,), heads=(1, 2), **sizes)


def with_lags(lags):
    """One symbol, no content, and these lags."""
    one = np.ones((1, 1))
    head = Head(bilinear=0 * one, value=one, lags=np.array(lags))
    layer = Layer(heads=(head,), mlp=MLP.none(1))
    return LimitTransformer(
        alphabet=Alphabet("a"), embedding=one, layers=(layer,), readout=one
    )


def all_logits(machine, length):
    """The logits of the last position of every word: heads x words x keys."""
    symbols = len(machine.alphabet)
    tokens = np.array(list(itertools.product(range(symbols), repeat=length)))
    if machine.bos:
        tokens = np.insert(tokens, 0, symbols, axis=1)
    read = tokens.shape[1]
    places = np.arange(1, read + 1) % len(machine.positions)
    y = machine.embedding[tokens] + machine.positions[places]
    found = []
    for head in machine.layers[0].heads:
        bias = np.zeros(read)
        bias[: len(head.lags)] = head.lags[:read]
        found.append(
            np.einsum("wjd,de,we->wj", y, head.bilinear, y[:, -1]) + bias[::-1]
        )
    return np.array(found)


def smallest_difference(values):
    gaps = np.diff(np.sort(values, axis=-1), axis=-1)
    return gaps[gaps > SLACK].min(initial=math.inf)


def gap_below_largest(values):
    below = values.max(axis=-1, keepdims=True) - values
    return below[below > SLACK].min(initial=math.inf)


def test_far_keys_count_in_the_margin():
    machine = with_lags([0.25])
    assert printed_logit_margin(machine) == math.inf
    assert logit_margin(machine) == 0.25
    assert realized_gap(machine, "aa") == 0.25


@given(one_layer(delta=(1, 2, 3), tau=(0, 1, 2)))
def test_no_word_up_to_length_6_has_a_gap_below_the_margin(machine):
    margin = logit_margin(machine)
    for length in range(1, 7):
        logits = all_logits(machine, length)
        assert margin <= gap_below_largest(logits) + SLACK
        assert margin <= smallest_difference(logits) + SLACK


@given(one_layer(delta=(1, 2), tau=(0, 1), alphabet=ALPHABETS[:2]))
def test_words_attain_the_margin_where_the_own_position_has_no_bias(machine):
    # With a bias at distance 0 the margin also counts pairs that no word has; with any
    # bias where there is a mark: what is near to the mark has no key beyond it.
    biased = slice(None) if machine.bos else slice(1)
    if any(head.lags[biased].any() for head in machine.layers[0].heads):
        return
    found = min(smallest_difference(all_logits(machine, n)) for n in range(1, 9))
    assert logit_margin(machine) == pytest.approx(found)


@given(
    one_layer(delta=(1, 2, 3), tau=(0, 1), alphabet=ALPHABETS[:2]), st.integers(0, 1000)
)
def test_possible_logits_are_those_that_words_have(machine, seed):
    rng = np.random.default_rng(seed)
    (layer,) = machine.layers
    # Generic numbers, so that equal values have one cause; no bias at distance 0, where
    # the margin also counts pairs that no word has.
    head = Head(
        bilinear=rng.normal(size=(3, 3)),
        value=np.eye(3),
        lags=np.append(0.0, rng.normal(size=machine.tau)),
    )
    machine = replace(machine, layers=(replace(layer, heads=(head,)),))
    symbols, delta = len(machine.alphabet), machine.delta
    found = {query: set() for query in itertools.product(range(symbols), range(delta))}
    for length in range(1, machine.tau + 2 * delta + 2):
        (logits,) = all_logits(machine, length)
        for number, row in enumerate(logits):
            query = (number % symbols, (length + machine.bos) % delta)
            found[query] |= set(row.round(9) + 0.0)
    for query, values in zip(found, possible_logits(machine, head), strict=True):
        assert set(values.round(9) + 0.0) == found[query]


@given(one_layer())
def test_the_printed_margin_is_never_smaller(machine):
    assert printed_logit_margin(machine) >= logit_margin(machine)


@EXPENSIVE
@given(st.data(), one_layer(delta=(1, 2, 3), tau=(0, 1, 2)))
def test_the_gap_of_a_word_is_that_of_its_logits(data, machine):
    word = data.draw(words(machine.alphabet, max_size=7))
    tokens = machine.alphabet.encode(word)
    number = int(np.ravel_multi_index(tokens, (len(machine.alphabet),) * len(word)))
    logits = all_logits(machine, len(word))[:, number]
    gap = realized_gap(machine, word)
    assert gap == pytest.approx(gap_below_largest(logits))
    assert gap >= logit_margin(machine) - SLACK
    seen = Statistics.of(word, machine.alphabet, delta=machine.delta, tau=machine.tau)
    assert realized_gap(machine, seen) == gap


def test_the_gap_of_a_word_of_a_billion_symbols():
    machine = simple_task(omega=4.0, bits=8)
    seen = Statistics(
        alphabet=machine.alphabet,
        delta=1,
        tau=0,
        counts=((0,), (3,), (999_999_996,)),
        suffix=("2",),
    )
    assert realized_gap(machine, seen) == 8.0


def test_a_gap_needs_a_symbol_and_its_own_statistics():
    machine = mod_p_task(p=3)
    with pytest.raises(WordError, match="empty word"):
        realized_gap(machine, "")
    seen = Statistics.of("0110", machine.alphabet, delta=2, tau=0)
    with pytest.raises(
        SpecError, match=r"delta=2, tau=0; the machine requires .* delta=3"
    ):
        realized_gap(machine, seen)


def test_the_position_of_the_query_belongs_to_the_token_of_the_query():
    eye = np.eye(3)
    head = Head(bilinear=np.arange(9.0).reshape(3, 3), value=eye)
    machine = LimitTransformer(
        alphabet=Alphabet("a"),
        embedding=eye[:1],
        positions=eye[1:],
        layers=(Layer(heads=(head,), mlp=MLP.none(3)),),
        readout=eye,
    )
    table = attention_table(machine, head)[0, :, 0, :]
    for query, key in itertools.product(range(2), repeat=2):
        y, z = eye[0] + eye[1 + query], eye[0] + eye[1 + key]
        assert table[query, key] == z @ head.bilinear @ y


def test_a_machine_without_layers_has_no_margin_and_two_layers_have_none_either():
    bare = LimitTransformer(
        alphabet=Alphabet("ab"), embedding=np.eye(2), layers=(), readout=np.eye(2)
    )
    assert logit_margin(bare) == realized_gap(bare, "ab") == math.inf
    assert positional_margin(bare) == math.inf
    with pytest.raises(SpecError, match="a machine of 2 layers"):
        logit_margin(k_gram(k=1, S=2))


@pytest.mark.parametrize(
    ("lags", "margin"),
    [
        ([0.5, 0.0], 0.5),  # token-dominated: 1 against 0.5
        ([-2.0], 1.0 - -2.0),
        ([1.0, 0.4], 0.6),  # balanced
        ([2.0, 0.0], 1.0),  # position-dominated
        ([3.0, 3.0, 2.5], 0.5),
        ([0.0, 3.0], 2.0),
        ([1.0, 1.0], math.inf),
    ],
)
def test_the_positional_margin_is_the_lead_of_the_winning_order(lags, margin):
    assert positional_margin(with_lags(lags)) == pytest.approx(margin)


def test_the_positional_margin_counts_lags_that_only_other_heads_have():
    one = np.ones((1, 1))
    heads = [
        Head(bilinear=one, value=one, lags=np.array(lags))
        for lags in ([-1.0], [0.0, 0.0, 5.0])
    ]
    machine = LimitTransformer(
        alphabet=Alphabet("a"),
        embedding=one,
        layers=(Layer(heads=tuple(heads), mlp=MLP.none(1)),),
        readout=one,
    )
    assert positional_margin(machine) == 1.0  # {-1, 0, 0, 1}, not {-1, 1}
