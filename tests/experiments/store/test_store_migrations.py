"""A store of an older version is brought up after a copy; a newer one is refused.

`version-1.sqlite` was written by the last release that had version 1.
"""

import shutil
import sqlite3
from pathlib import Path

import psycopg
import pytest

from lengthwise.errors import FormatError, HostError
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.sql_tables import VERSION
from lengthwise.experiments.store.store import Store
from tests.experiments import stub
from tests.experiments.backends import BOTH, sound_records
from tests.faults.writers import bring_up, writers

OLD = Path(__file__).parents[2] / "data" / "version-1.sqlite"
LONGER = Evaluation(lengths=(5000,))
RECORDS = [*sound_records(2), *sound_records(1, LONGER)]
TABLES = {"lengthwise": 1, "records": 3, "weights": 2, "progress": 2}
"""How many columns each table of version 1 has."""


def rows_of(file):
    connection = sqlite3.connect(file)
    try:
        return {
            name: list(connection.execute(f"SELECT * FROM {name}")) for name in TABLES
        }
    finally:
        connection.close()


@pytest.fixture
def old(url, backend):
    """The URL of a store of version 1."""
    if backend == "sqlite":
        shutil.copy(OLD, url.removeprefix("sqlite:///"))
        return url
    with psycopg.connect(url) as connection:
        source = sqlite3.connect(OLD)
        for (statement,) in source.execute("SELECT sql FROM sqlite_master"):
            if statement:
                connection.execute(statement.replace("BLOB", "BYTEA"))
        source.close()
        for name, rows in rows_of(OLD).items():
            values = ", ".join(["%s"] * TABLES[name])
            for row in rows:
                connection.execute(f"INSERT INTO {name} VALUES ({values})", row)
    return url


@BOTH
def test_a_store_of_version_1_is_brought_up_with_all_it_had(old):
    with Store(old, create=False, migrate=True) as store:
        assert "version" in store.copy
        assert {one.line() for one in store} == {one.line() for one in RECORDS}
        assert list(damages(store)) == []
        nets = {one.trial.key: one.weights for one in store.nets(all_keys())}
        assert nets == {one.trial.key: one.weights for one in RECORDS}
        assert list(store.reports()) == ["a-run"]
        new = [one for one in sound_records(3) if one not in RECORDS]
        assert store.add_all(new) == new
    with Store(old, create=False) as store:
        assert store.copy is None
        assert len(store) == len(RECORDS) + len(new)


def all_keys():
    return {one.trial.key for one in RECORDS}


def test_a_file_is_brought_up_when_it_is_opened_and_its_copy_is_what_it_was(
    old, caplog
):
    path = Path(old.removeprefix("sqlite:///"))
    with Store(old) as store:
        copy = store.copy
    assert copy == f"{path}.version-1"
    assert rows_of(copy) == rows_of(OLD)
    (line,) = caplog.messages
    assert line == (
        f"{path} was migrated from version 1 to {VERSION}; the old data are in {copy}"
    )
    shutil.copy(OLD, path)  # and once more, without replacing the first copy
    with Store(old) as store:
        assert store.copy == f"{path}.version-1.1"
    assert [one.name for one in sorted(path.parent.iterdir())] == [
        "store.db",
        "store.db.version-1",
        "store.db.version-1.1",
    ]


def test_the_copy_is_never_open_to_others_if_the_store_is_not(old, monkeypatch):
    path, seen = Path(old.removeprefix("sqlite:///")), []
    path.chmod(0o600)
    change = Path.chmod

    def chmod(copy, mode):
        seen.append(copy.stat().st_mode & 0o777)
        change(copy, mode)

    monkeypatch.setattr(Path, "chmod", chmod)
    with Store(old) as store:
        seen.append(Path(store.copy).stat().st_mode & 0o777)
    assert seen == [0o600, 0o600]


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
def test_a_server_waits_for_the_command_and_keeps_the_old_tables(old):
    with pytest.raises(FormatError, match="store migrate") as caught:
        Store(old)
    assert "written by version 1 of the format" in str(caught.value)
    assert "\n" not in str(caught.value)
    with Store(old, migrate=True) as store:
        assert store.copy == "the schema lengthwise_version_1"
    with psycopg.connect(old) as connection:
        for name, rows in rows_of(OLD).items():
            found = connection.execute(f"SELECT * FROM lengthwise_version_1.{name}")
            assert sorted(found) == sorted(rows)


@BOTH
def test_of_several_that_open_it_at_once_one_brings_it_up(old):
    with writers(old, [()] * 4, does=bring_up) as found:
        said = sorted(line for one in found for line in one.heard())
    assert said == [*[f"{len(RECORDS)} False"] * 3, f"{len(RECORDS)} True"]


def test_an_older_file_that_cannot_be_written_says_what_is_wrong(old):
    path = old.removeprefix("sqlite:///")
    before = Path(path).read_bytes()
    with pytest.raises(HostError, match=r"read-only.*has version 1 and must be"):
        Store(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert Path(path).read_bytes() == before


def test_a_copy_that_fails_leaves_the_store_as_it_was(old):
    path = Path(old.removeprefix("sqlite:///"))
    before = path.read_bytes()
    (path.parent / "store.db.version-1.part").mkdir()
    with pytest.raises(OSError, match=r"store\.db\.version-1\.part"):
        Store(old)
    assert path.read_bytes() == before


def test_damage_of_version_1_is_brought_up_and_found(old):
    path = old.removeprefix("sqlite:///")
    first, second = (one.trial.key for one in sound_records(1))
    connection = sqlite3.connect(path)
    swap = "UPDATE {} SET {} = ? WHERE trial = ?"
    connection.execute(swap.format("weights", "data"), (b"no weights", first))
    connection.execute(swap.format("records", "line"), (b"\xff", second))
    connection.commit()
    connection.close()
    with Store(old) as store:
        found = {(one.table, one.key) for one in damages(store)}
    assert found == {("weights", first), ("weights", second), ("records", second)}


@BOTH
@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE lengthwise SET version = 3", "written by version 3 of the format"),
        ("UPDATE lengthwise SET version = 0", "its version is invalid"),
        ("UPDATE lengthwise SET version = NULL", "its version is invalid"),
        ("DELETE FROM lengthwise", "its version is invalid"),
        ("INSERT INTO lengthwise VALUES (2)", "its version is invalid"),
        ("DROP TABLE lengthwise", "is another kind of database"),
        ("DROP TABLE weights", "weights"),
        ("ALTER TABLE records DROP COLUMN digest", "digest"),
    ],
)
@pytest.mark.usefixtures("store")
def test_what_is_no_store_of_ours_is_refused(url, statement, words, backend):
    if backend == "sqlite":
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        connection.execute(statement)
        connection.commit()
        connection.close()
    else:
        with psycopg.connect(url) as connection:
            connection.execute(statement)
    with pytest.raises(FormatError, match=words) as caught:
        Store(url)
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


def test_the_records_of_the_old_file_are_those_of_the_stub():
    assert {one.trial for one in RECORDS} == set(stub.small_grid(2))
