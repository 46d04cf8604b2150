"""Scaled and rounded logits, dropout, rows of several words, many models at once."""

import math

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.models import Words
from lengthwise.models.gpt.forward import dropped
from lengthwise.models.gpt.sight import Sight, softmax
from tests.models.gpt.random_decoders import (
    compiled,
    decoder,
    random_weights,
    random_words,
)

WORDS = Words(np.stack(random_words([6, 6, 6])), np.array([6, 4, 2]))


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
    value = jnp.array([1.0, 2.0, 7.0, 0.0])

    def mean(logits, bits):
        weights = softmax(logits, sight, bits)
        return jnp.sum(weights * value), weights

    (through, rounded), (plain, _) = (
        compiled(jax.grad(lambda logits, bits=bits: mean(logits, bits), has_aux=True))(
            logits
        )
        for bits in (2, None)
    )
    # The second term is above a quarter, the third below.
    terms = np.array([1.0, np.exp(-1.0), 0.0, 0.0])
    np.testing.assert_allclose(rounded[0, 0, 0], terms / terms.sum(), rtol=1e-6)
    assert (rounded[0, 0, 0, 2:] == 0).all()
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


@pytest.mark.parametrize(
    "options",
    [
        {"norm": False, "activation": "relu"},
        {"scaling": "query", "tied": False},
        {"scaling": "length", "bits": 3},
        {"dropout": 0.3, "outputs": 2},
    ],
    ids=str,
)
def test_every_option_has_finite_slopes(options):
    model = decoder("lag:tau=2", layers=1, **options)
    key = jax.random.key(0)
    slopes = compiled(jax.grad(lambda w: jnp.sum(model.run(w, WORDS, key=key) ** 2)))
    for leaf in jax.tree.leaves(slopes(random_weights(model))):
        assert np.isfinite(leaf).all()
        assert np.abs(leaf).max() > 0


def test_training_reads_the_table_from_an_offset_that_fits():
    """Each row gives what a table from one of the offsets on gives."""
    model, small = decoder("absolute:places=9"), decoder("absolute:places=6")
    weights = random_weights(model)
    rows = Words(np.tile(WORDS.tokens[:1], (60, 1)), np.full(60, 6))
    found = compiled(lambda k: model.run(weights, rows, key=k))(jax.random.key(0))
    run = compiled(small.run)
    seen = set()
    for offset in range(4):
        table = weights.positions[offset : offset + 6]
        shifted = eqx.tree_at(lambda w: w.positions, weights, table)
        wanted = run(shifted, Words(rows.tokens[:1], rows.lengths[:1]))
        same = np.abs(found - wanted).max(axis=(1, 2)) < 1e-5
        seen |= set(np.flatnonzero(same))
        assert same.any(), offset
    assert len(seen) == 60
