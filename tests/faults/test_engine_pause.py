"""Fault 4: a worker is paused and wakes late; nothing that it says then matters."""

import os
import signal

import pytest

from tests.faults.faulty_sweeps import Sweep, contents, expected, marked, wait_until

SEEDS, STEPS = 12, 8192


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/s.db"


def test_a_paused_worker_whose_driver_dies_gives_up_its_bundle(url):
    first = Sweep(url, SEEDS, STEPS)
    assert first.wait_for_steps()
    (worker,) = first.workers
    os.kill(worker, signal.SIGSTOP)
    first.kill()
    second = Sweep(url, SEEDS, STEPS)
    code, said = second.end()
    assert code == 0, said
    assert contents(url) == expected(SEEDS, STEPS)
    wait_until(lambda: not first.workers)


@pytest.mark.slow
def test_a_paused_worker_is_replaced_and_changes_nothing(url):
    sweep = Sweep(url, SEEDS, 4 * STEPS)
    assert sweep.wait_for_steps()
    (worker,) = sweep.workers
    os.kill(worker, signal.SIGSTOP)
    code, said = sweep.end(110)
    assert code == 0, said
    assert f"a worker (process {worker}) was silent for 30 seconds" in said
    assert len(sweep.acknowledged) == SEEDS
    assert contents(url) == expected(SEEDS, 4 * STEPS)
    assert not sweep.workers


@pytest.mark.slow
def test_a_driver_that_wakes_late_changes_nothing(url):
    """It sleeps for the whole of another sweep, which cannot wait for it."""
    first = Sweep(url, SEEDS, STEPS)
    assert first.wait_for_steps()
    processes = marked(first.mark)
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    second = Sweep(url, SEEDS, STEPS)
    assert second.wait_for_record()  # the bundle that nobody holds
    for pid in processes:
        os.kill(pid, signal.SIGCONT)
    assert first.end()[0] == 0
    assert second.end()[0] == 0
    assert not first.acknowledged & second.acknowledged
    assert contents(url) == expected(SEEDS, STEPS)


@pytest.mark.slow
def test_a_late_result_of_a_worker_that_was_replaced_changes_nothing(url, tmp_path):
    """Both train the same bundle at once: their checkpoints lie in two folders."""
    first = Sweep(url, SEEDS, STEPS)
    assert first.wait_for_steps()
    processes = marked(first.mark)
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    (tmp_path / "s.db.checkpoints").rename(tmp_path / "taken away")
    second = Sweep(url, SEEDS, STEPS)
    assert second.end()[0] == 0
    assert len(second.acknowledged) == SEEDS
    before = contents(url)
    for pid in processes:
        os.kill(pid, signal.SIGCONT)
    first.end()
    assert first.acknowledged == set()
    assert contents(url) == before == expected(SEEDS, STEPS)
