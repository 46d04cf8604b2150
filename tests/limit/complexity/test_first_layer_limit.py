import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.margins import positional_margin
from lengthwise.limit.complexity.two_layer_constants import two_layer_constants
from lengthwise.limit.constructions.named_machines import mod_p_task
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.limit.running.definition import attend, streams, terms
from lengthwise.words import Alphabet
from tests.conftest import EXPENSIVE
from tests.limit.first_layer_limit import limit_stream, limit_values
from tests.limit.two_layers import first_layers, with_second_layer
from tests.strategies import words

INFINITE = Attention("infinite")


@EXPENSIVE
@given(st.data(), first_layers())
def test_layer_1_is_as_near_to_its_limit_form_as_promised(data, machine):
    word = data.draw(words(machine.alphabet, max_size=24))
    machine = with_second_layer(machine, seed=0)
    constants = two_layer_constants(machine)
    stream = machine.embed(word)
    limits = limit_values(machine, word)
    i = np.arange(1.0, len(word) + 1)
    for h, head in enumerate(machine.layers[0].heads):
        u = attend(head, stream, attention=INFINITE)
        decay = 4 * (machine.tau + 1) * np.exp(2 * constants.kappa[h]) * i**-constants.g
        promised = 2 * constants.v[h] * np.minimum(1, decay)
        distance = np.linalg.norm(u - limits[h], axis=1)
        assert (distance <= promised * (1 + 1e-9) + 1e-12).all()
    after = streams(machine, word, attention=INFINITE)[1] - limit_stream(machine, word)
    for place, distance in enumerate(np.linalg.norm(after, axis=1), start=1):
        log_d = constants.log_distance(log_decay=-constants.g * math.log(place))
        assert distance <= math.exp(log_d) * (1 + 1e-9) + 1e-12


def one_head(lags, rng):
    # Small contents: the decay sets in at lengths of the order exp(2 kappa).
    return LimitTransformer(
        alphabet=Alphabet("abc"),
        embedding=rng.normal(size=(3, 3)),
        layers=(
            Layer(
                heads=(
                    Head(
                        bilinear=rng.normal(size=(3, 3)) * 0.1,
                        value=rng.normal(size=(3, 3)),
                        lags=np.array(lags),
                    ),
                ),
                mlp=MLP.none(3),
            ),
        ),
        readout=np.eye(3),
        attention=INFINITE,
    )


def head_and_limit(machine, stream, i):
    """What the head adds at position `i`, and its limit form, from their formulas."""
    (head,) = machine.layers[0].heads
    past = stream[:i]
    content = past @ head.bilinear @ past[-1]
    lags = np.pad(head.lags, (0, i))[:i][::-1]
    exact = terms(content, lags, attention=INFINITE, length=i)
    top = max(1.0, head.lags.max())
    kept = np.exp(content) * ((lags == top) + (top == 1.0) / i)
    values = past @ head.value.T
    return exact @ values / exact.sum(), kept @ values / kept.sum()


@pytest.mark.parametrize(
    ("lags", "gamma"),
    [
        ([0.0, 0.5], 0.5),
        ([0.0, 0.8], 0.2),
        ([1.0, 0.4], 0.6),
        ([0.0, 2.0], 1.0),
        ([0.5, 1.3], 0.3),
        ([1.5, 1.5], 0.5),
    ],
    ids=[
        "token-dominated 0.5",
        "token-dominated 0.2",
        "balanced 0.6",
        "position-dominated 1",
        "position-dominated 0.3",
        "two equal maxima 0.5",
    ],
)
def test_the_distance_decays_with_the_positional_margin(lags, gamma):
    rng = np.random.default_rng(5)
    machine = one_head(lags, rng)
    assert positional_margin(machine) == pytest.approx(gamma)
    # Nine neighbors in this word show each pair of symbols once, wherever they begin.
    stream = machine.embed("aabacbbcc" * 8_000)
    lengths = [1 << e for e in range(9, 17)]
    errors = []
    for length in lengths:
        pairs = [head_and_limit(machine, stream, length + k) for k in range(9)]
        errors.append(np.sqrt(np.mean([np.sum((u - v) ** 2) for u, v in pairs])))
    slope = np.polyfit(np.log(lengths), np.log(errors), 1)[0]
    assert slope == pytest.approx(-gamma, abs=0.05)


@EXPENSIVE
@given(st.data(), first_layers())
def test_the_limit_form_is_its_formula(data, machine):
    word = data.draw(words(machine.alphabet, min_size=4, max_size=12))
    found = limit_values(machine, word)
    stream = machine.embed(word)
    for h, head in enumerate(machine.layers[0].heads):
        layer = replace(machine.layers[0], heads=(head,))
        alone = replace(machine, layers=(layer,))
        for i in range(machine.tau + 1, len(word) + 1):
            expected = head_and_limit(alone, stream, i)[1]
            assert found[h, i - 1] == pytest.approx(expected)


def test_before_the_first_lag_exists_the_own_value_stands_in():
    rng = np.random.default_rng(0)
    machine = one_head([0.0, 0.0, 2.0], rng)
    (head,) = machine.layers[0].heads
    own = machine.embed("ab") @ head.value.T
    assert limit_values(machine, "ab")[0] == pytest.approx(own)


def test_machines_without_a_known_limit_form_are_refused():
    with pytest.raises(SpecError, match="period 3"):
        limit_values(mod_p_task(p=3), "01")
    bare = LimitTransformer(
        alphabet=Alphabet("ab"), embedding=np.eye(2), layers=(), readout=np.eye(2)
    )
    assert limit_values(bare, "ab").shape == (0, 2, 2)
    with pytest.raises(SpecError, match="without layers"):
        limit_stream(bare, "ab")
