"""``lengthwise store``: info, check, merge, prune, migrate, and files for others."""

import json
import os
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.experiments.store.store import Store
from tests.experiments.backends import sound_records

RECORDS = sound_records()
OLD = Path(__file__).parents[2] / "data" / "version-1.sqlite"
OURS = {"sources": ["lengthwise"]}


@pytest.fixture
def filled(command):
    with Store() as store:
        store.add_all(RECORDS)
    return command


def hurt():
    """Damages the first record; returns its key."""
    with sqlite3.connect("lengthwise.db") as connection:
        query = "SELECT trial FROM records ORDER BY rowid LIMIT 1"
        (key,) = connection.execute(query).fetchone()
        connection.execute("UPDATE records SET line = '{}' WHERE trial = ?", (key,))
    connection.close()
    return key


def test_info_says_what_there_is(filled):
    code, out, _ = filled("info")
    assert code == 0
    assert out.startswith("store        lengthwise.db\ndatabase     SQLite ")
    assert "records      20 of 20 trials\n" in out
    assert f"evaluation   {RECORDS[0].evaluation.key[:12]}: 20 records\n" in out
    found = json.loads(filled("info", "--json")[1])
    assert found["records"] == found["weights"] == 20
    assert found["bytes"] == os.path.getsize("lengthwise.db")  # noqa: PTH202


def test_a_sound_store_is_said_to_be(filled):
    assert filled("check") == (0, "lengthwise.db is intact: 20 records\n", "")
    code, out, _ = filled("check", "--json")
    assert code == 0
    assert json.loads(out) == {"store": "lengthwise.db", "damaged": [], **OURS}


def test_a_damaged_row_is_named_and_removed_on_request(filled):
    key = hurt()
    code, out, _ = filled("check")
    assert code == 1
    assert f"records {key} (evaluation " in out
    assert "): its content has changed\n" in out
    assert f"weights {key}: there is no intact record of their trial\n" in out
    assert "lengthwise.db is damaged in 2 places" in out
    code, out, _ = filled("check", "--json")
    assert code == 1
    assert [one["key"] for one in json.loads(out)["damaged"]] == [key, key]
    code, _, err = filled("list")
    assert code == 2
    assert "store prune --damaged" in err
    code, out, _ = filled("prune", "--damaged")
    assert out.endswith("2 in total, 0 bytes, to be removed with --yes\n")
    assert filled("check")[0] == 1
    code, out, _ = filled("prune", "--damaged", "--yes")
    assert out.endswith("2 in total, 0 bytes, removed\n")
    assert filled("check")[1] == "lengthwise.db is intact: 19 records\n"


def test_what_is_old_is_removed_with_yes_only(filled):
    with Store() as store:
        store.report("an-old-run", {"updated": "2001-01-01T00:00:00+00:00"})
    code, out, _ = filled("prune")
    assert code == 0
    assert out.startswith("report an-old-run (")
    assert "1 in total" in out
    found = json.loads(filled("prune", "--json")[1])
    assert found["removed"] is False
    assert [one["kind"] for one in found["waste"]] == ["report"]
    found = json.loads(filled("prune", "--json", "--yes")[1])
    assert found["removed"] is True
    assert filled("prune")[1] == "nothing to remove\n"
    size = os.path.getsize("lengthwise.db")  # noqa: PTH202
    code, out, _ = filled("prune", "--weights", "--days", "0", "--yes")
    assert "20 in total, " in out
    assert os.path.getsize("lengthwise.db") <= size  # noqa: PTH202
    assert filled("prune", "--days", "-1")[0] == 2
    assert filled("prune", "--days", "nan")[0] == 2


def test_stores_are_merged_and_differences_told(filled):
    changed = replace(
        RECORDS[0], outcome=replace(RECORDS[0].outcome, train_loss=float("inf"))
    )
    with Store("sqlite:///other.db") as other:
        other.add_all([changed, RECORDS[1], *sound_records(11)])
    code, out, _ = filled("merge", "sqlite:///other.db")
    assert code == 1
    first, second = out.splitlines()
    assert first == "22 records were read, 2 of them are new in lengthwise.db"
    assert second.startswith(
        f"a different outcome is already stored for {changed.trial.key} (eval"
    )
    code, out, _ = filled("merge", "sqlite:///other.db", "--json")
    assert code == 1
    assert json.loads(out)["different"] == [
        {"trial": changed.key[0], "evaluation": changed.key[1]}
    ]
    assert filled("merge", "sqlite:///none.db")[0] == 2
    assert filled("check")[0] == 0


def test_many_differences_are_counted(filled):
    lines = [
        replace(one, outcome=replace(one.outcome, steps=12345)).line()
        for one in RECORDS
    ]
    Path("other.jsonl").write_text("\n".join(lines))
    code, out, _ = filled("import", "other.jsonl")
    assert code == 1
    assert len(out.splitlines()) == 12
    assert out.endswith("and for 10 more; see them with --json\n")


def test_tables_are_exported_by_how_the_file_ends(filled):
    for name in ("all.csv", "all.parquet", "all.jsonl"):
        code, out, _ = filled("export", name)
        assert (code, out) == (0, f"20 records were written to {name}\n")
    assert filled("export", "-", "--format", "csv")[1] == Path("all.csv").read_text()
    assert filled("export", "-")[1] == Path("all.jsonl").read_text()
    assert Path("all.parquet").read_bytes()[:4] == b"PAR1"
    for name in ("all.csv", "all.parquet"):
        code, _, err = filled("import", name)
        assert code == 2
        assert "is a table of losses, not of records" in err
    code, _, err = filled("export", "all.xls")
    assert code == 2
    assert err.count("\n") == 1


def test_an_older_store_is_brought_up(command):
    shutil.copy(OLD, "lengthwise.db")
    code, out, _ = command("migrate")
    assert code == 0
    assert out == (
        "lengthwise.db has version 2; the old data are in lengthwise.db.version-1\n"
    )
    assert command("migrate")[1] == "lengthwise.db has version 2\n"
    found = json.loads(command("migrate", "--json")[1])
    assert found == {"store": "lengthwise.db", "version": 2, "copy": None, **OURS}
    assert command("check")[0] == 0
