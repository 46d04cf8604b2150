"""On synthetic sweeps with known truth, 90 % intervals cover it in 85 to 95 %."""

import math

import numpy as np
import pytest

from lengthwise.analysis.exponent import exponent
from lengthwise.analysis.plateau import plateau
from lengthwise.analysis.sufficient import sufficient_length
from tests.analysis.synthetic import runs_at, sweep

SWEEPS = 1000
OF_EXPONENTS = [SWEEPS // 4, pytest.param(SWEEPS, marks=pytest.mark.slow)]
"""An exponent takes several answers a sweep."""


def covers(covered):
    """Whether the share is as promised; of few sweeps it is off by chance as well."""
    few = len(covered) < SWEEPS
    chance = 2 * math.sqrt(0.05 * 0.95 / len(covered)) if few else 0.0
    return 0.85 - chance <= np.mean(covered) <= 0.95 + chance


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


@pytest.mark.parametrize("sweeps", OF_EXPONENTS)
def test_exponents_in_a_number(sweeps):
    rng = np.random.default_rng(3)
    covered = []
    for number in range(sweeps):
        lengths = {}
        for omega in (2.0, 4.0, 8.0, 16.0):
            grid = [round(omega * 3 * 1.3**k) for k in range(8)]
            runs = sweep(rng, factor=omega / 4, lengths=grid)
            lengths[omega] = sufficient_length(runs, 0.01, seed=number)
        covered.append(1.0 in exponent(lengths).interval)
    assert covers(covered), np.mean(covered)


@pytest.mark.parametrize("sweeps", OF_EXPONENTS)
@pytest.mark.parametrize("seeds", [8, 16])
def test_exponents_in_one_over_the_error(seeds, sweeps):
    rng = np.random.default_rng(seeds)
    # The lengths reach beyond all crossings, so that none is censored.
    grid = [round(6 * 1.19**k) for k in range(14)]
    covered = []
    for number in range(sweeps):
        runs = sweep(rng, seeds=seeds, lengths=grid)
        # The same seeds are resampled for all errors, as a study does it.
        lengths = {
            1 / eps: sufficient_length(runs, eps, seed=number)
            for eps in (0.03, 0.01, 0.005)
        }
        covered.append(1 / 1.5 in exponent(lengths).interval)
    assert covers(covered), np.mean(covered)
