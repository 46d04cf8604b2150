"""Other processes, killed ones too, give the same bits, and nothing is lost."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.errors import MachineError, SpecError, StoppedError
from lengthwise.nets.architecture import Architecture
from lengthwise.training import worker
from lengthwise.training.evaluation import evaluate
from lengthwise.training.job import Asked, Job
from lengthwise.training.leavings import collect, leave
from lengthwise.training.loop import train
from lengthwise.training.pool import TRIES, Ended, Failed, Moved, run_jobs
from lengthwise.training.threads import environment
from tests.conftest import EVERYTHING
from tests.nets.canonical import SIMPLE, simple_lanes

LONG = replace(SIMPLE, threshold=0.0, max_steps=256 * 40)
ASKED = Asked(lengths=(9, 1000), words=64)


@pytest.fixture(scope="module")
def expected():
    """Outcomes of lanes in this process, all in one bundle."""
    lanes = simple_lanes(12)
    found = [outcome for ended in train(LONG, lanes) for outcome in ended]
    losses = evaluate(
        LONG, [(o.lane, o.weights) for o in found], ASKED.lengths, words=64
    )
    return {
        outcome.lane: replace(outcome, losses=loss).plain()
        for outcome, loss in zip(found, losses, strict=True)
    }


@pytest.fixture
def signals():
    """Puts the signal handlers back that a worker sets for its process."""
    kept = {s: signal.getsignal(s) for s in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def job(folder, lanes, **changes):
    return replace(
        Job(
            name=folder.name,
            recipe=LONG,
            lanes=lanes,
            folder=folder,
            asked=ASKED,
            every=0.0,
        ),
        **changes,
    )


def said_by(jobs):
    source = io.StringIO("".join(json.dumps(j.plain()) + "\n" for j in jobs))
    sink = io.StringIO()
    code = worker.main(source, sink)
    return code, [json.loads(line) for line in sink.getvalue().splitlines()]


def children():
    tasks = Path("/proc/self/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


def check(outcomes, expected):
    assert len({outcome.lane for outcome in outcomes}) == len(outcomes)
    for outcome in outcomes:
        assert outcome.plain() == expected[outcome.lane]


def test_a_process_that_is_killed_at_random_moments(expected, tmp_path):
    rng = random.Random(7)
    one = job(tmp_path, simple_lanes(3))
    found = []
    for kills in range(30 if EVERYTHING else 3, -1, -1):
        with collect(one) as left:
            found += left
        one = one.without({outcome.lane for outcome in found})
        with subprocess.Popen(
            [sys.executable, "-m", "lengthwise.training.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            text=True,
        ) as child:
            child.stdin.write(json.dumps(one.plain()) + "\n")
            child.stdin.close()
            child.stdout.readline()
            if kills:
                time.sleep(rng.uniform(0, 0.5))
                child.kill()
            child.stdout.read()
    with collect(one) as left:
        found += left
    assert len(found) == 3
    check(found, expected)
    assert not list(tmp_path.glob("outcome*"))


def test_a_pool_that_loses_a_worker_and_its_reader(expected, tmp_path):
    jobs = [
        job(tmp_path / "a", simple_lanes(8)),
        job(tmp_path / "b", simple_lanes(4, first=8)),
    ]
    first = run_jobs(jobs, processes=2)
    event = next(event for event in first if isinstance(event, Moved))
    assert len(event.steps) in {4, 8}
    os.kill(children()[0], signal.SIGKILL)
    event = next(event for event in first if isinstance(event, Ended))
    first.close()  # the reader is gone before it has kept the outcomes
    found = [
        outcome
        for event in run_jobs(jobs, processes=1)
        if isinstance(event, Ended)
        for outcome in event.outcomes
    ]
    assert {o.lane for o in event.outcomes} <= {o.lane for o in found}
    assert len(found) == 12
    check(found, expected)
    assert not children()


def test_stopping_ends_the_workers(tmp_path):
    lanes = simple_lanes(1)
    asked = iter([False, False, True])
    run = run_jobs([job(tmp_path, lanes)], stopping=lambda: next(asked))
    with pytest.raises(StoppedError, match="run the same again"):
        list(run)
    assert not children()


def test_a_job_that_always_dies_is_set_aside(tmp_path):
    env = environment() | {"PYTHONHOME": "/nowhere"}
    jobs = [job(tmp_path / name, simple_lanes(1)) for name in "ab"]
    events = list(run_jobs(jobs, env=env))
    assert sorted(event.job for event in events) == ["a", "b"]
    for event in events:
        assert isinstance(event, Failed)
        assert isinstance(event.error, MachineError)
        assert f"{TRIES} times" in str(event.error)


@pytest.mark.usefixtures("signals")
def test_a_worker_says_what_happens(expected, tmp_path):
    huge = replace(LONG, architecture=Architecture(symbols=3, units=10**6), batch=10**6)
    jobs = [
        job(tmp_path / "a", simple_lanes(1), recipe=huge),
        job(tmp_path / "b", simple_lanes(2)),
    ]
    code, said = said_by(jobs)
    assert code == 0
    assert said[0]["kind"] == "error"
    assert said[0]["code"] == MachineError.exit_code
    assert "GiB" in said[0]["message"]
    assert said[1]["kind"] == "progress"
    assert said[1]["steps"] == [256, 256]
    assert said[-1] == {"kind": "done"}
    with collect(jobs[1]) as found:
        check(found, expected)


@pytest.mark.usefixtures("signals")
def test_a_worker_that_is_told_to_end_can_go_on_later(expected, tmp_path, monkeypatch):
    monkeypatch.setattr(worker.Stop, "__call__", lambda _: True)
    one = job(tmp_path, simple_lanes(1))
    code, said = said_by([one, one])
    assert code == StoppedError.exit_code
    assert [line["kind"] for line in said] == ["progress", "error"]
    monkeypatch.undo()
    assert said_by([one])[1][0]["steps"] == [512]
    with collect(one) as found:
        check(found, expected)


def test_a_worker_stops_when_told_or_orphaned(monkeypatch):
    stop = worker.Stop()
    assert not stop()
    monkeypatch.setattr(os, "getppid", lambda: 1)
    assert stop()
    monkeypatch.undo()
    stop.tell(signal.SIGTERM, None)
    assert stop()


def test_damaged_and_foreign_outcomes_are_trained_again(tmp_path):
    ((outcome,),) = train(replace(SIMPLE, max_steps=1), simple_lanes(1))
    one = job(tmp_path, simple_lanes(1))
    path = tmp_path / leave(one, outcome)
    with collect(replace(one, asked=Asked(lengths=(10,)))) as found:
        assert found == ()
    assert not path.exists()
    leave(one, outcome)
    with collect(one.without({outcome.lane})) as found:
        assert found == ()
    leave(one, outcome)
    path.write_bytes(b"half")
    with collect(one) as found:
        assert found == ()
    assert not path.exists()


def test_wrong_lanes_are_refused_before_any_process_starts(tmp_path):
    with pytest.raises(SpecError, match="a lane gives"):
        job(tmp_path, (replace(simple_lanes(1)[0], numbers=()),))
