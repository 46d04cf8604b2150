"""``lengthwise study``: its options, its files, and how fast a mistake is answered."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lengthwise as lw
from lengthwise.cli.main import run
from lengthwise.cli.page_files import study_file
from lengthwise.cli.progress_lines import announcement
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.engines import choice, host
from lengthwise.experiments.sweep.plan import Plan
from lengthwise.jobs.studied_task import short_name, studied_task
from tests.api.swept import made_up, small_grid

HEAVY = """
import sys
from lengthwise.cli.main import run
assert run(sys.argv[1:]) == 2
heavy = {"jax", "numpy", "scipy", "sqlalchemy"} & set(sys.modules)
sys.exit(f"imported: {heavy}" if heavy else 0)
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["study", "nosuch"],
        ["study", "modp:p=0"],
        ["study", "nosuch.py:TASK"],
        ["study", "simple", "--lengths", "0"],
        ["length", "nosuch", "--eps", "0.1"],
        ["sweep", "nosuch.toml"],
        ["reproduce", "nosuch"],
        ["figure", "nosuch"],
    ],
)
def test_a_mistake_is_answered_before_anything_heavy_is_imported(arguments):
    done = subprocess.run(
        [sys.executable, "-c", HEAVY, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("lengthwise: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simple", "--lengths", "8-4"], "use lengths from 1 up"),
        (["simple", "--eps", "0.1,x"], "use positive numbers"),
        (["simple", "--seeds", "0"], "seeds is 0; allowed are 1 to 1,000,000"),
        (["modp", "--lengths", "3"], "have 5 symbols"),
        (["simple", "--lengths", "99999999999"], "allowed are at most 1,000,000"),
        (["dyck1", "--lengths", "99999999999"], "allowed are 2 to 10000"),
        (["simple:omega=1e300"], "studies are sized for values up to 4000"),
        (["simple", "--store", "nosuch"], "the store 'nosuch' is not a URL"),
        (["simple", "--store", "sqlite:///no/s.db"], "in a folder that does not exist"),
        (["simple", "--out", "."], "--out . is a folder"),
        (["simple", "--out", "no/page.html"], "is in a folder that does not exist"),
        (["--regex", "a*", "--steps", "5"], "--steps is for a task"),
        (
            ["dyck1", "--address", "a:1"],
            "is for the engine ray; choose it with --engine ray",
        ),
    ],
)
def test_options_that_cannot_be_used_are_one_line(
    arguments, message, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert run(["study", *arguments]) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert said.err.count("\n") == 1
    assert not said.out


def test_options_are_for_tasks_from_python_too():
    with pytest.raises(SpecError, match="seeds can be chosen for a task only"):
        lw.study(regex="a*", seeds=3)


def test_studies_of_different_settings_never_share_a_file():
    names = ["simple", "simple:omega=20", "simple:omega=2", "modp:p=7,k=1"]
    files = {study_file(short_name(studied_task(name))) for name in names}
    files |= {study_file("simple", [("steps", n)]) for n in ("512", "513")}
    files |= {study_file(text) for text in ("(ab)*", "ab", "a|b", "ab" * 30, "ab" * 31)}
    assert len(files) == 11
    assert study_file(short_name(studied_task("simple:omega=4"))) == study_file(
        "simple"
    )


@pytest.mark.parametrize(
    "name",
    [
        *("study-simple.html", "study-simple-omega-20.html", "sweep-simple.html"),
        *("lengthwise.db", "lengthwise.db-wal", "lengthwise.db.checkpoints/a"),
    ],
)
def test_what_a_study_leaves_in_a_clone_is_ignored_by_git(name):
    root = Path(__file__).parents[2]
    if not (root / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no clone, or no git")
    command = ["git", "check-ignore", "--quiet", "--no-index", name]
    assert subprocess.run(command, cwd=root, check=False).returncode == 0


@pytest.mark.parametrize("command", ["report", "report simple", "store info"])
def test_reading_a_store_that_is_not_there_creates_nothing(
    command, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert run([*command.split(), "--store", "sqlite:///nosuch.db"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["audit", "store show"])
def test_three_digits_are_too_few_for_a_key_everywhere(command, capsys):
    assert run([*command.split(), "abc"]) == 2
    assert "at least the first 4 of its 64 digits" in capsys.readouterr().err


def planned(**more):
    usual = {"trials": 8, "stored": 0, "trained": 0, "bundles": 1, "workers": 2}
    return Plan(**(usual | {"bytes": 0, "steps": 0, "seconds": 150.0} | more))


def test_the_time_is_said_before_training(capsys):
    announcement(False)(planned())
    announcement(False)(planned(stored=4, trained=2, workers=1))
    announcement(False)(planned(stored=8))
    announcement(True)(planned())
    first, second = capsys.readouterr().err.splitlines()
    assert "8 models to train; about 2 minutes on 2 workers, less where" in first
    assert "2 models to train and 2 trained models to test, 4 are in the sto" in second


def test_python_has_the_engines_of_the_command_line(tmp_path, monkeypatch):
    started = []

    class Cluster:
        """In place of Ray: the local engine, which has nothing to do."""

        def __init__(self, address, **more):
            started.append((address, more["workers"]))

        def __enter__(self):
            return host.engine(1)

        def __exit__(self, *_):
            started.append("ended")

    monkeypatch.setattr(choice, "Cluster", Cluster)
    grid = small_grid()
    url = made_up(grid, f"sqlite:///{tmp_path}/ray.db")
    swept = lw.sweep(grid, store=url, engine="ray", address="here:1", workers=1)
    assert len(swept) == len(grid)
    assert started == [("here:1", 1), "ended"]
    with pytest.raises(UnknownNameError, match="no engine is called 'rya'"):
        lw.sweep(grid, store=url, engine="rya")
