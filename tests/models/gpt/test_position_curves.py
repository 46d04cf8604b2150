"""What positions alone do to logits, for every scheme."""

import jax
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.limit.standard.learned_positions import read_positions
from lengthwise.models import position_curves, position_logits
from tests.models.gpt.random_decoders import POSITIONS, decoder, random_weights

PLACES = 12


@pytest.mark.parametrize("positions", POSITIONS)
@pytest.mark.parametrize("from_stream", [False, True])
def test_every_scheme_has_curves(positions, from_stream):
    model = decoder(positions)
    weights = random_weights(model)
    curves = position_curves(model, weights, PLACES, from_stream=from_stream)
    assert [len(layer) for layer in curves] == [2, 2]
    for reading in (reading for layer in curves for reading in layer):
        assert np.isfinite(reading.means).all()
        assert reading.invariance <= 1 + 1e-9
        assert (np.diff(reading.locality) <= 1e-12).all()


def test_lag_biases_are_local_and_no_positions_are_nothing():
    lag = decoder("lag:tau=3")
    for layer in position_curves(lag, random_weights(lag), PLACES):
        for reading in layer:
            assert reading.invariance == pytest.approx(1.0)
            assert reading.locality[2] > 0
            assert not reading.locality[3:].any()
    none = decoder("none")
    assert not position_logits(none, random_weights(none), PLACES).any()


def test_periodic_vectors_have_their_period_and_alibi_is_not_local():
    periodic = decoder("periodic:delta=3")
    curves = position_curves(periodic, random_weights(periodic), 25)
    assert {reading.period() for layer in curves for reading in layer} == {3.0}
    alibi = decoder("alibi")
    (first, _), _ = position_curves(alibi, random_weights(alibi), PLACES)
    assert first.invariance == pytest.approx(1.0)
    assert first.locality[PLACES // 2] > 0.5


def test_the_curve_of_a_table_is_that_of_its_raw_products():
    model = decoder("absolute:places=16")
    weights = random_weights(model)
    query, key, _ = np.split(np.asarray(weights.blocks[1].qkv.matrix), 3, axis=1)
    table = np.asarray(weights.positions)[:PLACES]
    wanted = read_positions(table, query[:, 4:], key[:, 4:])
    _, (_, found) = position_curves(model, weights, PLACES)
    np.testing.assert_allclose(found.means, wanted.means, atol=1e-5)
    assert found.invariance == pytest.approx(wanted.invariance, abs=1e-5)


def test_rotated_products_depend_on_the_distance_alone():
    model = decoder("rope")
    logits = position_logits(model, random_weights(model), PLACES)
    np.testing.assert_allclose(logits[..., 1:, 1:], logits[..., :-1, :-1], atol=1e-5)
    assert np.ptp(logits[0, 0, :, 0]) > 0.01


def test_a_window_beyond_the_table_is_refused():
    model = decoder("absolute:places=16")
    made = jax.eval_shape(model.init, jax.random.key(0))
    with pytest.raises(SpecError, match=r"17 places, but positions .* reach only 16"):
        position_logits(model, made, 17)
