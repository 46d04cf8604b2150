"""The decoder: its sizes, what it refuses, and its options one by one."""

import json
import math

import jax
import numpy as np
import pytest

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.models import (
    Gpt,
    Shape,
    Words,
    named_arrays,
    plain_model,
    read_model,
    restore,
)
from tests.models.gpt.random_decoders import (
    compiled,
    decoder,
    random_weights,
    random_words,
)

WORDS = Words(np.stack(random_words([6, 6, 6])), np.array([6, 4, 2]))


def made(model):
    return jax.eval_shape(model.init, jax.random.key(0))


def count(model):
    return sum(leaf.size for leaf in jax.tree.leaves(made(model)))


@pytest.mark.parametrize(("layers", "d", "places"), [(1, 8, 20), (12, 768, 1024)])
def test_it_has_as_many_parameters_as_gpt2(layers, d, places):
    """GPT-2 small with its own vocabulary has 124,439,808."""
    symbols = 50257
    model = Gpt(
        symbols=symbols,
        outputs=symbols,
        layers=layers,
        heads=4,
        width=d,
        positions=f"absolute:places={places}",
    )
    formula = layers * (12 * d * d + 13 * d) + 2 * d + (symbols + places) * d
    assert count(model) == formula == model.cost(Shape(1, 1, "sequence")).weights
    assert layers == 1 or formula == 124_439_808


@pytest.mark.parametrize(
    ("positions", "added"),
    [
        ("none", 0),
        ("absolute:places=9", 9 * 8),
        ("rope", 0),
        ("alibi", 0),
        ("alibi:learned=1", 2 * 2),
        ("t5:buckets=8", 8 * 2),  # all layers share one table
        ("fire:units=5", 2 * (5 + 5 + 5 * 2 + 2 + 2)),
        ("randomized", 0),
        ("abacus:offset=3,places=10", 10 * 8),
        ("lag:tau=3", 2 * 2 * 4),
        ("periodic:delta=3", 3 * 8),
    ],
)
def test_a_scheme_adds_only_its_own_parameters(positions, added):
    assert count(decoder(positions)) == count(decoder("none")) + added


def test_the_readout_is_the_embedding_only_where_it_fits():
    assert made(decoder()).readout is None
    assert made(decoder(tied=False)).readout.shape == (4, 8)
    assert made(decoder(outputs=7)).readout.shape == (7, 8)


def test_initial_weights_are_those_of_gpt2():
    model = decoder("absolute:places=50", width=128, layers=8, symbols=50, outputs=50)
    arrays = named_arrays(compiled(model.init)(jax.random.key(3)))
    for name, array in arrays.items():
        last = name.rpartition(".")[2]
        if last == "bias":
            assert not array.any()
        elif last == "scale":
            assert (array == 1).all()
        else:
            is_residual = "attended" in name or "outer" in name
            wanted = 0.02 / math.sqrt(2 * 8) if is_residual else 0.02
            assert np.std(array) == pytest.approx(wanted, rel=0.05), name
            assert abs(np.mean(array)) < 0.1 * wanted


def test_a_decoder_reads_back_from_json_and_from_named_arrays():
    model = decoder("rope:share=0.50", dropout=0.1, bits=4, norm=False, scaling="query")
    plain = json.loads(json.dumps(plain_model(model)))
    assert plain["kind"] == "gpt"
    assert plain["positions"] == "rope:share=0.5"
    assert read_model(plain) == model
    weights = random_weights(model)
    again = restore(model, named_arrays(weights))
    assert jax.tree.all(jax.tree.map(lambda a, b: (a == b).all(), weights, again))


@pytest.mark.parametrize(
    ("sizes", "line"),
    [
        ({"layers": 0}, "layers is 0; it must be at least 1"),
        ({"heads": 3}, "width is 8 and heads is 3; the width must be a multiple"),
        ({"bits": 0}, "bits is 0; it must be at least 1"),
        ({"dropout": 1.0}, "dropout is 1.0; it must be from 0 to below 1"),
        ({"activation": "tanh"}, "activation is 'tanh'; it must be one of: gelu, relu"),
        (
            {"scaling": "log"},
            "scaling is 'log'; it must be one of: none, query, length",
        ),
        ({"positions": 3}, "positions is 3; it must be a text"),
        ({"positions": "rope", "width": 6}, "rope rotates 3 of the 3 coordinates"),
    ],
)
def test_wrong_sizes_are_refused_in_one_line(sizes, line):
    with pytest.raises(SpecError, match=line):
        decoder(**sizes)


def test_an_unknown_scheme_is_named():
    with pytest.raises(UnknownNameError, match="no position scheme is called 'ropes'"):
        decoder("ropes")


def test_a_table_needs_its_size_before_there_are_weights():
    model = decoder("absolute")
    assert model.positions == "absolute"
    assert model.longest is None
    with pytest.raises(SpecError, match="write absolute:places=303"):
        model.init(jax.random.key(0))


def test_longer_inputs_than_the_table_are_refused():
    model = decoder("absolute:places=5")
    assert model.longest == 5
    with pytest.raises(SpecError, match=r"an input has 6 symbols .* reach only 5"):
        model.run(random_weights(model), WORDS)


@pytest.mark.parametrize(
    ("every", "begins"), [(True, None), (False, np.zeros((3, 6), int))]
)
def test_the_length_scales_the_last_position_alone(every, begins):
    model = decoder(scaling="length")
    assert not model.packs
    with pytest.raises(SpecError, match="tells every position how long the input is"):
        model.run(random_weights(model), WORDS._replace(begins=begins), every=every)


def test_statistics_are_refused():
    with pytest.raises(SpecError, match="reads symbols; it has no form 'statistics'"):
        decoder().run(random_weights(decoder()), WORDS, form="statistics")


def test_matrices_decay_and_biases_do_not():
    model = decoder("lag:tau=1")
    weights = made(model)
    marks = dict(
        zip(
            named_arrays(random_weights(model)),
            jax.tree.leaves(model.decays(weights)),
            strict=True,
        )
    )
    decaying = {name for name, mark in marks.items() if mark}
    assert decaying == {"embedding"} | {
        f"blocks.{k}.{part}.matrix"
        for k in range(2)
        for part in ("qkv", "attended", "inner", "outer")
    }
    vectors = decoder("periodic:delta=2")
    assert vectors.decays(random_weights(vectors)).positions == 1.0


def test_all_arrays_have_one_rate():
    model = decoder()
    rates = model.rates(random_weights(model), rate=0.5, hidden_rate=9.0)
    assert {float(rate) for rate in jax.tree.leaves(rates)} == {0.5}


def test_a_step_is_cheaper_with_fewer_places():
    model = decoder("fire")
    small, large = (model.cost(Shape(4, places, "sequence")) for places in (8, 16))
    assert small.weights == large.weights
    assert 2 * small.kept < large.kept < 4 * small.kept
    assert 2 * small.products < large.products < 4 * small.products
