"""On synthetic sweeps with known truth, 90 % intervals cover it in 85 to 95 %."""

import numpy as np
import pytest

from lengthwise.analysis.exponent import exponent
from lengthwise.analysis.plateau import plateau
from lengthwise.analysis.sufficient import sufficient_length
from tests.analysis.synthetic import runs_at, sweep

SWEEPS = 1000


@pytest.mark.parametrize("seeds", [4, 8, 16])
def test_plateaus(seeds):
    rng = np.random.default_rng(seeds)
    found = [plateau(runs_at(rng, 16, 0.05, seeds=seeds)) for _ in range(SWEEPS)]
    assert 0.85 <= np.mean([0.05 in one.interval for one in found]) <= 0.95


@pytest.mark.parametrize("seeds", [8, 16])
def test_sufficient_lengths(seeds):
    rng = np.random.default_rng(seeds)
    truth = 1.0 * 0.01 ** (-1 / 1.5)
    covered = []
    for number in range(SWEEPS):
        found = sufficient_length(sweep(rng, seeds=seeds), 0.01, seed=number)
        covered.append(truth in found.interval)
    assert 0.85 <= np.mean(covered) <= 0.95


def test_exponents():
    rng = np.random.default_rng(3)
    covered = []
    for number in range(SWEEPS // 4):
        lengths = {}
        for omega in (2.0, 4.0, 8.0, 16.0):
            grid = [round(omega * 3 * 1.3**k) for k in range(8)]
            runs = sweep(rng, factor=omega / 4, lengths=grid)
            lengths[omega] = sufficient_length(runs, 0.01, seed=number)
        covered.append(1.0 in exponent(lengths).interval)
    assert 0.85 <= np.mean(covered) <= 0.95
