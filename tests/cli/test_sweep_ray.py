"""``lengthwise sweep --engine ray``: a private cluster, Ctrl-C, and what is refused."""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

import tests.models.canonical_net  # noqa: F401 - the cache of compiled programs
from lengthwise.cli.main import run
from lengthwise.experiments.engines._ray_connection import FOLDER
from lengthwise.experiments.engines._scratch_folders import short_place
from lengthwise.experiments.spec.schema import grid_of
from lengthwise.experiments.store.store import existing
from tests.faults.faulty_sweeps import (
    MARK,
    WORKER,
    command_of,
    contents,
    marked,
    wait_until,
)
from tests.own.own_texts import FILE, write

SHARED = Path("/dev/shm")

TEXT = """
train_length = 16
seed = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
[task]
name = "simple"
omega = 2
[model]
width = 4
units = 8
[recipe]
batch = 32
threshold = 0.0
max_steps = 32768
[evaluation]
lengths = [64]
words = 64
"""


@pytest.fixture
def grid(tmp_path, monkeypatch):
    """A folder with a grid, to be in."""
    (tmp_path / "grid.toml").write_text(TEXT)
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("grid")
def test_an_address_without_ray_is_refused(capsys):
    assert run(["sweep", "grid.toml", "--address", "10.0.0.1:6379"]) == 2
    assert "the address 10.0.0.1:6379 is for the engine ray" in capsys.readouterr().err


@pytest.mark.usefixtures("grid")
def test_a_missing_ray_is_one_line_and_code_4(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    names = ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_USAGE_STATS_ENABLED")
    for name in (*names, "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    address = ["--address", "10.0.0.1:6379"]
    assert run(["sweep", "grid.toml", "--engine", "ray", *address]) == 4
    assert capsys.readouterr().err == (
        "lengthwise: Ray is not installed; pip install lengthwise[ray], or use "
        "--engine local\n"
    )


@contextmanager
def started(mark, engine="ray"):
    """The command in a session of its own, as in a terminal of its own, at work."""
    command = [sys.executable, "-m", "lengthwise", "sweep", "grid.toml"]
    with subprocess.Popen(
        [*command, "--engine", engine, "--workers", "2"],
        stderr=subprocess.PIPE,
        env={**os.environ, MARK: mark},
        text=True,
        start_new_session=True,
    ) as process:
        try:
            wait_until(lambda: steps() > 0 or process.poll() is not None, 120)
            assert process.poll() is None, process.stderr.read()
            yield process
        finally:
            process.kill()


def steps():
    """How many steps the sweep has reported."""
    with existing(None) as store:
        reports = {} if store is None else store.reports()
    return sum(json.loads(line)["steps"] for line in reports.values())


def finished_elsewhere():
    """The same sweep with the other engine, and whether its records are as usual."""
    assert run(["sweep", "grid.toml", "--workers", "1", "--quiet"]) == 0
    return contents("sqlite:///lengthwise.db") == contents("", grid_of(TEXT))


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_ctrl_c_keeps_checkpoints_and_the_other_engine_goes_on(grid):
    with started("once") as process:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to the whole group
        _, said = process.communicate(timeout=60)
    assert process.returncode == 3, said
    assert "stopped with 0 of 12 trials in the store" in said.splitlines()[-1]
    assert list((grid / "lengthwise.db.checkpoints").rglob("checkpoint.safetensors"))
    assert finished_elsewhere()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("dead", [("gcs_server",), ("gcs_server", "raylet/raylet")])
def test_a_dead_head_is_one_line_and_nothing_is_left_of_it(grid, dead):
    (grid / "grid.toml").write_text(TEXT.replace("32768", str(10**7)))
    mark = secrets.token_hex(8)
    shared = {path.name for path in SHARED.glob("plasma*")}
    with started(mark) as process:
        for pid in marked(mark):
            program = command_of(pid).split(b"\0")[0].decode()
            if program.endswith(dead):
                os.kill(pid, signal.SIGKILL)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 4, said
    *before, last = said.splitlines()
    assert all(line.startswith("lengthwise: ") for line in before)
    assert last == (
        "lengthwise: the head of the Ray cluster at this machine does not answer any "
        "more; restart the cluster, or use --engine local, and run the same "
        "sweep to continue; 0 of 12 trials in the store"
    )
    wait_until(lambda: not marked(mark), 10)
    assert not list(short_place().glob(f"{FOLDER}{process.pid}-*"))
    assert {path.name for path in SHARED.glob("plasma*")} <= shared
    if dead == ("gcs_server",):  # its workers were told to stop, and did
        checkpoints = grid / "lengthwise.db.checkpoints"
        assert list(checkpoints.rglob("checkpoint.safetensors"))


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("engine", ["local", "ray"])
def test_one_ctrl_c_is_enough_where_workers_are_paused(grid, engine):
    (grid / "grid.toml").write_text(TEXT.replace("32768", str(10**7)))
    mark = secrets.token_hex(8)
    with started(mark, engine) as process:
        workers = [pid for pid in marked(mark) if WORKER in command_of(pid)]
        assert workers
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 3, said
    assert "stopped with 0 of 12 trials in the store" in said.splitlines()[-1]
    named = [line for line in said.splitlines() if "was silent for" in line]
    assert len(named) == len(workers)
    assert all(line.startswith("lengthwise: a worker (process ") for line in named)
    wait_until(lambda: not marked(mark))


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("grid")
def test_a_second_ctrl_c_ends_at_once_what_does_not_answer():
    mark = secrets.token_hex(8)
    with started(mark) as process:
        workers = [pid for pid in marked(mark) if WORKER in command_of(pid)]
        assert len(workers) == 2
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)
        for _ in range(2):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.5)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 3, said
    assert "ended at once; the store keeps its records" in said.splitlines()[-1]
    wait_until(lambda: not marked(mark))
    assert finished_elsewhere()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("grid")
def test_a_task_of_ones_own_trains_there_as_here(tmp_path):
    write(tmp_path)
    named = ("sweep", "grid.toml", "--task-file", FILE, "--quiet")
    assert run([*named, "--engine", "ray", "--workers", "2"]) == 0
    assert run([*named, "--workers", "2", "--store", "sqlite:///local.db"]) == 0
    there = contents("sqlite:///lengthwise.db")
    assert len(there) == 4
    assert there == contents("sqlite:///local.db")
