"""SQLite files that were made to do harm: refused in one line, before they do any."""

import shutil
import sqlite3
import time
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest
import sqlalchemy as sa

from lengthwise.cli.main import run
from lengthwise.errors import FormatError, HostError
from lengthwise.experiments.store import _foreign_files as foreign_files
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.sql_tables import SCHEMAS
from lengthwise.experiments.store.store import Store
from tests.experiments.backends import sound_records
from tests.faults.test_store_foreign import COMMANDS, folder

__all__ = ["folder"]

OLD = Path(__file__).parents[1] / "data" / "version-1.sqlite"
RECORDS = sound_records(2)
SOON = 20.0
NO_STORE = r"s\.db is (not a store|another kind of database)"
"""Seconds for all commands together, on a busy machine: an endless view has no end."""

ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"
AGAIN = """
    ALTER TABLE records RENAME TO old;
    CREATE TABLE records (
        trial VARCHAR(64) NOT NULL, evaluation VARCHAR(64) NOT NULL, line TEXT NOT NULL,
        digest VARCHAR(64) {}, PRIMARY KEY (trial, evaluation)
    ){};
    DROP TABLE old;
"""
HOSTILE = {
    "an endless view": f"""
        DROP TABLE records;
        CREATE VIEW records AS {ENDLESS} SELECT printf('%064x', n) AS trial,
        printf('%064x', n) AS evaluation, '{{}}' AS line, '' AS digest FROM c;
    """,
    "a view of a huge value": """
        DROP TABLE weights;
        CREATE VIEW weights AS
        SELECT trial, zeroblob(900000000) AS data, digest FROM records;
    """,
    "an endless view of progress": f"""
        DROP TABLE progress;
        CREATE VIEW progress AS {ENDLESS} SELECT n AS run, '{{}}' AS line FROM c;
    """,
    "a version that is a view": f"""
        DROP TABLE lengthwise;
        CREATE VIEW lengthwise AS {ENDLESS} SELECT sum(n) AS version FROM c;
    """,
    "a trigger that deletes": """
        CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records; END;
    """,
    "a trigger that changes": """
        CREATE TRIGGER t AFTER INSERT ON weights
        BEGIN UPDATE weights SET data = zeroblob(900000000); END;
    """,
    "a generated column": AGAIN.format("AS (hex(zeroblob(1000000000)))", ""),
    "a check": AGAIN.format("NOT NULL CHECK (length(zeroblob(900000000)) > 0)", ""),
    "a default": AGAIN.format("NOT NULL DEFAULT (randomblob(9))", ""),
    "no row numbers": AGAIN.format("NOT NULL", " WITHOUT ROWID"),
    "an index of a function": "CREATE INDEX i ON records (hex(line))",
    "an index": "CREATE INDEX i ON records (line)",
    "a table of others": "CREATE TABLE people (name TEXT)",
    "a virtual table": "CREATE VIRTUAL TABLE v USING fts5(a)",
    "statistics": "ANALYZE",
    "one table less": "DROP TABLE progress",
    "another column": "ALTER TABLE records ADD COLUMN more TEXT",
}
"""What somebody did to a sound store, by what it is then."""


def change(path, script):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
        connection.commit()


@pytest.mark.parametrize("script", HOSTILE.values(), ids=HOSTILE)
def test_it_is_refused_by_every_command_at_once(folder, script, capsys):
    change("s.db", script)
    before = Path("s.db").read_bytes()
    commands = [["store", *one] for one in COMMANDS]
    commands += [["report", "nothing"], ["sweep", "g.toml"], ["audit", "00"]]
    Path("g.toml").write_text(
        'train_length = 8\n[task]\nname = "simple"\nomega = 2\n'
        "[evaluation]\nlengths = [64]\n"
    )
    for name in ("cli.audit_command", "cli.sweep_command", "api.study_result"):
        import_module(f"lengthwise.{name}")  # that is not the time of a command
    begun = time.monotonic()
    for command in commands:
        code = run([*command, "--store", "sqlite:///s.db"])
        err = capsys.readouterr().err
        assert (code, err.count("\n")) == (2, 1), (command, err)
    assert run(["store", "merge", "sqlite:///s.db", "--store", "sqlite:///o.db"]) == 2
    assert time.monotonic() - begun < SOON
    assert Path("s.db").read_bytes() == before
    assert not list(folder.glob("s.db.version*"))


@pytest.mark.parametrize("script", HOSTILE.values(), ids=HOSTILE)
def test_what_is_done_to_an_open_store_is_seen(tmp_path, script):
    """No record is said to be there that a trigger has taken away."""
    with Store(f"sqlite:///{tmp_path}/s.db") as store:
        store.add_all(RECORDS[:2])
        assert len(store) == 2
        change(tmp_path / "s.db", script)
        begun = time.monotonic()
        for work in (
            lambda: store.add_all(RECORDS),
            lambda: list(store),
            store.reports,
        ):
            with pytest.raises(FormatError, match=NO_STORE):
                work()
        assert {one.table for one in damages(store)} == {"database"}
        assert time.monotonic() - begun < SOON


def test_an_open_store_whose_file_is_replaced_is_not_written(tmp_path):
    path = tmp_path / "s.db"
    with Store(f"sqlite:///{path}") as store:
        store.add_all(RECORDS[:1])
        shutil.copy(path, tmp_path / "other.db")
        change(tmp_path / "other.db", HOSTILE["a trigger that deletes"])
        (tmp_path / "other.db").replace(path)
        with pytest.raises(HostError, match="replaced or removed while it was open"):
            store.add_all(RECORDS)
        path.unlink()
        with pytest.raises(HostError, match="replaced or removed while it was open"):
            list(store)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records; END",
        "CREATE VIEW v AS SELECT zeroblob(900000000)",
        "CREATE TABLE records_1 (a)",
    ],
)
def test_an_older_file_is_looked_at_before_it_is_brought_up(tmp_path, statement):
    path = tmp_path / "s.db"
    shutil.copy(OLD, path)
    change(path, statement)
    before = path.read_bytes()
    with pytest.raises(FormatError, match="is not a store of Lengthwise"):
        Store(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["s.db"]


def test_a_store_that_says_another_version_than_it_has_is_refused(tmp_path):
    with Store(f"sqlite:///{tmp_path}/s.db") as store:
        store.add_all(RECORDS)
    change(tmp_path / "s.db", "UPDATE lengthwise SET version = 1")
    with pytest.raises(FormatError, match="is not a store of Lengthwise"):
        Store(f"sqlite:///{tmp_path}/s.db")


def test_a_connection_runs_no_sql_of_a_file_even_if_nobody_looked(tmp_path):
    path = tmp_path / "s.db"
    change(
        path,
        "CREATE TABLE t (a); CREATE VIEW v AS SELECT a FROM t;"
        "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END",
    )
    with closing(sqlite3.connect(path)) as connection:
        foreign_files.protect(connection)
        assert connection.execute("PRAGMA trusted_schema").fetchone() == (0,)
        for statement in (
            "SELECT * FROM v",
            "INSERT INTO t VALUES (1)",
            "SELECT zeroblob(5)",
            "SELECT load_extension('x')",
            f"{ENDLESS} SELECT n FROM c LIMIT 1",
            "PRAGMA writable_schema = ON",
        ):
            with pytest.raises(
                sqlite3.DatabaseError, match=r"not authorized|prohibited"
            ):
                connection.execute(statement)
        with pytest.raises(sqlite3.DataError, match="too big"):
            connection.execute("SELECT ?", (b"x" * (1 << 26),))


def test_what_takes_longer_than_its_size_explains_is_interrupted(tmp_path, monkeypatch):
    monkeypatch.setattr(foreign_files, "SECONDS", 0.2)
    with Store(f"sqlite:///{tmp_path}/s.db", patience=0.1) as store:
        store.add_all(sound_records(10))
        many = ", ".join(f"records AS r{n}" for n in range(12))
        query = sa.text(f"SELECT count(*) FROM {many}")
        begun = time.monotonic()
        with pytest.raises(FormatError, match="longer than its size explains"):
            store.database.rows(query)
        assert time.monotonic() - begun < SOON
        assert len(store) == 20


def test_who_waits_for_a_lock_is_not_interrupted(tmp_path, monkeypatch):
    """A store that another process writes to is locked, and not damaged."""
    monkeypatch.setattr(foreign_files, "SECONDS", 0.1)
    with (
        Store(f"sqlite:///{tmp_path}/s.db", patience=0.5) as store,
        closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(HostError, match="locked by another process"):
            store.add_all(RECORDS)
        with pytest.raises(HostError, match="locked by another process"):
            list(store)


def test_a_value_that_no_record_can_have_is_not_read(tmp_path, capsys):
    path = tmp_path / "s.db"
    with Store(f"sqlite:///{path}") as store:
        store.add_all(RECORDS)
    change(path, "UPDATE records SET line = zeroblob(40000000) WHERE rowid = 1")
    for command in (["list"], ["check"], ["export", "-"]):
        code = run(["store", *command, "--store", f"sqlite:///{path}"])
        said = capsys.readouterr()
        assert code in {1, 2}
        assert "too big" in said.out + said.err
    with Store(f"sqlite:///{path}") as store:
        with store.database.writing() as connection:
            connection.execute(sa.text("DELETE FROM records"))
        store.add_all(RECORDS)
    change(path, "UPDATE weights SET data = zeroblob(5000000)")
    with Store(f"sqlite:///{path}") as store:
        assert {one.weights for one in store.with_weights(store)} == {b""}


def test_the_schema_of_a_new_store_is_the_one_that_is_asked_for(tmp_path):
    with (
        Store(f"sqlite:///{tmp_path}/s.db"),
        closing(sqlite3.connect(tmp_path / "s.db")) as connection,
    ):
        rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
        found = {(a, b, c, "".join((d or "").split())) for a, b, c, d in rows}
    assert found == SCHEMAS[2]


def test_a_journal_that_names_another_file_deletes_nothing(tmp_path, monkeypatch):
    """SQLite deletes the super-journal that a journal names when it rolls it back."""
    monkeypatch.chdir(tmp_path)
    with Store("sqlite:///x.db"):
        pass
    victim = tmp_path / "victim.txt"
    victim.write_text("mine")
    name = str(victim).encode()
    magic = bytes.fromhex("d9d505f920a163d7")
    checksum = sum(name).to_bytes(4, "big")
    header = magic + bytes(20) + bytes(512 - 28)
    tail = bytes(4) + name + len(name).to_bytes(4, "big") + checksum + magic
    (tmp_path / "x.db-journal").write_bytes(header + tail)
    with pytest.raises(FormatError, match="names another file"):
        Store("sqlite:///x.db", create=False)
    assert victim.read_text() == "mine"
