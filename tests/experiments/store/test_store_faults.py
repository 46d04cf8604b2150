"""What can be wrong with the file of a store ends in one line and the right code."""

import os
import sqlite3

import pytest

from lengthwise.errors import FormatError, HostError, InputError, SpecError
from lengthwise.experiments.store import _sqlite as sqlite
from lengthwise.experiments.store.store import Store, existing
from tests.experiments import stub

RECORD = stub.record(stub.small_grid()[0])


def refused(kind, url, code, **options):
    with pytest.raises(kind) as caught:
        Store(url, **options)
    assert caught.value.exit_code == code
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_folder_is_no_store(tmp_path):
    assert "is a folder" in refused(SpecError, f"sqlite:///{tmp_path}", 2)


def test_a_store_in_a_missing_folder_is_refused(tmp_path):
    text = refused(SpecError, f"sqlite:///{tmp_path}/no/s.db", 2)
    assert "would be in a folder that does not exist" in text
    assert not (tmp_path / "no").exists()


def test_a_missing_store_is_not_made_by_a_reader(tmp_path):
    url = f"sqlite:///{tmp_path}/s.db"
    assert "there is no store" in refused(SpecError, url, 2, create=False)
    with existing(url) as found:
        assert found is None
    assert not (tmp_path / "s.db").exists()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_store_in_memory_is_refused(url):
    assert "would be lost with the process" in refused(SpecError, url, 2)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("lengthwise.db", "is not a URL"),
        ("mysql://host/name", "allowed are sqlite:///FILE and postgresql"),
        ("nonsense://host/name", "allowed are sqlite:///FILE and postgresql"),
        ("sqlite://host:port/x", "is not a URL"),
        ("sqlite:///s.db?foo=1", "unknown options or characters"),
        ("sqlite:///s.db?timeout=abc", "unknown options or characters"),
        ("sqlite:///file:s.db", "unknown options or characters"),
        ("sqlite:///file:s.db?mode=zz&uri=true", "unknown options or characters"),
        ("sqlite:///a%00b", "unknown options or characters"),
        ("sqlite+aiosqlite:///s.db", "allowed are sqlite:///FILE and postgresql"),
        ("postgresql+psycopg2://h/d", "allowed are sqlite:///FILE and postgresql"),
    ],
)
def test_what_is_no_url_of_a_database_is_refused(url, reason):
    assert reason in refused(SpecError, url, 2)


@pytest.mark.parametrize("url", ["mysql://u:secret@h/d", "post gres://u:secret@h:x/d"])
def test_a_password_is_not_said_again(url):
    assert "secret" not in refused(SpecError, url, 2)


@pytest.mark.parametrize("content", [b"x", b"no database" * 1000, os.urandom(8192)])
def test_another_file_is_no_store_and_is_left_alone(tmp_path, content):
    path = tmp_path / "photo.jpg"
    path.write_bytes(content)
    assert "is not a database" in refused(FormatError, f"sqlite:///{path}", 2)
    assert path.read_bytes() == content


def test_a_database_of_something_else_is_no_store(tmp_path):
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE people (name TEXT)")
    connection.close()
    text = refused(FormatError, f"sqlite:///{path}", 2)
    assert "is another kind of database" in text


def test_an_empty_file_becomes_a_store_but_is_none_for_a_reader(tmp_path):
    path = tmp_path / "s.db"
    path.touch()
    assert "there is no" in refused(SpecError, f"sqlite:///{path}", 2, create=False)
    sqlite3.connect(path).execute("VACUUM")  # a database without a table
    assert "is empty" in refused(SpecError, f"sqlite:///{path}", 2, create=False)
    with Store(f"sqlite:///{path}") as store:
        assert len(store) == 0


def test_a_store_that_stays_locked_is_said_to_be(url, store, tmp_path):
    other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    with Store(url, patience=0.05) as waiting:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(HostError, match="is locked by another process") as fault:
            waiting.add_all([RECORD])
    assert fault.value.exit_code == 4
    refused(HostError, url, 4, patience=0.05)
    other.execute("ROLLBACK")
    other.close()
    assert store.add_all([RECORD]) == [RECORD]


def test_a_read_only_store_is_read_and_not_written(store, tmp_path):
    store.add_all([RECORD])
    url = f"sqlite:///file:{tmp_path}/store.db?mode=ro&uri=true"
    with Store(url) as reader:
        assert list(reader) == [RECORD]
        assert reader.add_all([]) == []
        with pytest.raises(HostError, match="it is read-only"):
            reader.add_all([stub.record(stub.small_grid()[1])])


def test_a_damaged_store_never_ends_in_a_traceback(store, tmp_path, url):
    store.add_all([stub.record(trial) for trial in stub.small_grid(seeds=40)])
    store.close()
    path = tmp_path / "store.db"
    whole = path.read_bytes()
    for place in range(0, len(whole), 3001):
        path.write_bytes(whole[:place] + b"\xff" * 700 + whole[place + 700 :])
        assert "\n" not in said_of(url)
    for size in range(1, len(whole), 4999):
        path.write_bytes(whole[:size])
        assert "\n" not in said_of(url)


def said_of(url):
    """What is said when all of a store is read; nothing if that goes well."""
    try:
        with Store(url, create=False) as found:
            list(found)
    except (InputError, HostError) as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("SQLITE_FULL", HostError, "the disk is full"),
        ("SQLITE_IOERR_WRITE", HostError, "cannot be used: what it said"),
        ("SQLITE_CANTOPEN", HostError, "cannot be used"),
        ("SQLITE_CORRUPT_VTAB", FormatError, "is damaged (what it said)"),
    ],
)
def test_each_error_of_sqlite_is_explained(name, kind, words):
    found = sqlite.explanation("s.db", name, "what it said", patience=1.0)
    assert isinstance(found, kind)
    assert str(found).startswith("s.db")
    assert words in str(found)


def test_the_environment_names_the_store(tmp_path, monkeypatch):
    monkeypatch.setenv("LENGTHWISE_STORE", f"sqlite:///{tmp_path}/named.db")
    with Store() as store:
        assert str(store) == f"{tmp_path}/named.db"
        assert str(store.checkpoints) == f"{tmp_path}/named.db.checkpoints"
    monkeypatch.delenv("LENGTHWISE_STORE")
    monkeypatch.chdir(tmp_path)
    with Store() as store:
        assert str(store) == "lengthwise.db"


def test_every_commit_is_synced(store):
    with store._database.reading() as connection:
        mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
        sync = connection.exec_driver_sql("PRAGMA synchronous").scalar()
    assert mode.upper() == sqlite.settings()["journal_mode"]
    assert sync == {"DELETE": 3, "WAL": 2}[mode.upper()]
