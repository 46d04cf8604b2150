"""Decoders with random weights of every array, and words to try them on."""

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.models import Gpt

POSITIONS = (
    "none",
    "absolute:places=16",
    "rope",
    "rope:base=100,share=0.5",
    "alibi",
    "alibi:learned=1",
    "t5:buckets=8,distance=16",
    "fire:units=4,threshold=5",
    "randomized:places=32",
    "randomized:places=32,alibi=1",
    "abacus:offset=3,places=20",
    "lag:tau=3",
    "periodic:delta=3",
)
"""Every scheme, and every way in which one acts."""

RANDOM_NUMBERING = ("absolute", "randomized", "abacus")
"""The schemes that number positions at random in training."""


def compiled(run):
    """The function as a program that is compiled fast and runs slowly."""
    return jax.jit(run, compiler_options={"xla_backend_optimization_level": 0})


def decoder(positions="none", **sizes):
    usual = {"symbols": 4, "outputs": 4, "width": 8, "heads": 2, "layers": 2}
    return Gpt(positions=positions, **usual | sizes)


def random_weights(model, seed=0, spread=0.4):
    """Weights far from the small initial ones; what is initially 1 stays near it."""
    rng = np.random.default_rng(seed)
    made = jax.eval_shape(model.init, jax.random.key(0))

    def draw(path, leaf):
        ones = jax.tree_util.keystr(path).endswith(("scale", "'factor']", "'slope']"))
        return jnp.asarray(ones + spread * rng.normal(size=leaf.shape), jnp.float32)

    return jax.tree_util.tree_map_with_path(draw, made)


def random_words(lengths, symbols=4, seed=0):
    """One array of symbols for each length."""
    rng = np.random.default_rng(seed)
    return [rng.integers(0, symbols, length) for length in lengths]
