"""Published figures from the command line."""

import json
from dataclasses import replace

import pytest

from lengthwise.cli import suite_answers
from lengthwise.cli.main import run
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import grid
from lengthwise.figures import all_figures
from lengthwise.figures import exact_errors as exact
from tests.figures.measured import write_records
from tests.models.canonical_net import SIMPLE

NET = {"width": [SIMPLE.model.width], "units": [SIMPLE.model.units]}


@pytest.fixture
def tiny(monkeypatch):
    trials = grid(
        "simple",
        numbers={"omega": [2.0, 4.0]},
        train_length=[4, 8],
        seed=range(2),
        model=NET | {"scaling": ["none"]},
        recipe={"batch": [SIMPLE.batch], "threshold": [10.0], "max_steps": [256]},
        evaluation=Evaluation(lengths=(16, 64, 256), words=64),
    )
    made = replace(
        all_figures.figure("izzo-fig1"),
        small=(trials,),
        full=(),
        name="tiny",
        shown=2.0,
    )
    monkeypatch.setitem(all_figures.FIGURES, "tiny", made)
    monkeypatch.setattr(suite_answers, "FIGURE_NAMES", ("tiny",))
    monkeypatch.setattr(exact, "AUDITED", (4, 8))
    return made


def test_a_figure_is_trained_checked_drawn_and_not_trained_again(
    tiny, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    one = ["--workers", "1"]
    assert run(["reproduce", tiny.name, "--size", "small", "--quiet", *one]) == 0
    said = capsys.readouterr().out
    assert "8 of 8 models (small size)" in said
    assert "exact errors of 8" in said
    assert {p.suffix for p in tmp_path.glob("tiny.*")} == {".svg", ".pdf", ".png"}
    assert run(["reproduce", tiny.name, "--size", "small", "--json", "--strict"]) == 1
    (again,) = json.loads(capsys.readouterr().out)["figures"]
    assert again["models"] == 8
    assert again["prediction"]["records"] == {"after": 8, "all": 8}
    by_kind = {one["kind"]: one for one in again["prediction"]["statements"]}
    assert by_kind["limit"]["outcome"] in {"held", "failed"}  # 8 nets have weights
    assert not again["holds"]
    # Nets that were stopped at once err everywhere alike, as their limits: a shuffle
    # changes nothing, so "levels off" shows nothing here, and the figure does not hold.
    seen = {check["trend"] for check in again["shuffled"] if check["holds"]}
    assert seen <= {"the error levels off in test length"}
    assert {check["average"] for check in again["checks"]} == {"typical", "mean"}


def test_a_figure_is_drawn_from_records_with_the_same_bytes(tmp_path, capsys):
    name = "izzo-fig3"
    write_records(tmp_path, name)
    target = tmp_path / "figure.svg"
    where = ["--records", str(tmp_path)]
    assert run(["figure", name, *where, "--out", str(target)]) == 0
    assert "seeds" in capsys.readouterr().out
    first = target.read_bytes()
    numbers = tmp_path / "figure.tex"
    only = ["--panel", "1", "--table", str(numbers)]
    assert run(["figure", name, *where, "--out", str(target), *only]) == 0
    assert "geometric mean over seeds" in numbers.read_text()
    assert run(["figure", name, *where, "--panel", "2"]) == 2
    assert "izzo-fig3 has 1" in capsys.readouterr().err
    assert run(["figure", name, *where, "--out", str(target), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["file"] == str(target)
    assert target.read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["izzo-fig11"], "did you mean 'izzo-fig1'"),
        (["izzo-fig1", "--size", "large"], "sizes are full and small"),
        (["izzo-fig1", "--out", "file"], "not a folder"),
        (["izzo-fig1", "--records", "nowhere"], "is not there"),
    ],
)
def test_a_mistake_is_one_line(arguments, answer, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    assert run(["reproduce", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert answer in line
