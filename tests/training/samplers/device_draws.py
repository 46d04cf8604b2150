"""Batches of the device sampler of sequences, for tests.

The programs are compiled without optimization, which saves most of the time that these
tests take; all arithmetic is in integers, so no bit depends on it.
"""

from functools import lru_cache, partial

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.tasks.catalogue import FAMILIES, GROUPS, task
from lengthwise.training.samplers.sequence_sampler import device_words

QUICK = {
    "xla_backend_optimization_level": 0,
    "xla_llvm_disable_expensive_passes": True,
}
EVERY = [
    f"{name}@{form}"
    for names in GROUPS.values()
    for name in names
    for form in FAMILIES[task(name).name].formats
]
"""Every task that the catalogue lists, in each of its formats."""


def quick(function):
    """The function, compiled at once and without optimization."""
    return jax.jit(function, compiler_options=QUICK)


@lru_cache(maxsize=8)
def program(one, padded):
    draw = partial(device_words, one, padded=padded)
    return quick(lambda key, lengths: draw(key=key, lengths=lengths))


def draws(one, lengths, padded, seed=0):
    """A batch in arrays of NumPy."""
    key = jax.random.key(seed)
    batch = program(one, padded)(key, jnp.asarray(lengths, dtype=jnp.int32))
    return jax.tree.map(np.asarray, batch)


def words_in(one, batch):
    """What was read, symbol by symbol; a mark that is no symbol of the task is None."""
    symbols = [*one.alphabet.symbols, None]
    pairs = zip(
        batch.inputs.tokens.tolist(), batch.inputs.lengths.tolist(), strict=True
    )
    return [tuple(symbols[code] for code in row[:length]) for row, length in pairs]
