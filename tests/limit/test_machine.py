"""Limit transformers as values: sizes that fit, periods, lags, equality, text."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given

from lengthwise.errors import SpecError, WordError
from lengthwise.limit.frozen_arrays import frozen
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.words import BOS, Alphabet
from tests import strategies as our


def machine_of(**parts):
    whole = {
        "alphabet": Alphabet("ab"),
        "embedding": np.eye(2, 3),
        "layers": (Layer(heads=(head_of(3),), mlp=MLP.none(3)),),
        "readout": np.ones((1, 3)),
    }
    return LimitTransformer(**(whole | parts))


def head_of(width, **parts):
    whole = {"bilinear": np.zeros((width, width)), "value": np.eye(width)}
    return Head(**(whole | parts))


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        ({"embedding": np.eye(3)}, ["embedding", "(3, 3)", "(2, 3)"]),
        ({"bos": True}, ["embedding", "(2, 3)", "(3, 3)", "$"]),
        ({"positions": np.ones((2, 4))}, ["positions", "(2, 4)", "(2, 3)"]),
        ({"readout": np.ones((1, 2))}, ["readout", "(1, 2)", "(1, 3)"]),
        (
            {"layers": (Layer(mlp=MLP.none(3)), Layer(mlp=MLP.none(2)))},
            ["layers[1].mlp.inner", "(0, 2)", "(0, 3)"],
        ),
        (
            {"layers": (Layer(heads=(head_of(3), head_of(2)), mlp=MLP.none(3)),)},
            ["layers[0].heads[1].bilinear", "(2, 2)", "(3, 3)"],
        ),
        (
            {"layers": (Layer(heads=(head_of(3, value=np.eye(2)),), mlp=MLP.none(3)),)},
            ["layers[0].heads[0].value", "(2, 2)", "(3, 3)"],
        ),
        ({"outputs": ("x", "y")}, ["outputs", "2 different names for 1"]),
        ({"dimensions": ("x", "x", "y")}, ["dimensions", "2 different names for 3"]),
    ],
)
def test_sizes_that_disagree_are_named_with_both_shapes(parts, named):
    with pytest.raises(SpecError) as caught:
        machine_of(**parts)
    assert all(text in str(caught.value) for text in named)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        ({"bias": np.zeros(3)}, ["bias", "(3,)", "(2,)"]),
        ({"outer": np.zeros((2, 4))}, ["outer", "(2, 4)", "(4, 2)"]),
        ({"heaviside": (True,)}, ["heaviside", "1 marks for 2 units"]),
    ],
)
def test_an_mlp_whose_parts_disagree_is_refused(parts, named):
    fine = {"inner": np.ones((2, 4)), "bias": np.ones(2), "outer": np.ones((4, 2))}
    MLP(**fine)
    with pytest.raises(SpecError) as caught:
        MLP(**(fine | parts))
    assert all(text in str(caught.value) for text in named)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (np.zeros(2), r"bias has shape \(2,\); 2 dimensions"),
        ([[np.nan]], "NaN or infinity"),
        ([[np.inf]], "NaN or infinity"),
        ([["a"]], "bias is not an array of numbers"),
        ([[1.0], [1.0, 2.0]], "bias is not an array of numbers"),
    ],
)
def test_what_is_no_array_of_finite_numbers_is_refused(values, reason):
    with pytest.raises(SpecError, match=reason):
        frozen("bias", values, 2)


def test_a_head_has_a_bias_at_distance_0():
    with pytest.raises(SpecError, match="lags is empty"):
        head_of(3, lags=np.zeros(0))


@pytest.mark.parametrize(
    ("kind", "bits", "reason"),
    [
        ("soft", None, "'soft'; allowed are softmax, finite, hardmax, infinite"),
        ("finite", None, "bits belong only to finite attention"),
        ("softmax", 3, "bits belong only to finite attention"),
        ("finite", 0, "0 bits of precision; at least 1"),
        ("finite", 10**400, "more than 1048576 bits"),
    ],
)
def test_attention_that_does_not_exist_is_refused(kind, bits, reason):
    # Past the type checker of the tests, which would refuse an unknown kind first.
    unchecked = getattr(Attention.__init__, "__wrapped__", Attention.__init__)
    with pytest.raises(SpecError, match=reason):
        unchecked(object.__new__(Attention), kind, bits)


@pytest.mark.parametrize(
    ("rows", "delta"),
    [
        ([0, 0, 0, 0], 1),
        ([1, 2, 1, 2], 2),
        ([1, 2, 1], 3),
        ([1, 1, 2, 1, 1, 2], 3),
        ([1, 2, 1, 1], 4),
        ([1, 1, 1, 2, 2, 2], 6),
    ],
)
def test_delta_is_the_smallest_period(rows, delta):
    positions = np.outer(rows, np.ones(3))
    assert machine_of(positions=positions).delta == delta


def test_tau_is_the_largest_lag_with_a_bias():
    assert machine_of().tau == 0
    assert machine_of(layers=()).tau == 0
    heads = (head_of(3, lags=np.array([1.0, 2.0, 0.0])), head_of(3))
    assert machine_of(layers=(Layer(heads=heads, mlp=MLP.none(3)),)).tau == 1


def test_positions_count_from_1_and_include_the_mark():
    positions = np.outer([10.0, 20.0, 30.0], np.ones(3))
    plain = machine_of(embedding=np.zeros((2, 3)), positions=positions)
    assert plain.embed("abab")[:, 0].tolist() == [20, 30, 10, 20]
    embedding = np.array([[0.0] * 3, [1.0] * 3, [2.0] * 3])
    marked = machine_of(embedding=embedding, positions=positions, bos=True)
    assert marked.read("abb") == (BOS, "a", "b", "b")
    assert marked.embed("abb")[:, 0].tolist() == [22, 30, 11, 21]
    assert marked.embed(()).tolist() == [[22] * 3]


def test_a_machine_reads_only_its_alphabet():
    for method in (machine_of().read, machine_of().embed):
        with pytest.raises(WordError, match="'z'"):
            method("abz")


@given(our.machines())
def test_machines_are_equal_exactly_when_their_numbers_are(machine):
    same = replace(machine, embedding=machine.embedding + 0.0)
    assert same == machine
    assert hash(same) == hash(machine)
    assert replace(machine, readout=np.nextafter(machine.readout, 9.0)) != machine
    assert replace(machine, readout=machine.readout[:1], outputs=()) != machine
    assert machine != "machine"


def test_zero_is_equal_to_minus_zero():
    zero = head_of(2, value=np.zeros((2, 2)))
    minus = head_of(2, value=-np.zeros((2, 2)))
    assert zero == minus
    assert hash(zero) == hash(minus)


def test_a_machine_cannot_be_changed():
    numbers = np.eye(2, 3)
    machine = machine_of(embedding=numbers)
    numbers[0, 0] = 7
    assert machine.embedding[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        machine.embedding[0, 0] = 7
    with pytest.raises(FrozenInstanceError):
        machine.bos = True


def test_lists_of_parts_become_tuples_and_names_have_defaults():
    machine = machine_of(readout=np.ones((2, 3)))
    assert machine.outputs == ("out0", "out1")
    assert machine.dimensions == ("x0", "x1", "x2")
    assert isinstance(machine.layers, tuple)
    assert machine.layers[0].mlp.units == 0


def test_a_machine_prints_itself_without_its_numbers():
    mlp = MLP(
        inner=np.ones((2, 3)),
        bias=np.ones(2),
        outer=np.ones((3, 2)),
        heaviside=(True, False),
    )
    machine = machine_of(
        embedding=np.ones((3, 3)),
        bos=True,
        attention=Attention("finite", 4),
        layers=(Layer(heads=(head_of(3),), mlp=mlp),),
    )
    assert repr(machine) == (
        "<LimitTransformer {a, b}: width 3, delta 1, tau 0, layers 1, outputs 1, "
        "finite (4 bits), reads $>"
    )
    assert str(machine).splitlines() == [
        "limit transformer over {a, b}, finite (4 bits), reads $",
        "  width 3, period 1, largest lag 0",
        "  layer 1: heads 1, units 2 (1 Heaviside)",
        "  outputs: out0",
    ]
    assert repr(head_of(3)) == "Head(bilinear=<3x3>, value=<3x3>, lags=<1>)"
