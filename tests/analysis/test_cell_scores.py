"""Scores of a cell: every model counts, bins and kinds of inputs stay apart."""

import math

import pytest

from lengthwise.analysis.cell_scores import Summary, cell_scores
from lengthwise.cannot_say import CannotSay
from lengthwise.figures.huang.suite import BINS, Cell
from tests.figures.huang_records import record, records_of

CELL = Cell(
    task="aa_star",
    scheme="none",
    places=152,
    model={"layers": 1, "heads": 1, "width": 8},
    rates=(1e-3, 3e-4),
    seeds=3,
)
RIGHT = [(1.0, 0.9, 0.8), (1.0, 0.5, 0.25), (0.5, 0.1, 0.0), (1.0, 1.0, 1.0)]


def scored(records):
    return cell_scores(records, BINS, CELL.subject)


def test_all_models_count_and_the_two_kinds_of_inputs_stay_apart():
    made = zip(CELL.trials, RIGHT, strict=False)
    found = scored(
        one
        for trial, right in made
        for one in records_of(CELL, trial, right, (0, 0, 0))
    )
    last, fitting = found.drawn(-1), found.drawn(-1, fitting=True)
    assert sorted(last.values) == pytest.approx([0.0, 0.25, 0.8, 1.0])
    assert last.typical == pytest.approx(0.525)
    assert (last.best, last.least) == pytest.approx((1.0, 0.0))
    assert sorted(fitting.values) == pytest.approx([0.25, 0.8, 1.0])
    assert last.mean < fitting.mean
    assert found.adversarial(-1).values == (0.0,) * 4
    assert [(one.rate, one.seed) for one in found.models] == [
        *((1e-3, 0), (1e-3, 1), (1e-3, 2), (3e-4, 0))
    ]
    # There is one word of each even length, and 64 were drawn.
    assert found.inputs == (25, 25, 25)
    assert found.hard_inputs == (64, 64, 64)


def test_without_adversarial_inputs_there_is_no_number_for_them():
    found = scored(records_of(CELL, CELL.trials[0], RIGHT[0]))
    assert found.adversarial(0) is None
    assert found.drawn(0).interval is None


def test_a_model_whose_bins_were_not_all_tested_does_not_count():
    drawn = CELL.evaluations[0]
    short = type(drawn)(lengths=drawn.lengths[:-1], words=drawn.words)
    part = record(CELL, CELL.trials[0], short, RIGHT[0])
    assert isinstance(scored([part]), CannotSay)
    assert isinstance(scored([]), CannotSay)
    both = [part, *records_of(CELL, CELL.trials[1], RIGHT[1])]
    assert [one.seed for one in scored(both).models] == [1]


def test_a_model_that_diverged_is_right_on_nothing():
    lost = record(
        CELL,
        CELL.trials[0],
        CELL.evaluations[0],
        [math.nan] * 3,
        diverged=1,
        converged=False,
    )
    (model,) = scored([lost]).models
    assert model.diverged
    assert not model.fits
    assert model.drawn == (0.0, 0.0, 0.0)


def test_the_interval_of_a_mean_stays_within_shares():
    ends = Summary(values=(0.9, 1.0, 1.0)).interval
    assert 0 <= ends.low < 29 / 30 < ends.high == 1
