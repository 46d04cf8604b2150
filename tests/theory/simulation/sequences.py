"""Long words of four kinds, and two-layer machines that read them."""

import numpy as np

from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.words import Alphabet

KINDS = ("independent", "sticky", "drifting", "blocky")
ABC = Alphabet("abc")


def sequence(kind, length, *, seed=0):
    """A word over ``abc``: independent symbols, long runs, a drift, or few runs."""
    rng = np.random.default_rng(seed)
    if kind == "independent":
        codes = rng.choice(3, length, p=[0.5, 0.3, 0.2])
    elif kind == "sticky":
        leaves = rng.random(length) < 0.05
        codes = np.cumsum(np.where(leaves, rng.integers(1, 3, length), 0)) % 3
    elif kind == "drifting":
        share = np.linspace(0, 1, length)
        codes = (rng.random(length) < share) + (rng.random(length) < 0.3).astype(int)
    else:
        codes = np.repeat(rng.integers(0, 3, 10), -(-length // 10))[:length]
    return tuple(np.array(list("abc"))[codes].tolist())


def two_layers(seed, *, scale=0.2, tau=2):
    """Layer 1: a head on the histogram and one that looks back; layer 2: content."""
    rng = np.random.default_rng(seed)
    width = 5

    def matrix():
        return scale * rng.normal(size=(width, width))

    heads = (
        Head(bilinear=matrix(), value=matrix(), lags=np.zeros(tau + 1)),
        Head(bilinear=matrix(), value=matrix(), lags=2.0 * np.eye(tau + 1)[tau]),
    )
    mlp = MLP(inner=matrix()[:3], bias=matrix()[0, :3], outer=matrix()[:, :3])
    return LimitTransformer(
        alphabet=ABC,
        embedding=rng.normal(size=(3, width)),
        layers=(
            Layer(heads=heads, mlp=mlp),
            Layer(heads=(Head(bilinear=matrix(), value=matrix()),), mlp=mlp),
        ),
        readout=rng.normal(size=(2, width)),
        attention=Attention("infinite"),
    )
