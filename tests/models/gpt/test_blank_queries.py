"""Blanks: each gives alone, as a token of an ordinary row, what it gives among all."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.models import Gpt, LimitNet, Shape, Words
from lengthwise.models.gpt.forward import after_layer, normed, position_tables, start
from lengthwise.names import base
from tests.models.gpt.random_decoders import (
    POSITIONS,
    compiled,
    decoder,
    random_weights,
)
from tests.models.random_nets import random_net

BLANK = 3
"""The last of four symbols."""
WORDS = ((2, 0, 1, 1, 0), (2, 1), (2, 0, 0, 1))
PREFIXES = tuple(word[:n] for word in WORDS for n in range(1, len(word) + 1))
SCHEMES = tuple({base(name): name for name in POSITIONS}.values())
"""One way of each scheme in which it acts."""
CLOSE = {"rtol": 0, "atol": 5e-6}


def own_rows(words):
    """Rows as samplers make them: a blank behind each word, then padding."""
    wide = max(map(len, words)) + 1
    rows = [[*word, BLANK, *[0] * (wide - len(word) - 1)] for word in words]
    return Words(jnp.array(rows), jnp.array([len(word) + 1 for word in words]))


def one_row(words):
    """The same words behind each other in one row."""
    rows = [[*word, BLANK] for word in words]
    starts = np.cumsum([0, *map(len, rows[:-1])])
    begins = np.repeat(starts, [len(row) for row in rows])[None]
    tokens = np.concatenate(rows)[None]
    return Words(*map(jnp.asarray, (tokens, [tokens.size], begins)))


def of_prefixes(outputs):
    """The outputs behind every prefix of the words in rows of their own."""
    pairs = ((row, n) for row, word in enumerate(WORDS) for n in range(len(word)))
    return [outputs[pair] for pair in pairs]


def of_one_row(outputs):
    starts = np.cumsum([0, *(len(word) + 1 for word in WORDS[:-1])])
    pairs = zip(starts, WORDS, strict=True)
    return [outputs[0, begin + n] for begin, word in pairs for n in range(len(word))]


def alone(model, weights):
    """The definition: a blank behind each prefix as a token, masked as a key."""
    tokens, lengths, _ = own_rows(PREFIXES)
    stream, sight, _, keys = start(model, weights, tokens, lengths, None, None)
    last = jnp.arange(tokens.shape[1]) == lengths[:, None] - 1
    seen = sight.seen & ~(last[:, :, None] & last[:, None, :])
    keys_seen = jnp.arange(1, tokens.shape[1] + 1) - last
    sight = replace(
        sight,
        seen=seen[:, None],
        factor=jnp.log(keys_seen.astype(jnp.float32))[:, None, :, None],
    )
    for block, table in zip(weights.blocks, position_tables(weights), strict=True):
        stream = after_layer(model, block, table, stream, stream, sight, keys)
    outputs = normed(weights.norm, stream) @ weights.readout.T
    return outputs[jnp.arange(len(PREFIXES)), lengths - 1]


@pytest.mark.parametrize("positions", [s for s in SCHEMES if base(s) != "abacus"])
def test_a_blank_alone_gives_what_it_gives_among_all(positions):
    model = decoder(positions, outputs=5, scaling="query")

    @compiled
    def run(weights):
        return (
            of_prefixes(model.run(weights, own_rows(WORDS), blanks=True)),
            of_one_row(model.run(weights, one_row(WORDS), blanks=True)),
            alone(model, weights),
        )

    own, together, wanted = run(random_weights(model))
    np.testing.assert_allclose(together, own, **CLOSE)
    if base(positions) != "randomized":  # there numbers depend on the length
        np.testing.assert_allclose(own, wanted, **CLOSE)


def test_one_layer_without_positions_sees_letters_as_counts_alone():
    """Also the last one: what is read at a blank is in the class ``end``."""
    model = decoder(layers=1, outputs=5)
    orders = [(2, 0, 1, 1), (2, 1, 0, 1), (2, 1, 1, 0)]

    @compiled
    def run(weights):
        words = own_rows(orders)
        end = model.run(weights, words)  # an end mark, as in recognize-end
        blanks = model.run(weights, words, blanks=True)[:, 3]
        seen = model.run(weights, words, every=True)[:, 3]
        return end[:, 0], blanks, seen

    for at_mark, same in zip(run(random_weights(model)), (1, 1, 0), strict=True):
        differs = np.abs(at_mark - at_mark[:1]).max() > 1e-3
        assert differs != bool(same)


@pytest.mark.parametrize("positions", ["absolute:places=12", "rope", "t5"])
def test_a_blank_changes_nothing_but_itself(positions):
    """Nor do later symbols; with dropout and offsets, as in training."""
    model = decoder(positions, outputs=5, dropout=0.2)
    words = own_rows(WORDS[:1])
    other = words.tokens.at[0, 3:].set(jnp.array([0, 2, 1]))
    weights = random_weights(model)
    moved = replace(weights, embedding=weights.embedding.at[BLANK].add(1.0))

    @compiled
    def run(weights, tokens):
        key = jax.random.key(1)
        asked = words._replace(tokens=tokens)
        blanks = model.run(weights, asked, blanks=True, key=key)
        return blanks, model.run(weights, asked, every=True, key=key)

    (blanks, symbols), (later, _) = run(weights, words.tokens), run(weights, other)
    np.testing.assert_array_equal(blanks[0, :3], later[0, :3])
    assert (blanks[0, 3:5] != later[0, 3:5]).any()
    changed, same = run(moved, words.tokens)
    np.testing.assert_array_equal(symbols[0, :5], same[0, :5])
    assert (changed != blanks).any(-1).all()


def test_a_limit_net_sees_the_prefix_alone_at_a_blank():
    """Its definition written out: one layer, positions modulo 2, lags up to 2."""
    net = LimitNet(symbols=4, outputs=2, delta=2, heads=(2,), lags=(2,), scaling="none")
    weights = random_net(net)
    word = (2, 0, 1, 1, 0)
    blanks = jax.jit(lambda w: net.run(w, own_rows([word]), blanks=True))(weights)
    (layer,) = weights.layers
    for n in range(1, 6):
        stream = weights.embedding[np.array([*word[:n], BLANK])]
        stream = stream + weights.positions[(np.arange(n + 1) + 1) % 2]
        query = stream[n]
        logits = (
            np.einsum("hde,e,hdf,jf->hj", layer.query, query, layer.key, stream[:n])
            / stream.shape[1]
        )
        lag = n - np.arange(n)
        near = np.where(lag <= 2, layer.lags[:, np.minimum(lag, 2)], 0.0)
        share = jax.nn.softmax(logits + near, -1)
        after = query + np.einsum("hde,hj,je->d", layer.value, share, stream[:n])
        hidden = np.maximum(layer.inner @ after + layer.bias, 0)
        wanted = weights.readout @ (after + layer.outer @ hidden)
        np.testing.assert_allclose(blanks[0, n - 1], wanted, rtol=0, atol=2e-5)


def test_what_has_no_blanks_is_refused():
    abacus = decoder("abacus:offset=3,places=20")
    with pytest.raises(SpecError, match="abacus numbers the digits"):
        abacus.run(random_weights(abacus), own_rows(WORDS), blanks=True)
    scaled = decoder(scaling="length")
    with pytest.raises(SpecError, match="tells every position"):
        scaled.run(random_weights(scaled), own_rows(WORDS), blanks=True)


def test_blanks_cost_less_than_a_row_of_twice_the_length():
    model = Gpt(symbols=4, outputs=4, layers=2, heads=4)
    plain, blanks, doubled = (
        model.cost(Shape(1, places, "sequence", asked))
        for places, asked in ((64, False), (64, True), (128, False))
    )
    assert plain.products < blanks.products < 1.6 * plain.products
    assert plain.kept < blanks.kept < 0.7 * doubled.kept
