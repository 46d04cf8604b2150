"""What every store promises: one suite for all databases."""

import json
from dataclasses import replace

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lengthwise.errors import FormatError
from lengthwise.experiments.records.exporting import export
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.store import _database as database
from lengthwise.experiments.store import store as stores
from lengthwise.experiments.store._digests import line_digest
from lengthwise.experiments.store.sql_tables import RECORDS as TABLE
from lengthwise.experiments.store.store import Store
from tests.experiments import record_strategies as our
from tests.experiments import stub
from tests.experiments.backends import BOTH

pytestmark = BOTH

RECORDS = [stub.record(trial) for trial in stub.small_grid()]
LONGER = Evaluation(lengths=(5000,))
SHARED = settings(
    max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def test_what_was_added_is_there_with_all_its_bits(store):
    assert store.add_all(RECORDS) == RECORDS
    assert len(store) == len(RECORDS)
    assert {one.line() for one in store} == {one.line() for one in RECORDS}
    assert all(one.weights is None for one in store)
    assert all(record.key in store for record in RECORDS)


@SHARED
@given(st.lists(our.records(), max_size=4))
def test_any_record_comes_back(store, records):
    store.add_all(records)
    found = {one.key: one.line() for one in store}
    for record in records:
        assert record.key in found
    for new in store.add_all(records):
        assert found[new.key] == new.line()


def test_records_come_in_the_order_of_their_keys(store, monkeypatch):
    monkeypatch.setattr(stores, "PAGE", 3)  # several pages, one of them full
    for record in reversed(RECORDS):
        store.add_all([record])
    keys = [record.key for record in store]
    assert keys == sorted(record.key for record in RECORDS)


def test_a_page_has_a_bounded_size(store, monkeypatch):
    store.add_all(RECORDS)
    monkeypatch.setattr(database, "MOST", 3 * len(RECORDS[0].line()))
    rows, whole = store.database.rows(sa.select(TABLE))
    assert (len(rows), whole) == (3, False)
    assert [one.key for one in store] == sorted(record.key for record in RECORDS)


def test_a_record_is_immutable(store):
    first = RECORDS[0]
    changed = replace(
        first, outcome=replace(first.outcome, steps=first.outcome.steps + 1)
    ).with_weights(b"other")
    assert store.add_all([first]) == [first]
    assert store.add_all([changed, RECORDS[1]]) == [RECORDS[1]]
    assert [one.outcome for one in store.matching(first.trial.key)] == [first.outcome]
    (net,) = store.nets([first.trial.key])
    assert net.weights == first.weights


def test_nothing_added_is_nothing_changed(store):
    assert store.add_all([]) == []
    assert len(store) == 0
    assert list(store) == []
    assert "no pair of keys" not in store


def test_records_that_end_together_are_added_together_or_not_at_all(store):
    bad = RECORDS[1].with_weights("text is no weights")
    with pytest.raises(Exception, match=r"bytes|memoryview"):
        store.add_all([RECORDS[0], bad])
    assert len(store) == 0


def test_known_and_trained_are_found_by_key(store, monkeypatch):
    monkeypatch.setattr(stores, "PAGE", 3)
    store.add_all(RECORDS[:10])
    keys = [record.trial.key for record in RECORDS]
    assert store.known(keys, stub.ASKED.key) == set(keys[:10])
    assert store.known(keys, "0" * 64) == set()
    assert store.trained(keys) == set(keys[:10])
    nets = store.nets(keys)
    assert {net.trial.key: net.weights for net in nets} == {
        record.trial.key: record.weights for record in RECORDS[:10]
    }


def test_another_evaluation_is_another_record_of_the_same_weights(store):
    store.add_all(RECORDS[:1])
    store.add_all([stub.record(RECORDS[0].trial, LONGER).with_weights(None)])
    assert len(list(store.matching(RECORDS[0].trial.key[:12]))) == 2
    assert len(store.nets([RECORDS[0].trial.key])) == 1


def test_a_prefix_finds_only_what_begins_with_it(store):
    store.add_all(RECORDS)
    key = RECORDS[0].trial.key
    assert [one.trial.key for one in store.matching(key)] == [key]
    assert list(store.matching("%")) == []
    assert list(store.matching("_")) == []


def test_the_last_report_of_each_run_is_kept(store):
    store.report("a", {"done": 1})
    store.report("b", {"done": 5})
    store.report("a", {"done": 2})
    found = {run: json.loads(line) for run, line in store.reports().items()}
    assert found == {"a": {"done": 2}, "b": {"done": 5}}


def test_a_store_opens_again_with_what_it_had(url):
    with Store(url) as store:
        store.add_all(RECORDS)
    with Store(url, create=False) as store:
        assert len(store) == len(RECORDS)


def test_export_and_import_give_the_same_store(store, tmp_path):
    store.add_all(RECORDS)
    path = tmp_path / "records.jsonl"
    assert export(path, store) == len(RECORDS)
    with Store(f"sqlite:///{tmp_path}/other.db") as other:
        other.add_all(read_lines(path))
        assert [one.line() for one in other] == [one.line() for one in store]
    assert export(tmp_path / "again.jsonl", store) == len(RECORDS)
    assert path.read_bytes() == (tmp_path / "again.jsonl").read_bytes()


def test_an_outcome_that_differs_from_the_stored_one_is_told(store):
    first, second, third = RECORDS[:3]
    changed = replace(first, outcome=replace(first.outcome, steps=7))
    again = replace(second, circumstances=third.circumstances)
    store.add_all([first, second])
    assert store.add_all([changed, again, third]) == [third]
    assert store.differing([changed, again, third]) == [changed]


def test_records_come_with_weights_that_are_theirs(store):
    first, second = RECORDS[:2]
    other = replace(stub.record(first.trial, LONGER), weights=b"of another device")
    other = replace(other, outcome=replace(other.outcome, digest="0" * 64))
    store.add_all([first])
    store.add_all([other, second.with_weights(None)])
    bare = [one.with_weights(None) for one in (first, other, second)]
    found = [one.weights for one in store.with_weights(bare)]
    assert found == [first.weights, None, None]
    (net,) = store.nets([first.trial.key, second.trial.key])
    assert (net.outcome.digest, net.weights) == (first.outcome.digest, first.weights)


def changed(url, statement, **values):
    """What somebody else does to the database."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(sa.text(statement), values)
    engine.dispose()


@pytest.mark.parametrize(
    ("line", "digest", "reason"),
    [
        (
            RECORDS[0].line().replace('"steps":', '"steps":1'),
            None,
            "its content has changed",
        ),
        (RECORDS[0].line(), "0" * 64, "its content has changed"),
        (RECORDS[0].line()[:-5], line_digest(RECORDS[0].line()[:-5]), "not a record"),
        (RECORDS[1].line(), line_digest(RECORDS[1].line()), "another key"),
    ],
)
def test_a_damaged_row_is_named(url, store, line, digest, reason):
    store.add_all(RECORDS[:2])
    key = RECORDS[0].trial.key
    changed(url, "UPDATE records SET line = :l WHERE trial = :k", l=line, k=key)
    if digest is not None:
        changed(url, "UPDATE records SET digest = :d WHERE trial = :k", d=digest, k=key)
    with pytest.raises(FormatError, match=f"record {key} is damaged.*{reason}"):
        list(store)
    with pytest.raises(FormatError, match=f"record {key} is damaged.*{reason}"):
        store.nets([key])
