"""Two layers: the computable length against the bound it inverts, in log space."""

import dataclasses
import math

import numpy as np
import pytest

from lengthwise.limit.complexity.two_layer_constants import two_layer_constants
from lengthwise.limit.constructions.k_gram import k_gram
from lengthwise.theory.theorems.two_layer import explicit, two_layer, two_layer_of
from tests.strategies import random_machine


def constants(seed, scale):
    """The constants of a random two-layer machine with weights of a scale."""
    rng = np.random.default_rng(seed)
    sizes = {"layers": 2, "heads": 1, "tau": 1, "kind": "infinite", "width": 4}
    machine = random_machine(rng, **sizes)
    head = machine.layers[1].heads[0]

    def scaled(value):
        return scale * rng.normal(size=value.shape)

    layers = tuple(
        dataclasses.replace(
            layer,
            heads=tuple(
                dataclasses.replace(
                    h,
                    bilinear=scaled(h.bilinear),
                    value=scaled(h.value),
                    lags=h.lags if h is not head else np.zeros(1),
                )
                for h in layer.heads
            ),
        )
        for layer in machine.layers
    )
    return two_layer_constants(dataclasses.replace(machine, layers=layers))


@pytest.mark.parametrize("scale", [0.1, 0.5, 2.0])
@pytest.mark.parametrize("eps", [1.0, 1e-3])
def test_the_length_is_the_smallest_with_a_small_bound(scale, eps):
    pair = constants(1, scale), constants(2, scale)
    found = explicit(constants=pair, eps=eps).at_constant_one
    log_n = found.log10 * math.log(10)
    assert math.isfinite(found.log10)
    just, below = (
        max(one.log_bound(log_n=x) for one in pair) for x in (log_n, 0.999 * log_n)
    )
    assert just <= math.log(eps) + 1e-9
    assert log_n == 0 or below > math.log(eps)


@pytest.mark.parametrize("seed", range(5))
def test_it_never_exceeds_the_form_of_the_theorem(seed):
    pair = constants(seed, 0.3), constants(seed + 100, 0.3)
    computed = explicit(constants=pair, eps=0.01)
    form = two_layer_of(constants=pair, eps=0.01)
    assert computed.at_constant_one.log10 <= form.at_constant_one.log10 + 1e-9
    assert computed.order == form.order


def test_the_form_for_machines_is_that_for_numbers():
    one = two_layer_constants(k_gram(k=1, S=2, b=1.0))
    C = math.exp(one.log_C())
    plain = two_layer(C=C, eps=0.1, positional_gamma=one.gamma)
    made = two_layer_of(constants=(one,), eps=0.1)
    assert made.at_constant_one.log10 == pytest.approx(plain.at_constant_one.log10)
    assert "log10 C = 11.38" in made.note


def test_large_accuracies_need_nothing():
    one = constants(3, 0.05)
    assert explicit(constants=(one,), eps=1e50).at_constant_one.value < 3
    assert two_layer(C=1, eps=10, positional_gamma=0.1).at_constant_one.value == 1
