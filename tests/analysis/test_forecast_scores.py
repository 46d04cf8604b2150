"""Scores of forecasts against their definitions."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.analysis.forecast_scores import auc, brier

CASES = st.lists(
    st.tuples(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.booleans()), max_size=12
)


@given(CASES)
def test_auc_is_the_chance_that_a_success_ranks_above_a_failure(cases):
    ranks, successes = [r for r, _ in cases], [s for _, s in cases]
    found = auc(ranks, successes)
    pairs = [
        (a, b) for (a, won), (b, lost) in product(cases, cases) if won and not lost
    ]
    if not pairs:
        assert found is None
        return
    points = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs)
    assert found == pytest.approx(points / len(pairs))
    turned = auc([-r for r in ranks], successes)
    assert turned == pytest.approx(1 - found)


@given(CASES)
def test_brier_is_0_for_the_truth_and_a_quarter_for_one_half(cases):
    successes = [s for _, s in cases]
    if not cases:
        assert brier([], []) is None
        return
    assert brier([float(s) for s in successes], successes) == 0
    assert brier([0.5] * len(cases), successes) == 0.25
    assert 0 <= brier([r for r, _ in cases], successes) <= 1
