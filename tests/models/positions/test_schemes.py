"""Each scheme against its formula, entry by entry, and what can be counted under it."""

import jax
import numpy as np
import pytest

from lengthwise.models import ByCounts, LimitNet, Words
from lengthwise.models.positions import LagBias, NoPositions, Periodic
from tests.models.random_nets import ONE_LAYER, random_net

PLACES = np.arange(1, 8)


def test_periodic_vectors_repeat():
    table = np.random.default_rng(0).normal(size=(3, 4)).astype(np.float32)
    found = Periodic(3).embed(table, PLACES)
    np.testing.assert_array_equal(found, [table[i % 3] for i in PLACES])
    assert Periodic(3).embedding_table(4).shape == (3, 4)


def test_lag_biases_are_local():
    table = np.random.default_rng(0).normal(size=(2, 3)).astype(np.float32)
    found = LagBias(2).bias(table, PLACES, PLACES)
    for head, i, j in np.ndindex(2, 7, 7):
        wanted = table[head, i - j] if 0 <= i - j <= 2 else 0.0
        assert found[head, i, j] == wanted
    assert LagBias(2).bias_table(5).shape == (5, 3)


@pytest.mark.parametrize("scheme", [NoPositions(), Periodic(2), LagBias(1)], ids=str)
def test_a_scheme_that_learns_nothing_somewhere_adds_nothing_there(scheme):
    vectors, biases = scheme.embedding_table(4), scheme.bias_table(2)
    assert (vectors is None) == (scheme.embed(vectors, PLACES) is None)
    assert (biases is None) == (scheme.bias(biases, PLACES, PLACES) is None)


def test_a_limit_net_joins_the_scheme_of_its_input_and_that_of_layer_1():
    assert LimitNet(symbols=2).by_counts == ByCounts()
    both = LimitNet(symbols=2, delta=3, heads=(1, 1), lags=(2, None))
    assert both.by_counts == ByCounts(delta=3, tau=2)
    assert both.input_positions == Periodic(3)
    assert both.layer_positions == (LagBias(2), NoPositions())
    above = LimitNet(symbols=2, heads=(1, 1), lags=(None, 2))
    assert above.by_counts == ByCounts()


def test_what_is_counted_decides_layer_1():
    """Equal statistics give equal outputs in the form that reads the order."""
    counted = ONE_LAYER.by_counts
    assert counted == ByCounts(delta=2, tau=1)
    word = [0, 1, 1, 1, 0, 0, 1, 0, 1, 1]
    same = [1, 1, 0, 1, 0, 0, 1, 0, 1, 1]  # positions 1 and 3 change places
    last = [0, 1, 1, 1, 0, 0, 1, 1, 1, 0]  # positions 8 and 10: the last symbol too
    classes = [1, 0, 1, 1, 0, 0, 1, 0, 1, 1]  # positions 1 and 2: of two classes
    words = Words(np.array([word, same, last, classes]), np.full(4, len(word)))
    outputs = jax.jit(ONE_LAYER.run)(random_net(ONE_LAYER), words)
    found = np.asarray(outputs)[:, 0, 0]
    assert found[0] == pytest.approx(found[1], abs=1e-6)
    assert abs(found[2:] - found[0]).min() > 1e-4
