"""Tables of decoders from the command line: from records, and trained."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from lengthwise.cli import suite_answers
from lengthwise.cli.main import run
from lengthwise.experiments.store.store import Store
from lengthwise.figures.huang import all_suites
from lengthwise.figures.huang.measured_suite import records_in_folder
from lengthwise.figures.huang.suite import Cell, Suite
from lengthwise.jobs import suite_reproduction
from lengthwise.jobs.suite_reproduction import missing
from lengthwise.tasks.length_bins import LengthBin
from tests.figures.huang_records import record, records_of, write_lines

SCHEMA = json.loads(Path("docs/formats/reproduce.schema.json").read_text())
BINS = (LengthBin(1, 2), LengthBin(3, 4), LengthBin(5, 6))


def cell(scheme, task="tomita4"):
    return Cell(
        task=task,
        scheme=scheme,
        places=8,
        model={"layers": 1, "heads": 1, "width": 8},
        recipe={"max_steps": 16, "stop": "mean", "batch": 8},
        seeds=2,
        bins=BINS,
    )


@pytest.fixture
def tiny(monkeypatch, tmp_path):
    made = Suite(
        name="tiny", title="A tiny table", cells=(cell("none"), cell("absolute"))
    )
    monkeypatch.setitem(all_suites.SUITES, "tiny", made)
    names = (*suite_answers.TABLE_NAMES, "tiny")
    monkeypatch.setattr(suite_answers, "TABLE_NAMES", names)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    return made


def printed(capsys):
    data = json.loads(capsys.readouterr().out)
    assert not list(Draft202012Validator(SCHEMA).iter_errors(data))
    return data["tables"][0]


def filled(store, trials, evaluation, **options):
    """In place of training: records of the trials that are asked for."""
    del options
    one = next(c for c in all_suites.SUITES["tiny"].cells if trials[0] in c.trials)
    how = {"steps": 16, "converged": False}
    right = (1, 0.5, 0.5)
    store.add_all([record(one, trial, evaluation, right, **how) for trial in trials])


@pytest.mark.parametrize(
    "trains", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["", "really"]
)
def test_what_has_no_record_is_trained_and_the_rest_is_not(
    trains, tiny, tmp_path, monkeypatch, capsys
):
    if not trains:
        monkeypatch.setattr(suite_reproduction, "fill", filled)
    folder = tmp_path / "records"
    folder.mkdir()
    first = tiny.cells[0]
    write_lines(
        folder / "tiny.jsonl",
        [r for t in first.trials for r in records_of(first, t, (1, 0.5, 0.25))],
    )
    asked = ["reproduce", "tiny", "--train", "--records", str(folder), "--json"]
    assert run([*asked, "--workers", "1"]) == 0
    table = printed(capsys)
    known, trained = table["cells"]
    assert table["models"] == table["of"] == 4
    assert known["bins"][-1]["random"]["typical"] == 0.25
    assert [one["steps"] for one in trained["each_model"]] == [16, 16]
    # All of it is stored now: nothing is left to train, and the numbers are the same.
    with Store() as kept:
        stored = list(kept)
    assert {one.trial.key for one in stored} == {t.key for t in tiny.cells[1].trials}
    assert not missing((tiny,), [*records_in_folder(folder), *stored])


def test_adversarial_inputs_are_asked_only_of_models_that_are_trained_here():
    """Weights of others are not at hand, and nothing is trained twice."""
    one = cell("none", "012_0_2")
    table = Suite(name="hard", title="", cells=(one,))
    drawn, hard = one.evaluations
    known, new = one.trials
    records = records_of(one, known, (1, 1, 1))
    left = missing((table,), records)
    assert left == {drawn: [new], hard: [new]}
    assert [evaluation.inputs for evaluation in left] == ["drawn", "adversarial"]


def test_tables_pictures_and_numbers_come_from_partial_records(
    tiny, tmp_path, monkeypatch, capsys
):
    one = cell("absolute", "012_0_2")
    made = replace(tiny, cells=(tiny.cells[0], one))
    monkeypatch.setitem(all_suites.SUITES, "tiny", made)
    records = records_of(one, one.trials[0], (1, 1, 0.5), (1, 1, 0.0))
    write_lines(tmp_path / "tiny.jsonl", records)
    where = ["--records", "."]
    assert run(["reproduce", "tiny", *where, "--strict"]) == 1
    said = capsys.readouterr().out
    assert "1 of 4 models; trained on a device" in said
    assert "not trained yet" in said
    assert "FAILS    every model of every cell has records: 1 of 4" in said
    assert {p.suffix for p in tmp_path.glob("tiny.*")} == {".jsonl", ".svg", ".pdf"}
    assert run(["figure", "tiny", *where, "--out", "a.svg", "--table", "a.csv"]) == 0
    assert "none is left out" in capsys.readouterr().out
    rows = [line.split(",") for line in Path("a.csv").read_text().splitlines()]
    kinds = [row[4] for row in rows if row[1] == "absolute" and row[3] == "5 to 6"]
    assert kinds == ["random", "adversarial"]
    first = Path("a.svg").read_bytes()
    assert run(["figure", "tiny", *where, "--out", "a.svg", "--json"]) == 0
    assert Path("a.svg").read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["reproduce", "huang-grids"], "did you mean 'huang-grid'"),
        (["reproduce", "tiny"], "tiny has 4 models; give a folder of records"),
        (["reproduce", "tiny", "--records", "nowhere"], "nowhere is not a folder"),
        (["reproduce", "tiny", "--train", "--size", "small"], "tables have one size"),
        (["reproduce", "izzo-fig1", "--train"], "--train is for tables"),
        (["figure", "huang"], "has several figures"),
        (["figure", "tiny", "--panel", "1"], "--panel 1 is for figures"),
    ],
)
@pytest.mark.usefixtures("tiny")
def test_a_mistake_is_one_line(arguments, answer, capsys):
    assert run(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert answer in line
