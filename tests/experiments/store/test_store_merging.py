"""Records of another store or file: what is there stays, and what differs is told."""

from dataclasses import replace

import pytest

from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.store import merging
from lengthwise.experiments.store.merging import Added, add, merge
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.store.store_info import facts
from tests.experiments.backends import BOTH, sound_records

RECORDS = sound_records()
LONGER = Evaluation(lengths=(5000,))


@pytest.fixture
def other(tmp_path):
    with Store(f"sqlite:///{tmp_path}/other.db") as found:
        yield found


@BOTH
def test_a_merged_store_has_the_records_of_both_with_weights(store, other, monkeypatch):
    monkeypatch.setattr(merging, "PART", 4)
    store.add_all(RECORDS[:8])
    other.add_all(RECORDS[5:])
    assert merge(store, other) == Added(read=15, new=12, different=())
    assert list(store) == sorted(RECORDS, key=lambda one: one.key)
    nets = {one.trial.key: one.weights for one in store.nets(keys())}
    assert nets == {one.trial.key: one.weights for one in RECORDS}
    assert merge(store, other) == Added(read=15, new=0, different=())
    assert merge(other, store).new == 5
    assert [one.line() for one in store] == [one.line() for one in other]


def keys():
    return [one.trial.key for one in RECORDS]


@BOTH
def test_what_differs_is_told_and_left_out(store, other):
    changed = [
        replace(one, outcome=replace(one.outcome, steps=one.outcome.steps + 1))
        for one in RECORDS[:3]
    ]
    store.add_all(RECORDS[:3])
    other.add_all([*changed, RECORDS[3]])
    found = merge(store, other)
    assert (found.read, found.new) == (4, 1)
    assert set(found.different) == {one.key for one in changed}
    assert list(store) == sorted(RECORDS[:4], key=lambda one: one.key)


@BOTH
def test_of_two_that_come_together_the_first_is_kept(store):
    first = RECORDS[0]
    other = replace(first, outcome=replace(first.outcome, steps=12345))
    found = add(store, [first, other])
    assert found == Added(read=2, new=1, different=(first.key,))
    assert list(store) == [first]


@BOTH
def test_a_store_merged_with_itself_stays_as_it_is(store, url):
    store.add_all(RECORDS)
    with Store(url) as same:
        assert merge(store, same) == Added(read=20, new=0, different=())


@BOTH
def test_numbers_about_a_store(store, url, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    add(store, RECORDS)
    store.add_all(one.with_weights(None) for one in sound_records(2, LONGER))
    store.report("run", {"done": 1})
    bundle = store.checkpoints / "a"
    bundle.mkdir(parents=True)
    (bundle / "checkpoint.safetensors").write_bytes(b"x" * 500)
    found = facts(store)
    assert found["database"].split()[0] in {"SQLite", "PostgreSQL"}
    assert found["database"].lower().startswith(url[:6])
    expected = {
        "store": str(store),
        "version": 2,
        "records": 24,
        "trials": 20,
        "evaluations": {RECORDS[0].evaluation.key: 20, LONGER.key: 4},
        "weights": 20,
        "weights_bytes": sum(len(one.weights) for one in RECORDS),
        "reports": 1,
        "checkpoints": 1,
        "checkpoints_bytes": 500,
    }
    assert {name: found[name] for name in expected} == expected
    assert found["bytes"] > found["weights_bytes"]
