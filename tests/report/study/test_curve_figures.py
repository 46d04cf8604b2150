"""Settings of a sweep are compared in the same axes, few enough to tell apart."""

from dataclasses import replace

import pytest

from lengthwise.experiments.store.store import Store
from lengthwise.jobs.sweep_findings import settings_of, sweep_findings
from lengthwise.report.study._curve_plan import MOST_CURVES, by_setting
from lengthwise.report.study._sweep_headline import sweep_headline
from lengthwise.report.study.sweep_page import render_sweep, sweep_figures
from tests.api.swept import made_up, small_grid
from tests.figures.measured import record_with
from tests.report.text import text_of

TESTED = [64, 128, 256]


def findings_of(grid, url, made=made_up):
    made(grid, url)
    with Store(url) as store:
        settings = settings_of(store, store)
    return sweep_findings(settings, eps=(0.1,), command="lengthwise report")


def rates(grid, url):
    """Every width is right up to a length of its own."""
    with Store(url) as store:
        store.add_all(_rate(trial, grid.evaluation) for trial in grid)


def _rate(trial, evaluation):
    record = record_with(trial, evaluation, 0.1)
    reach = trial.model.width * trial.train_length / 4
    losses = {
        n: replace(score, mean=0.0 if n <= reach else 0.5, words=64)
        for n, score in record.outcome.losses.items()
    }
    metric = trial.task.task.output.metrics[0].name
    outcome = replace(record.outcome, losses=losses, metric=metric, converged=True)
    return replace(record, outcome=outcome)


@pytest.fixture(scope="module")
def accuracies(tmp_path_factory):
    grid = small_grid(
        "tomita4", width=[8, 4], train_length=[32, 64], test_length=TESTED
    )
    return findings_of(grid, f"sqlite:///{tmp_path_factory.mktemp('c')}/s.db", rates)


def test_a_panel_for_each_training_length_and_a_curve_for_each_value(accuracies):
    curves, by_training = sweep_figures(accuracies)
    panels = curves.figure.axes
    assert [axes.get_title() for axes in panels] == ["N = 32", "N = 64"]
    (legend,) = curves.figure.legends
    assert legend.get_title().get_text() == "width"
    assert [text.get_text() for text in legend.get_texts()] == ["4", "8"]
    assert {axes.get_yscale() for axes in panels} == {"linear"}
    thin = [
        line for axes in panels for line in axes.lines if line.get_linewidth() < 0.7
    ]
    assert len(thin) == len([r for one, _ in accuracies.settings for r in one.records])
    dashed = [list(axes.lines[-1].get_xdata()) for axes in panels[1:]]
    assert dashed == [[64, 64]]
    values = {(mark.axes, mark.series, mark.x): mark.y for mark in curves.marks}
    assert values[1, 0, 64] == 1.0
    assert values[1, 0, 128] == 0.5
    assert values[1, 1, 128] == 1.0
    assert by_training.figure.axes[0].get_xlabel() == "training length N (symbols)"


def test_the_best_setting_comes_first(accuracies):
    lead = sweep_headline(accuracies).lead
    assert lead.startswith("Best with width = 8: exact-match accuracy at least 0.9 up ")
    assert "to length 128, 0.5 at length 256 (trained on lengths up to 64" in lead
    assert lead.endswith("Worst with width = 4.")
    assert lead in text_of(render_sweep(accuracies).html)


def test_many_settings_are_split_and_what_is_common_is_said(tmp_path):
    grid = small_grid(width=[4, 8, 16], scaling=["none", "query"], units=[64, 128])
    found = findings_of(grid, f"sqlite:///{tmp_path}/s.db")
    plans = by_setting(found.settings)
    assert [plan.subject for plan in plans] == [
        f"width = {width}, units = {units}"
        for width in (4, 8, 16)
        for units in (64, 128)
    ]
    assert {plan.legend for plan in plans} == {"scaling"}
    assert all(len(panel.curves) <= MOST_CURVES for p in plans for panel in p.panels)
    assert sweep_figures(found)[0].caption.startswith("width = 4, units = 64. Error by")
    page = text_of(render_sweep(found).html)
    assert "li: width = 4, units" not in page
    assert "6 more settings are in the tables below" in page
