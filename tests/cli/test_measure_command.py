"""``lengthwise measure``: scores with intervals, by length and by bin."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.analysis.interval import Interval
from lengthwise.analysis.measured_rows import interval_of
from lengthwise.cli.main import run
from lengthwise.experiments.store.store import Store
from lengthwise.tasks.outputs import EXACT_MATCH_ERROR, RMS, TOKEN_ACCURACY
from lengthwise.training.evaluating.score import Score, rate_score
from tests.analysis.test_bin_scores import errors, sorter

RESULTS = Path(__file__).parents[2] / "results" / "positions.jsonl"
WIDE = [errors(0.5, 0.25), {**errors(0.5, 0.75), 3: 0.25}]
NARROW = [errors(0.25, 1.0), errors(0.25, 1.0)]


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    records = [
        sorter(means, seed=seed, width=width)
        for width, group in ((16, WIDE), (8, NARROW))
        for seed, means in enumerate(group)
    ]
    with Store() as kept:
        kept.add_all(records)
    return records


def said(capsys, *words):
    capsys.readouterr()
    assert run(["measure", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *words):
    assert run(["measure", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.usefixtures("store")
def test_every_seed_counts_and_those_that_fit_are_told_apart(capsys):
    rows = said(capsys, "sort", "--bins", "3,5-6,7-8")["rows"]
    wide = [row for row in rows if row["setting"]["width"] == 16]
    assert [row["bin"] for row in wide] == [[3, 3], [5, 6], [7, 8]]
    last = wide[-1]
    assert (last["value"], last["least"], last["most"]) == (0.5, 0.25, 0.75)
    assert (last["seeds"], last["fitting_seeds"], last["fitting_value"]) == (2, 1, 0.25)
    assert last["low"] <= 0.25
    assert last["high"] >= 0.75


@pytest.mark.usefixtures("store")
def test_one_bin_selects_and_another_reports(capsys):
    data = said(capsys, "sort", "--bins", "3,5-6,7-8", "--select", "2")
    chosen = data["selected"]
    assert (chosen["select"], chosen["report"]) == ([5, 6], [7, 8])
    assert (chosen["settings"], chosen["seeds"], chosen["value"]) == (2, 2, 1.0)
    assert run(["measure", "sort", "--bins", "3,5-6,7-8", "--select", "2"]) == 0
    assert "best of 2 settings" in capsys.readouterr().out


def test_the_scores_of_a_model_have_intervals(capsys, store):
    rows = said(capsys, store[0].trial.key)["rows"]
    assert [row["length"] for row in rows] == [3, 5, 6, 7, 8]
    for row in rows:
        assert row["low"] < row["high"]
        assert row["low"] <= row["value"] <= row["high"]
        assert 1 <= row["distinct"] <= row["words"] == 64


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["sort", "--bins", "5-6,6-7"],
            "5 to 6 and 6 to 7 share the length 6",
        ),
        (["sort", "--bins", "5-9"], "add these lengths to the sweep"),
        (["sort", "--bins", "x"], "use ranges of lengths, as in 1-50"),
        (
            ["sort", "--bins", "3,5", "--select", "3"],
            "3; the bins are 1 to 2",
        ),
        (["sort", "--bins", "3,5", "--select", "2"], "they must be disjoint"),
        (["sort", "--select", "2"], "add --bins"),
        (["sort"], "4 models are stored; choose one by its key"),
        (["abcde"], "has no records of abcde, only of sort"),
        (["00000000"], "no trial whose key starts with 00000000"),
    ],
)
def test_what_cannot_be_measured_is_one_line(capsys, words, line):
    assert line in refused(capsys, *words)


def test_an_interval_of_a_share_has_a_width_also_where_all_is_right():
    assert interval_of(EXACT_MATCH_ERROR, rate_score(0, 7)).high > 0.25
    assert interval_of(EXACT_MATCH_ERROR, rate_score(7, 7)).low < 0.75
    shares = Score(mean=0.75, standard_error=0.1, words=9)
    ends = interval_of(TOKEN_ACCURACY, shares, further=True)
    assert ends.low < 0.75 < ends.high <= 1
    squares = interval_of(RMS, Score(mean=4.0, standard_error=1.0, words=9))
    assert squares.low < 2 < squares.high
    unknown = replace(shares, mean=float("nan"))
    assert interval_of(RMS, unknown) == Interval(-float("inf"), float("inf"))


def test_stored_records_show_their_further_scores(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    line = RESULTS.read_text().splitlines()[0]
    Path("one.jsonl").write_text(line)
    assert run(["store", "import", "one.jsonl"]) == 0
    further = json.loads(line)["outcome"]["further"]
    with Store() as kept:
        (record,) = list(kept)
    capsys.readouterr()
    assert run(["store", "show", record.trial.key]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in further)
    assert run(["report", "--out", "page.html"]) == 0
    page = Path("page.html").read_text()
    assert all(name in page for name in further)
