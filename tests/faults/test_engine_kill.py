"""Fault 1: kill -9 at random moments and at every point where a sweep writes."""

import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.bundles import bundles, name_of
from tests.experiments.tiny import tiny_grid
from tests.faults.faulty_sweeps import Sweep, contents, expected, marked
from tests.faults.watching import POINTS, Watch

SEEDS, STEPS = 12, 4096
FEW = {
    "while it trains": (
        "a random moment",
        "a checkpoint is written aside",
        "the checkpoint so far is moved",
    ),
    "while it keeps records": (
        "a transaction is written",
        "the checkpoints are removed",
    ),
}


def kill_at(points, folder, steps):
    """Kills driver and workers once at each of the points, whatever else it takes.

    Returns:
        A sweep that goes on from what is left, and waits.
    """
    url = f"sqlite:///{folder}/s.db"
    places = [
        folder / "s.db.checkpoints" / name_of(bundle)
        for bundle in bundles(tiny_grid(SEEDS, steps))
    ]
    moments = random.Random(11)
    acknowledged = set()
    waiting = list(points)
    following = Sweep(url, SEEDS, steps, waits=True)
    while waiting:
        for place in places:
            place.mkdir(parents=True, exist_ok=True)
        watch = Watch([folder, *places])
        sweep = following.begin()
        following = Sweep(url, SEEDS, steps, waits=True)
        came = sweep.wait_for_steps()
        if waiting[0] in POINTS:
            watch.forget()
            came = watch.wait_for(waiting[0], lambda s=sweep: s.process.poll() is None)
        else:
            time.sleep(moments.uniform(0, 0.3))
        for pid in marked(sweep.mark):
            os.kill(pid, signal.SIGKILL)
        if sweep.end()[0] == -signal.SIGKILL and came:
            waiting.pop(0)
        acknowledged |= sweep.acknowledged
        watch.close()
        with Store(url, create=False) as store:
            kept = {one.trial.key for one in store}
        assert kept >= acknowledged
        if len(kept) == SEEDS:
            clear(folder)  # it was done: begin anew
            acknowledged = set()
    return following


def clear(folder):
    for path in [*folder.rglob("*.safetensors"), *folder.glob("s.db*")]:
        if path.is_file():
            path.unlink()


def finished(sweep, folder):
    code, said = sweep.begin().end(300)
    assert code == 0, said
    left = [path for path in Path(folder).rglob("*") if "checkpoint-" in path.name]
    assert not left
    return contents(f"sqlite:///{folder}/s.db")


@pytest.mark.timeout(300)
@pytest.mark.parametrize("points", FEW.values(), ids=FEW)
def test_kills_change_nothing(tmp_path, points):
    with ThreadPoolExecutor(1) as beside:
        right = beside.submit(expected, SEEDS, STEPS)
        last = kill_at(points, tmp_path, STEPS)
        assert finished(last, tmp_path) == right.result()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(4))
def test_ten_kills_in_each_of_four_orders_change_nothing(tmp_path, part):
    order = [*POINTS, "a random moment", "another random moment"]
    last = kill_at(order[3 * part :] + order[: 3 * part], tmp_path, 8 * STEPS)
    assert finished(last, tmp_path) == expected(SEEDS, 8 * STEPS)


def test_two_drivers_share_one_grid(tmp_path):
    url = f"sqlite:///{tmp_path}/s.db"
    sweeps = [Sweep(url, SEEDS, STEPS), Sweep(url, SEEDS, STEPS)]
    for code, said in [sweep.end() for sweep in sweeps]:
        assert code == 0, said
    mine, theirs = (sweep.acknowledged for sweep in sweeps)
    assert not mine & theirs
    assert {key for key, _ in expected(SEEDS, STEPS)} == mine | theirs
    assert contents(url) == expected(SEEDS, STEPS)
