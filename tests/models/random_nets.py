"""Nets with random weights of every array, and the words to try them on."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.models import LimitNet
from lengthwise.models.limit_net.net import blank
from lengthwise.words import Alphabet

ONE_LAYER = LimitNet(
    symbols=2, outputs=1, delta=2, heads=(2,), lags=(1,), width=3, units=4
)
TWO_LAYERS = LimitNet(
    symbols=2,
    outputs=2,
    heads=(2, 1),
    lags=(1, None),
    width=3,
    units=4,
    scaling="query",
)
OTHERS = [
    LimitNet(symbols=3, width=3, units=4, scaling="none"),
    LimitNet(symbols=3, outputs=2, delta=3, width=2, units=4, scaling="query"),
    LimitNet(symbols=2, delta=2, width=8, units=4, lags=(0,), scaling="none"),
    LimitNet(symbols=2, heads=(1, 2), lags=(None, 2), width=3, units=4, delta=2),
    LimitNet(symbols=2, heads=(1, 1, 1), width=3, units=4),
]


def random_net(model, seed=0):
    rng = np.random.default_rng(seed)

    def draw(leaf):
        spread = 1 / np.sqrt(leaf.shape[-1])
        return jnp.asarray(rng.normal(size=leaf.shape) * spread, dtype=jnp.float32)

    return jax.tree.map(draw, blank(model))


def digits(symbols):
    return Alphabet(map(str, range(symbols)))


def all_words(symbols, longest):
    """All words of length 1 to `longest`, padded with symbol 0, and their lengths."""
    words = [
        word
        for length in range(1, longest + 1)
        for word in itertools.product(range(symbols), repeat=length)
    ]
    padded = [list(word) + [0] * (longest - len(word)) for word in words]
    return words, jnp.array(padded), jnp.array([len(word) for word in words])
