import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.limit.standard.learned_positions import read_positions

PLACES = 64


def one_hot_head(rule):
    """A table of one-hot places and the key matrix that makes logits rule(i - j)."""
    biases = np.array([[rule(i - j) for j in range(PLACES)] for i in range(PLACES)])
    return np.eye(PLACES), biases.astype(float), np.eye(PLACES)


def test_logits_of_the_distance_alone_are_fully_invariant():
    reading = read_positions(*one_hot_head(lambda d: 3.0 * (d == 2)))
    assert reading.invariance == pytest.approx(1.0)
    assert reading.means[2] == pytest.approx(3.0 / np.sqrt(PLACES))


def test_the_locality_curve_falls_to_zero_at_the_largest_lag():
    reading = read_positions(*one_hot_head(lambda d: float(d in (1, 4))))
    assert reading.locality[0] == pytest.approx(1.0)
    assert reading.locality[1] == pytest.approx(0.5)
    assert reading.locality[4:].max() == 0.0


def test_random_logits_are_hardly_invariant():
    rng = np.random.default_rng(0)
    query, key = rng.normal(size=(2, 8, 8))
    reading = read_positions(rng.normal(size=(PLACES, 8)), query, key)
    assert reading.invariance < 0.3


@pytest.mark.parametrize("period", [2, 4, 8])
def test_a_periodic_part_shows_its_period(period):
    head = one_hot_head(lambda d: 1.0 * (d % period == 0) + 5.0 * (d == 1))
    reading = read_positions(*head, tau=period - 1)
    assert reading.period() == pytest.approx(period, rel=0.1)


def test_a_local_head_has_no_period():
    assert read_positions(*one_hot_head(lambda d: d == 1), tau=1).period() is None


def test_logits_that_are_all_zero_are_invariant_and_local():
    reading = read_positions(*one_hot_head(lambda _d: 0.0))
    assert reading.invariance == 1.0
    assert not reading.locality.any()


def test_a_table_that_leaves_nothing_beyond_tau_is_refused():
    with pytest.raises(SpecError, match="no distances beyond tau=62"):
        read_positions(*one_hot_head(lambda d: d == 1), tau=62)
