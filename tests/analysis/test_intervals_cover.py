"""On synthetic sweeps with known truth, 90 % intervals cover it in 85 to 95 %.

Runs of the first tests are independent. Those of `measured_spread` have the covariance
of the records in results/, where a seed goes through all training lengths; there 90 %
intervals must cover in 86 to 95 %, apart from chance.
"""

import math

import numpy as np
import pytest

from lengthwise.analysis.exponent import Exponent, NoPowerLaw, exponent
from lengthwise.analysis.plateau import plateau
from lengthwise.analysis.runs import by_train_length
from lengthwise.analysis.sufficient import crossing, sufficient_length
from tests.analysis.measured_spread import spread
from tests.analysis.synthetic import runs_at, sweep

SWEEPS = 1000
OF_EXPONENTS = [SWEEPS // 4, pytest.param(SWEEPS, marks=pytest.mark.slow)]
"""An exponent takes several answers a sweep."""


def covers(covered, *, least=0.85):
    """Whether the share is as promised; of few sweeps it is off by chance as well."""
    few = len(covered) < SWEEPS
    chance = 2 * math.sqrt(0.05 * 0.95 / len(covered)) if few else 0.0
    return least - chance <= np.mean(covered) <= 0.95 + chance


def assert_exponent(found, truth, **least):
    """Intervals cover, and few power laws are rejected though there is one."""
    covered = [truth in one.interval for one in found if isinstance(one, Exponent)]
    rejected = np.mean([isinstance(one, NoPowerLaw) for one in found])
    assert covers(covered, **least), np.mean(covered)
    assert rejected <= 0.05 + 2 * math.sqrt(0.05 / len(found)), rejected
    assert len(covered) >= 0.8 * len(found)


@pytest.mark.parametrize("seeds", [4, 8, 16])
def test_plateaus(seeds):
    rng = np.random.default_rng(seeds)
    found = [plateau(runs_at(rng, 16, 0.05, seeds=seeds)) for _ in range(SWEEPS)]
    assert 0.85 <= np.mean([0.05 in one.interval for one in found]) <= 0.95


@pytest.mark.parametrize("seeds", [8, pytest.param(16, marks=pytest.mark.slow)])
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
    found = []
    for number in range(sweeps):
        lengths = {}
        for omega in (2.0, 4.0, 8.0, 16.0):
            grid = [round(omega * 3 * 1.3**k) for k in range(8)]
            runs = sweep(rng, factor=omega / 4, lengths=grid)
            lengths[omega] = sufficient_length(runs, 0.01, seed=number)
        found.append(exponent(lengths))
    assert_exponent(found, 1.0)


@pytest.mark.parametrize("sweeps", OF_EXPONENTS)
@pytest.mark.parametrize("seeds", [8, pytest.param(16, marks=pytest.mark.slow)])
def test_exponents_in_one_over_the_error(seeds, sweeps):
    rng = np.random.default_rng(seeds)
    # The lengths reach beyond all crossings, so that none is censored.
    grid = [round(6 * 1.19**k) for k in range(14)]
    found = []
    for number in range(sweeps):
        runs = sweep(rng, seeds=seeds, lengths=grid)
        # The same seeds are resampled for all errors, as a study does it.
        lengths = {
            1 / eps: sufficient_length(runs, eps, seed=number)
            for eps in (0.03, 0.01, 0.005)
        }
        found.append(exponent(lengths))
    assert_exponent(found, 1 / 1.5)


OF_MEASURED = [40, pytest.param(SWEEPS, marks=pytest.mark.slow)]
ASKED = {2: (0.05, 0.02), 4: (0.1, 0.02), 6: (0.05, 0.02), 8: (0.1, 0.03)}
"""Errors by omega whose crossing lies well inside the training lengths."""


def measured_answers(average, noisy, sweeps, truth):
    """Whether the true length is in the interval, by omega and error."""
    found = {}
    for omega, asked in ASKED.items():
        known = spread("izzo-fig1", omega)
        rng = np.random.default_rng(omega)
        lengths = np.array(known.lengths, dtype=float)
        for eps in asked:
            found[omega, eps] = []
            (true,) = crossing(lengths, truth(known)[None, :], eps)
            for number in range(sweeps):
                runs = known.runs(rng, noisy=noisy)
                one = sufficient_length(runs, eps, seed=number, **average)
                found[omega, eps].append(true in one.interval)
    return found


@pytest.mark.parametrize("sweeps", OF_MEASURED)
def test_sufficient_lengths_with_the_measured_covariance(sweeps):
    found = measured_answers({}, False, sweeps, lambda known: known.heights)
    covered = [one for rows in found.values() for one in rows]
    assert np.mean(covered) >= 0.86, np.mean(covered)
    for rows in found.values():
        assert covers(rows, least=0.86), {k: np.mean(v) for k, v in found.items()}


@pytest.mark.parametrize("sweeps", OF_MEASURED)
@pytest.mark.parametrize("average", ["typical", "mean"])
def test_sufficient_lengths_with_test_words_that_all_nets_share(average, sweeps):
    found = measured_answers(
        {"average": average},
        True,
        sweeps // 2,
        lambda known: known.heights if average == "typical" else known.mean_heights,
    )
    covered = [one for rows in found.values() for one in rows]
    assert covers(covered, least=0.86), {k: np.mean(v) for k, v in found.items()}


@pytest.mark.parametrize("sweeps", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_plateaus_with_test_words_that_all_nets_share(sweeps):
    covered = []
    for omega in ASKED:
        known = spread("izzo-fig1", omega)
        rng = np.random.default_rng(omega)
        for _ in range(sweeps):
            groups = by_train_length(known.runs(rng, noisy=True))
            place = int(rng.integers(len(groups)))  # lengths of a sweep go together
            found = plateau(groups[known.lengths[place]])
            covered.append(math.exp(known.heights[place]) in found.interval)
    assert covers(covered, least=0.86), np.mean(covered)


@pytest.mark.parametrize("sweeps", [100, pytest.param(SWEEPS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("omega", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_exponents_with_the_measured_covariance(omega, sweeps):
    known = spread("izzo-fig1", omega).straight()
    rng = np.random.default_rng(omega)
    found = []
    for number in range(sweeps):
        runs = known.runs(rng)
        lengths = {
            1 / eps: sufficient_length(runs, eps, seed=number)
            for eps in (0.05, 0.02, 0.01, 0.005)
        }
        found.append(exponent(lengths))
    assert_exponent(found, 1 / 1.5, least=0.86)
