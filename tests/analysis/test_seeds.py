"""Seeds and residues: which runs an average is over, and how they are resampled."""

import math
from dataclasses import replace

import numpy as np
import pytest

from lengthwise.analysis.exponent import Exponent, exponent
from lengthwise.analysis.interval import of_mean
from lengthwise.analysis.runs import Run
from lengthwise.analysis.sufficient import sufficient_length
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from tests.analysis.synthetic import TESTED, sweep


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def test_the_mean_over_all_seeds_leaves_nothing_out(rng):
    runs = sweep(rng)
    poor = [
        replace(run, converged=False, training=0.5, errors=dict.fromkeys(TESTED, 0.5))
        for run in runs
        if run.seed == 0
    ]
    kept = [run for run in runs if run.seed > 0]
    typical = sufficient_length([*kept, *poor], 0.02)
    mean = sufficient_length([*kept, *poor], 0.02, average="mean")
    assert (typical.seeds, typical.failed) == (7, len(poor))
    assert "stays above" in mean.reason
    assert "the error (mean over all seeds)" in mean.reason
    all_ = sufficient_length(runs, 0.02, average="mean")
    assert (all_.average, all_.failed) == ("mean", 0)
    assert all_.length > sufficient_length(runs, 0.02).length


def test_seeds_are_drawn_once_for_all_training_lengths(rng):
    """Errors that go up and down together have a crossing as uncertain as one error."""
    factors = np.exp(0.3 * rng.normal(size=8))
    together = [
        replace(run, errors=dict.fromkeys(TESTED, run.train_length**-1.5 * factor))
        for seed, factor in enumerate(factors)
        for run in sweep(rng)
        if run.seed == seed
    ]
    found = sufficient_length(together, 0.01)
    height = of_mean(np.log(factors)).high - of_mean(np.log(factors)).low
    width = math.log(found.interval.high / found.interval.low)
    assert width == pytest.approx(height / 1.5, rel=0.25)


def test_a_seed_that_is_missing_at_a_length_is_drawn_at_the_others(rng):
    runs = [run for run in sweep(rng) if run.seed != run.train_length % 8]
    found = sufficient_length(runs, 0.01)
    assert found.seeds == 7
    assert found.length in found.interval
    few = [run for run in runs if run.train_length != 16 or run.seed in (1, 2)]
    assert sufficient_length(few, 0.01).seeds == 2


def test_near_each_length_the_worst_residue_counts():
    errors = {t + r: 0.1 * (1 + (r == 3)) for t in (60, 120, 240) for r in range(5)}
    run = Run(train_length=8, seed=0, errors=errors, period=5, limits=(1, 1, 1, 7, 1))
    assert dict(run.worst.errors) == {60: 0.2, 120: 0.2, 240: 0.2}
    assert dict(run.multiples.errors) == {60: 0.1, 120: 0.1, 240: 0.1}
    assert (run.limit, run.worst.limit, run.multiples.limit) == (7, 7, 1)
    bad = replace(run, errors={**errors, 61: math.nan})
    assert math.isnan(bad.worst.errors[60])
    with pytest.raises(SpecError, match="one for each residue"):
        replace(run, limits=(1.0,))
    odd = Run(train_length=8, seed=0, errors={61: 0.1}, period=5)
    assert odd.multiples is None


def test_a_net_with_a_number_of_steps_only_is_not_capped():
    run = Run(train_length=8, seed=0, errors={64: 0.1}, converged=False, training=0.1)
    assert run.capped
    assert not replace(run, stops=False).capped


def test_a_power_law_is_not_tested_with_fewer_seeds_than_points(rng):
    def fitted(seeds):
        sweeps = {f: sweep(rng, factor=f, seeds=seeds) for f in (1.0, 1.2, 1.5)}
        return exponent({f: sufficient_length(s, 0.02) for f, s in sweeps.items()})

    assert isinstance(fitted(8), Exponent)
    assert isinstance(fitted(2), CannotSay)


def test_a_length_by_exact_limits_is_for_infinite_length(rng):
    runs = sweep(rng)
    exact = [replace(run, limits=(run.errors[max(run.errors)],)) for run in runs]
    assert "at the largest lengths tested" in str(sufficient_length(runs, 0.02))
    assert "infinite length" in str(sufficient_length(exact, 0.02))
