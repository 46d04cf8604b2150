from dataclasses import replace
from itertools import pairwise, product

import matplotlib as mpl
import numpy as np
import pytest

from lengthwise.analysis.runs import Run
from lengthwise.analysis.summary import summary
from lengthwise.report.study.simulation_figure import frequencies, simulation
from lengthwise.report.study.study_figures import (
    audit,
    error_by_length,
    figures,
    plateau_by_train_length,
)
from lengthwise.report.tools.plot import drawable
from lengthwise.words import Alphabet, Statistics
from tests.report.findings import PROVENANCE, kgram, modp, simple, two_layers


def of_runs(runs):
    return summary(kgram().task, runs, eps=(0.1,), provenance=PROVENANCE)


def test_every_figure_has_legend_units_and_caption():
    plots = figures(simple())
    assert [plot.name for plot in plots] == [
        *("plateau-by-training-length", "error-by-length", "audit"),
        *("error-by-length-scaled", "audit-scaled", "simulation"),
    ]
    for plot in plots:
        assert plot.figure.legends[0].get_texts()
        assert plot.description
        labels = [axes.get_xlabel() for axes in plot.figure.axes]
        assert any("(symbols)" in text or "symbol" in text for text in labels)
        assert plot.figure.axes[0].get_ylabel()
    assert "8 seeds" in plots[0].caption
    assert "8 seeds" in plots[1].caption


def test_the_same_summary_gives_the_same_bytes_and_no_date():
    first, again = (plateau_by_train_length(modp()).svg() for _ in range(2))
    assert first == again
    assert "<dc:date>" not in first
    assert simulation(modp().exact.simulation)._repr_html_().startswith("<?xml")


def test_drawing_leaves_the_settings_of_the_caller_alone():
    before = dict(mpl.rcParams)
    error_by_length(kgram()).svg()
    assert dict(mpl.rcParams) == before


def test_marks_are_the_typical_errors():
    found = error_by_length(simple())
    runs = [run for run in simple().runs if run.train_length == 8]
    for mark in (mark for mark in found.marks if mark.series == 0):
        errors = np.array([run.errors[mark.x] for run in runs])
        assert mark.y == pytest.approx(np.exp(np.log(errors).mean()))
        assert f"{errors.min():.3g} to {errors.max():.3g}" in mark.text


def test_crossings_stand_at_the_sufficient_lengths():
    marks = plateau_by_train_length(simple()).marks
    stars = {mark.y: mark.x for mark in marks if mark.series > 0}
    assert stars == {eps: n.length for eps, n in simple().lengths.items()}


def test_both_norms_are_drawn_side_by_side():
    marks = audit(simple()).marks
    for panel, norm in enumerate(("rms", "sup")):
        drawn = [mark.y for mark in marks if mark.axes == panel]
        assert drawn == [
            getattr(e, norm) for a in simple().audits.values() for e in a.errors
        ]


def test_a_curve_that_is_not_level_is_hollow_and_says_so():
    marks = plateau_by_train_length(kgram()).marks
    assert all(mark.text.endswith(", rises") for mark in marks)


def test_failed_runs_are_left_out_and_counted():
    good = [Run(train_length=8, seed=s, errors={16: 0.1, 32: 0.2}) for s in (0, 1)]
    bad = Run(train_length=8, seed=2, errors={16: 9.0, 32: float("nan")})
    fewer = [Run(train_length=16, seed=0, errors={16: 0.1})]
    found = error_by_length(of_runs([*good, bad, *fewer]))
    assert "1 to 2 seeds" in found.caption
    assert "Left out: 1 (diverged, or above 0.1 rms" in found.caption
    assert max(mark.y for mark in found.marks) < 1


def test_an_error_of_zero_can_be_drawn():
    runs = [
        Run(train_length=n, seed=s, errors={16: 0.0, 32: 0.0, 64: 0.0})
        for n in (4, 8)
        for s in (0, 1)
    ]
    for plot in figures(of_runs(runs)):
        assert "nan" not in plot.svg()


def test_what_has_no_data_is_not_drawn():
    empty = replace(kgram(), runs=(), plateaus={}, lengths={})
    assert figures(empty) == ()
    assert audit(replace(simple(), audits={})) is None


def test_a_histogram_counts_words_and_statistics():
    ab = Alphabet("ab")
    seen = Statistics.of("aabab", ab, delta=2, tau=0)
    assert frequencies(seen) == {("a", 0): 2, ("b", 0): 0, ("a", 1): 1, ("b", 1): 1}
    found = simple().exact.simulation
    words = replace(found, x=("a", "b") * 50, z=("a", "b"))
    shares = {(m.axes, m.x): m.y for m in simulation(words).marks}
    assert shares == {(0, 0): 50, (0, 1): 50, (1, 0): 50, (1, 1): 50}


def test_a_symbol_that_no_document_may_hold_is_replaced():
    assert drawable("a\x01\ud800") == "a��"
    assert drawable("é漢😀") == "é漢😀"


def test_the_words_of_two_layers_are_drawn_by_what_stands_in_a_row():
    found = two_layers().exact.simulation
    drawn = next(p for p in figures(two_layers()) if p.name == "simulation")
    assert "every 2 symbols in a row" in drawn.caption
    above, below = (
        [mark for mark in drawn.marks if mark.axes == panel] for panel in (0, 1)
    )
    assert [mark.text.split(" in ")[0] for mark in above] == [
        "0 0",
        "0 1",
        "1 0",
        "1 1",
    ]
    for marks, word in ((above, found.x), (below, found.z)):
        pairs = list(pairwise(word))
        assert [mark.y for mark in marks] == pytest.approx(
            [100 * pairs.count(pair) / len(pairs) for pair in product("01", repeat=2)]
        )
