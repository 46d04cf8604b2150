"""The page of a study, and of any sweep, from the store alone."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import lengthwise as lw
from lengthwise.cli.main import run
from lengthwise.jobs import presets as sizes
from tests.api.swept import made_up, small_grid
from tests.api.test_study import TINY
from tests.docs.test_file_formats import check
from tests.report.text import text_of


def test_the_page_is_written_again_without_training(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    one = replace(TINY, train_lengths=(4,), seeds=1, audited=(4,), scaled=False)
    monkeypatch.setitem(sizes.SIZES, "simple", one)
    assert run(["report", "simple"]) == 2
    assert "run lengthwise study simple" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []  # reading creates nothing
    assert (
        run(["study", "simple", "--quiet", "--workers", "1", "--out", "first.html"])
        == 0
    )
    capsys.readouterr()
    assert run(["report", "simple"]) == 0
    assert "the page: study-simple.html" in capsys.readouterr().out
    first, again = (tmp_path / name for name in ("first.html", "study-simple.html"))
    assert first.read_bytes() == again.read_bytes()
    assert run(["report", "simple", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["trained"]


@pytest.fixture
def swept(tmp_path, monkeypatch):
    """A folder with a store of two sweeps, neither of which is a study."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LENGTHWISE_STORE", "sqlite:///sweeps.db")
    for name in ("simple:omega=2", "modp:p=2,k=0"):
        made_up(small_grid(name), "sqlite:///sweeps.db")


@pytest.mark.usefixtures("swept")
def test_a_page_of_every_sweep_in_the_store(capsys):
    assert run(["report"]) == 0
    out = "sweep-modp-p-2-k-0-simple-omega-2.html"
    said = capsys.readouterr().out
    assert f"the page: {out}" in said
    assert "modp:p=2,k=0:\n  trained on length" in said
    text = text_of(Path(out).read_text("utf-8"))
    assert "a sufficient training length was found in 2 of 2 settings." in text
    assert "lengthwise report" in text


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize("name", ["simple", "simple:omega=2"])
def test_a_page_of_the_sweeps_of_a_task(name, capsys):
    assert run(["report", name, "--eps", "0.1", "--out", "a.html", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    check("report", data)
    (setting,) = data["settings"]
    assert setting["task"] == "simple:omega=2"
    assert setting["setting"]["width"] == 16
    found = lw.sweep(small_grid("simple:omega=2"), eps=(0.1,))
    assert setting["lengths"]["0.1"]["length"] == found.answer(0.1).length
    page = text_of(Path("a.html").read_text("utf-8"))
    assert f"lengthwise report {name} --eps 0.1" in page
    mine = text_of(found.page.html)
    assert page.partition("h2: Provenance")[0] == mine.partition("h2: Provenance")[0]


@pytest.mark.usefixtures("swept")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dyck1"], "holds no records of dyck1, only of modp:p=2,k=0, simple:omega=2;"),
        (["nosuch"], "no task is called 'nosuch'"),
        (["--eps", "0"], "--eps '0'; use positive numbers, as in 0.1,0.05"),
        (["--eps", "a"], "--eps 'a'"),
    ],
)
def test_what_is_not_there_is_told_in_a_line(arguments, message, capsys):
    assert run(["report", *arguments]) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_a_page_shows_so_many_settings_only(tmp_path, capsys):
    url = f"sqlite:///{tmp_path}/wide.db"
    made_up(small_grid(width=range(1, 50), train_length=4, seed=0), url)
    assert run(["report", "--store", url]) == 2
    assert "of 49 settings, and a page shows at most 48" in capsys.readouterr().err
