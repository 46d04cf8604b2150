"""The decoder: its sizes, what it refuses, and its options one by one."""

import json
import math

import jax
import jax.numpy as jnp
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
from lengthwise.models.gpt.sight import Sight, softmax
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
        ({"positions": "rope", "width": 6}, "rope turns 3 of the 3 coordinates"),
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
    with pytest.raises(SpecError, match=r"an input has 6 symbols .* reach 5"):
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


def naive(model, weights, word, *, factor):
    """A decoder without heads, norms and positions, one query at a time."""
    d = model.width
    stream = [np.asarray(weights.embedding, np.float64)[symbol] for symbol in word]
    for block in weights.blocks:
        wide = [y @ block.qkv.matrix + block.qkv.bias for y in stream]
        after = []
        for i, y in enumerate(stream):
            logits = [wide[i][:d] @ wide[j][d : 2 * d] / d**0.5 for j in range(i + 1)]
            terms = np.exp(factor(i + 1) * (np.array(logits) - max(logits)))
            if model.bits is not None:
                terms[terms <= 2.0**-model.bits] = 0.0
            mean = sum(t * wide[j][2 * d :] for j, t in enumerate(terms)) / sum(terms)
            found = y + mean @ block.attended.matrix + block.attended.bias
            units = np.maximum(found @ block.inner.matrix + block.inner.bias, 0)
            after.append(found + units @ block.outer.matrix + block.outer.bias)
        stream = after
    return stream[-1] @ np.asarray(weights.embedding).T


@pytest.mark.parametrize("bits", [None, 2])
@pytest.mark.parametrize(
    ("scaling", "factor"),
    [
        ("none", lambda _query, _length: 1.0),
        ("query", lambda query, _length: np.log(query)),
        ("length", lambda _query, length: np.log(length)),
    ],
)
def test_logits_are_scaled_and_rounded_as_in_a_plain_loop(scaling, factor, bits):
    model = decoder(
        scaling=scaling, bits=bits, heads=1, norm=False, activation="relu", layers=2
    )
    weights = random_weights(model)
    outputs = compiled(model.run)(weights, WORDS)
    for row, length in enumerate(WORDS.lengths):
        word = WORDS.tokens[row, :length]
        wanted = naive(model, weights, word, factor=lambda i, n=length: factor(i, n))
        np.testing.assert_allclose(outputs[row, 0], wanted, rtol=1e-4, atol=1e-4)


def test_rounded_weights_have_the_slopes_of_those_that_are_not():
    logits = jnp.array([[[[0.0, -1.0, -2.0, 5.0]]]])
    seen = jnp.array([[True, True, True, False]])
    sight = Sight(seen, None, jnp.zeros(1), jnp.zeros(4), None, None)
    rounded = softmax(logits, sight, bits=2)  # exp(-1) > 1/4 > exp(-2)
    terms = np.array([1.0, np.exp(-1.0), 0.0, 0.0])
    np.testing.assert_allclose(rounded[0, 0, 0], terms / terms.sum(), rtol=1e-6)
    assert (rounded[0, 0, 0, 2:] == 0).all()
    value = jnp.array([1.0, 2.0, 7.0, 0.0])

    def mean(logits, bits):
        return jnp.sum(softmax(logits, sight, bits) * value)

    through, plain = (jax.grad(mean)(logits, bits) for bits in (2, None))
    np.testing.assert_allclose(through, plain, rtol=1e-6)
    assert through[0, 0, 0, 2] != 0


def test_terms_at_the_border_are_rounded_away():
    """A key that is exactly 2^-3 of the largest one is forgotten with 3 bits."""
    logits = jnp.array([[[[0.0, -3.0 * math.log(2.0)]]]])
    sight = Sight(jnp.ones((1, 2), bool), None, jnp.zeros(1), jnp.zeros(2), None, None)
    assert softmax(logits, sight, bits=3)[0, 0, 0].tolist() == [1.0, 0.0]
    assert softmax(logits, sight, bits=4)[0, 0, 0, 1] > 0.1


def test_dropout_needs_a_key_and_keeps_means():
    model = decoder(dropout=0.5, layers=1)
    weights = random_weights(model)
    run = compiled(lambda key: model.run(weights, WORDS, key=key))
    plain = compiled(decoder(layers=1).run)(weights, WORDS)
    np.testing.assert_array_equal(run(None), plain)
    one, same, other = (run(jax.random.key(seed)) for seed in (0, 0, 1))
    np.testing.assert_array_equal(one, same)
    assert np.abs(one - plain).max() > 1e-3
    assert np.abs(one - other).max() > 1e-3


def test_the_last_word_of_a_row_may_be_asked_for_alone():
    model = decoder("absolute:places=9", scaling="query")
    weights = random_weights(model)
    begins = np.array([[0, 0, 2, 2, 2, 5]] * 3)
    packed = compiled(model.run)(weights, WORDS._replace(begins=begins))
    alone = WORDS.tokens[:, 2:4], np.array([2, 2, 2])
    wanted = compiled(model.run)(weights, Words(*alone))
    np.testing.assert_allclose(packed[1], wanted[1], rtol=1e-5, atol=3e-6)


def test_dropout_keeps_half_and_doubles_it():
    from lengthwise.models.gpt.forward import dropped

    kept = dropped(jnp.ones(10_000), 0.5, jax.random.key(0))
    assert set(np.unique(kept)) == {0.0, 2.0}
    assert np.mean(kept) == pytest.approx(1.0, abs=0.05)


def test_many_models_at_once_give_what_each_gives():
    model = decoder("absolute:places=9")
    many = [random_weights(model, seed) for seed in range(3)]
    keys = jax.random.split(jax.random.key(0), 3)

    def run(weights, key):
        return model.run(weights, WORDS, every=True, key=key)

    stacked = jax.tree.map(lambda *leaves: jnp.stack(leaves), *many)
    together = compiled(jax.vmap(run))(stacked, keys)
    alone = compiled(run)
    for lane, weights in enumerate(many):
        wanted = alone(weights, keys[lane])
        np.testing.assert_allclose(together[lane], wanted, atol=1e-5)


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
