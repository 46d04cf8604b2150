"""An actor passes on messages and checkpoints of its worker; the driver keeps them."""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.errors import HostError
from lengthwise.experiments.engines import _pool as pool
from lengthwise.experiments.engines import _ray_actor as module
from lengthwise.experiments.engines import _ray_connection as connection
from lengthwise.experiments.engines._messages import Decoder, encoded
from lengthwise.experiments.engines._ray_actor import CURRENT, PREVIOUS, WorkerActor
from lengthwise.experiments.engines._scratch_folders import own_folder
from lengthwise.experiments.engines.driver_checkpoints import DriverCheckpoints
from lengthwise.experiments.engines.work import Work
from lengthwise.training.checkpoint import Checkpoint
from tests.experiments import stub
from tests.models.canonical_net import SIMPLE

KEPT = encoded({"kept": True})
NAME = "a" * 64
WORK = Work(
    name=NAME, evaluation=stub.ASKED, trials=tuple(stub.small_grid()[:4]), folder=NAME
)


@pytest.fixture
def place(monkeypatch, tmp_path):
    """An actor and its folder; this process is not to end with its parent."""
    monkeypatch.setattr(module, "when_parent_ends", lambda _: None)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("RAY_AUTH_TOKEN", "hush hush")
    found = WorkerActor(stub.PATH, {"PYTHONPATH": os.getcwd(), "STUB": ""})  # noqa: PTH109
    (folder,) = tmp_path.iterdir()
    yield found, folder
    found.end()
    assert not folder.exists()


def received(place, word):
    """What an actor passes on until `word` comes: kinds of messages, checkpoints."""
    decoder, words, checkpoints = Decoder(), [], []
    while word not in words:
        sent, checkpoint = place.receive()
        new = [next(iter(one)) for one, _ in decoder.feed(sent or b"")]
        words += [one for one in new if one != "alive"]
        checkpoints += [] if checkpoint is None else [checkpoint]
    return words, checkpoints


def test_messages_and_checkpoints_are_passed_on_both_ways(place):
    held, folder = place
    assert received(held, "ready") == (["ready"], [])
    held.begin(WORK.message(), NAME, {CURRENT: b"old", PREVIOUS: b"older"})
    assert (folder / NAME / CURRENT).read_bytes() == b"old"
    assert received(held, "records") == (["step", "records"], [])
    written = folder / NAME / "aside"
    written.write_bytes(b"new")
    written.replace(folder / NAME / CURRENT)
    held.send(KEPT)
    assert received(held, "records") == (["records"], [b"new"])
    held.send(KEPT)
    assert received(held, "done") == (["done"], [])
    alive = encoded({"alive": True})
    assert held.receive() in {(None, None), (alive, None), (2 * alive, None)}


def test_a_worker_has_no_secrets_of_the_cluster(place):
    held, _ = place
    received(held, "ready")
    environ = Path(f"/proc/{held._process._child.pid}/environ").read_bytes()
    assert b"NPROC=1" in environ.split(b"\0")
    assert b"hush" not in environ


def test_folders_of_actors_that_were_killed_are_removed(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / f"{module.FOLDER}999999999-x").mkdir()
    mine = tmp_path / f"{module.FOLDER}{os.getpid()}-x"
    mine.mkdir()
    new = own_folder(module.FOLDER)
    assert set(tmp_path.iterdir()) == {mine, new}


def test_a_shelf_keeps_two_generations_under_the_names_of_training(tmp_path):
    work = replace(WORK, folder=str(tmp_path / "c" / NAME))
    kept = Checkpoint(Path(work.folder), SIMPLE, {})
    assert (kept.current.name, kept.previous.name) == (CURRENT, PREVIOUS)
    checkpoints = DriverCheckpoints()
    assert checkpoints.claim(work)
    assert checkpoints.files(work) == {}
    for content in (b"1", b"2", b"3"):
        checkpoints.put(work, content)
    assert checkpoints.files(work) == {CURRENT: b"3", PREVIOUS: b"2"}
    checkpoints.remove(work)
    checkpoints.release(work)
    assert [path.name for path in (tmp_path / "c").iterdir()] == ["locks"]
    checkpoints.close()


def test_work_without_a_folder_is_kept_nowhere():
    checkpoints = DriverCheckpoints()
    work = replace(WORK, folder=None)
    assert checkpoints.claim(work)
    assert checkpoints.files(work) == {}
    checkpoints.remove(work)
    checkpoints.release(work)


def test_a_missing_ray_is_one_line_that_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    for name in (*connection.QUIET, "RAY_AUTH_MODE", "RAY_AUTH_TOKEN"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    with pytest.raises(HostError, match=r"pip install lengthwise\[ray\]"):
        connection.connected("auto", None)


def test_an_address_where_nobody_answers_is_refused_at_once():
    begun = time.monotonic()
    with pytest.raises(ConnectionError, match="no answer"):
        connection._require_listener("127.0.0.1:1")
    assert time.monotonic() - begun < 5
    connection._require_listener("auto")


def test_a_worker_of_another_version_is_refused():
    assert pool._version_error("0.0.0-other").exit_code == 4
    assert "install the same on every node" in str(pool._version_error("0.0.0-other"))
