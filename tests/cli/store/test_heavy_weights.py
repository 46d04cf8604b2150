"""``lengthwise store`` about weights that are in files beside the store."""

import json
from pathlib import Path

import pytest

from lengthwise.experiments.store import kept_weights
from lengthwise.experiments.store.store import Store
from tests.experiments.backends import heavy_record, sound_record
from tests.experiments.stub import small_grid

LIGHT, HEAVY = small_grid(1)
RECORDS = [sound_record(LIGHT), heavy_record(HEAVY, 300_000)]
DIGEST = RECORDS[1].outcome.digest
FILE = f"lengthwise.db.weights/{DIGEST[:2]}/{DIGEST}.safetensors"


@pytest.fixture
def filled(command):
    with Store() as store:
        store.add_all(RECORDS)
    return command


def test_a_trial_is_shown_with_the_place_of_its_weights(filled):
    _, out, _ = filled("show", HEAVY.key)
    assert f"kept        {FILE} (1.2 MB)\n" in out
    found = json.loads(filled("show", HEAVY.key, "--json")[1])["weights"]
    assert found == {"digest": DIGEST, "bytes": Path(FILE).stat().st_size, "file": FILE}
    _, out, _ = filled("show", LIGHT.key)
    assert f"kept        in this store ({len(RECORDS[0].weights)} bytes)\n" in out
    found = json.loads(filled("show", LIGHT.key, "--json")[1])["weights"]
    assert found["file"] is None


def test_a_record_without_weights_says_so(filled):
    filled("export", "all.jsonl")
    assert DIGEST in Path("all.jsonl").read_text()
    other = ("--store", "sqlite:///other.db")
    filled("import", "all.jsonl", *other)
    _, out, _ = filled("show", HEAVY.key, *other)
    assert "kept        no: this store does not have these weights\n" in out
    assert json.loads(filled("show", HEAVY.key, "--json", *other)[1])["weights"] is None
    assert not Path("other.db.weights").exists()


def test_files_are_counted_by_info(filled):
    _, out, _ = filled("info")
    assert "of 2 trials, 1.2 MB, of which 1.2 MB in files (1)\n" in out


def test_a_missing_file_is_told_by_every_command_that_needs_it(filled):
    Path(FILE).unlink()
    assert f"kept        MISSING: {FILE} " in filled("show", HEAVY.key)[1]
    code, out, _ = filled("check")
    assert code == 1
    assert f"weights {HEAVY.key}: their file {FILE} is missing\n" in out
    code, _, err = filled(
        "merge", "sqlite:///lengthwise.db", "--store", "sqlite:///o.db"
    )
    assert code == 2
    assert err.startswith(
        f"lengthwise: lengthwise.db: the weights of trial {HEAVY.key[:12]} cannot be "
        f"used: their file {FILE} is missing; restore a copy of it, or remove"
    )
    code, out, _ = filled("prune", "--damaged", "--yes")
    assert out.endswith("1 in total, 0 bytes, removed\n")
    assert filled("check")[0] == 0
    assert "kept        no: " in filled("show", HEAVY.key)[1]


def test_orphans_are_named_and_removed(filled):
    orphan = Path(FILE).with_name(f"{'0' * 64}.safetensors")
    orphan.write_bytes(b"x" * 2000)
    _, out, _ = filled("prune")
    assert out.startswith(f"weights {orphan} (2.0 kB)\n")
    assert orphan.exists()
    filled("prune", "--yes")
    assert not orphan.exists()
    assert Path(FILE).exists()


def test_a_folder_that_is_not_there_is_said_to_be(filled, monkeypatch):
    monkeypatch.setenv(kept_weights.VARIABLE, "/nowhere")
    assert filled("check")[0] == 0  # a file has its own folder
    code, _, err = filled("check", "--store", "postgresql://u@localhost:1/d")
    assert code == 2
    assert "LENGTHWISE_WEIGHTS is /nowhere, which is not a folder" in err
