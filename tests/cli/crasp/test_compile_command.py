import json

import numpy as np
import pytest

from lengthwise.cli import main
from lengthwise.limit.running import evaluator
from lengthwise.limit.saving import load


def test_the_compiled_machine_is_saved_and_runs(tmp_path, capsys):
    path = tmp_path / "dyck1.safetensors"
    assert main.run(["crasp", "compile", "dyck1", "--out", str(path)]) == 0
    assert "saved" in capsys.readouterr().out
    machine = load(path)
    assert evaluator.last(machine, [tuple("(())"), tuple("())(")])[:, 0].tolist() == [
        1,
        0,
    ]


def test_json_says_how_large_the_machine_is(capsys):
    assert main.run(["crasp", "compile", "dyck1", "--context", "16", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["layers"], data["heads"], data["outputs"]) == (2, [1, 1], ["accept"])
    assert data["regularizer"]["total"] > 0


def test_plain_arrays_carry_vocabulary_and_unembedding(tmp_path):
    path = tmp_path / "dyck1.npz"
    assert main.run(["crasp", "compile", "dyck1", "--arrays", str(path)]) == 0
    with np.load(path) as arrays:
        assert arrays["vocabulary"].tolist() == ["(", ")", "$"]
        assert str(arrays["attention"]) == "softmax"
        assert arrays["readout"].shape == (1, len(arrays["dimensions"]))


def test_the_trace_names_lines_and_layers(capsys):
    assert main.run(["crasp", "compile", "dyck1", "--trace", "(())"]) == 0
    table = capsys.readouterr().out.splitlines()
    assert any(row.startswith("below") and row.split()[1] == "1" for row in table)


def test_notes_of_the_older_dialect_are_shown(tmp_path, capsys):
    path = tmp_path / "old.cr"
    path.write_text('c = 2*(#"a") + #"b"\nd = c <= 3\n')
    assert main.run(["crasp", "compile", str(path)]) == 0
    assert "note: line 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["dyck1", "--out", "machine.txt"],
        ["dyck1", "--context", "0"],
        ["dyck"],
        ["accept # 3"],
    ],
)
def test_bad_input_is_refused(arguments, capsys):
    assert main.run(["crasp", "compile", *arguments]) == 2
    assert capsys.readouterr().err.startswith("lengthwise: ")


def test_the_letter_for_all_other_symbols_is_explained(capsys):
    assert main.run(["crasp", "compile", 'accept # "a" >= # "b"']) == 0
    note = capsys.readouterr().err
    assert "'_' represents every symbol that it does not name" in note
    assert 'alphabet "a" "b"' in note
    assert main.run(["crasp", "compile", 'accept # "a" >= 1', "--quiet"]) == 0
    assert not capsys.readouterr().err
