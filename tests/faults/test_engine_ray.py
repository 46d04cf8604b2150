"""Fault 10: a worker, a node, the head or the driver of a Ray cluster dies."""

import os
import random
import signal
import time
from contextlib import closing

import pytest

from lengthwise.experiments.store.store import Store
from tests.experiments.gated import Gate
from tests.faults.fault_nodes import Nodes
from tests.faults.faulty_sweeps import (
    Sweep,
    contents,
    expected,
    kill_one_worker,
    wait_until,
)

SEEDS, STEPS = 16, 8192


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    with closing(Nodes(tmp_path_factory.mktemp("ray"))) as found:
        yield found


@pytest.fixture
def own_nodes(tmp_path_factory):
    """Two nodes for one test, which may end them."""
    with closing(Nodes(tmp_path_factory.mktemp("own"))) as found:
        yield found


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/s.db"


@pytest.mark.timeout(300)
def test_the_driver_dies_and_the_other_engine_goes_on(nodes, url, tmp_path):
    seeds, steps = 3 * 8, 1024  # bundles of 8 on two nodes, of which one is held
    gate = Gate(tmp_path / "gate", free=2 * 8)
    last = Sweep(url, seeds, steps, waits=True)
    first = nodes.sweep(url, seeds, steps, **gate.variables)
    assert first.wait_for_record()
    first.kill()
    assert {key for key, _ in contents(url)} >= first.acknowledged
    assert len(contents(url)) < seeds
    assert last.begin().end()[0] == 0
    assert contents(url) == expected(seeds, steps)


@pytest.mark.timeout(300)
def test_a_worker_and_a_node_die_and_the_sweep_goes_on(nodes, url, tmp_path):
    """Both die in the middle of training, with a checkpoint: the work is held there."""
    seeds, steps = 2 * 8, 1024
    gate = Gate(tmp_path / "gate")
    sweep = nodes.sweep(url, seeds, steps, **gate.variables)
    wait_until(lambda: len(gate.held) == 2, 120)
    os.kill(gate.held[0], signal.SIGKILL)
    wait_until(lambda: len(gate.held) == 3, 120)
    nodes.kill_second()
    gate.open()
    code, said = sweep.end(120)
    assert code == 0, said
    assert contents(url) == expected(seeds, steps)
    with Store(url, create=False) as store:
        again = [one.circumstances.attempt - 1 for one in store]
    assert sum(again) >= 2 * 8  # a bundle for the worker, and one for the node


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_ten_deaths_on_two_nodes_change_nothing(own_nodes, url):
    moments = random.Random(7)
    deaths = 0
    sweep = own_nodes.sweep(url, SEEDS, 8 * STEPS)
    while deaths < 10 and sweep.wait_for_steps():
        time.sleep(moments.uniform(0, 1))
        match moments.choice(["worker", "worker", "node", "driver"]):
            case "worker":
                deaths += kill_one_worker(sweep)
            case "node":
                own_nodes.kill_second()
                own_nodes.add()
                deaths += 1
            case "driver":
                sweep.kill()
                deaths += 1
                # The other engine takes its turn, and is killed as well.
                with_local = Sweep(url, SEEDS, 8 * STEPS)
                deaths += with_local.wait_for_steps()
                with_local.kill()
                sweep = own_nodes.sweep(url, SEEDS, 8 * STEPS)
    code, said = sweep.end(300)
    assert deaths >= 5
    assert code == 0, said
    assert contents(url) == expected(SEEDS, 8 * STEPS)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_head_dies_and_the_sweep_goes_on_elsewhere(own_nodes, url):
    sweep = own_nodes.sweep(url, SEEDS, 8 * STEPS)
    assert sweep.wait_for_steps()
    for pid in own_nodes.head:
        os.kill(pid, signal.SIGKILL)
    code, said = sweep.end(60)
    assert code != 0
    last = said.splitlines()[-1]
    assert "HostError: the head of the Ray cluster at" in last
    assert last.endswith(f"of {SEEDS} trials in the store")
    again = Sweep(url, SEEDS, 8 * STEPS)
    assert again.end(120)[0] == 0
    assert contents(url) == expected(SEEDS, 8 * STEPS)


@pytest.mark.slow
def test_a_driver_with_another_token_is_refused_in_one_line(nodes, tmp_path, url):
    other = tmp_path / "token"
    other.write_text("0" * 64)
    sweep = nodes.sweep(url, SEEDS, STEPS, RAY_AUTH_TOKEN_PATH=str(other))
    code, said = sweep.end()
    assert code != 0
    assert "HostError: the Ray cluster at" in said.splitlines()[-1]
