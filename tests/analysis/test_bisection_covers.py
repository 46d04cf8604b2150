"""A search that chooses lengths by what it finds has an interval that covers."""

import math

import numpy as np
import pytest

from lengthwise.analysis.bisection import bisected_length
from lengthwise.analysis.runs import Run
from tests.analysis.synthetic import TESTED

EPS, POWER, SEEDS = 0.01, 1.5, 8
TRUTH = EPS ** (-1 / POWER)


def world(rng, shared, spread):
    """Trains models whose errors go together, by a share, over training lengths."""
    common = rng.normal(size=2 * SEEDS)

    def models(length, first):
        made = []
        for seed in range(first, first + SEEDS):
            own = math.sqrt(1 - shared) * rng.normal()
            log = spread * (math.sqrt(shared) * common[seed] + own)
            error = length**-POWER * math.exp(log)
            errors = dict.fromkeys(TESTED, error)
            made.append(Run(train_length=length, seed=seed, errors=errors))
        return made

    return models


def searched(rng, shared, spread):
    models = world(rng, shared, spread)
    return bisected_length(lambda n: models(n, 0), lambda n: models(n, SEEDS), EPS)


@pytest.mark.parametrize("searches", [40, pytest.param(400, marks=pytest.mark.slow)])
def test_the_interval_of_a_search_covers(searches):
    covered, unknown = [], 0
    for shared in (0.0, 0.3, 0.9):
        for spread in (0.2, 0.5):
            rng = np.random.default_rng(round(10 * shared + 100 * spread))
            for _ in range(searches):
                found = searched(rng, shared, spread)
                unknown += not found
                if found:
                    covered.append(TRUTH in found.interval)
    assert 0.86 <= np.mean(covered) <= 0.96, np.mean(covered)
    assert unknown <= 0.1 * len(covered)
