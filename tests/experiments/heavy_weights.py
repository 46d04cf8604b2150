"""A store whose weights are all too heavy for a row, and what is looked at in it."""

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from lengthwise.experiments.store import kept_weights
from lengthwise.experiments.store.pruning import waste
from lengthwise.experiments.store.sql_tables import RECORDS as TABLE
from tests.experiments.backends import sound_records

RECORDS = sound_records(3)
NOW = datetime(2026, 1, 3, tzinfo=UTC)
ON_SERVER = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)


@pytest.fixture(autouse=True)
def heavy(monkeypatch, tmp_path):
    """All weights are too heavy for a row; those of a server have a folder."""
    monkeypatch.setattr(kept_weights, "HEAVIEST", 10)
    (tmp_path / "shared").mkdir()
    monkeypatch.setenv(kept_weights.VARIABLE, str(tmp_path / "shared"))
    monkeypatch.chdir(tmp_path)  # where checkpoints of a server lie


@pytest.fixture
def filled(store):
    store.add_all(RECORDS)
    return store


def file_of(store, record):
    return store.weights.files.path(record.outcome.digest)


def weights_by_trial(records):
    return {one.trial.key: one.weights for one in records}


def keys(records=RECORDS):
    return [one.trial.key for one in records]


def wasted(store, **more):
    return list(waste(store, now=NOW, **more))


def delete_records(store, *records):
    gone = TABLE.c.trial.in_([one.trial.key for one in records])
    with store.database.writing() as connection:
        connection.execute(sa.delete(TABLE).where(gone))


def flip(path):
    data = bytearray(path.read_bytes())
    data[-3] ^= 4
    path.write_bytes(data)
