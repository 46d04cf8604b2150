"""The page of any sweep: pure, complete, and safe to open."""

from dataclasses import replace

import pytest

import lengthwise as lw
from lengthwise.errors import SpecError
from lengthwise.experiments.store.store import Store
from lengthwise.jobs.sweep_findings import settings_of, sweep_findings
from lengthwise.report.study import _sweep_tables as tables
from lengthwise.report.study.sweep_page import render_sweep
from lengthwise.tasks.task_name import TaskName
from tests.api.swept import made_up, small_grid
from tests.report.text import text_of

HOSTILE = "<script>alert(1)</script>\x1b[2J"


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('page')}/s.db"
    made_up(small_grid(width=[16, 4]), url)
    with Store(url) as store:
        return settings_of(store, store)


def findings(settings, eps=(0.1,)):
    return sweep_findings(settings, eps=eps, command="lengthwise report")


def test_the_same_records_give_the_same_bytes(settings):
    again = findings(tuple(settings))
    assert render_sweep(findings(settings)) == render_sweep(again)


def test_settings_stand_in_the_order_of_their_values(settings):
    assert [one.values["width"] for one in settings] == [4, 16]
    text = text_of(render_sweep(findings(settings)).html)
    assert text.index("h2: width = 4") < text.index("h2: width = 16")
    assert "| 4, 6, 9, 14 | 0 to 3 | 16 |" in text


def test_a_name_of_somebody_is_only_text(settings):
    name = TaskName(HOSTILE, (), "0" * 64)
    assert name.task_if_loaded is None
    made = findings([replace(one, task=name) for one in settings])
    page = render_sweep(made).html
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "0" * 64 in page


def test_models_that_diverged_have_a_page(settings):
    lost = [
        replace(run, errors=dict.fromkeys(run.errors, float("nan")))
        for run in settings[0].runs
    ]
    made = findings([replace(settings[0], runs=tuple(lost))])
    page = text_of(render_sweep(made).html)
    assert "Cannot say which training length suffices" in page
    assert "h2: Figures" not in page


def test_of_many_records_the_first_are_listed(settings, monkeypatch):
    monkeypatch.setattr(tables, "MOST", 5)
    ((setting, summary),) = findings(settings[:1]).settings
    table = tables.records(setting, summary)
    assert len(table.rows) == 5
    assert table.note.startswith("11 more are in the store")


def test_without_records_there_is_no_page():
    with pytest.raises(SpecError, match="no records for a page"):
        findings(())


def test_a_task_with_two_layers_and_lags_shows_its_lists(tmp_path):
    grid = small_grid("tomita1", heads=[1, 1], lags=[2, None])
    found = lw.sweep(grid, store=made_up(grid, f"sqlite:///{tmp_path}/t.db"))
    text = text_of(found.page.html)
    assert "| 1, 1 | 2, none |" in text
    assert "heads=[1, 1], lags=[2, None]" in text
