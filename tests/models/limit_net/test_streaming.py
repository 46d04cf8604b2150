from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.models.limit_net import streaming
from lengthwise.models.limit_net.prefix_form import (
    prefix_outputs,
    summaries,
    summary_at,
)
from tests.models.random_nets import OTHERS, TWO_LAYERS, random_net

BLOCK = 4
LONGEST = 12


def streamed(net, tokens, length):
    a = net.model
    window = streaming.empty_window(a)
    for block in tokens.reshape(-1, BLOCK):
        window, _ = streaming.advance(a, window, block, length)
    seen = streaming.first_layer_summary(a, window)
    query, sums = streaming.last_query(net, window, length)
    window = streaming.empty_window(a)
    for block in tokens.reshape(-1, BLOCK):
        window, places = streaming.advance(a, window, block, length)
        sums = streaming.absorb(net, sums, places, query, length)
    return streaming.last_output(net, sums, query), seen


def check(model):
    net = random_net(model)
    tokens = jnp.array(np.random.default_rng(1).integers(0, 2, LONGEST))
    lengths = jnp.arange(1, LONGEST + 1)
    words = jnp.broadcast_to(tokens, (LONGEST, LONGEST))
    found, seen = jax.jit(jax.vmap(streamed, (None, 0, 0)))(net, words, lengths)
    exact = jax.jit(prefix_outputs)(net, words, lengths)
    np.testing.assert_allclose(found, exact, atol=2e-5)
    whole = jax.jit(partial(summaries, model))(tokens)
    at_once = jax.jit(jax.vmap(summary_at, (None, 0)))(whole, lengths)
    for one, other in zip(jax.tree.leaves(seen), jax.tree.leaves(at_once), strict=True):
        assert (np.asarray(one) == np.asarray(other)).all()


def test_block_by_block_is_the_same_as_all_at_once():
    check(TWO_LAYERS)


@pytest.mark.slow
def test_block_by_block_with_lags_in_both_layers():
    check(OTHERS[3])
