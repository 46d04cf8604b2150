"""What the data cannot answer is answered with the reason."""

import math
from dataclasses import replace

import numpy as np
import pytest

from lengthwise.analysis.bisection import bisected_length
from lengthwise.analysis.exponent import NoPowerLaw, exponent
from lengthwise.analysis.interval import Interval, of_bootstrap, of_mean
from lengthwise.analysis.level_or_rising import TOLERANCE
from lengthwise.analysis.plateau import plateau
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.analysis.sufficient import antitonic, crossing, sufficient_length
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from tests.analysis.synthetic import TESTED, runs_at, sweep


@pytest.fixture
def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize(
    ("slope", "noise", "kind", "said"),
    [
        (0.5, 0.02, "rises", "rises with the test length, by"),
        (0.05, 0.02, "rises slowly", "rises slowly with the test length, by"),
        (0.0, 0.02, "level", "level in test length"),
        (-0.5, 0.02, "falls", "still falls"),
        (0.0, 3.0, "unclear", "too much noise"),
    ],
)
def test_how_a_curve_goes_on_is_told(rng, slope, noise, kind, said):
    found = plateau(runs_at(rng, 8, 0.1, slope=slope, noise=noise))
    assert found.course.kind == found.mean_course.kind == kind
    assert found.level == (kind == "level")
    assert said in str(found)
    if kind != "unclear":
        assert 2**slope - 1 in found.course.per_doubling


def test_growth_with_the_logarithm_of_the_length_is_not_level(rng):
    runs = [
        Run(
            train_length=8,
            seed=seed,
            errors={
                t: 0.01 * (4 + math.log(t)) * rng.lognormal(0, 0.005) for t in TESTED
            },
        )
        for seed in range(8)
    ]
    found = plateau(runs)
    assert found.course.slope.high <= TOLERANCE
    assert found.course.kind == "rises slowly"


def test_test_words_that_all_nets_share_can_hide_a_rise(rng):
    runs = runs_at(rng, 8, 0.1, slope=0.03, noise=0.002)
    assert plateau(runs).course.kind == "rises slowly"
    noisy = [replace(run, noise=dict.fromkeys(TESTED, 0.1)) for run in runs]
    found = plateau(noisy)
    assert found.course.kind == "unclear"
    assert found.interval.low < plateau(runs).interval.low


def test_an_exact_limit_is_the_plateau_and_has_no_noise(rng):
    runs = [
        replace(run, noise=dict.fromkeys(TESTED, 0.3), limits=(0.11,))
        for run in runs_at(rng, 8, 0.1)
    ]
    found = plateau(runs)
    assert found.typical == found.best == pytest.approx(0.11)
    assert found.interval.high == pytest.approx(found.interval.low)
    assert (found.level, found.exact) == (True, True)
    far = plateau([replace(run, limits=(0.9,)) for run in runs])
    assert (far.course.kind, far.since) == ("rises", None)
    near = plateau([replace(run, limits=(0.01,)) for run in runs])
    assert near.course.kind == "falls"


@pytest.mark.parametrize(("middle", "said"), [(0.1, "rises"), (-0.1, "falls")])
def test_a_slope_of_one_sign_on_both_sides_of_the_tolerance_is_not_noise(middle, said):
    slopes = [middle - 0.02, middle, middle + 0.02]
    runs = [
        Run(train_length=8, seed=s, errors={t: 0.1 * t**slope for t in TESTED})
        for s, slope in enumerate(slopes)
    ]
    found = plateau(runs)
    slope = of_mean(np.array(slopes))
    assert found.course.kind == said
    assert found.course.slope.low == pytest.approx(slope.low)
    assert found.course.slope.high == pytest.approx(slope.high)


def test_runs_that_failed_are_left_out_and_counted(rng):
    good = runs_at(rng, 8, 0.1)
    bad = Run(train_length=8, seed=99, errors=dict.fromkeys(TESTED, math.nan))
    unfinished = Run(
        train_length=8, seed=98, errors=dict.fromkeys(TESTED, 9.0), converged=False
    )
    found = plateau([*good, bad, unfinished])
    assert (found.seeds, found.failed) == (8, 2)
    assert found.typical == pytest.approx(plateau(good).typical)
    assert "2 failed to train and left out" in str(found)
    assert (found.mean, found.mean_interval.high) == (math.inf, math.inf)
    assert plateau([*good, unfinished]).mean > 3 * plateau(good).mean


def test_runs_at_their_step_cap_are_kept_and_counted(rng):
    capped = [replace(r, converged=False, training=0.02) for r in runs_at(rng, 8, 0.1)]
    found = plateau(capped)
    assert (found.seeds, found.failed, found.capped) == (8, 0, 8)
    assert "8 models at the step limit" in str(found)


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
    assert "train on longer inputs" in found.reason


def test_training_lengths_that_all_suffice_are_named(rng):
    assert "train on shorter inputs" in sufficient_length(sweep(rng), 10.0).reason


def test_seeds_that_differ_too_much_place_no_crossing(rng):
    found = sufficient_length(sweep(rng, lengths=[8, 16], spread=3.0, seeds=4), 0.02)
    assert isinstance(found, CannotSay)


def test_one_training_length_is_too_few(rng):
    assert "fewer than two" in sufficient_length(runs_at(rng, 8, 0.1), 0.01).reason


def test_two_points_make_no_power_law(rng):
    one = sufficient_length(sweep(rng), 0.01)
    assert "(2 of 3 lengths)" in exponent({1.0: one, 2.0: one}).reason


def test_the_best_seed_crosses_before_the_typical_one(rng):
    found = sufficient_length(sweep(rng), 0.01)
    assert found.best < found.length
    assert "at the largest lengths tested is" in str(found)


def test_bisection_finds_the_crossing_with_few_lengths(rng):
    asked, confirmed = [], []

    def measure(length, told=asked):
        told.append(length)
        return runs_at(rng, length, length**-1.5)

    found = bisected_length(measure, lambda n: measure(n, confirmed), 0.01)
    assert 0.01 ** (-1 / 1.5) in Interval(found.interval.low * 0.9, found.length * 1.2)
    assert len(asked) == len(set(asked)) < 14
    assert len(confirmed) == len(set(confirmed))
    assert set(confirmed) < set(asked)


def test_a_search_asks_fresh_models_at_all_lengths_where_those_near_do_not_cross(rng):
    asked = []

    def fresh(length):
        asked.append(length)
        return runs_at(rng, length, 0.2 * length**-1.5, spread=0.05)

    found = bisected_length(lambda n: runs_at(rng, n, n**-1.5), fresh, 0.01)
    assert found.length == pytest.approx((0.2 / 0.01) ** (1 / 1.5), rel=0.3)
    assert min(asked) == 2


def test_bisection_gives_up_at_the_longest_length(rng):
    asked = []
    found = bisected_length(
        lambda n: runs_at(rng, n, 1.0), asked.append, 0.01, longest=64
    )
    assert "stays above" in found.reason
    assert not asked
    with pytest.raises(SpecError, match="not a range of training lengths"):
        bisected_length(lambda _n: [], lambda _n: [], 0.01, shortest=8, longest=4)


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


def test_a_bend_is_no_power_law(rng):
    lengths = {}
    for x, factor in ((1.0, 1.0), (2.0, 1.1), (4.0, 2.2), (8.0, 5.0)):
        grid = [round(factor * 8 * 1.19**k) for k in range(20)]
        runs = sweep(rng, factor=factor, lengths=grid, seeds=16, spread=0.1)
        lengths[x] = sufficient_length(runs, 0.01)
    found = exponent(lengths)
    assert isinstance(found, NoPowerLaw)
    assert not found
    assert [(one.low, one.high) for one in found.slopes] == [
        pytest.approx(pair) for pair in ((1, 2), (2, 4), (4, 8))
    ]
    assert found.slopes[0].slope == pytest.approx(math.log2(1.1), abs=0.2)
    assert "local slopes" in str(found)
