"""A figure of a task that is answered right or wrong is drawn in its own metric."""

from dataclasses import replace

import pytest

from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import grid
from lengthwise.figures import all_figures, trends
from lengthwise.figures.figure import Figure, measurements_of
from lengthwise.jobs.reproduction import reproduction_of
from lengthwise.report.paper.paper_figures import paper_figure
from lengthwise.tasks.outputs import EXACT_MATCH_ERROR
from tests.figures.measured import record_with

GRID = grid(
    "d_n",
    numbers={"n": [2, 3, 4, 5]},
    train_length=[8, 16, 32],
    seed=range(3),
    evaluation=Evaluation(lengths=(64, 128), words=64),
)
DEPTH = Figure(
    name="mine-fig1",
    family="mine",
    paper="bhattamishra2020ability",
    title="D_n by depth",
    number="n",
    full=(GRID,),
    small=(),
    checks=(trends.falls_with_length, trends.is_straight),
    beyond=(trends.is_proportional,),
    records="mine-fig1",
    panels=("by test length", "by training length", "length by number"),
    eps=(0.1, 0.05),
    shown=3,
)


@pytest.fixture
def found(monkeypatch):
    monkeypatch.setitem(all_figures.FIGURES, DEPTH.name, DEPTH)
    records = []
    for trial in GRID:
        share = 0.02 * trial.numbers["n"] * 8 / trial.train_length
        one = record_with(trial, GRID.evaluation, share**0.5)
        outcome = replace(one.outcome, metric=EXACT_MATCH_ERROR.name)
        records.append(replace(one, outcome=outcome))
    return reproduction_of(measurements_of(DEPTH, records))


def test_its_trends_name_the_metric(found):
    said = [check.trend for check in (*found.checks, *found.beyond)]
    assert "N for an exact-match error of 0.1 is a straight line in n" in said
    assert not any("rms" in text for text in said)


def test_its_panels_name_the_metric_and_the_number(found):
    panels = paper_figure(found).figure.axes
    labels = [(axes.get_xlabel(), axes.get_ylabel()) for axes in panels]
    assert labels == [
        ("test length (symbols)", "exact-match error (share of words)"),
        ("training length N (symbols)", "plateau (exact-match error)"),
        ("n", "sufficient N (symbols)"),
    ]
    assert panels[0].get_title() == "n = 3"


def test_it_rests_on_its_paper(found):
    assert found.sources == (
        *("bhattamishra2020ability", "huang2025formal", "yang2022tensor"),
    )
