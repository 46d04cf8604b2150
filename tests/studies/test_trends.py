"""Each check holds on runs with the trend, and fails on shuffled ones."""

import dataclasses

import numpy as np
import pytest

from lengthwise.analysis.runs import Run
from lengthwise.errors import UnknownNameError
from lengthwise.studies import trends
from lengthwise.studies.check import shuffled
from lengthwise.studies.izzo import FIGURES, figure
from tests.analysis.synthetic import runs_at


def sweep_over(name, values, height, lengths):
    rng = np.random.default_rng(0)
    return [
        dataclasses.replace(run, numbers={name: value})
        for value in values
        for n in (lengths(value) if callable(lengths) else lengths)
        for run in runs_at(rng, n, height(value, n))
    ]


SIMPLE = sweep_over(
    "omega", (2, 4, 8), lambda w, n: (w / n) ** 1.5, (4, 8, 16, 32, 64, 128)
)
MODP = sweep_over(
    "p", (2, 3, 5), lambda p, n: (p / n) ** 2, lambda p: [p * r for r in (2, 3, 4, 6)]
)
CASES = [
    (SIMPLE, lambda runs: trends.levels_off(runs, "omega")),
    (SIMPLE, lambda runs: trends.falls_with_length(runs, "omega")),
    (SIMPLE, lambda runs: trends.rises_with(runs, "omega")),
    (SIMPLE, lambda runs: trends.grows_linearly(runs, "omega", 0.1)),
    (MODP, lambda runs: trends.overlap(runs, "p")),
]


@pytest.mark.parametrize(("runs", "check"), CASES)
def test_a_check_holds_where_the_trend_is_and_fails_on_shuffled_runs(runs, check):
    found = check(runs)
    assert found.holds, found
    assert str(found).startswith("holds")
    dealt = check(shuffled(runs))
    assert not dealt.holds
    assert str(dealt).startswith("FAILS")


def test_the_opposite_trend_fails():
    rising = sweep_over("omega", (2, 4, 8), lambda w, n: n / w / 100, (8, 16, 32, 64))
    assert not trends.falls_with_length(rising, "omega").holds
    assert not trends.rises_with(rising, "omega").holds


def test_too_few_lengths_show_no_trend():
    run = Run(train_length=4, seed=0, errors={8: 0.1}, numbers={"omega": 2})
    assert not trends.falls_with_length([run], "omega").holds


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_has_grids_and_checks(name):
    found = figure(name)
    assert found.checks
    assert sum(map(len, found.small)) < sum(map(len, found.full))


def test_a_misspelled_figure_is_answered():
    with pytest.raises(UnknownNameError, match="did you mean 'izzo-fig1'"):
        figure("izzo-fig11")
