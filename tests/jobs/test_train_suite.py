"""Cells of the suite are trained without a database, and never twice."""

import os
import time
from concurrent.futures import ThreadPoolExecutor as Threads
from dataclasses import replace
from functools import partial

import pytest

from lengthwise.experiments.records.jsonl import Lines
from lengthwise.figures.huang.all_suites import SUITES
from lengthwise.figures.huang.suite import Cell, Suite
from lengthwise.jobs import train_suite
from lengthwise.jobs.cell_training import Measured
from lengthwise.tasks.length_bins import LengthBin
from tests.figures.huang_records import records_of


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
    (measured,) = train_suite.train_cells("tiny", {0: wanted}, None).values()
    records = measured.records
    assert [one.trial for one in measured.pairs] == [*wanted]
    for score in measured.pairs:
        assert score.class_name == "C-RASP[periodic, local]"  # of absolute positions
        assert score.right.keys() == score.longest.keys()
        assert max(score.longest.values()) <= tiny.bins[-1].high
    asked = {(one.trial.key, one.evaluation.key) for one in records}
    drawn, hard = tiny.evaluations
    assert asked == {(key, one.key) for key in wanted for one in (drawn, hard)}
    assert hard.inputs == "adversarial"
    assert all(one.weights is None for one in records)
    store.add_all(records)
    assert train_suite.missing(tiny, train_suite.stores_in(tmp_path)) == ()


def test_a_cell_does_not_begin_when_time_is_up(tiny):
    wanted = tuple(one.key for one in tiny.trials)
    assert train_suite.train_cells("tiny", {0: wanted}, time.time() - 1) == {}


def test_cells_with_equal_shapes_train_in_one_program(tiny, monkeypatch):
    cells = tuple(
        replace(tiny, task=name, seeds=seeds, bins=(LengthBin(1, 4), LengthBin(5, 6)))
        for name, seeds in (("tomita1", 2), ("012_0_2", 1), ("tomita7", 1))
    )
    suite = Suite(name="three", title="Three", cells=cells)
    monkeypatch.setitem(SUITES, "three", suite)
    together = train_suite.groups(suite, {0: (), 1: (), 2: ()})
    assert together == [(0, 2), (1,)]
    wanted = {n: train_suite.missing(cells[n], []) for n in together[0]}
    measured = train_suite.train_cells("three", wanted, None)
    for number, (some, _) in measured.items():
        asked = [one.key for one in cells[number].evaluations]
        told = {(one.trial.key, one.evaluation.key) for one in some}
        assert told == {(key, one) for key in wanted[number] for one in asked}
        assert {one.circumstances.fingerprint["width"] for one in some} >= {"3"}


@pytest.fixture
def three(tiny, monkeypatch):
    """A table of three cells on a computer with a GPU; training is stubbed."""
    cells = tuple(replace(tiny, task=name) for name in ("tomita1", "012_0_2", "d3"))
    suite = Suite(name="three", title="Three", cells=cells)
    asked = []

    def stub(name, wanted, end):
        asked.append((name, tuple(wanted), end))
        return {
            number: Measured(
                [
                    record
                    for trial in cells[number].trials
                    for record in records_of(cells[number], trial, (1, 1), (1, 1))
                ],
                [],
            )
            for number in wanted
        }

    monkeypatch.setitem(SUITES, "three", suite)
    monkeypatch.setattr(train_suite, "train_cells", stub)
    monkeypatch.setattr(train_suite, "has_gpu", lambda _: True)
    monkeypatch.setattr(
        train_suite, "ProcessPoolExecutor", lambda workers, _: Threads(workers)
    )
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return suite, asked


def test_groups_of_cells_are_trained_until_all_have_records(three, tmp_path):
    suite, asked = three
    measure = partial(train_suite.measure, suite, tmp_path, workers=2)
    assert measure(end=None)
    assert sorted(asked) == [("three", (0, 2), None), ("three", (1,), None)]
    assert measure(end=None)
    assert len(asked) == 2  # nothing is trained twice


def test_no_group_begins_that_would_end_too_late(three, tmp_path, monkeypatch):
    suite, asked = three
    monkeypatch.setattr(train_suite, "_seconds", lambda _: 100.0)
    end = time.time() + 50
    assert not train_suite.measure(suite, tmp_path, end=end, workers=1)
    assert [cells for _, cells, _ in asked] == [(0, 2)]  # the largest group
