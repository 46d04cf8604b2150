"""Fault 1: kill -9 at random moments and at every point where a sweep writes."""

import os
import random
import signal
import time
from pathlib import Path

import pytest

from lengthwise.experiments.bundles import bundles, name_of
from lengthwise.experiments.store import Store
from tests.experiments.tiny import tiny_grid
from tests.faults.sweeps import Sweep, contents, expected, marked
from tests.faults.watching import POINTS, Watch

SEEDS, STEPS = 12, 8192
FEW = (
    "a random moment",
    "a checkpoint is written aside",
    "the checkpoint so far is moved",
    "a transaction is written",
    "the checkpoints are removed",
)


def killed(folder, points, steps):
    """Kills driver and workers at each of the points; returns how often, and where."""
    url = f"sqlite:///{folder}/s.db"
    grid = tiny_grid(SEEDS, steps)
    names = [name_of(bundle) for bundle in bundles(grid)]
    moments = random.Random(11)
    kills, acknowledged = 0, set()
    for point in points:
        places = [folder / "s.db.checkpoints" / name for name in names]
        for place in places:
            place.mkdir(parents=True, exist_ok=True)
        watch = Watch([folder, *places])
        sweep = Sweep(url, SEEDS, steps)
        running = sweep.wait_for_steps()
        if point in POINTS:
            watch.forget()
            running = watch.wait_for(point, lambda s=sweep: s.process.poll() is None)
        else:
            time.sleep(moments.uniform(0, 1))
        for pid in marked(sweep.mark):
            os.kill(pid, signal.SIGKILL)
        kills += sweep.end()[0] == -signal.SIGKILL
        acknowledged |= sweep.acknowledged
        watch.close()
        with Store(url, create=False) as store:
            kept = {one.trial.key for one in store}
        assert kept >= acknowledged
        if not running or len(kept) == SEEDS:
            clear(folder)  # it was done: begin anew
            acknowledged = set()
    return kills


def clear(folder):
    for path in [*folder.rglob("*.safetensors"), *folder.glob("s.db*")]:
        if path.is_file():
            path.unlink()


def finished(folder, steps):
    code, said = Sweep(f"sqlite:///{folder}/s.db", SEEDS, steps).end(300)
    assert code == 0, said
    left = [path for path in Path(folder).rglob("*") if "checkpoint-" in path.name]
    assert not left
    return contents(f"sqlite:///{folder}/s.db")


@pytest.mark.timeout(300)
def test_five_kills_change_nothing(tmp_path):
    assert killed(tmp_path, FEW, STEPS) == len(FEW)
    assert finished(tmp_path, STEPS) == expected(SEEDS, STEPS)


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_a_hundred_kills_change_nothing(tmp_path):
    kills, order = 0, [*POINTS, "a random moment", "another random moment"]
    for round_ in range(10):
        folder = tmp_path / str(round_)
        folder.mkdir()
        kills += killed(folder, order, 4 * STEPS)
        assert finished(folder, 4 * STEPS) == expected(SEEDS, 4 * STEPS)
        order = order[3:] + order[:3]
    assert kills >= 100


def test_two_drivers_share_one_grid(tmp_path):
    url = f"sqlite:///{tmp_path}/s.db"
    sweeps = [Sweep(url, SEEDS, STEPS), Sweep(url, SEEDS, STEPS)]
    assert [sweep.end()[0] for sweep in sweeps] == [0, 0]
    mine, theirs = (sweep.acknowledged for sweep in sweeps)
    assert not mine & theirs
    assert {key for key, _ in expected(SEEDS, STEPS)} == mine | theirs
    assert contents(url) == expected(SEEDS, STEPS)
