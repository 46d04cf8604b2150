"""What is old is named, and removed only when that is asked for; clocks may jump."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.merging import add, merge
from lengthwise.experiments.store.pruning import waste
from lengthwise.experiments.store.sql_tables import RECORDS as TABLE
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.store.store_info import facts
from tests.experiments.backends import BOTH, sound_records

RECORDS = sound_records(2)
MADE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def after(days):
    return MADE + timedelta(days=days)


def kinds(found):
    return [one.kind for one in found]


@pytest.fixture
def filled(store, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # where checkpoints of a server lie
    store.add_all(RECORDS)
    store.report("old", {"updated": MADE.isoformat(), "state": "running"})
    store.report("new", {"updated": after(35).isoformat(), "state": "ended"})
    return store


@BOTH
def test_only_old_reports_are_waste(filled):
    assert list(waste(filled, now=after(29))) == []
    (found,) = waste(filled, now=after(40))
    assert (found.kind, found.name, found.days) == ("report", "old", 40.0)
    assert str(found).startswith("report old (")
    assert found.plain()["days"] == 40.0
    assert set(filled.reports()) == {"old", "new"}
    found.remove()
    assert set(filled.reports()) == {"new"}


@BOTH
def test_weights_are_waste_on_request_or_without_a_record(filled):
    assert "weights" not in kinds(waste(filled, now=after(9999)))
    found = waste(filled, now=after(31), weights=True)
    old = [one for one in found if one.kind == "weights"]
    assert {one.name for one in old} == {one.trial.key for one in RECORDS}
    assert old[0].bytes == len(RECORDS[0].weights)
    assert "weights" not in kinds(waste(filled, now=after(29), weights=True))
    gone = RECORDS[0].trial.key
    with filled.database.writing() as connection:
        connection.execute(sa.delete(TABLE).where(TABLE.c.trial == gone))
    (orphan,) = (one for one in waste(filled, now=after(0)) if one.kind == "weights")
    assert (orphan.name, orphan.days) == (gone, None)
    filled.add_all(RECORDS[:1])  # a sweep was faster
    orphan.remove()
    assert filled.trained([gone]) == {gone}
    for one in old:
        one.remove()
    filled.database.compact()
    assert filled.trained(one.trial.key for one in RECORDS) == set()
    assert len(filled) == len(RECORDS)


@BOTH
def test_damaged_rows_are_waste_on_request(filled):
    with filled.database.writing() as connection:
        connection.execute(sa.update(TABLE).values(line="{}"))
    found = list(waste(filled, now=after(0), damaged=True))
    assert kinds(found) == ["damaged"] * 2 * len(RECORDS)  # and the weights of each
    for one in found:
        one.remove()
    assert list(damages(filled)) == []
    assert filled.add_all(RECORDS) == RECORDS


def test_checkpoints_are_waste_when_nobody_is_at_them(filled):
    folders = [filled.checkpoints / (digit * 64) for digit in "ab"]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "checkpoint.safetensors").write_bytes(b"x" * 1000)
        for path in (folder / "checkpoint.safetensors", folder):
            os.utime(path, (MADE.timestamp(),) * 2)
    (filled.checkpoints / "locks").touch()
    old = [one for one in waste(filled, now=after(31)) if one.kind == "checkpoint"]
    assert [one.name for one in old] == [str(folder) for folder in folders]
    assert old[0].bytes == 1000
    assert "checkpoint" not in kinds(waste(filled, now=after(29)))
    script = (
        "import sys\nfrom pathlib import Path\n"
        "from lengthwise.experiments.engines.driver_checkpoints import "
        "lock, open_locks\n"
        f"locks = open_locks(Path({str(filled.checkpoints)!r}))\n"
        f"print(lock(locks, {'b' * 64!r}), flush=True)\nsys.stdin.read()"
    )
    command = [sys.executable, "-c", script]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as other:
        assert other.stdout.readline() == b"True\n"
        for one in old:
            one.remove()
        other.communicate()
    assert [folder.exists() for folder in folders] == [False, True]


def old_folder(folder):
    folder.mkdir(parents=True)
    (folder / "checkpoint.safetensors").write_bytes(b"precious")
    for path in (folder / "checkpoint.safetensors", folder):
        os.utime(path, (MADE.timestamp(),) * 2)
    return folder / "checkpoint.safetensors"


def test_what_a_symbolic_link_leads_to_is_never_removed(filled, tmp_path):
    """The folder of checkpoints may be one, a bundle in it, or a file in that."""
    key = "a" * 64
    precious = [
        old_folder(tmp_path / "elsewhere" / key),
        old_folder(tmp_path / "other" / ("b" * 64)),
    ]
    filled.checkpoints.symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert "checkpoint" not in kinds(waste(filled, now=after(99)))
    filled.checkpoints.unlink()
    mine = old_folder(filled.checkpoints / key)
    (filled.checkpoints / ("b" * 64)).symlink_to(tmp_path / "other" / ("b" * 64))
    (mine.parent / "link").symlink_to(precious[0])
    os.utime(mine.parent, (MADE.timestamp(),) * 2)
    (mine.parent / "gone").symlink_to(tmp_path / "nowhere")
    old = [
        one
        for one in waste(filled, now=datetime.now(UTC), days=0)
        if one.kind == "checkpoint"
    ]
    assert [one.name for one in old] == [str(mine.parent)]
    facts(filled)  # a broken link is no error
    old[0].remove()
    assert not mine.parent.exists()
    assert all(path.read_bytes() == b"precious" for path in precious)


def test_a_folder_that_becomes_a_link_is_left_alone(filled, tmp_path):
    mine = old_folder(filled.checkpoints / ("a" * 64))
    (old,) = (one for one in waste(filled, now=after(99)) if one.kind == "checkpoint")
    filled.checkpoints.rename(tmp_path / "elsewhere")
    filled.checkpoints.symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    old.remove()
    assert (tmp_path / "elsewhere" / ("a" * 64) / mine.name).exists()


def test_a_folder_that_is_no_bundle_is_left_alone(filled):
    file = old_folder(filled.checkpoints / "thesis")
    assert "checkpoint" not in kinds(waste(filled, now=after(99)))
    assert file.exists()


def test_copies_of_older_versions_are_waste(filled, tmp_path):
    copy = tmp_path / "store.db.version-1"
    copy.write_bytes(b"x" * 10)
    (tmp_path / "store.db.version-mine").mkdir()
    (tmp_path / "other.db.version-1").touch()
    os.utime(copy, (MADE.timestamp(),) * 2)
    old = [one for one in waste(filled, now=after(31)) if one.kind == "copy"]
    assert [(one.name, one.bytes) for one in old] == [(str(copy), 10)]
    old[0].remove()
    assert not copy.exists()


CLOCKS = [datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)]
STARTED = ["1970-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00", "noon", ""]


@BOTH
@pytest.mark.parametrize("now", CLOCKS)
@pytest.mark.parametrize("started", STARTED)
def test_clocks_that_jump_break_nothing(filled, now, started, tmp_path):
    """Times of records, reports and the machine may come in any order."""
    (filled.checkpoints / ("c" * 64)).mkdir(parents=True)
    made = RECORDS[0].circumstances
    if started in STARTED[:2]:  # a record has a date; a report may say anything
        made = replace(made, started=started)
    new = [replace(one, circumstances=made) for one in sound_records(3)]
    add(filled, new)
    filled.report("jumped", {"updated": started})
    found = list(waste(filled, now=now, weights=True))
    if now.year == 1970:
        assert not [one for one in found if one.days is not None and one.days > 0]
    removed = {one.name for one in found}
    if started in STARTED[2:]:  # what has no date is never old
        assert "jumped" not in removed
    for one in found:
        one.remove()
    assert list(damages(filled)) == []
    with Store(f"sqlite:///{tmp_path}/other.db") as other:
        assert merge(other, filled).new == len(filled)
        assert [one.line() for one in other] == [one.line() for one in filled]
