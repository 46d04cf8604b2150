"""Cells of the suite are trained without a database, and never twice."""

import time

import pytest

from lengthwise.experiments.records.jsonl import Lines
from lengthwise.figures.huang.all_suites import SUITES
from lengthwise.figures.huang.suite import Cell, Suite
from lengthwise.jobs import train_suite
from lengthwise.tasks.length_bins import LengthBin


@pytest.fixture
def tiny(monkeypatch):
    """A table with one cell: two decoders, trained for one step."""
    cell = Cell(
        task="012_0_2",
        scheme="absolute",
        places=10,
        model={"layers": 1, "heads": 1, "width": 8},
        recipe={"max_steps": 1, "stop": "mean"},
        seeds=2,
        bins=(LengthBin(1, 6), LengthBin(7, 8)),
    )
    monkeypatch.setitem(SUITES, "tiny", Suite(name="tiny", title="Tiny", cells=(cell,)))
    return cell


def test_a_cell_is_trained_once_for_all_of_its_evaluations(tiny, tmp_path):
    store = Lines(tmp_path / "tiny.jsonl")
    wanted = train_suite.missing(tiny, train_suite.stores_in(tmp_path))
    assert wanted == tuple(one.key for one in tiny.trials)
    records = train_suite.train_cell("tiny", 0, wanted, None)
    asked = {(one.trial.key, one.evaluation.key) for one in records}
    drawn, hard = tiny.evaluations
    assert asked == {(key, one.key) for key in wanted for one in (drawn, hard)}
    assert hard.inputs == "adversarial"
    assert all(one.weights is None for one in records)
    store.add_all(records)
    assert train_suite.missing(tiny, train_suite.stores_in(tmp_path)) == ()


def test_a_cell_does_not_begin_when_time_is_up(tiny):
    wanted = tuple(one.key for one in tiny.trials)
    assert train_suite.train_cell("tiny", 0, wanted, time.time() - 1) == []
