"""Grids trained without a database, and taken into a store with their weights."""

import json

import pytest

from lengthwise.cli.main import run as command
from lengthwise.experiments.engines.engine import Here
from lengthwise.experiments.engines.runner import run
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.store.store import Store
from lengthwise.jobs import train_grids

GRID = """
task = "sort:symbols=3"
train_length = 3
seed = [0, 1]
[model]
kind = "gpt"
layers = 1
width = 4
positions = "absolute"
[recipe]
max_steps = 8
batch = 4
held = 8
[evaluation]
lengths = [3]
words = 64
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder in which the grid was trained."""
    place = tmp_path_factory.mktemp("grids")
    (place / "tiny.toml").write_text(GRID)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train_grids.host, "engine", lambda *_, **__: Here(run))
        assert train_grids.main([str(place / "out"), str(place / "tiny.toml")]) == 0
    return place / "out"


def test_records_and_weights_are_written_once(folder, monkeypatch, capsys):
    records = list(read_lines(folder / "tiny.jsonl"))
    assert [one.trial.seed for one in records] == [0, 1]
    names = {f"{one.outcome.digest}.safetensors" for one in records}
    assert {path.name for path in (folder / "weights").iterdir()} == names
    monkeypatch.setattr(train_grids.host, "engine", lambda *_, **__: Here(run))
    assert train_grids.main([str(folder), str(folder.parent / "tiny.toml")]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["new"], said["models"], said["done"]) == (0, 2, True)


def test_a_store_takes_records_with_their_weights(folder, tmp_path, capsys):
    url = f"sqlite:///{tmp_path}/a.db"
    file, weights = str(folder / "tiny.jsonl"), str(folder / "weights")
    assert command(["store", "import", file, "--weights", weights, "--store", url]) == 0
    with Store(url) as store:
        keys = [one.trial.key for one in read_lines(folder / "tiny.jsonl")]
        assert store.trained(keys) == set(keys)
    capsys.readouterr()
    assert command(["store", "import", file, "--weights", "no", "--store", url]) == 2
    assert "no is not a folder" in capsys.readouterr().err


def test_weights_of_another_net_are_refused(folder, tmp_path, capsys):
    first, second = sorted((folder / "weights").iterdir())
    (tmp_path / first.name).write_bytes(second.read_bytes())
    url = f"sqlite:///{tmp_path}/b.db"
    file = str(folder / "tiny.jsonl")
    options = ["--weights", str(tmp_path), "--store", url]
    assert command(["store", "import", file, *options]) == 2
    assert "its weights have another digest" in capsys.readouterr().err
