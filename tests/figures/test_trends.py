"""Each check holds on runs with the trend, and fails on shuffled ones."""

import dataclasses

import numpy as np
import pytest

from lengthwise.analysis.exponent import Exponent
from lengthwise.analysis.runs import Run
from lengthwise.analysis.seed_averages import AVERAGES
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec.canonical import key_of
from lengthwise.figures import trends
from lengthwise.figures._tie_lengths import UNKNOWN, Ties
from lengthwise.figures.all_figures import FIGURES, figure, figures
from lengthwise.figures.exact_errors import Attention, Exact
from lengthwise.figures.figure import Measured
from lengthwise.jobs._growth import knobs
from lengthwise.jobs.reproduction import reproduction_of
from tests.analysis.synthetic import runs_at

SIMPLE, MODP = figure("izzo-fig1"), figure("izzo-fig2")


def sweep_over(chosen, values, height, lengths):
    rng = np.random.default_rng(0)
    runs = [
        dataclasses.replace(run, numbers={chosen.number: value})
        for value in values
        for n in (lengths(value) if callable(lengths) else lengths)
        for run in runs_at(rng, n, height(value, n))
    ]
    return Measured(figure=chosen, runs=tuple(runs))


def looks(n, on, off):
    return Exact(
        trial=f"{n}",
        numbers={"p": 5},
        train_length=n,
        seed=0,
        rms={8: 0.1},
        sup={8: 0.2},
        attention=Attention(length=80, on=(on, 0.0), off=(off, 0.0)),
    )


PROPORTIONAL = sweep_over(
    SIMPLE, (2, 4, 8, 12), lambda w, n: (w / n) ** 1.5, (4, 8, 16, 32, 64, 128)
)
RATIO = sweep_over(
    MODP, (2, 3, 5), lambda p, n: (p / n) ** 2, lambda p: [p * r for r in (2, 3, 4, 6)]
)
LOOKING = Measured(
    figure=MODP,
    runs=RATIO.runs,
    exact=(looks(5, 0.012, 0.012), looks(20, 0.06, 0.001), looks(40, 0.061, 0.001)),
)
# Many settings: of level curves one in twenty seems to rise.
LEVEL = sweep_over(
    SIMPLE,
    (2, 4, 6, 8, 12, 16),
    lambda w, n: (w / n) ** 1.5,
    [round(4 * 1.3**k) for k in range(12)],
)
CASES = [
    (LEVEL, trends.levels_off),
    (PROPORTIONAL, trends.falls_with_length),
    (PROPORTIONAL, trends.rises_with_number),
    (PROPORTIONAL, trends.is_straight),
    (PROPORTIONAL, trends.is_proportional),
    (RATIO, trends.overlap),
    (LOOKING, trends.looks_right),
]


@pytest.mark.parametrize(("found", "check"), CASES)
def test_a_check_holds_where_the_trend_is_and_fails_on_shuffled_errors(found, check):
    for average in AVERAGES:
        answer = check(found, average)
        assert answer.holds, answer
        assert str(answer).startswith("holds")
        assert answer.average == average
        dealt = check(found.shuffled(), average)
        assert not dealt.holds
        assert str(dealt).startswith(("FAILS", "cannot say"))


def test_the_opposite_trend_fails_and_says_where():
    rising = sweep_over(SIMPLE, (2, 4, 8), lambda w, n: n / w / 100, (8, 16, 32, 64))
    assert not trends.falls_with_length(rising, "typical").holds
    answer = trends.rises_with_number(rising, "typical")
    assert not answer.holds
    assert "not from 2 to 4 at N = 8" in answer.numbers
    assert "and 5 more" in answer.numbers


def test_a_line_with_an_intercept_is_straight_and_not_proportional():
    shifted = sweep_over(
        SIMPLE,
        (2, 4, 8, 12),
        lambda w, n: 0.1 * ((6 + w) / n) ** 2,
        [round(6 * 1.19**k) for k in range(10)],
    )
    assert trends.is_straight(shifted, "typical").holds
    assert not trends.is_proportional(shifted, "typical").holds


def test_too_few_lengths_show_no_trend():
    run = Run(train_length=4, seed=0, errors={8: 0.1}, numbers={"omega": 2})
    alone = Measured(figure=SIMPLE, runs=(run,))
    assert not trends.falls_with_length(alone, "typical").holds
    assert "four are needed" in trends.is_straight(alone, "mean").numbers
    assert not trends.looks_right(alone, "mean").holds


def test_exponents_stand_beside_those_of_the_theorem():
    found = knobs(PROPORTIONAL)
    omega, mean = [knob for knob in found if knob.name == "omega"]
    assert (omega.average, mean.average) == ("typical", "mean")
    assert isinstance(omega.exponent, Exponent)
    assert 1.0 in omega.exponent.interval
    assert 3.2 < omega.theory.upper.value < 4
    assert 1.6 < omega.theory.lower.value < 2
    assert "3.44 (izzo-4.1-explicit, safe L)" in str(omega)
    inverse = [
        k for k in found if k.name == "1/eps" and isinstance(k.exponent, Exponent)
    ]
    assert all(abs(knob.exponent.value - 2 / 3) < 0.2 for knob in inverse)
    assert knobs(dataclasses.replace(PROPORTIONAL, figure=figure("izzo-fig4-S"))) == ()


def test_exponents_say_how_many_nets_they_leave_out():
    """Four learned too little for the smallest error, two of them for the first."""
    stuck = {(2, 4, 0): 0.07, (2, 4, 1): 0.07, (4, 4, 0): 0.5, (4, 4, 1): 0.5}
    runs = tuple(
        dataclasses.replace(run, converged=False, training=stuck[at])
        if (at := (run.numbers["omega"], run.train_length, run.seed)) in stuck
        else run
        for run in PROPORTIONAL.runs
    )
    found = knobs(dataclasses.replace(PROPORTIONAL, runs=runs))
    out = {(k.name, k.at, k.average): k.left_out for k in found}
    assert out["omega", "error 0.1", "typical"] == 2
    assert out["1/eps", "omega = 2", "typical"] == 2
    assert out["1/eps", "omega = 8", "typical"] == 0
    assert not any(n for (_, _, average), n in out.items() if average == "mean")
    asked_ = {knob.question for knob in found}
    assert (
        "omega at error 0.1 (rms, geometric mean over seeds, 2 nets left out)" in asked_
    )
    assert "omega at error 0.1 (rms, mean over all seeds)" in asked_


RISING = sweep_over(
    figure("izzo-fig1-log"), (2, 4), lambda w, n: (w / n) ** 1.5, (4, 8, 16)
)
RISING = dataclasses.replace(
    RISING,
    runs=tuple(
        dataclasses.replace(run, errors={t: e * t**0.05 for t, e in run.errors.items()})
        for run in RISING.runs
    ),
)


@pytest.mark.parametrize("known", [True, False])
def test_how_far_ties_hold_stands_beside_a_slow_rise(known):
    ties = Ties(L=0.1, eta=0.25, gamma=1.0) if known else None
    exact = tuple(
        dataclasses.replace(looks(n, 0.0, 0.0), numbers={"omega": w}, ties=ties)
        for w in (2, 4)
        for n in (4, 8, 16)
    )
    found = trends.levels_off(dataclasses.replace(RISING, exact=exact), "typical")
    assert "rises slowly in 6 (by " in found.numbers
    said = "T_max for an error of 0.1: 2^4 in 6 of 6 nets" if known else UNKNOWN
    assert found.numbers.endswith(f"; where it rises slowly, {said}")


def test_nets_without_growing_logits_have_no_reach():
    plain = dataclasses.replace(RISING, figure=SIMPLE)
    assert "T_max: none" in trends.levels_off(plain, "typical").numbers


def test_a_reproduction_says_everything_on_a_line_each():
    found = reproduction_of(LOOKING)
    text = str(found)
    assert text.startswith("izzo-fig2: ModPTask\n")
    assert "beyond the paper: " in text
    assert "on shuffled errors 0 of 8 trends hold" in text
    assert "0 diverged; trained on" in text
    unknown = [knob for knob in found.knobs if isinstance(knob.exponent, CannotSay)]
    told = [line for line in text.splitlines() if line.startswith("  no exponent of N")]
    assert len(told) == len({knob.exponent.reason for knob in unknown}) > 0
    for knob in unknown:
        (line,) = (one for one in told if knob.question in one)
        assert line.endswith(f": {knob.exponent.reason}")
    assert found.holds


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_has_grids_and_checks(name):
    found = figure(name)
    assert found.checks
    assert sum(map(len, found.small)) < sum(map(len, found.full))
    with pytest.raises(SpecError, match="sizes are full and small"):
        found.trials("large")


@pytest.mark.parametrize("arm", ["mean", "even"])
def test_an_arm_has_every_figure_with_independent_models_and_one_program(arm):
    found = figures(f"izzo-{arm}")
    assert [one.name.split("-", 2)[2] for one in found] == [
        *("fig1", "fig1-log", "fig2", "fig3", "fig4-S", "fig4-S-k2", "fig4-k")
    ]
    trials = {t.key: t for one in found for t in one.trials("full")}.values()
    assert len(trials) == 1728 + 864 + 768 + 9 * 56
    streams = {(t.lane.setting, t.train_length, t.seed) for t in trials}
    assert len(streams) == len(trials)
    for one in trials:
        assert (one.recipe.stop, one.recipe.randomness) == ("mean", "setting")
        assert (one.recipe.threshold > 0) == (arm == "mean")
        assert one.recipe.max_steps == (16384 if one.task.name == "kgram" else 32768)
    assert all("our test lengths" in one.title for one in found)


def test_arms_share_programs_and_no_random_number():
    mean, even = (
        [t for one in figures(f"izzo-{arm}") for t in one.trials("full")]
        for arm in ("mean", "even")
    )
    assert {t.recipe.static for t in mean} == {t.recipe.static for t in even}
    assert not {t.lane.setting for t in mean} & {t.lane.setting for t in even}


def test_the_first_figures_are_named_as_before():
    keys = sorted(t.key for one in figures("izzo") for t in one.trials("full"))
    assert key_of(keys) == (
        "db4e47477c5cbc9594bc00a02661b862b991300fa9efad820d0e98cc9b43b721"
    )


def test_a_misspelled_figure_is_answered():
    with pytest.raises(UnknownNameError, match="did you mean 'izzo-fig1'"):
        figures("izzo-fig11")


def test_exact_limits_are_shuffled_too_and_show_nothing_then():
    """Nets are level where they have come to their own limits, not to others."""
    runs = tuple(
        dataclasses.replace(run, limits=(max(run.errors.items())[1],))
        for run in LEVEL.runs
    )
    known = dataclasses.replace(LEVEL, runs=runs)
    for average in AVERAGES:
        assert trends.levels_off(known, average).holds
        assert not trends.levels_off(known.shuffled(), average).holds
    dealt = known.shuffled().runs
    assert sorted(run.limits for run in dealt) == sorted(run.limits for run in runs)
    assert [run.limits for run in dealt] != [run.limits for run in runs]
