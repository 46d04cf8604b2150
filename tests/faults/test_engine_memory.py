"""Fault 9: out of memory. What dies is tried again with half as much side by side."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from lengthwise.experiments.store.store import Store
from tests.experiments import stub
from tests.faults.faulty_sweeps import Sweep, contents, expected

SEEDS, STEPS = 12, 8192
GIB = 1 << 30

SCRIPT = """
import sys
from lengthwise.errors import HostError
from lengthwise.experiments.engines import host
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments import stub

with Store(sys.argv[1]) as store:
    engine = host.engine(1, runner=stub.PATH)
    try:
        list(run_sweep(stub.small_grid(), stub.ASKED, store=store, engine=engine))
    except HostError as error:
        sys.exit(f"{error}")
"""


def limited(url, seed):
    """A sweep in a process that has 8 GiB, with stubs that take 1 GiB a trial."""
    variables = {"STUB": "hungry", "STUB_BYTES": str(GIB), "STUB_SEED": str(seed)}
    return subprocess.run(
        ["prlimit", f"--as={8 * GIB}", sys.executable, "-c", SCRIPT, url],
        env={**os.environ, "PYTHONPATH": str(Path.cwd()), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/s.db"


def test_a_bundle_that_is_too_large_runs_again_in_halves(url):
    done = limited(url, seed=-1)
    assert done.returncode == 0, done.stderr
    assert "a worker has too little memory" in done.stderr
    with Store(url, create=False) as store:
        found = {one.trial: one for one in store}
    grid = stub.small_grid()
    assert {one: record.outcome for one, record in found.items()} == {
        one: stub.record(one).outcome for one in grid
    }
    attempts = [found[one].circumstances.attempt for one in grid]
    assert attempts == [2] * 16 + [1] * 4


def test_after_three_deaths_a_bundle_is_set_aside_and_the_sweep_goes_on(url):
    done = limited(url, seed=0)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert "trials were set aside after 3 attempts, all others are in the store" in last
    assert "its worker ended with code 4" in last
    with Store(url, create=False) as store:
        assert 0 < len(store) < len(stub.small_grid())
        assert all(one.trial.seed != 0 for one in store)


@pytest.mark.slow
def test_training_in_a_worker_without_memory_goes_on_in_another(url):
    sweep = Sweep(url, SEEDS, STEPS)
    assert sweep.wait_for_steps()
    (worker,) = sweep.workers
    pages = int(Path(f"/proc/{worker}/statm").read_text().split()[0])
    limit = pages * resource.getpagesize()
    resource.prlimit(worker, resource.RLIMIT_AS, (limit, limit))
    code, said = sweep.end()
    assert code == 0, said
    assert contents(url) == expected(SEEDS, STEPS)
    with Store(url, create=False) as store:
        assert 2 in {one.circumstances.attempt for one in store}
