"""A private Ray cluster does what the local engine does; training is stubbed."""

import gc
import os
import subprocess
import sys
import warnings
from contextlib import contextmanager
from pathlib import Path

import pytest

from lengthwise.errors import HostError, SpecError, StoppedError
from lengthwise.experiments.engines._timeouts import USUAL, Timeouts
from lengthwise.experiments.engines.ray_engine import Cluster
from lengthwise.experiments.sweep.bundles import bundles, name_of
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments import stub
from tests.own.own_texts import GRID as GRID_OF_IT
from tests.own.own_texts import executions, trials, write

pytestmark = pytest.mark.timeout(300)  # Ray may be started three times, 30 s each

GRID = stub.small_grid()
HERE = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])


@contextmanager
def rays_own_warnings():
    """Ray leaves sockets and files to the garbage collector, and old names in use.

    It forks to start its processes, of which JAX warns if another test has loaded it;
    they are new programs at once, so nothing of JAX runs there.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
        warnings.simplefilter("ignore", ResourceWarning)
        warnings.filterwarnings("ignore", category=DeprecationWarning, module="ray")
        warnings.filterwarnings("ignore", category=FutureWarning, module="ray")
        yield


@pytest.fixture(scope="module")
def cluster():
    """Makes engines on one private cluster, whose workers misbehave as told."""
    before = dict(os.environ)
    with rays_own_warnings(), Cluster(workers=2) as first:
        gc.collect()  # the processes of a start that was too slow, while it is quiet

        def make(mode, timeouts=USUAL, **more):
            variables = {"PYTHONPATH": HERE, "STUB": mode, **more}
            return Cluster(
                workers=2, variables=variables, runner=stub.PATH, timeouts=timeouts
            )

        assert first.workers == 2
        assert not first.gpu
        yield make
    os.environ.clear()
    os.environ.update(before)


def swept(store, engine, **more):
    more = {"folder": store.checkpoints, **more}
    return list(run_sweep(GRID, stub.ASKED, store=store, engine=engine, **more))


def test_a_private_cluster_gives_what_this_process_gives(cluster, store):
    told = []
    found = swept(store, cluster(""), watch=told.append)
    assert {one.key for one in found} == {stub.record(one).key for one in GRID}
    assert {one.outcome for one in found} == {stub.record(one).outcome for one in GRID}
    assert told[-1].bundles_done == told[-1].bundles == 3
    assert list(store.checkpoints.iterdir()) == [store.checkpoints / "locks"]


def test_a_task_file_travels_to_the_workers(cluster, store, tmp_path):
    grid = trials(write(tmp_path), GRID_OF_IT.replace("64", "4096", 1))
    found = run_sweep(grid, grid.evaluation, store=store, engine=cluster(""))
    assert {one.trial for one in found} == set(grid)
    here, *workers = executions(tmp_path)
    assert here == os.getpid()
    assert workers
    assert here not in workers


@pytest.mark.slow
def test_work_of_a_lost_worker_runs_again(cluster, store):
    found = swept(store, cluster("die halfway"))
    assert len(found) == len(GRID)
    assert sorted(one.circumstances.attempt for one in found) == [1] * 10 + [2] * 10


def test_a_paused_worker_is_named_and_its_bundle_given_to_another(cluster, store):
    line = r"a worker \(process \d+ on \S+\) was silent for \d+ seconds and was killed"
    paused = cluster("pause once", Timeouts(working=5, starting=60, stopping=3))
    with pytest.warns(UserWarning, match=line):
        found = swept(store, paused)
    assert len(found) == len(GRID)
    assert {one.circumstances.attempt for one in found} == {2}


def test_an_error_of_a_worker_is_raised_here(cluster, store):
    with pytest.raises(SpecError, match="the lane is wrong"):
        swept(store, cluster("wrong"))


def test_a_stopped_engine_keeps_what_was_done(cluster, store):
    with pytest.raises(StoppedError, match="stopped with 8 of 20 trials"):
        swept(store, cluster("slow"), stopping=lambda: len(store) >= 8)
    assert len(swept(store, cluster(""))) == 12


LOCKED = """
import sys
from pathlib import Path
from lengthwise.experiments.engines.driver_checkpoints import lock, open_locks
file = open_locks(Path(sys.argv[1]))
print([lock(file, name) for name in sys.argv[2:]])
"""


def test_other_processes_are_kept_off_a_bundle_by_the_locks_of_any_engine(
    cluster, store
):
    found = run_sweep(
        GRID,
        stub.ASKED,
        store=store,
        engine=cluster("slow"),
        folder=store.checkpoints,
    )
    next(found)
    names = [name_of(one) for one in bundles(GRID)]
    said = subprocess.run(
        [sys.executable, "-c", LOCKED, str(store.checkpoints), *names],
        capture_output=True,
        text=True,
        check=True,
    )
    found.close()
    assert said.stdout.startswith("[False, ")
    assert said.stdout.endswith(", True]\n")


@pytest.mark.slow
def test_a_worker_that_cannot_start_is_said_to_be_so(cluster, store):
    broken = cluster("", PYTHONPATH="/nowhere")
    with pytest.raises(HostError, match="a worker could not be started: it ended"):
        swept(store, broken)


def test_its_ports_are_open_to_this_machine_only(cluster):
    assert cluster
    open_to = listening(descendants(os.getpid()))
    assert open_to
    assert open_to <= {"127.0.0.1", "::1", "::ffff:127.0.0.1"}


def listening(pids):
    """The addresses that processes listen on."""
    found = set()
    said = subprocess.run(["ss", "-Hltnp"], capture_output=True, text=True, check=True)
    for line in said.stdout.splitlines():
        if any(f"pid={pid}," in line for pid in pids):
            found.add(line.split()[3].rpartition(":")[0].strip("[]"))
    return found


def descendants(pid):
    """A process and all that it started."""
    found = [pid]
    for one in found:
        for tasks in Path(f"/proc/{one}/task").glob("*/children"):
            found += map(int, tasks.read_text().split())
    return found
