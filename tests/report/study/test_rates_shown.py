"""A task whose errors are rates: nothing on its page is said to be root mean square."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.cli.study_command import data
from lengthwise.jobs.study import Findings
from lengthwise.report.study._headline import headline
from lengthwise.report.study.study_figures import (
    error_by_length,
    plateau_by_train_length,
)
from lengthwise.report.study.study_page import render
from lengthwise.report.study.study_tables import runs, tables
from tests.docs.test_file_formats import check
from tests.report.findings import PROVENANCE, recognized, simple

RATES = {"tomita4": "exact-match error", "dyck1@recognize-end": "error rate"}
SQUARED = re.compile(
    r"\brms\b|root mean square|root of the mean|\bsup\b", re.IGNORECASE
)


def of(found):
    """The study that `found` is the summary of."""
    return Findings(
        title=str(found.task),
        about=found.task.summary,
        decided=found.decided,
        provenance=found.provenance,
        summary=found,
    )


@pytest.mark.parametrize("name", RATES)
def test_nothing_speaks_of_another_metric(name):
    found = recognized(name)
    html = re.sub(r"<style>.*?</style>|<script>.*?</script>", "", render(found).html)
    assert not SQUARED.findall(html)
    assert not SQUARED.findall(str(found))
    assert not SQUARED.findall("".join(table.csv() for table in tables(found)))
    assert RATES[name] in str(found)


@pytest.mark.parametrize("name", RATES)
def test_the_headline_names_the_metric(name):
    said = headline(recognized(name))
    assert re.search(rf"the {RATES[name]} at or below 0\.02 (at|over)", said.lead)
    text = " ".join(map(str, said.more))
    assert f"No answer for an {RATES[name]} of 0.001: 256 " in text
    assert f"(mean of the {RATES[name]}s), none left out" in text
    assert "some inputs may still be answered wrong" in text


@pytest.mark.parametrize("name", RATES)
def test_a_page_without_an_answer_names_the_metric(name):
    unanswered = {e: n for e, n in recognized(name).lengths.items() if e < 0.01}
    said = headline(replace(recognized(name), lengths=unanswered))
    assert said.lead.startswith("Cannot say which training length suffices for an ")
    assert f"for an {RATES[name]} of 0.001:" in said.lead


def test_curves_are_accuracies_on_a_linear_axis_with_every_seed():
    plot = error_by_length(recognized())
    (axes,) = plot.figure.axes
    assert (axes.get_ylabel(), axes.get_yscale()) == ("exact-match accuracy", "linear")
    runs = [run for run in recognized().runs if run.train_length == 30]
    last = [mark for mark in plot.marks if mark.series == 5][-1]
    zero = 0.5 / 256
    seen = [1 - (0 if run.errors[16384] <= zero else run.errors[16384]) for run in runs]
    assert last.y == pytest.approx(sum(seen) / len(seen))
    thin = [line for line in axes.lines if line.get_linewidth() < 1]
    assert len(thin) == len(recognized().runs)


def test_axes_have_the_unit_and_captions_say_how_zero_is_drawn():
    plot = plateau_by_train_length(recognized())
    assert "(share of words)" in plot.figure.axes[0].get_ylabel()
    assert plot.figure.axes[0].get_yscale() == "log"
    assert "256 inputs were tested at each length; 0 errors in n" in plot.caption
    low = min(line.get_ydata().min() for line in plot.figure.axes[0].lines[:6])
    assert low >= 0.5 / 256


def test_a_table_of_models_says_what_zero_counts_as():
    table = runs(recognized())
    assert min(min(row[3:]) for row in table.rows) == 0.5 / 256
    assert "0 errors in n inputs counts as 0.5/n" in table.note


@pytest.mark.parametrize("name", RATES)
def test_json_names_the_metric(name):
    said = data(of(recognized(name)), Path("page.html"))
    assert said["metric"] == RATES[name]
    assert said["lengths"]["0.02"]["metric"] == RATES[name]
    assert said["plateaus"]["6"]["metric"] == RATES[name]
    check("study", said)


def test_json_of_root_mean_squares_is_as_it_was():
    said = data(of(simple()), Path("page.html"))
    assert "metric" not in said
    assert "metric" not in said["lengths"]["0.01"]


def test_a_recipe_is_called_published_only_where_there_is_one():
    bare = replace(recognized(), runs=())
    known = render(replace(bare, provenance=PROVENANCE)).html
    assert "Smaller than the published recipe" in known
    own = replace(PROVENANCE, published=False)
    html = render(replace(bare, provenance=own)).html
    assert "No recipe is published for this task" in html
    assert "than the published" not in html
    html = render(replace(bare, provenance=replace(own, smaller=()))).html
    assert "than the published" not in html


def test_nets_that_learned_nothing_are_drawn_as_such():
    found = recognized()
    runs = tuple(replace(run, converged=False, training=1.0) for run in found.runs)
    plot = error_by_length(replace(found, runs=runs))
    assert "No model learned the task" in plot.caption
    assert plot.marks
