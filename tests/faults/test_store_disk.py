"""Full and read-only disks: one line, exit code 4, and nothing is lost."""

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from lengthwise.cli.main import run
from lengthwise.errors import HostError
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.store import Store
from tests.experiments.backends import heavy_record, sound_records
from tests.missing import missing

OLD = Path(__file__).parents[1] / "data" / "version-1.sqlite"


@pytest.fixture(scope="module")
def records():
    return sound_records(400)


@contextmanager
def small_disk(folder):
    """Yields a function that mounts a disk, or mounts it anew with other options."""
    folder.mkdir()

    def mount(options):
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            missing("no right to mount a small disk")
        return folder

    yield mount
    if os.path.ismount(folder):
        subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def disk(tmp_path):
    with small_disk(tmp_path / "disk") as found:
        yield found


def filled(store, records, size):
    """Adds records until the disk is full; returns what was kept and was said."""
    kept = []
    try:
        while len(kept) < len(records):
            kept += store.add_all(records[len(kept) : len(kept) + size])
    except HostError as error:
        return kept, error
    raise AssertionError("the disk is too large")


def lines(path, records):
    path.write_text("".join(one.line() + "\n" for one in records))
    return str(path)


def test_a_full_disk_loses_nothing_and_space_is_all_it_takes(disk, records):
    folder = disk("size=256k")
    url = f"sqlite:///{folder}/s.db"
    with Store(url) as store:
        kept, error = filled(store, records, 20)
        assert error.exit_code == 4
        assert str(error) == (
            f"{folder}/s.db: the disk is full; free some space and run the command "
            "again"
        )
        assert 0 < len(store) == len(kept) < len(records)
        assert list(store) == sorted(kept, key=lambda one: one.key)
        assert list(damages(store)) == []
    disk("remount,size=8m")
    with Store(url, create=False) as store:
        assert {one.key for one in store} == {one.key for one in kept}
        store.add_all(records)
        assert len(store) == len(records)
        assert list(damages(store)) == []


def test_files_of_weights_on_a_full_disk_lose_nothing(disk, records, capsys):
    folder = disk("size=2m")
    url = f"sqlite:///{folder}/s.db"
    first, second = (heavy_record(one.trial, 300_000) for one in records[:2])
    with Store(url) as store:
        store.add_all([first])
        with pytest.raises(HostError, match="written: no space left on device") as said:
            store.add_all([second])
        assert said.value.exit_code == 4
        assert "\n" not in str(said.value)
        assert [one.key for one in store] == [first.key]
        assert store.trained([second.trial.key]) == set()
    disk("remount,ro,size=8m")
    for command in ("list", "info", "check", "prune"):
        assert run(["store", command, "--store", url]) == 0
    assert "nothing to remove" in capsys.readouterr().out
    disk("remount,rw,size=8m")
    with Store(url) as store:
        store.add_all([second])
        nets = store.nets([first.trial.key, second.trial.key])
        assert sorted(map(len, (one.weights for one in nets))) == [1_200_080] * 2
        assert list(damages(store)) == []


def test_commands_on_a_full_disk_end_in_one_line(disk, records, tmp_path, capsys):
    folder = disk("size=256k")
    url = f"sqlite:///{folder}/s.db"
    file = lines(tmp_path / "all.jsonl", records)
    assert run(["store", "import", file, "--store", url]) == 4
    err = capsys.readouterr().err
    assert err.endswith("the disk is full; free some space and run the command again\n")
    assert err.count("\n") == 1
    assert run(["store", "check", "--store", url]) == 0
    for name in ("all.csv", "all.jsonl", "all.parquet"):
        capsys.readouterr()
        (folder / "filler").unlink(missing_ok=True)
        fill(folder / "filler")
        assert run(["store", "export", f"{folder}/{name}", "--store", url]) == 4
        err = capsys.readouterr().err
        assert "no space left on device" in err.lower()
        assert err.count("\n") == 1
        assert sorted(os.listdir(folder)) == ["filler", "s.db"]  # noqa: PTH208
    (folder / "filler").unlink()
    disk("remount,size=8m")
    assert run(["store", "import", file, "--store", url]) == 0
    assert run(["store", "export", f"{folder}/all.csv", "--store", url]) == 0


def fill(path):
    """Writes until the disk is full."""
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 512)
        except OSError:
            return


def test_an_older_store_on_a_full_disk_stays_as_it_was(disk, capsys):
    folder = disk("size=256k")
    path = folder / "s.db"
    path.write_bytes(OLD.read_bytes())
    fill(folder / "filler")
    assert run(["store", "info", "--store", f"sqlite:///{path}"]) == 4
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert path.read_bytes() == OLD.read_bytes()
    (folder / "filler").unlink()
    assert run(["store", "info", "--store", f"sqlite:///{path}"]) == 0


def test_a_read_only_disk_is_read_and_not_written(disk, records, tmp_path, capsys):
    folder = disk("size=8m")
    url = f"sqlite:///{folder}/s.db"
    with Store(url) as store:
        store.add_all(records[:20])
    disk("remount,ro,size=8m")
    file = lines(tmp_path / "all.jsonl", records)
    for command in ("list", "info", "check", "prune"):
        assert run(["store", command, "--store", url]) == 0
    capsys.readouterr()
    out = str(tmp_path / "all.csv")
    assert run(["store", "export", out, "--store", url]) == 0
    for words in (
        ["import", file, "--store", url],
        ["import", file, "--store", f"sqlite:///{folder}/new.db"],
        ["export", f"{folder}/all.csv", "--store", url],
    ):
        capsys.readouterr()
        assert run(["store", *words]) == 4
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert "read-only" in err or "unable to open" in err
    with Store(url, create=False) as store:
        assert len(store) == 20


def test_a_full_disk_of_a_server_loses_nothing(server, records):
    name = "on_a_small_disk"
    with small_disk(server.folder / "small") as disk:
        folder = disk(f"size=12m,mode=700,uid={server.uid},gid={server.gid}")
        server.ask(f"CREATE TABLESPACE small LOCATION '{folder}'")
        server.ask(f"CREATE DATABASE {name} TABLESPACE small")
        heavy = [one.with_weights(os.urandom(500_000)) for one in records[:40]]
        with Store(server.url(name)) as store:
            kept, error = filled(store, heavy, 2)
            assert error.exit_code == 4
            assert "the disk of the server is full; free some space" in str(error)
            assert "\n" not in str(error)
            assert 0 < len(store) == len(kept) < len(heavy)
            disk("remount,size=64m")
            store.add_all(heavy)
            assert len(store) == len(heavy)
        server.drop(name)
        server.ask("DROP TABLESPACE small")
