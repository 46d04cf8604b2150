"""``lengthwise sweep``: plans, runs, stops, goes on; training is stubbed."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from lengthwise.cli.main import run
from lengthwise.cli.progress_lines import described, display
from lengthwise.experiments.engines import host
from lengthwise.experiments.store.store import Store, existing
from lengthwise.experiments.sweep.progress import Progress
from tests.experiments import stub

TEXT = """
train_length = [8, 16]
seed = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
[task]
name = "simple"
omega = 2
[evaluation]
lengths = [64, 1000]
"""


@pytest.fixture
def sweep(tmp_path, monkeypatch):
    """Runs the command in a folder of its own, with stubbed workers."""
    (tmp_path / "grid.toml").write_text(TEXT)
    monkeypatch.setenv("PYTHONPATH", os.getcwd())  # noqa: PTH109
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    monkeypatch.setattr(host, "engine", partial(host.engine, runner=stub.PATH))
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: run(["sweep", "grid.toml", *arguments])


def test_a_sweep_fills_the_store_and_a_second_one_finds_it_full(sweep, capsys):
    assert sweep("--workers", "1") == 0
    said = capsys.readouterr()
    assert said.out == (
        "20 trials are in lengthwise.db, 20 of them new; see them with lengthwise "
        "store list\n"
    )
    assert sweep("--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["trials"] == 20
    assert found["new"] == 0
    assert found["evaluation"] == stub.ASKED.key
    with Store(create=False) as store:
        assert {one.trial for one in store} == set(stub.small_grid())


def test_a_dry_run_says_what_it_would_take_and_makes_nothing(sweep, tmp_path, capsys):
    assert sweep("--dry-run", "--workers", "2") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "trials   20, of which 20 are to be trained"
    assert "bundles  3 on 2 workers" in lines
    assert any(line.startswith("memory   about ") for line in lines)
    assert any(line.startswith("time     about ") for line in lines)
    assert [path.name for path in tmp_path.iterdir()] == ["grid.toml"]
    assert sweep("--dry-run", "--json") == 0
    assert json.loads(capsys.readouterr().out)["steps"] == 20 * 16384


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--store", "sqlite:///."], 2, "is a folder"),
        (["--store", "sqlite:///no/s.db"], 2, "in a folder that does not exist"),
        (["--store", "nonsense"], 2, "is not a URL"),
        (["--store", "sqlite:///grid.toml"], 2, "is not a database"),
        (["--workers", "0"], 2, "at least 1 is needed"),
        (["--workers", "x"], 2, "Invalid value"),
    ],
)
def test_wrong_arguments_are_one_line_and_code_2(sweep, capsys, arguments, code, words):
    assert sweep(*arguments) == code
    said = capsys.readouterr()
    assert words in said.err
    assert said.out == ""


def test_a_wrong_grid_is_one_line_and_code_2(sweep, tmp_path, capsys):
    path = tmp_path / "grid.toml"
    path.write_text(TEXT.replace("omega = 2", 'omega = "2"'))
    assert sweep() == 2
    assert capsys.readouterr().err == (
        "lengthwise: grid.toml: task.omega: expected `int | float`, got `str`\n"
    )
    path.unlink()
    assert sweep() == 2
    assert "grid.toml: no such file" in capsys.readouterr().err


def test_a_grid_that_does_not_fit_in_memory_is_code_4(sweep, tmp_path, capsys):
    text = TEXT.replace("[evaluation]", "[recipe]\nbatch = 100_000_000\n[evaluation]")
    (tmp_path / "grid.toml").write_text(text)
    assert sweep() == 4
    assert "workers need about" in capsys.readouterr().err
    assert not (tmp_path / "lengthwise.db").exists()


SCRIPT = """
import sys
import time
from functools import partial
from lengthwise.cli.main import main
from lengthwise.experiments.engines import host
from tests.experiments import stub

host.engine = partial(host.engine, runner=stub.PATH)
main(["sweep", "grid.toml", "--workers", "1"])
"""


@pytest.mark.usefixtures("sweep")
@pytest.mark.parametrize(
    ("worker", "times", "last"),
    [
        ("slow", 1, "stopped with 4 of 20 trials in the store; run the same sweep"),
        ("deaf", 2, "ended at once; the store keeps its records"),
    ],
)
def test_ctrl_c_keeps_what_was_done(tmp_path, worker, times, last):
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stderr=subprocess.PIPE,
        env={**os.environ, "STUB": worker},
        text=True,
    )
    try:
        wait_for(tmp_path / "lengthwise.db", records=4)
        for _ in range(times):
            os.kill(process.pid, signal.SIGINT)
            while times > 1 and "Ctrl-C again" not in process.stderr.readline():
                pass
            times -= 1
        _, said = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 3
    assert said.splitlines()[-1].startswith(f"lengthwise: {last}")
    with Store(f"sqlite:///{tmp_path}/lengthwise.db", create=False) as store:
        assert len(store) == 4


def wait_for(path, records):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        time.sleep(0.05)
        with existing(f"sqlite:///{path}") as store:
            if store is not None and len(store) == records:
                return
    pytest.fail(f"{path} did not get {records} records in a minute")


def test_progress_is_one_line():
    now = Progress(
        run="a",
        trials=360,
        done=12,
        bundles=15,
        bundles_done=1,
        running=16,
        rate=1234.5,
        loss=1e-4,
        seconds_left=3725.0,
    )
    assert described(now) == (
        "12 of 360 models done, 16 in training, 1,234 steps/s, loss 1.0e-04, "
        "1:02:05 left"
    )


def test_plain_lines_come_after_two_seconds_and_then_every_ten(monkeypatch, capsys):
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    shown = []
    with display(quiet=False) as show:
        for clock[0] in (100.0, 101.9, 102.1, 103.0, 112.0, 112.2):
            show(Progress(run="a", trials=2, bundles=1))
            if capsys.readouterr().err:
                shown.append(clock[0])
    assert shown == [102.1, 112.2]


def test_the_last_line_says_once_what_comes_after_training(capsys):
    with display(quiet=False, after="now the page") as show:
        for seconds in (30.0, 31.0):
            show(Progress(run="a", trials=2, done=2, bundles=1, seconds=seconds))
    said = capsys.readouterr().err
    assert said == "lengthwise: 2 of 2 models done, now the page\n"


def test_quiet_shows_nothing(capsys):
    with display(quiet=True) as show:
        show(Progress(run="a", trials=2, bundles=1, seconds=100.0))
    assert capsys.readouterr() == ("", "")


def test_a_terminal_shows_a_bar_that_moves(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with display(quiet=False, after="now the page") as show:
        show(Progress(run="a", trials=2, bundles=1, seconds=1.0))
        show(Progress(run="a", trials=2, bundles=1, done=1, seconds=3.0))
    assert "1 of 2 models done" in capsys.readouterr().err
