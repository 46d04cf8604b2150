"""Files of weights go when no row names them, and not before."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from lengthwise.errors import HostError
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.pruning import waste
from lengthwise.experiments.store.sql_tables import WEIGHTS
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.store.store_info import facts
from tests.experiments.backends import BOTH, heavy_record
from tests.experiments.heavy_weights import (
    ON_SERVER,
    RECORDS,
    delete_records,
    file_of,
    filled,
    heavy,
    keys,
    wasted,
    weights_by_trial,
)

__all__ = ["filled", "heavy"]


@BOTH
def test_a_transaction_that_fails_leaves_files_that_are_collected(store, monkeypatch):
    with monkeypatch.context() as failing:
        failing.setattr(store.database, "writing", fail)
        with pytest.raises(HostError, match="the disk is full"):
            store.add_all(RECORDS)
    assert len(store) == 0
    orphans = wasted(store)
    assert {one.name for one in orphans} == {
        str(file_of(store, one)) for one in RECORDS
    }
    assert {one.kind for one in orphans} == {"weights"}
    assert orphans[0].bytes == len(RECORDS[0].weights)
    store.add_all(RECORDS[:1])  # a sweep was faster
    for one in orphans:
        one.remove()
    assert wasted(store) == []
    assert weights_by_trial(store.nets(keys())) == weights_by_trial(RECORDS[:1])


def fail():
    raise HostError("the disk is full")


@BOTH
def test_a_file_that_two_trials_share_goes_with_the_last(store):
    first = RECORDS[0]
    outcome = replace(RECORDS[1].outcome, digest=first.outcome.digest)
    twin = replace(RECORDS[1], outcome=outcome, weights=first.weights)
    store.add_all([first, twin, RECORDS[2]])
    assert facts(store)["weights_files"] == 2
    delete_records(store, twin)
    (orphan,) = wasted(store)
    assert orphan.name == twin.trial.key
    orphan.remove()
    assert file_of(store, first).exists()
    delete_records(store, first)
    for one in wasted(store):
        one.remove()
    assert not file_of(store, first).exists()
    assert file_of(store, RECORDS[2]).exists()


@BOTH
def test_old_weights_are_pruned_with_their_files(filled):
    late = {"now": datetime(2027, 1, 1, tzinfo=UTC), "weights": True}
    old = [one for one in waste(filled, **late) if one.kind == "weights"]
    assert sum(one.bytes for one in old) == sum(len(one.weights) for one in RECORDS)
    for one in old:
        one.remove()
    assert list(filled.weights.files) == []
    assert len(filled) == len(RECORDS)
    assert filled.trained(keys()) == set()
    assert list(damages(filled)) == []


@BOTH
def test_what_is_not_ours_is_left_alone(filled):
    folder = filled.weights.files.folder
    others = [folder / "README", folder / "ab" / "x.safetensors", folder / "abc" / "y"]
    for path in others:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine")
    aside = file_of(filled, RECORDS[0])
    aside = aside.with_name(f".{aside.name}.0badcafe.part")
    aside.write_bytes(b"half")
    (found,) = wasted(filled)
    assert found.name == str(aside)
    found.remove()
    found.remove()
    assert all(path.exists() for path in others)


def test_nothing_behind_a_link_is_removed(filled, tmp_path):
    folder = filled.weights.files.folder
    delete_records(filled, *RECORDS)
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert not [one for one in wasted(filled) if one.name.endswith(".safetensors")]


def test_two_stores_in_one_folder_do_not_prune_each_other(filled, tmp_path):
    with Store(f"sqlite:///{tmp_path}/other.db") as other:
        other.add_all(RECORDS[:2])
        assert (wasted(filled), wasted(other)) == ([], [])
        delete_records(other, *RECORDS)
        for one in wasted(other):
            one.remove()
        assert list(other.weights.files) == []
    assert list(damages(filled)) == []


@ON_SERVER
def test_two_databases_of_one_folder_do_not_prune_each_other(filled, server):
    name = server.create()
    with Store(server.url(name)) as other:
        other.add_all(RECORDS[:2])
        assert other.weights.files.folder != filled.weights.files.folder
        assert (wasted(filled), wasted(other)) == ([], [])
    server.drop(name)


@BOTH
def test_who_removes_files_waits_for_who_writes_them(filled, url):
    with (
        Store(url, patience=0.05) as other,
        filled.weights.files.writing(),
        filled.weights.files.writing(),  # writers do not wait for each other
    ):
        with pytest.raises(HostError, match=r"locked by another process.* 0\.05 s"):
            other.weights.delete(WEIGHTS.c.trial == keys()[0])
        other.add_all([heavy_record(RECORDS[0].trial, 100)])
    filled.weights.delete(WEIGHTS.c.trial == keys()[0])
    assert not file_of(filled, RECORDS[0]).exists()


@BOTH
def test_weights_that_were_removed_while_they_were_read_are_none(filled):
    (entry,) = filled.weights.entries(keys()[:1])
    filled.weights.delete(WEIGHTS.c.trial == keys()[0])
    assert filled.weights.load(entry) is None


def test_names_of_files_have_nothing_but_digits(filled):
    for path in filled.weights.files:
        assert re.fullmatch(
            r"[0-9a-f]{2}/[0-9a-f]{64}\.safetensors", "/".join(path.parts[-2:])
        )
