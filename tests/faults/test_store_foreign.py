"""Files that are no store, or none of ours, or damaged: every command says so."""

import random
import sqlite3
import zlib

import pytest

from lengthwise.cli.main import run
from lengthwise.experiments.store.store import Store
from tests.conftest import EVERYTHING
from tests.experiments.backends import sound_records

COMMANDS = (
    ["list"],
    ["show", "00"],
    ["info"],
    ["check"],
    ["export", "out.csv"],
    ["import", "all.jsonl"],
    ["merge", "sqlite:///other.db"],
    ["prune", "--weights", "--damaged", "--yes"],
    ["migrate"],
)
PHOTO = (  # a JPEG of one gray pixel, with a thumbnail's worth of noise behind it
    bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffdb004300")
    + bytes([8] * 64)
    + bytes.fromhex("ffc0000b080001000101011100ffda0008010100003f00d2cf20ffd9")
    + random.Random(1).randbytes(20_000)
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a store, a file of records, and another store."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    for name, number in (("s.db", 40), ("other.db", 2)):
        with Store(f"sqlite:///{name}") as store:
            store.add_all(sound_records(number))
            store.report("a-run", {"updated": "2026-01-02T03:04:05+00:00"})
    assert run(["store", "export", "all.jsonl", "--store", "sqlite:///other.db"]) == 0
    return tmp_path


def said(command, capsys):
    """Runs a command; returns its code. It never ends in a traceback."""
    code = run(["store", *command, "--store", "sqlite:///s.db"])
    err = capsys.readouterr().err
    assert err.count("\n") <= 1
    assert code in {0, 1, 2, 4}
    assert (code in {2, 4}) == bool(err)
    return code


FOREIGN = {
    "one byte": b"x",
    "random bytes": random.Random(2).randbytes(50_000),
    "a photo": PHOTO,
    "compressed": zlib.compress(b"records" * 10_000),
    "text": b"trial,evaluation,line\n" * 500,
    "a header and nothing else": b"SQLite format 3\0",
    "a header and noise": b"SQLite format 3\0" + random.Random(3).randbytes(40_000),
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_what_is_no_store_is_refused_and_left_alone(folder, content, capsys):
    (folder / "s.db").write_bytes(content)
    for command in COMMANDS:
        assert said(command, capsys) in {2, 4}
        assert (folder / "s.db").read_bytes() == content


@pytest.mark.parametrize("version", [-1, 0, 3, 10**9])
def test_other_versions_are_refused_and_left_alone(folder, version, capsys):
    with sqlite3.connect(folder / "s.db") as connection:
        connection.execute("UPDATE lengthwise SET version = ?", (version,))
    connection.close()
    before = (folder / "s.db").read_bytes()
    for command in COMMANDS:
        assert said(command, capsys) == 2
        assert (folder / "s.db").read_bytes() == before


def test_a_folder_is_no_store(folder, capsys):
    (folder / "s.db").unlink()
    (folder / "s.db").mkdir()
    for command in COMMANDS:
        assert said(command, capsys) == 2


@pytest.mark.timeout(600)
def test_a_cut_file_never_ends_in_a_traceback(folder, capsys):
    whole = (folder / "s.db").read_bytes()
    pages = range(0, len(whole), 4096)
    places = [*pages, *(page + 1000 for page in pages)] if EVERYTHING else pages[::3]
    for size in places:
        for command in COMMANDS if EVERYTHING else COMMANDS[1::2]:
            (folder / "s.db").write_bytes(whole[:size])
            said(command, capsys)


@pytest.mark.timeout(600)
def test_random_damage_never_ends_in_a_traceback(folder, capsys):
    whole = (folder / "s.db").read_bytes()
    chance = random.Random(4)
    for number in range(1000 if EVERYTHING else 40):
        hurt = bytearray(whole)
        for _ in range(chance.choice([1, 10, 100])):
            place = chance.randrange(len(hurt))
            hurt[place : place + 1] = chance.randbytes(1)
        (folder / "s.db").write_bytes(hurt)
        (folder / "s.db-journal").unlink(missing_ok=True)
        said(COMMANDS[number % len(COMMANDS)], capsys)


def test_a_wild_journal_never_ends_in_a_traceback(folder, capsys):
    whole = (folder / "s.db").read_bytes()
    for content in FOREIGN.values():
        for name in ("s.db-journal", "s.db-wal"):
            (folder / "s.db").write_bytes(whole)
            (folder / name).write_bytes(content)
            said(["check"], capsys)
            (folder / name).unlink(missing_ok=True)
