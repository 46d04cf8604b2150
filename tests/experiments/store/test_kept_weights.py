"""Heavy weights are files beside the store, and are there whenever a row says so."""

import os
from pathlib import Path

import pytest
import sqlalchemy as sa

from lengthwise.errors import FormatError, HostError, SpecError
from lengthwise.experiments.engines.runner import arrays
from lengthwise.experiments.records.exporting import export
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.store import kept_weights
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.merging import merge
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
    flip,
    heavy,
    keys,
    wasted,
    weights_by_trial,
)

__all__ = ["filled", "heavy"]


def linked(path):
    other = path.with_name("other")
    path.rename(other)
    path.symlink_to(other)


@BOTH
def test_heavy_weights_are_files_named_by_their_digest(filled):
    for one in RECORDS:
        digest = one.outcome.digest
        path = filled.weights.files.folder / digest[:2] / f"{digest}.safetensors"
        assert path.read_bytes() == one.weights
    with filled.database.reading() as connection:
        assert set(connection.execute(sa.select(WEIGHTS.c.data)).scalars()) == {b""}
    assert weights_by_trial(filled.nets(keys())) == weights_by_trial(RECORDS)
    assert filled.with_weights(filled) == list(filled)
    assert weights_by_trial(filled.with_weights(filled)) == weights_by_trial(RECORDS)
    assert all(map(arrays, filled.nets(keys())))
    assert filled.trained(keys()) == set(keys())
    assert list(damages(filled)) == []
    assert wasted(filled) == []


@BOTH
def test_light_weights_stay_in_their_rows(store, monkeypatch):
    monkeypatch.undo()
    store.add_all(RECORDS)
    assert weights_by_trial(store.nets(keys())) == weights_by_trial(RECORDS)
    if store.weights.files is not None:
        assert not store.weights.files.folder.exists()


def test_the_folder_of_a_file_is_beside_it_by_whatever_name_it_is_opened(
    filled, tmp_path
):
    assert filled.weights.files.folder == tmp_path / "store.db.weights"
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link.db").symlink_to(tmp_path / "store.db")
    with Store(f"sqlite:///{tmp_path}/elsewhere/link.db") as same:
        assert weights_by_trial(same.nets(keys())) == weights_by_trial(RECORDS)


@BOTH
def test_weights_of_real_size_come_back(store, monkeypatch):
    monkeypatch.setattr(kept_weights, "HEAVIEST", 1_000_000)
    record = heavy_record(RECORDS[0].trial, 3_250_000)
    store.add_all([record, RECORDS[1]])
    assert len(record.weights) > 13_000_000
    assert file_of(store, record).exists()
    assert not file_of(store, RECORDS[1]).exists()
    (net,) = store.nets([record.trial.key])
    assert net.weights == record.weights


@BOTH
@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (Path.unlink, "is missing"),
        (lambda path: path.write_bytes(b""), "has changed"),
        (lambda path: path.write_bytes(b"\xff" * 900), "has changed"),
        (flip, "has changed"),
        (linked, "cannot be read"),
        (lambda path: (path.unlink(), os.mkfifo(path)), "has changed"),
    ],
    ids=["missing", "empty", "rubbish", "a flipped bit", "a link", "a pipe"],
)
def test_a_file_that_is_missing_or_damaged_is_named(filled, harm, said):
    first, second = RECORDS[:2]
    path = file_of(filled, first)
    harm(path)
    for read in (filled.nets, lambda _: filled.with_weights([first])):
        with pytest.raises((FormatError, HostError), match=said) as caught:
            read([first.trial.key])
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
    if said != "cannot be read":
        assert first.trial.key[:12] in str(caught.value)
        (found,) = damages(filled)
        assert (found.table, found.key) == ("weights", first.trial.key)
        assert found.reason == f"their file {path} {said}"
        (damaged,) = wasted(filled, damaged=True)
        damaged.remove()
        assert list(damages(filled)) == []
        assert filled.trained(keys()) == set(keys(RECORDS[1:]))
        assert not path.exists()
        filled.add_all([second])
        assert wasted(filled) == []


@BOTH
def test_what_is_added_again_mends_its_file(filled):
    file_of(filled, RECORDS[0]).unlink()
    flip(file_of(filled, RECORDS[1]))
    assert len(list(damages(filled))) == 2
    assert filled.add_all(RECORDS) == []
    assert list(damages(filled)) == []


@BOTH
def test_weights_with_another_digest_than_their_record_are_refused(store):
    wrong = RECORDS[0].with_weights(RECORDS[1].weights)
    with pytest.raises(FormatError, match="not those with the digest"):
        store.add_all([RECORDS[2], wrong])
    assert len(store) == 0


@ON_SERVER
def test_a_server_without_a_folder_keeps_all_weights_in_rows(store, monkeypatch):
    monkeypatch.delenv(kept_weights.VARIABLE)
    record = heavy_record(RECORDS[0].trial, 3_250_000)
    with Store(store.database._url.render_as_string(hide_password=False)) as bare:
        bare.add_all([record, *RECORDS[1:]])
        assert bare.weights.files is None
        (net,) = bare.nets([record.trial.key])
        assert net.weights == record.weights
        assert list(damages(bare)) == []
        assert wasted(bare) == []
        assert facts(bare)["weights_files"] == 0
    (net,) = store.nets([record.trial.key])  # and one with a folder reads them too
    assert net.weights == record.weights


@ON_SERVER
def test_who_does_not_know_the_folder_is_told_to_name_it(filled, url, monkeypatch):
    monkeypatch.delenv(kept_weights.VARIABLE)
    with Store(url) as bare:
        with pytest.raises(SpecError, match="set LENGTHWISE_WEIGHTS to it"):
            bare.nets(keys())
        (found,) = damages(bare)
        assert found.table == "database"
        assert wasted(bare, damaged=True) == []  # nothing is removed for that
    assert list(damages(filled)) == []
    monkeypatch.setenv(kept_weights.VARIABLE, "/nowhere")
    with pytest.raises(SpecError, match="LENGTHWISE_WEIGHTS is /nowhere, which is no"):
        Store(url)


@BOTH
def test_a_merge_copies_the_files(filled, tmp_path):
    with Store(f"sqlite:///{tmp_path}/other.db") as other:
        assert merge(other, filled).new == len(RECORDS)
        assert list(damages(other)) == []
        assert weights_by_trial(other.nets(keys())) == weights_by_trial(RECORDS)
        delete_records(filled, *RECORDS)
        for one in wasted(filled):
            one.remove()
        assert merge(filled, other).new == len(RECORDS)
        file_of(other, RECORDS[0]).unlink()
        with pytest.raises(FormatError, match="is missing"):
            merge(filled, other)
    assert list(damages(filled)) == []


@BOTH
def test_an_export_has_no_weights_and_its_import_promises_none(filled, tmp_path):
    export(tmp_path / "all.jsonl", filled)
    with Store(f"sqlite:///{tmp_path}/other.db") as other:
        other.add_all(read_lines(tmp_path / "all.jsonl"))
        assert len(other) == len(RECORDS)
        assert other.trained(keys()) == set()
        assert other.nets(keys()) == []
        assert list(damages(other)) == []
        assert not other.weights.files.folder.exists()


@BOTH
def test_files_are_counted(filled):
    size = sum(len(one.weights) for one in RECORDS)
    found = facts(filled)
    assert (found["weights_files"], found["weights_files_bytes"]) == (6, size)
    assert found["weights_bytes"] == size


@BOTH
def test_weights_of_another_device_leave_those_that_are_there(filled):
    trial = RECORDS[0].trial
    other = heavy_record(trial, 100, Evaluation(lengths=(5000,)))
    assert filled.add_all([other]) == [other]
    assert not file_of(filled, other).exists()
    (net,) = filled.nets([trial.key])
    assert net.weights == RECORDS[0].weights
    assert [one.weights is None for one in filled.with_weights([net, other])] == [
        False,
        True,
    ]


def test_files_that_cannot_be_written_are_one_line(store):
    store.weights.files.folder.write_text("no folder")
    with pytest.raises(HostError, match=r"cannot be made: file exists") as caught:
        store.add_all(RECORDS)
    assert "\n" not in str(caught.value)
    assert len(store) == 0
