"""A sweep that is killed again and again ends with the records of one that was not."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from lengthwise.experiments.engine import Here
from lengthwise.experiments.running import run
from lengthwise.experiments.store import Store
from lengthwise.experiments.sweep import run_sweep
from tests.conftest import EVERYTHING
from tests.experiments.tiny import tiny_grid

SEEDS, STEPS = 12, 8192
KILLS = 25 if EVERYTHING else 2


def driver(url):
    return subprocess.Popen(
        [sys.executable, "-m", "tests.experiments.driver", url, str(SEEDS), str(STEPS)],
        stdout=subprocess.PIPE,
        text=True,
    )


def keys_in(lines):
    return {line.strip() for line in lines if len(line.strip()) == 64}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The records of a sweep that nothing happened to."""
    url = f"sqlite:///{tmp_path_factory.mktemp('whole')}/s.db"
    grid = tiny_grid(SEEDS, STEPS)
    with Store(url) as store:
        engine = Here(run)
        list(run_sweep(grid, grid.evaluation, store=store, engine=engine))
        return {one.key: (one.outcome, arrays_of(store, one)) for one in store}


def arrays_of(store, record):
    (net,) = store.nets([record.trial.key])
    return net.weights


def require_equal(url, expected):
    with Store(url, create=False) as store:
        found = {one.key: (one.outcome, arrays_of(store, one)) for one in store}
    assert found == expected


@pytest.mark.timeout(60 + 20 * KILLS)
def test_killed_sweeps_resume_to_identical_records(expected, tmp_path):
    url = f"sqlite:///{tmp_path}/s.db"
    moments = random.Random(5)
    acknowledged = set()
    for _ in range(KILLS):
        process = driver(url)
        steps = 0
        lines = []
        for line in process.stdout:
            lines.append(line)
            steps += line.startswith("steps") and line != "steps 0\n"
            if steps:
                break
        time.sleep(moments.uniform(0, 0.5))
        os.kill(process.pid, signal.SIGKILL)
        lines += process.communicate()[0].splitlines()
        acknowledged |= keys_in(lines)
        with Store(url, create=False) as store:
            assert {one.trial.key for one in store} >= acknowledged
    process = driver(url)
    process.communicate(timeout=60)
    assert process.returncode == 0
    require_equal(url, expected)


def test_two_drivers_share_one_grid(expected, tmp_path):
    url = f"sqlite:///{tmp_path}/s.db"
    processes = [driver(url), driver(url)]
    said = [process.communicate(timeout=60)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    mine, theirs = (keys_in(text.splitlines()) for text in said)
    assert not mine & theirs
    assert {key for key, _ in expected} == mine | theirs
    require_equal(url, expected)
