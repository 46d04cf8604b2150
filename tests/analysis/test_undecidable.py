"""What the data cannot answer is answered with the reason."""

import math
from dataclasses import replace

import numpy as np
import pytest

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.bisection import bisected_length
from lengthwise.analysis.exponent import exponent
from lengthwise.analysis.interval import Interval, of_bootstrap, of_mean
from lengthwise.analysis.plateau import plateau
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.analysis.sufficient import antitonic, crossing, sufficient_length
from lengthwise.errors import SpecError
from tests.analysis.synthetic import TESTED, runs_at, sweep


@pytest.fixture
def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize(
    ("slope", "noise", "reason"),
    [(0.5, 0.02, "still rises"), (-0.5, 0.02, "still falls"), (0.0, 3.0, "noise")],
)
def test_a_curve_that_is_not_level_has_no_plateau(rng, slope, noise, reason):
    found = plateau(runs_at(rng, 8, 0.1, slope=slope, noise=noise))
    assert isinstance(found, CannotSay)
    assert reason in found.reason


@pytest.mark.parametrize(("middle", "said"), [(0.1, "rises"), (-0.1, "falls")])
def test_a_slope_of_one_sign_on_both_sides_of_the_tolerance_is_not_noise(middle, said):
    slopes = [middle - 0.02, middle, middle + 0.02]
    runs = [
        Run(train_length=8, seed=s, errors={t: 0.1 * t**slope for t in TESTED})
        for s, slope in enumerate(slopes)
    ]
    found = plateau(runs)
    assert isinstance(found, CannotSay)
    assert f"the error {said} with length (slope {of_mean(np.array(slopes))})" in str(
        found.reason
    )
    assert "cannot be told from level" in found.reason
    wide = [
        replace(run, errors={t: e**3 for t, e in run.errors.items()}) for run in runs
    ]
    assert f"still {said}" in plateau(wide).reason


def test_runs_that_failed_are_left_out_and_counted(rng):
    good = runs_at(rng, 8, 0.1)
    bad = Run(train_length=8, seed=99, errors=dict.fromkeys(TESTED, math.nan))
    unfinished = Run(
        train_length=8, seed=98, errors=dict.fromkeys(TESTED, 9.0), converged=False
    )
    found = plateau([*good, bad, unfinished])
    assert (found.seeds, found.failed) == (8, 2)
    assert found.typical == pytest.approx(plateau(good).typical)


def test_runs_at_their_step_cap_are_kept_and_counted(rng):
    capped = [replace(r, converged=False, training=0.02) for r in runs_at(rng, 8, 0.1)]
    found = plateau(capped)
    assert (found.seeds, found.failed, found.capped) == (8, 0, 8)
    assert "8 models at the step cap" in str(found)


def test_a_run_that_fails_on_its_own_lengths_says_nothing_of_the_length(rng):
    runs = sweep(rng)
    poor = [
        replace(run, converged=False, training=0.5, errors=dict.fromkeys(TESTED, 9.0))
        for run in runs[::3]
    ]
    known, found = (
        sufficient_length(runs, 0.02),
        sufficient_length([*runs, *poor], 0.02),
    )
    assert found.length == known.length
    assert (found.failed, found.capped) == (len(poor), 0)
    close = [replace(run, converged=False, training=0.01) for run in runs]
    kept = sufficient_length(close, 0.02)
    assert (kept.length, kept.capped) == (known.length, len(runs))


def test_one_run_has_no_interval(rng):
    assert "trained" in plateau(runs_at(rng, 8, 0.1, seeds=1)).reason
    assert of_mean(np.array([1.0])) == Interval(-math.inf, math.inf)


def test_two_lengths_have_no_plateau():
    runs = [Run(train_length=8, seed=s, errors={64: 0.1, 128: 0.1}) for s in range(4)]
    assert "2 common test lengths" in plateau(runs).reason


def test_the_plateau_begins_where_the_curve_has_arrived():
    curve = {16: 0.01, 64: 0.05, 256: 0.1, 1024: 0.1, 4096: 0.1}
    runs = [Run(train_length=8, seed=s, errors=curve) for s in range(4)]
    assert plateau(runs).since == 256


def test_training_lengths_that_are_all_too_short_are_named(rng):
    found = sufficient_length(sweep(rng), 1e-9)
    assert "stays above 1e-09" in found.reason
    assert "train on longer words" in found.reason


def test_training_lengths_that_all_suffice_are_named(rng):
    assert "train on shorter words" in sufficient_length(sweep(rng), 10.0).reason


def test_seeds_that_differ_too_much_place_no_crossing(rng):
    found = sufficient_length(sweep(rng, lengths=[8, 16], spread=3.0, seeds=4), 0.02)
    assert isinstance(found, CannotSay)


def test_one_training_length_is_too_few(rng):
    assert "fewer than two" in sufficient_length(runs_at(rng, 8, 0.1), 0.01).reason


def test_two_points_make_no_power_law(rng):
    one = sufficient_length(sweep(rng), 0.01)
    assert "three lengths or more" in exponent({1.0: one, 2.0: one}).reason


def test_the_best_seed_crosses_before_the_typical_one(rng):
    found = sufficient_length(sweep(rng), 0.01)
    assert found.best < found.length
    assert "at the largest lengths tested is" in str(found)


def test_bisection_finds_the_crossing_with_few_lengths(rng):
    asked = []

    def measure(length):
        asked.append(length)
        return runs_at(rng, length, length**-1.5)

    found = bisected_length(measure, 0.01)
    assert 0.01 ** (-1 / 1.5) in Interval(found.interval.low * 0.9, found.length * 1.2)
    assert len(asked) == len(set(asked)) < 14


def test_bisection_gives_up_at_the_longest_length(rng):
    found = bisected_length(lambda n: runs_at(rng, n, 1.0), 0.01, longest=64)
    assert "stays above" in found.reason
    with pytest.raises(SpecError, match="no range of training lengths"):
        bisected_length(lambda _n: [], 0.01, shortest=8, longest=4)


def test_falling_sequences_stay_and_the_fit_is_least_squares(rng):
    values = np.sort(rng.normal(size=(5, 7)), axis=1)[:, ::-1].copy()
    assert np.allclose(antitonic(values), values)
    rough = rng.normal(size=(50, 6))
    fitted = antitonic(rough)
    assert (np.diff(fitted, axis=1) <= 1e-12).all()
    assert np.allclose(fitted.mean(axis=1), rough.mean(axis=1))


def test_crossings_outside_the_lengths_are_infinite():
    lengths = np.array([4.0, 16.0])
    logs = np.log([[0.001, 0.0001], [0.5, 0.4], [0.1, 0.001]])
    assert crossing(lengths, logs, 0.01).tolist()[:2] == [-math.inf, math.inf]


def test_the_bootstrap_interval_of_a_mean_is_students(rng):
    values = rng.normal(size=8)
    draws = values[rng.integers(0, 8, size=(20_000, 8))].mean(axis=1)
    found, exact = of_bootstrap(draws, 8), of_mean(values)
    assert found.high - found.low == pytest.approx(exact.high - exact.low, rel=0.12)


def test_runs_are_ordered_by_training_length_and_test_length():
    run = Run(train_length=4, seed=0, errors={128: 0.2, 64: 0.1})
    assert list(run.errors) == [64, 128]
    assert list(by_train_length([run])) == [4]
    with pytest.raises(SpecError, match="without errors"):
        Run(train_length=4, seed=0, errors={})


def test_a_plateau_and_an_exponent_print_their_intervals(rng):
    assert "best seed" in str(plateau(runs_at(rng, 8, 0.1)))
    one = sufficient_length(sweep(rng), 0.01)
    assert "exponent" in str(exponent({1.0: one, 2.0: one, 4.0: one}))
