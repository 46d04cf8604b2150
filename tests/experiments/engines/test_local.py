"""Workers of this machine: lost, failing, stopped, noisy; nothing is lost with them."""

import os
import signal
import time
from pathlib import Path

import pytest

from lengthwise.errors import HostError, SpecError, StoppedError
from lengthwise.experiments.engines import host
from lengthwise.experiments.engines._messages import encoded
from lengthwise.experiments.engines._process import Process
from lengthwise.experiments.engines._timeouts import USUAL, Timeouts
from lengthwise.experiments.engines.engine import ATTEMPTS
from lengthwise.experiments.engines.local import Local
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments import stub

GRID = stub.small_grid()


@pytest.fixture
def engine(monkeypatch):
    """Makes an engine whose workers run the stub, misbehaving as told."""
    monkeypatch.setenv("PYTHONPATH", ".", prepend=os.pathsep)

    def make(mode, workers=1, timeouts=USUAL, **more):
        inherited = {**os.environ, "STUB": mode, **more}
        return host.engine(
            workers, runner=stub.PATH, inherited=inherited, timeouts=timeouts
        )

    return make


def swept(store, engine, **more):
    return list(run_sweep(GRID, stub.ASKED, store=store, engine=engine, **more))


def complete(store):
    wanted = {stub.record(trial).key for trial in GRID}
    return {one.key for one in store} == wanted


def test_two_workers_give_what_this_process_gives(store, engine):
    told = []
    found = swept(store, engine("", workers=2), watch=told.append)
    assert {one.key for one in found} == {stub.record(one).key for one in GRID}
    assert {one.outcome for one in found} == {stub.record(one).outcome for one in GRID}
    assert len(store.trained(one.key for one in GRID)) == len(GRID)
    assert told[-1].bundles_done == 3


def test_work_of_a_lost_worker_runs_again(store, engine):
    found = swept(store, engine("die halfway"))
    assert complete(store)
    assert sorted(one.circumstances.attempt for one in found) == [1] * 10 + [2] * 10


def test_work_that_ends_its_worker_three_times_is_set_aside(store, engine):
    few = GRID[:4]
    events = run_sweep(few, stub.ASKED, store=store, engine=engine("die"))
    with pytest.raises(HostError, match="4 trials were set aside after 3 attempts"):
        list(events)
    assert len(store) == 0


def test_a_worker_without_memory_is_a_lost_worker(store, engine):
    few = GRID[:4]
    events = run_sweep(few, stub.ASKED, store=store, engine=engine("memory"))
    with pytest.raises(HostError, match="4 trials were set aside"):
        list(events)


@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("wrong", SpecError, "the lane is wrong"),
        ("full", HostError, "/disk: no space left on device"),
        ("bug", RuntimeError, "ZeroDivisionError: a bug"),
    ],
)
def test_an_error_of_a_worker_is_raised_here(store, engine, mode, kind, words):
    with pytest.raises(kind, match=words):
        swept(store, engine(mode))


def test_a_stopped_engine_keeps_what_was_done(store, engine):
    with pytest.raises(StoppedError, match="stopped with 8 of 20 trials"):
        swept(store, engine("slow", workers=2), stopping=lambda: len(store) == 8)
    assert len(store) == 8


def test_what_another_process_does_is_waited_for(store, engine, tmp_path, url):
    free = tmp_path / "free"
    told = []

    def watch(now):
        told.append(now)
        if now.seconds > 0.5:
            free.touch()

    swept(store, engine("busy", STUB_FREE=str(free)), watch=watch)
    assert complete(store)
    with Store(url, create=False) as again:
        assert len(again.reports()) == 1


def test_an_engine_that_is_left_ends_its_workers(store, engine):
    events = run_sweep(GRID, stub.ASKED, store=store, engine=engine("slow"))
    next(events)
    begun = time.monotonic()
    events.close()
    assert time.monotonic() - begun < 2


def test_a_worker_that_cannot_start_is_said_to_be_so(store):
    broken = Local(1, environment=dict(os.environ), runner="no.such.module:run")
    with pytest.raises(HostError, match="a worker could not be started"):
        swept(store, broken)


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_worker_that_is_killed_before_it_is_ready_is_replaced(
    store, engine, tmp_path, deaths
):
    left = tmp_path / "deaths"
    left.mkdir()
    for number in range(deaths):
        (left / str(number)).touch()
    swept(store, engine("die at start", STUB_DEATHS=str(left)))
    assert complete(store)
    assert not list(left.iterdir())


def test_a_worker_that_is_always_killed_before_it_is_ready_ends_the_sweep(
    store, engine, tmp_path
):
    left = tmp_path / "deaths"
    left.mkdir()
    for number in range(9):
        (left / str(number)).touch()
    with pytest.raises(HostError, match="not be started: it was killed by SIGKILL"):
        swept(store, engine("die at start", STUB_DEATHS=str(left)))
    assert len(list(left.iterdir())) == 9 - ATTEMPTS


SHORT = Timeouts(working=5, starting=60, stopping=3)


def test_a_paused_worker_is_named_and_its_bundle_given_to_another(store, engine):
    line = (
        r"a worker \(process \d+\) was silent for \d+ seconds and was killed; its "
        r"bundle [0-9a-f]{12} is restarted"
    )
    few = GRID[:4]
    with pytest.warns(UserWarning, match=line):
        found = list(
            run_sweep(
                few,
                stub.ASKED,
                store=store,
                engine=engine("pause once", timeouts=SHORT),
            )
        )
    assert {one.key for one in found} == {stub.record(one).key for one in few}
    assert {one.circumstances.attempt for one in found} == {2}


def test_a_paused_worker_does_not_keep_a_sweep_from_stopping(store, engine):
    paused = engine("pause", workers=2, timeouts=Timeouts(stopping=3))
    asked = []

    def watch(now):
        if now.running:
            asked.append(time.monotonic())

    with (
        pytest.warns(UserWarning, match="stays at its last checkpoint"),
        pytest.raises(StoppedError, match="stopped with 0 of 20 trials"),
    ):
        swept(store, paused, watch=watch, stopping=lambda: bool(asked))
    assert time.monotonic() - asked[0] < 10


def test_a_worker_that_is_busy_without_a_word_is_left_alone(store, engine):
    quiet = engine("quiet", timeouts=Timeouts(working=4), STUB_SECONDS="6")
    few = GRID[:4]
    found = list(run_sweep(few, stub.ASKED, store=store, engine=quiet))
    assert {one.circumstances.attempt for one in found} == {1}


def test_a_driver_never_waits_for_a_worker_to_listen(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ".", prepend=os.pathsep)
    monkeypatch.setenv("STUB", "")
    worker = Process(stub.PATH, os.environ)
    while not worker.ready:
        said = [message for message, _ in filter(None, worker.messages())]
        worker.ready = any("ready" in one for one in said)
    os.kill(int(worker.name.split()[1]), signal.SIGSTOP)
    worker.send(encoded({"kept": True}, [bytes(10**7)]))
    assert not worker.send_rest()
    os.kill(int(worker.name.split()[1]), signal.SIGCONT)
    worker.flush()
    assert worker.send_rest()
    worker.kill()


def test_no_workers_are_refused():
    with pytest.raises(SpecError, match="0 workers; at least 1 is needed"):
        host.engine(0)


def test_free_memory_is_known_also_without_a_table(tmp_path):
    assert host.available_bytes(tmp_path / "none") > 0
    table = tmp_path / "meminfo"
    table.write_text("MemTotal: 10 kB\nMemAvailable: 7 kB\n")
    assert host.available_bytes(table) == 7 * 1024


def test_a_home_that_cannot_be_written_costs_the_cache_only(
    store, engine, tmp_path, monkeypatch
):
    monkeypatch.delenv("JAX_COMPILATION_CACHE_DIR", raising=False)
    file = tmp_path / "no-folder"
    file.touch()
    unwritable = engine("", XDG_CACHE_HOME=str(file))
    swept(store, unwritable)
    assert complete(store)


def test_workers_import_nothing_from_the_current_folder(
    store, engine, tmp_path, monkeypatch
):
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()), prepend=os.pathsep)
    made = engine("", PYTHONPATH=absolute(os.environ["PYTHONPATH"]))
    for name in ("lengthwise", "json", "numpy", "jax", "stub"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')")
    monkeypatch.chdir(tmp_path)
    swept(store, made)
    assert complete(store)


def absolute(path):
    """The folders that a variable names, from wherever they are looked at."""
    return os.pathsep.join(str(Path(one).absolute()) for one in path.split(os.pathsep))
