"""Every damaged row is found, named, and can be removed."""

import random
import sqlite3
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from lengthwise.errors import LengthwiseError
from lengthwise.experiments.store import damage
from lengthwise.experiments.store._digests import line_digest
from lengthwise.experiments.store.damage import damages, remove
from lengthwise.experiments.store.store import Store
from tests.conftest import EVERYTHING
from tests.experiments.backends import BOTH, sound_records

RECORDS = sound_records()
FLIPS = 1000 if EVERYTHING else 40


@pytest.fixture
def filled(store):
    store.add_all(RECORDS)
    store.report("a-run", {"updated": "2026-01-02T03:04:05+00:00"})
    return store


@pytest.fixture
def change(url):
    """What somebody else does to the database."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))

    def do(statement, **values):
        with engine.begin() as connection:
            connection.execute(sa.text(statement), values)

    yield do
    engine.dispose()


@BOTH
def test_a_sound_store_has_no_damage(filled, monkeypatch):
    monkeypatch.setattr(damage, "ROWS", dict.fromkeys(damage.ROWS, 3))
    assert list(damages(filled)) == []


@BOTH
def test_every_damaged_row_is_named_and_can_be_removed(filled, change):
    keys = [one.trial.key for one in RECORDS]
    other = RECORDS[9].line()
    swap = "UPDATE records SET {} WHERE trial = :k"
    text = swap.format("line = line || ' '")
    change(text, k=keys[0])
    change(swap.format("digest = :d"), d="0" * 64, k=keys[1])
    moved = swap.format("line = :l, digest = :d")
    change(moved, l=other, d=line_digest(other), k=keys[2])
    change(moved, l="{}", d=line_digest("{}"), k=keys[3])
    swap = "UPDATE weights SET {} WHERE trial = :k"
    change(swap.format("data = :b"), b=RECORDS[5].weights, k=keys[4])
    change(swap.format("digest = :d"), d="0" * 64, k=keys[5])
    both = swap.format("data = :b, digest = :d")
    change(both, b=RECORDS[7].weights, d=RECORDS[7].outcome.digest, k=keys[6])
    change("DELETE FROM records WHERE trial = :k", k=keys[7])
    change(swap.format("trial = 'no key'"), k=keys[8])
    change("UPDATE progress SET line = '[]'")
    found = list(damages(filled))
    reasons = {(one.table, one.key): one.reason for one in found}
    assert reasons == {
        ("records", keys[0]): "its content has changed",
        ("records", keys[1]): "its content has changed",
        ("records", keys[2]): "it has another key",
        ("records", keys[3]): reasons["records", keys[3]],
        **{
            ("weights", key): "there is no intact record of their trial"
            for key in (*keys[:4], keys[7])
        },
        ("weights", keys[4]): "their content has changed",
        ("weights", keys[5]): "their content has changed",
        ("weights", keys[6]): "no record of their trial has their digest",
        ("weights", "no key"): "they have no key",
        ("progress", "a-run"): "it is not a report",
    }
    assert reasons["records", keys[3]].startswith("not a record: ")
    for one in found:
        assert "\n" not in str(one)
        assert one.plain()["key"] == one.key
        remove(filled, one)
    assert list(damages(filled)) == []
    kept = {one.trial.key for one in RECORDS} - {*keys[:4], keys[7]}
    assert {one.trial.key for one in filled} == kept
    assert not filled.add_all(one for one in RECORDS if one.trial.key in kept)
    filled.add_all(RECORDS)
    assert list(damages(filled)) == []
    assert list(filled) == sorted(RECORDS, key=lambda one: one.key)


@pytest.mark.parametrize("value", [5, 2**62, b"\xff\xfe", 1.5, "\x00", None])
@pytest.mark.parametrize(
    "place", ["records.line", "records.digest", "records.trial", "records.evaluation"]
)
def test_a_value_of_any_type_is_found(filled, tmp_path, place, value):
    hurt(tmp_path / "store.db", place, value)
    found = list(damages(filled))
    assert {one.table for one in found} <= {"records", "weights", "database"}
    assert "records" in {one.table for one in found}
    if value is None and place in {"records.trial", "records.evaluation"}:
        return  # no key at all: no reader comes across it
    with pytest.raises(LengthwiseError) as caught:
        list(filled)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [5, 2**62, "text", b"\xff", None])
@pytest.mark.parametrize(
    "place", ["weights.data", "weights.digest", "weights.trial", "progress.line"]
)
def test_a_value_of_any_type_is_found_beside_the_records(
    filled, tmp_path, place, value
):
    hurt(tmp_path / "store.db", place, value)
    assert place.partition(".")[0] in {one.table for one in damages(filled)}
    assert list(filled) == sorted(RECORDS, key=lambda one: one.key)
    filled.nets(one.trial.key for one in RECORDS)


def hurt(path, place, value):
    """Puts a value into one row, past all rules of its table."""
    table, _, column = place.partition(".")
    with lifted(path, table):
        connection = sqlite3.connect(path)
        rows = f"SELECT rowid FROM {table} ORDER BY rowid LIMIT 1"
        swap = f"UPDATE {table} SET {column} = ? WHERE rowid = ({rows})"
        connection.execute(swap, (value,))
        connection.commit()
        connection.close()


@contextmanager
def lifted(path, table):
    """Lets anything into a table while the context lasts."""
    query = "SELECT sql FROM sqlite_master WHERE name = ?"
    connection = sqlite3.connect(path)
    (rules,) = connection.execute(query, (table,)).fetchone()
    connection.close()
    for text in (rules.replace(" NOT NULL", ""), rules):
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA writable_schema = ON")
        swap = "UPDATE sqlite_master SET sql = ? WHERE name = ?"
        connection.execute(swap, (text, table))
        connection.commit()
        connection.close()
        if text != rules:
            yield


@pytest.mark.timeout(600)
def test_a_flipped_bit_is_found_or_changes_nothing(filled, tmp_path, url):
    expected = {one.line() for one in RECORDS}
    nets = weights_in(filled)
    filled.close()
    path = tmp_path / "store.db"
    whole = path.read_bytes()
    chance = random.Random(7)
    found = 0
    for _ in range(FLIPS):
        place = chance.randrange(len(whole))
        hurt_ = bytearray(whole)
        hurt_[place] ^= 1 << chance.randrange(8)
        path.write_bytes(hurt_)
        Path(f"{path}-journal").unlink(missing_ok=True)
        faults = faults_of(url)
        found += bool(faults)
        assert all("\n" not in one for one in faults)
        if not faults:
            with Store(url, create=False) as store:
                assert {one.line() for one in store} == expected
                assert weights_in(store) == nets
    assert found > FLIPS // 4


def weights_in(store):
    return {one.key: one.weights for one in store.with_weights(store)}


def faults_of(url):
    try:
        with Store(url, create=False) as store:
            return [str(one) for one in damages(store)]
    except LengthwiseError as error:
        return [str(error)]


def test_a_file_cut_off_at_any_page_is_found(filled, tmp_path, url):
    filled.close()
    path = tmp_path / "store.db"
    whole = path.read_bytes()
    for size in range(1, len(whole), 4096 if EVERYTHING else 3 * 4096):
        for cut in (size - 1, size, size + 2000):
            path.write_bytes(whole[:cut])
            assert faults_of(url)
