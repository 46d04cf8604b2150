"""Random words and machines for property tests; tested in test_strategies.

`machine_of_seed` and `machines` are for hypothesis, `random_machine` for loops with a
generator of one's own. Embeddings, positions, lags and bilinear forms lie on a coarse
grid of dyadic numbers, so that different keys often tie exactly; a fifth of the heads
has no content logits. Values and MLPs are generic, so that mistakes show and no
Heaviside unit stands on its border.
"""

import random

import numpy as np
from hypothesis import strategies as st

from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.words import Alphabet

ALPHABETS = (Alphabet("a"), Alphabet("ab"), Alphabet("abc"))
KINDS = ("softmax", "finite", "hardmax", "infinite")


def alphabets():
    return st.sampled_from(ALPHABETS)


def words(alphabet, *, min_size=1, max_size=8):
    return st.lists(
        st.sampled_from(alphabet.symbols), min_size=min_size, max_size=max_size
    ).map(tuple)


def machines(
    *,
    layers=(1, 2, 3),
    heads=(0, 1, 2, 3),
    delta=(1, 2, 3, 4),
    tau=(0, 1, 2, 3),
    kinds=KINDS,
    alphabet=ALPHABETS,
    bos=(False, True),
    heaviside=(False, True),
):
    """Machines whose sizes are among those named; they shrink towards the first."""
    return st.builds(
        machine_of_seed,
        st.integers(0, 2**32 - 1),
        layers=st.sampled_from(layers),
        heads=st.sampled_from(heads),
        delta=st.sampled_from(delta),
        tau=st.sampled_from(tau),
        kind=st.sampled_from(kinds),
        alphabet=st.sampled_from(alphabet),
        bos=st.sampled_from(bos),
        heaviside=st.sampled_from(heaviside),
    )


def machine_of_seed(seed, **sizes):
    # The type checker of the tests draws from `random`, which strategies must not.
    state = random.getstate()
    machine = random_machine(np.random.default_rng(seed), **sizes)
    random.setstate(state)
    return machine


def random_word(rng, alphabet, length):
    return tuple(rng.choice(alphabet.symbols, size=length).tolist())


def random_machine(
    rng,
    *,
    layers=1,
    heads=1,
    delta=1,
    tau=0,
    kind="softmax",
    alphabet=ALPHABETS[1],
    bos=False,
    heaviside=False,
    width=3,
    units=2,
    outputs=2,
):
    """A machine of exactly these sizes; `finite` attention gets 1 to 5 bits."""
    residues = rng.choice(3**width, size=delta, replace=False)
    return LimitTransformer(
        alphabet=alphabet,
        embedding=rng.integers(-1, 2, size=(len(alphabet) + bos, width)) + 0.0,
        positions=residues[:, np.newaxis] // 3 ** np.arange(width) % 3 - 1.0,
        layers=tuple(
            Layer(
                heads=tuple(_random_head(rng, width, tau) for _ in range(heads)),
                mlp=_random_mlp(rng, width, units, heaviside),
            )
            for _ in range(layers)
        ),
        readout=rng.normal(size=(outputs, width)),
        attention=Attention(
            kind, int(rng.integers(1, 6)) if kind == "finite" else None
        ),
        bos=bos,
    )


def _random_head(rng, width, tau):
    lags = rng.choice([-1.0, -0.5, 0.5, 1.0, 1.5], size=tau + 1)
    lags[:tau] *= rng.integers(0, 2, size=tau)
    if tau == 0:
        lags *= rng.integers(0, 2)
    grid = rng.choice([-0.5, 0.0, 0.0, 0.5], size=(width, width))
    return Head(
        bilinear=grid * (rng.random() < 0.8),
        value=rng.normal(size=(width, width)),
        lags=lags,
    )


def _random_mlp(rng, width, units, heaviside):
    marks = rng.integers(0, 2, size=units) if heaviside else np.zeros(units)
    return MLP(
        inner=rng.normal(size=(units, width)) / np.sqrt(width),
        bias=rng.normal(size=units),
        outer=rng.normal(size=(width, units)) / np.sqrt(max(units, 1)),
        heaviside=tuple(map(bool, marks)),
    )
