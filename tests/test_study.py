"""The main job end to end, on nets small enough for tests."""

import json

import pytest

import lengthwise as lw
from lengthwise.cli import main
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.store import Store
from lengthwise.studies import sizes
from lengthwise.study import study, trained
from lengthwise.tasks.catalogue import task
from tests.nets.canonical import SIMPLE

TINY = sizes.Size(
    train_lengths=(4, 8),
    test_lengths=(16, 64, 256),
    eps=(0.5,),
    audited=(4, 8),
    seeds=2,
    model={"width": SIMPLE.architecture.width, "units": SIMPLE.architecture.units},
    recipe={"batch": SIMPLE.batch, "threshold": 10.0, "max_steps": 256},
    words=64,
    smaller=("everything",),
)


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    return f"sqlite:///{tmp_path_factory.mktemp('study')}/study.db"


@pytest.fixture(scope="module")
def found(url):
    return study("simple:omega=2", store=url, workers=1, size=TINY)


def test_a_study_has_theory_runs_audits_and_where_it_comes_from(found):
    summary = found.summary
    assert len(summary.runs) == 4
    assert list(summary.audits) == [4, 8]
    assert summary.exact is not None
    assert summary.agreement(8) == max(e.sup for e in summary.audits[8].errors)
    assert summary.agreement(5) is None
    assert summary.provenance.records == 4
    assert "over all words of length 8" in str(found)


def test_the_same_store_gives_the_same_page_without_training(found, url):
    again = study("simple:omega=2", store=url, workers=1, size=TINY)
    assert again.page.html == found.page.html


@pytest.mark.usefixtures("found")
def test_a_trained_model_is_found_by_the_first_digits_of_its_key(url, capsys):
    with Store(url) as kept:
        key = next(iter(kept)).trial.key
        machine, subject = trained(kept, key[:12])
        assert subject == task("simple:omega=2")
        assert machine.alphabet == subject.alphabet
        with pytest.raises(UnknownNameError, match="trained model"):
            trained(kept, "0" * 12)
        with pytest.raises(SpecError, match="write more digits"):
            trained(kept, "")
    assert (
        main.run(["audit", key[:12], "--store", url, "--lengths", "4", "--json"]) == 0
    )
    assert json.loads(capsys.readouterr().out)["errors"][0]["length"] == 4


def test_the_command_writes_the_page(found, url, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sizes.SIZES, "simple", TINY)
    out = tmp_path / "page.html"
    options = ["--store", url, "--out", str(out), "--workers", "1"]
    assert main.run(["study", "simple:omega=2", *options]) == 0
    assert out.read_text() == found.page.html
    shown = capsys.readouterr().out
    assert "complexity" in shown
    assert "the page:" in shown
    assert main.run(["study", "simple:omega=2", *options, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["task"] == "simple:omega=2"


def test_the_module_can_be_called():
    assert callable(lw.study)


@pytest.mark.parametrize("name", ["nosuch", "sort"])
def test_what_cannot_be_studied_is_one_line(name, capsys):
    assert main.run(["study", name]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", sizes.SIZES)
def test_every_size_makes_a_grid(name):
    subject = task(name)
    size = sizes.size_of(subject)
    trials = size.grid(subject)
    assert len(trials) == len(size.train_lengths) * size.seeds
    assert size.smaller
