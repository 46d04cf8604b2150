"""Bounds for two machines: numbers from the weights, and why a theorem is silent."""

import dataclasses
import json
import math

import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.margins import logit_margin, tie_spread
from lengthwise.limit.complexity.norms import printed_norm, safe_norm
from lengthwise.limit.complexity.two_layer_constants import two_layer_constants
from lengthwise.limit.constructions.k_gram import k_gram
from lengthwise.limit.constructions.one_layer_machines import mod_p_task, simple_task
from lengthwise.limit.machine import Attention
from lengthwise.theory.minimax.patterns import attending
from lengthwise.theory.theorems.calculator import bounds
from lengthwise.theory.theorems.machine_bounds import bounds_for
from lengthwise.theory.theorems.two_layer import explicit
from lengthwise.words import Alphabet
from tests.strategies import random_machine

SINE = simple_task(omega=4.0)
ROUNDED = [f"izzo-4.1-{x}" for x in ("workshop", "full", "explicit", "explicit-pe")]


def made(seed=0, **sizes):
    return random_machine(np.random.default_rng(seed), **sizes)


def with_attention(machine, kind, bits=None):
    return dataclasses.replace(machine, attention=Attention(kind, bits))


def test_one_layer_numbers_are_read_off_the_weights():
    other = simple_task(omega=4.0, pieces=8)
    found = bounds_for(SINE, other, 0.1, agreement=0.05, alpha0=1.0)
    common = {"tau": 0, "delta": 1, "eps": 0.1, "sigma": 3, "agreement": 0.05}
    margin = {"p": 8, "gamma": min(logit_margin(SINE), logit_margin(other))}
    printed = bounds(**common, **margin, L=max(map(printed_norm, (SINE, other))))
    safe = bounds(**common, **margin, L=max(map(safe_norm, (SINE, other))))
    for name in ("izzo-4.1-full", "izzo-4.1-c", "lower-delta-l-eps", "izzo-hardmax"):
        assert found[name].value == printed[name].value
    assert found["izzo-4.1-explicit"].value == safe["izzo-4.1-explicit"].value
    assert found["izzo-4.2"].applies
    assert "0.25 for every x" in found["izzo-4.1-explicit"].why
    assert dict(found.numbers)["L_safe"] == max(map(safe_norm, (SINE, other)))
    assert "\ngiven: eps = 0.1, p = 8" in str(found)


def test_the_machine_that_becomes_hardmax_last_decides():
    slow = with_attention(made(1), "finite", 4)
    quick = with_attention(made(1), "finite", 2)
    gamma = logit_margin(slow)
    for pair in ((slow, quick), (quick, slow)):
        found = bounds_for(*pair, 0.1)
        assert found["izzo-hardmax"].value == pytest.approx(2 ** (4 / gamma))
    hard = with_attention(made(1), "hardmax")
    assert bounds_for(hard, hard, 0.1)["izzo-hardmax"].value == 1
    assert bounds_for(hard, hard, 0.1, p=8)["izzo-hardmax"].value == 1
    assert bounds_for(hard, quick, 0.1)["izzo-hardmax"].value == 2 ** (2 / gamma)


def test_softmax_without_rounding_never_has_a_hardmax_length():
    soft = with_attention(SINE, "softmax")
    found = bounds_for(soft, soft, 0.1, alpha0=1.0)
    for name in (*ROUNDED, "izzo-hardmax", "izzo-4.1-c", "izzo-4.2"):
        assert "without rounding" in found[name].why
        assert found[name].value is None
    assert "2^" not in str(found)
    assert found["izzo-4.1-explicit-softmax"].applies
    run_with_bits = bounds_for(soft, soft, 0.1, p=8, alpha0=1.0)
    assert run_with_bits["izzo-4.2"].applies
    assert run_with_bits["izzo-hardmax"].value == 2
    assert not run_with_bits["izzo-4.1-explicit-softmax"].applies


@pytest.mark.parametrize(
    ("sizes", "why"),
    [
        ({"heads": 2}, "stated for one head; the machines have 2 and 2"),
        ({"bos": True}, "without the mark"),
        ({"heaviside": True, "units": 9}, "discontinuous readout"),
        ({"kind": "infinite"}, "infinite attention belongs to two layers"),
    ],
)
def test_why_the_one_layer_theorems_do_not_apply(sizes, why):
    machine = made(3, **{"kind": "finite"} | sizes)
    found = bounds_for(machine, machine, 0.1)
    for name in ROUNDED:
        assert why in found[name].why
        assert not found[name].applies
    assert json.dumps(found.json(), allow_nan=False)


def test_a_norm_that_leaves_out_the_residual_path_is_void():
    task = mod_p_task(p=3)
    found = bounds_for(task, task, 0.1)
    assert "void" in found["izzo-4.1-full"].why
    assert found["izzo-4.1-explicit-pe"].applies
    assert "delta = 3" in found["izzo-4.1-explicit"].why


def test_ties_within_rounding_hold_up_to_a_length():
    # 0.1 + 0.2 and 0.3 differ in the last digit: a tie, but for absurd lengths.
    f = attending(Alphabet("ab"), {"a": 0.1, "b": 0.3}, classes=(0.2, 0.0))
    f = dataclasses.replace(f, readout=np.ones((1, f.width)))
    f = with_attention(f, "finite", 8)
    assert 0 < tie_spread(f) < 1e-13
    assert logit_margin(f) == pytest.approx(0.2)
    why = bounds_for(f, f, 0.1)["izzo-4.1-explicit-pe"].why
    assert "within rounding" in why
    assert "adds at most eps for |x| <= 10^" in why


def test_two_layers_get_the_two_layer_theorems():
    one, other = k_gram(k=1, S=2, b=1.0), k_gram(k=1, S=2, b=2.0)
    found = bounds_for(one, other, 0.1)
    pair = tuple(map(two_layer_constants, (one, other)))
    made_by_hand = explicit(constants=pair, eps=0.1).at_constant_one.log10
    assert found["izzo-5.2-explicit"].size.log10 == made_by_hand
    assert found["izzo-5.2"].size.log10 >= made_by_hand
    assert found["izzo-5.2-explicit"].constants == "one"
    entry = found["izzo-5.2-explicit"]
    assert "two constants" in entry.why
    assert entry.assumed == "two of its constants set to 1"
    assert "about one layer" in found["izzo-4.1-full"].why


def test_why_the_two_layer_theorems_do_not_apply():
    target = k_gram(k=1, S=2)
    rounded = with_attention(target, "softmax")
    why = bounds_for(rounded, target, 0.1)["izzo-5.2"].why
    assert why == "about infinite attention; the machines have softmax and infinite"
    machine = made(2, layers=2, kind="infinite", delta=2)
    assert (
        "allowed for the constants" in bounds_for(machine, machine, 0.1)["izzo-5.2"].why
    )


def test_other_depths_get_no_bound():
    one, three = made(layers=1), made(layers=3)
    for pair, layers in (((one, three), "1 and 3"), ((three, three), "3 and 3")):
        found = bounds_for(*pair, 0.1)
        assert not any(entry.applies for entry in found)
        assert f"the machines have {layers} layers" in found["izzo-5.2"].why


def test_machines_that_do_not_fit_are_refused():
    with pytest.raises(SpecError, match="both must have the same alphabet"):
        bounds_for(SINE, mod_p_task(p=2), 0.1)
    with pytest.raises(SpecError, match="the numbers must be equal"):
        bounds_for(made(outputs=1), made(outputs=2), 0.1)
    with pytest.raises(SpecError, match="eps is nan"):
        bounds_for(SINE, SINE, math.nan)
