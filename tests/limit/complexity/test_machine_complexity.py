import math
from dataclasses import replace

import pytest
from hypothesis import given

from lengthwise.limit.complexity.hardmax import hardmax_log2
from lengthwise.limit.complexity.machine_complexity import complexity
from lengthwise.limit.complexity.margins import logit_margin, positional_margin
from lengthwise.limit.complexity.norms import printed_norm, safe_norm
from lengthwise.limit.complexity.two_layer_constants import two_layer_constants
from lengthwise.limit.constructions.named_machines import (
    k_gram,
    mod_p_task,
    simple_task,
)
from lengthwise.limit.machine import Attention
from tests.conftest import EXPENSIVE
from tests.strategies import machines


@EXPENSIVE
@given(machines(layers=(1,), kinds=("finite",)))
def test_a_layer_with_rounding_has_margin_norms_and_hardmax_length(machine):
    found = complexity(machine)
    assert found.delta == machine.delta
    assert found.tau == machine.tau
    assert found.layers == 1
    assert found.heads == (len(machine.layers[0].heads),)
    assert found.gamma == logit_margin(machine)
    assert found.hardmax_log2 == hardmax_log2(
        p=machine.attention.bits, gamma=found.gamma
    )
    assert printed_norm(machine) == found.L
    assert found.L_safe == safe_norm(machine)
    assert found.positional_gamma is None
    assert found.log10_C is None


@EXPENSIVE
@given(machines(layers=(2, 3), kinds=("softmax", "finite")))
def test_deeper_machines_have_no_numbers_of_one_layer(machine):
    found = complexity(machine)
    assert found.gamma is found.L is found.L_safe is found.hardmax_log2 is None
    assert found.positional_gamma is found.log10_C is None
    assert len(found.heads) == found.layers == len(machine.layers)


def test_two_layers_with_infinite_precision_have_positional_margin_and_c():
    machine = k_gram(k=2, S=3)
    found = complexity(machine)
    assert found.positional_gamma == positional_margin(machine) == 2.0
    log_C = two_layer_constants(machine).log_C()
    assert found.log10_C == pytest.approx(log_C / math.log(10))
    assert found.gamma is found.hardmax_log2 is found.L is found.L_safe is None


def test_one_layer_with_infinite_precision_has_norms_and_no_c():
    machine = replace(simple_task(omega=2.0), attention=Attention("infinite"))
    found = complexity(machine)
    assert found.gamma is found.log10_C is None
    assert found.positional_gamma == 1.0
    assert found.L_safe == safe_norm(machine)


def test_the_attention_kind_can_be_overridden():
    machine = mod_p_task(p=3, bits=8)
    assert complexity(machine).hardmax_log2 == 1.0
    assert complexity(machine, attention=Attention("hardmax")).hardmax_log2 == 0.0
    assert complexity(machine, attention=Attention("softmax")).hardmax_log2 is None
    assert complexity(machine, attention=Attention("finite", 16)).hardmax_log2 == 2.0


def test_a_machine_knows_its_complexity():
    machine = mod_p_task(p=3)
    assert machine.complexity == complexity(machine)
    assert "period delta                3" in str(machine.complexity)
