import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.norms import printed_norm, safe_norm
from lengthwise.limit.constructions.named_machines import (
    k_gram,
    mod_p_task,
    simple_task,
)
from lengthwise.limit.machine import MLP, LimitTransformer
from lengthwise.limit.running.on_statistics import masses, outputs
from lengthwise.words import Alphabet, Statistics
from tests.conftest import EXPENSIVE
from tests.strategies import machines, words


def statistics(machine, word):
    return Statistics.of(word, machine.alphabet, delta=machine.delta, tau=machine.tau)


@st.composite
def two_words(draw, machine):
    """Two words whose last symbols are equal and in the same residue class."""
    x = draw(words(machine.alphabet, min_size=1, max_size=24))
    z = draw(words(machine.alphabet, min_size=1, max_size=24))
    length = len(z) - (len(z) - len(x)) % machine.delta
    assume(length > 0)
    return x, (*z[: length - 1], x[-1])


def distances(machine, x, z):
    """How far the outputs, and how far the masses of the heads, are apart."""
    seen = [statistics(machine, word) for word in (x, z)]
    f_x, f_z = (outputs(machine, s) for s in seen)
    w_x, w_z = (masses(machine, s) for s in seen)
    moved = np.abs(w_x - w_z).sum(axis=(1, 2)).max(initial=0.0)
    return float(np.linalg.norm(f_x - f_z)), float(moved)


@EXPENSIVE
@given(st.data(), machines(layers=(1,), heaviside=(False,)))
def test_outputs_move_at_most_the_safe_norm_times_the_masses(data, machine):
    x, z = data.draw(two_words(machine))
    output, mass = distances(machine, x, z)
    for diameter in (False, True):
        L = safe_norm(machine, diameter=diameter)
        assert output <= L * mass + 1e-9


@given(machines(layers=(1,), heaviside=(False,)))
def test_half_the_diameter_is_never_larger(machine):
    assert safe_norm(machine, diameter=True) <= safe_norm(machine) * (1 + 1e-12)


@EXPENSIVE
@given(st.data(), machines(layers=(1,), heads=(1, 2), heaviside=(True,)), st.booleans())
def test_heaviside_units_that_cannot_move_the_output_are_left_out(data, machine, blind):
    x, z = data.draw(two_words(machine))
    (layer,) = machine.layers
    smooth = np.where(layer.mlp.heaviside, 0.0, 1.0)
    if blind:
        dead = replace(layer.mlp, inner=layer.mlp.inner * smooth[:, np.newaxis])
    else:
        dead = replace(layer.mlp, outer=layer.mlp.outer * smooth)
    quiet = replace(machine, layers=(replace(layer, mlp=dead),))
    output, mass = distances(quiet, x, z)
    assert output <= safe_norm(quiet) * mass + 1e-9
    assert safe_norm(quiet) < math.inf


def test_a_live_heaviside_unit_makes_the_safe_norm_infinite():
    machine = mod_p_task(p=2)
    eye = np.eye(machine.width)
    step = MLP(
        inner=eye[-1:], bias=np.array([-0.5]), outer=eye[:, -1:], heaviside=(True,)
    )
    layer = replace(machine.layers[0], mlp=step)
    assert safe_norm(replace(machine, layers=(layer,))) == math.inf


def test_the_norms_of_the_mean_and_that_its_certificate_is_met_with_equality():
    machine = mod_p_task(p=3, k=1)
    assert printed_norm(machine) == 0.0
    assert safe_norm(machine) == 1.0
    assert safe_norm(machine, diameter=True) == 0.5
    output, mass = distances(machine, "100100", "000100")
    assert output == pytest.approx(0.5 * mass) != 0


def test_the_printed_norm_of_the_sine_grows_with_the_square_of_omega():
    ratios = [
        printed_norm(simple_task(omega=float(omega), pieces=1000)) / omega**2
        for omega in (10, 20, 40, 80)
    ]
    # The total variation of the slope: 4/pi omega^2, and a slope of omega at 0, twice.
    expected = [4 / math.pi + 2 / omega for omega in (10, 20, 40, 80)]
    assert ratios == pytest.approx(expected, rel=0.03)


def test_the_printed_norm_is_a_product_of_frobenius_norms():
    machine = simple_task(omega=3.0, pieces=6)
    mlp = machine.layers[0].mlp
    product = np.sqrt((mlp.inner**2).sum()) * np.sqrt((mlp.outer**2).sum())
    assert printed_norm(machine) == pytest.approx(product)


@given(machines(layers=(1,), heads=(1,), heaviside=(False,), bos=(False,)))
def test_the_safe_norm_is_the_formula(machine):
    (layer,) = machine.layers
    (head,) = layer.heads
    tokens = [e + p for e in machine.embedding for p in machine.positions]
    largest = max(np.linalg.norm(head.value @ y) for y in tokens)
    singular = [
        np.linalg.svd(matrix)[1].max()
        for matrix in (machine.readout, layer.mlp.inner, layer.mlp.outer)
    ]
    expected = singular[0] * (1 + singular[1] * singular[2]) * largest
    assert safe_norm(machine) == pytest.approx(expected)


def test_the_mark_counts_only_where_it_can_stand():
    base = mod_p_task(p=2)
    eye = np.eye(base.width)
    # Values: 1 for the symbol 1, 3 for the mark, and 5 more at even positions, where
    # the mark cannot stand.
    value = np.outer(eye[-1], eye[1] + 5 * eye[2])
    layer = replace(
        base.layers[0], heads=(replace(base.layers[0].heads[0], value=value),)
    )
    rows = np.vstack([base.embedding, 3 * eye[1]])
    marked = replace(base, embedding=rows, bos=True, layers=(layer,))
    assert safe_norm(marked) == 6.0
    assert safe_norm(marked, diameter=True) == 3.0


def test_a_machine_without_layers_has_norm_0_and_several_layers_have_none():
    bare = LimitTransformer(
        alphabet=Alphabet("ab"), embedding=np.eye(2), layers=(), readout=np.eye(2)
    )
    assert printed_norm(bare) == safe_norm(bare) == 0.0
    with pytest.raises(SpecError, match="a machine of 2 layers"):
        safe_norm(k_gram(k=1, S=2))
