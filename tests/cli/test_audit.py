import json

import pytest

from lengthwise.cli import main
from lengthwise.limit.constructions import simple_task
from lengthwise.limit.saving import save


def test_a_construction_is_audited_on_its_own_task(capsys):
    assert main.run(["audit", "simple:omega=4,pieces=16", "--lengths", "8,16"]) == 0
    assert "sup error" in capsys.readouterr().out


def test_a_saved_machine_needs_a_task(tmp_path, capsys):
    path = tmp_path / "sine.safetensors"
    save(simple_task(omega=4.0), path)
    assert main.run(["audit", str(path)]) == 2
    assert "add --task" in capsys.readouterr().err
    options = ["--task", "simple:omega=4", "--lengths", "4", "--json"]
    assert main.run(["audit", str(path), *options]) == 0
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert len(error["word"]) == 4
    assert error["sup"] < 0.01


@pytest.mark.parametrize("lengths", ["", "0", "a,b", "-1"])
def test_lengths_that_are_none_are_refused(lengths, capsys):
    assert main.run(["audit", "simple", f"--lengths={lengths}"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
