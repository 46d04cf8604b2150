"""The limit T -> infinity against closed forms and against long words."""

import math
from dataclasses import replace

import numpy as np
import pytest

from lengthwise.analysis.enumerated import infinite_length as at_infinity
from lengthwise.analysis.enumerated.audit import audit
from lengthwise.analysis.enumerated.infinite_length import (
    limit_at,
    limits_by_residue,
)
from lengthwise.limit.constructions.one_layer_machines import mod_p_task
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.models import LimitNet
from lengthwise.models.limit_net.export import to_limit
from lengthwise.models.limit_net.net import blank
from lengthwise.tasks.catalogue import task
from lengthwise.words import Alphabet
from tests.tasks.task_texts import lead_file


def net(symbols, *, delta=1, seed=0, kind="infinite", lags=(0.0,), read=1.0):
    rng = np.random.default_rng(seed)
    width, units = 6, 20
    return LimitTransformer(
        alphabet=Alphabet("012"[:symbols]),
        embedding=rng.normal(size=(symbols, width)),
        positions=rng.normal(size=(delta, width)),
        layers=(
            Layer(
                heads=(
                    Head(
                        bilinear=rng.normal(size=(width, width)) / width,
                        value=rng.normal(size=(width, width)) / width,
                        lags=np.array(lags),
                    ),
                ),
                mlp=MLP(
                    inner=rng.normal(size=(units, width)),
                    bias=rng.normal(size=units),
                    outer=rng.normal(size=(width, units)) / units,
                ),
            ),
        ),
        readout=read * rng.normal(size=(1, width)),
        attention=Attention(kind),
    )


@pytest.mark.parametrize("omega", [1.0, 4.0, 16.0])
def test_a_net_that_says_zero_has_the_second_moment_of_the_sine(omega):
    square = 0.5 - math.sin(2 * omega) / (4 * omega)
    (found,) = limits_by_residue(net(3, read=0.0), task("simple", omega=omega))
    assert found == pytest.approx(math.sqrt(square), rel=1e-9)


@pytest.mark.parametrize("p", [1, 2, 3, 5, 8])
def test_a_net_that_says_zero_has_the_second_moment_of_a_share(p):
    found = limits_by_residue(net(2, delta=p, read=0.0), task("modp", p=p))
    assert found == pytest.approx([math.sqrt(1 / 3)] * p, rel=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_long_words_come_close_at_rate_one_over_the_length(seed):
    machine, subject = net(3, seed=seed), task("simple", omega=4)
    errors = {e.length: e.rms for e in audit(machine, subject, [64, 128, 256]).errors}
    # The error is smooth in 1/T, so this cancels the first order.
    straight = 2 * errors[256] - errors[128]
    (found,) = limits_by_residue(machine, subject)
    assert found == pytest.approx(straight, rel=2e-3)
    assert abs(errors[256] - straight) < abs(errors[64] - straight)


@pytest.mark.parametrize("seed", range(2))
def test_every_residue_has_a_limit_of_its_own(seed):
    machine, subject = net(2, delta=2, seed=seed), task("modp", p=2)
    found = limits_by_residue(machine, subject)
    assert abs(found[0] - found[1]) > 1e-3
    for residue in (0, 1):
        lengths = [n + residue for n in (100, 200)]
        near, far = (e.rms for e in audit(machine, subject, lengths).errors)
        assert found[residue] == pytest.approx(2 * far - near, rel=2e-3)


def test_there_is_none_where_the_output_is_not_one_of_frequencies():
    subject = task("simple", omega=4)
    assert limits_by_residue(net(3, kind="softmax"), subject) is None
    assert limits_by_residue(net(3, lags=(0.0, 1.0)), subject) is None
    assert limits_by_residue(net(3), task("kgram", k=1, S=3)) is None
    assert limits_by_residue(net(3, delta=2), subject) is None


def test_the_limit_at_a_length_is_that_of_its_residue():
    machine, subject = net(2, delta=3, seed=1), task("modp", p=3)
    every = limits_by_residue(machine, subject)
    assert [limit_at(machine, subject, n) for n in (600, 601, 602)] == list(every)
    assert len(set(every)) == 3
    assert limit_at(net(2, delta=3, kind="softmax"), subject, 600) is None


def nearly_right(p):
    """The construction with plain logits, which leak, and units with kinks."""
    machine = mod_p_task(p=p)
    (layer,) = machine.layers
    width = machine.width
    kinks = np.linspace(0.1, 0.9, 9)
    inner = np.zeros((len(kinks), width))
    inner[:, -1] = 1.0
    outer = np.zeros((width, len(kinks)))
    outer[-1] = 0.2 * (-1.0) ** np.arange(len(kinks))
    bent = replace(layer, mlp=MLP(inner=inner, bias=-kinks, outer=outer))
    return replace(machine, layers=(bent,), attention=Attention("infinite"))


@pytest.mark.parametrize("p", [3, 4, 5, 8])
def test_small_errors_with_kinks_are_integrated_well(p):
    """Against a plain Monte Carlo mean, in few and in many dimensions."""
    machine, subject = nearly_right(p), task("modp", p=p)
    rng = np.random.default_rng(1)
    size, length = 400_000, at_infinity.FAR // p * p
    ones = rng.uniform(size=(size, p))
    frequencies = np.stack([1 - ones, ones], axis=1)
    counts = at_infinity._counts(frequencies, length - 1)
    square = np.zeros(size)
    for place, symbol in enumerate("01"):
        gap = outputs_of_counts(machine, counts, (symbol,))[:, 0]
        square += frequencies[:, place, 0] * (gap - ones[:, 0]) ** 2
    wanted = math.sqrt(square.mean())
    noise = square.std() / math.sqrt(size) / (2 * wanted**2)
    assert noise < 0.001
    found = limits_by_residue(machine, subject)[0]
    assert found == pytest.approx(wanted, rel=0.002 + 4 * noise)


def test_a_label_in_a_file_of_ones_own_has_no_known_limit():
    net = blank(LimitNet(symbols=3, scaling="none"))
    assert limits_by_residue(to_limit(net), lead_file().task("TASK")) is None
