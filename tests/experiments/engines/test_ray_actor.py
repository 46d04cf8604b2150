"""A seat passes on what its worker says, and its checkpoints; a shelf keeps them."""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.errors import MachineError
from lengthwise.experiments.engines import _pool as crew
from lengthwise.experiments.engines import _ray_actor as seat
from lengthwise.experiments.engines import _ray_connection as connection
from lengthwise.experiments.engines._messages import Frames, frame
from lengthwise.experiments.engines._ray_actor import CURRENT, PREVIOUS, Seat
from lengthwise.experiments.engines._scratch_folders import own_folder
from lengthwise.experiments.engines.driver_checkpoints import Shelf
from lengthwise.experiments.engines.work import Work
from lengthwise.training.checkpoint import Checkpoint
from tests.experiments import stub
from tests.models.canonical_net import SIMPLE

KEPT = frame({"kept": True})
NAME = "a" * 64
WORK = Work(
    name=NAME, evaluation=stub.ASKED, trials=tuple(stub.small_grid()[:4]), folder=NAME
)


@pytest.fixture
def place(monkeypatch, tmp_path):
    """A seat and its folder; this process is not to end with its parent."""
    monkeypatch.setattr(seat, "when_parent_ends", lambda _: None)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("RAY_AUTH_TOKEN", "hush hush")
    found = Seat(stub.PATH, {"PYTHONPATH": os.getcwd(), "STUB": ""})  # noqa: PTH109
    (folder,) = tmp_path.iterdir()
    yield found, folder
    found.end()
    assert not folder.exists()


def heard(place, word):
    """What a seat says until it says `word`: kinds of messages, and checkpoints."""
    frames, words, checkpoints = Frames(), [], []
    while word not in words:
        said, checkpoint = place.hear()
        new = [next(iter(one)) for one, _ in frames.feed(said or b"")]
        words += [one for one in new if one != "alive"]
        checkpoints += [] if checkpoint is None else [checkpoint]
    return words, checkpoints


def test_messages_and_checkpoints_are_passed_on_both_ways(place):
    held, folder = place
    assert heard(held, "ready") == (["ready"], [])
    held.begin(WORK.frame(), NAME, {CURRENT: b"old", PREVIOUS: b"older"})
    assert (folder / NAME / CURRENT).read_bytes() == b"old"
    assert heard(held, "records") == (["step", "records"], [])
    written = folder / NAME / "aside"
    written.write_bytes(b"new")
    written.replace(folder / NAME / CURRENT)
    held.tell(KEPT)
    assert heard(held, "records") == (["records"], [b"new"])
    held.tell(KEPT)
    assert heard(held, "done") == (["done"], [])
    alive = frame({"alive": True})
    assert held.hear() in {(None, None), (alive, None), (2 * alive, None)}


def test_a_worker_has_no_secrets_of_the_cluster(place):
    held, _ = place
    heard(held, "ready")
    environ = Path(f"/proc/{held._process._child.pid}/environ").read_bytes()
    assert b"NPROC=1" in environ.split(b"\0")
    assert b"hush" not in environ


def test_folders_of_seats_that_were_killed_are_removed(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / f"{seat.FOLDER}999999999-x").mkdir()
    mine = tmp_path / f"{seat.FOLDER}{os.getpid()}-x"
    mine.mkdir()
    new = own_folder(seat.FOLDER)
    assert set(tmp_path.iterdir()) == {mine, new}


def test_a_shelf_keeps_two_generations_under_the_names_of_training(tmp_path):
    work = replace(WORK, folder=str(tmp_path / "c" / NAME))
    kept = Checkpoint(Path(work.folder), SIMPLE, {})
    assert (kept.current.name, kept.previous.name) == (CURRENT, PREVIOUS)
    shelf = Shelf()
    assert shelf.claim(work)
    assert shelf.files(work) == {}
    for content in (b"1", b"2", b"3"):
        shelf.put(work, content)
    assert shelf.files(work) == {CURRENT: b"3", PREVIOUS: b"2"}
    shelf.remove(work)
    shelf.release(work)
    assert [path.name for path in (tmp_path / "c").iterdir()] == ["locks"]
    shelf.close()


def test_work_without_a_folder_is_kept_nowhere():
    shelf = Shelf()
    work = replace(WORK, folder=None)
    assert shelf.claim(work)
    assert shelf.files(work) == {}
    shelf.remove(work)
    shelf.release(work)


def test_a_missing_ray_is_one_line_that_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    for name in (*connection.QUIET, "RAY_AUTH_MODE", "RAY_AUTH_TOKEN"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    with pytest.raises(MachineError, match=r"pip install lengthwise\[ray\]"):
        connection.connected("auto", None)


def test_an_address_where_nobody_answers_is_refused_at_once():
    begun = time.monotonic()
    with pytest.raises(ConnectionError, match="nobody answers there"):
        connection._require_somebody("127.0.0.1:1")
    assert time.monotonic() - begun < 5
    connection._require_somebody("auto")


def test_a_worker_of_another_version_is_refused():
    assert crew._other("0.0.0-other").exit_code == 4
    assert "install the same on every node" in str(crew._other("0.0.0-other"))
