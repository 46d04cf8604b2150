import json

import pytest

from lengthwise.cli import protocol_command
from lengthwise.cli.main import run
from lengthwise.crasp.library.loading import load
from lengthwise.theory.communication.protocol_bits import (
    Protocol,
    ProtocolRow,
    protocol_of,
)


@pytest.fixture
def lengthwise(capsys):
    """Runs a command; returns its code and what it said."""

    def call(*arguments):
        code = run(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_json_has_a_row_a_length(lengthwise):
    code, out, _ = lengthwise("protocol", "dyck1", "--lengths", "16,256", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["rows"] == [
        {"N": 16, "bits": 15, "equal": True},
        {"N": 256, "bits": 27, "equal": True},
    ]
    assert data["theory"] == {"a": 3.0, "b": 3.0}


def test_the_text_has_the_answer_first(lengthwise):
    code, out, _ = lengthwise("protocol", "majority_language")
    assert code == 0
    assert out.startswith("Messages of 2·ceil(log2(N+1)) bits suffice.\nBob's values")


def test_a_compiled_program_is_run_as_a_transformer(lengthwise):
    code, out, _ = lengthwise("protocol", "dyck1", "--compiled", "--lengths", "8,64")
    assert code == 0
    assert "Bob's activations are, within 1e-12, those of the whole input" in out


def test_a_machine_may_have_content_logits(lengthwise):
    arguments = ("--machine", "simple:omega=4", "--lengths", "8,64", "--json")
    code, out, _ = lengthwise("protocol", *arguments)
    assert code == 0
    assert json.loads(out)["theory"] == {"a": 3.0, "b": 3.0}


def test_a_task_has_residual_classes(lengthwise):
    arguments = ("--task", "repeat_copy", "--lengths", "1-3", "--json")
    code, out, _ = lengthwise("protocol", *arguments)
    assert code == 0
    assert [row["classes"] for row in json.loads(out)["rows"]] == [2, 4, 8]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "give a program"),
        (("dyck1", "--task", "dyck1"), "give a program"),
        (("--compiled", "--task", "dyck1"), "--machine or --task alone"),
        (("dyck1", "--machine", "modp:p=2"), "--machine or --task alone"),
        (("--machine", "kgram:k=1,S=2"), "infinite attention"),
        (("--machine", "simpel:omega=4"), "known are: kgram, kgram_exact"),
        (("dyk1",), "did you mean 'dyck1'"),
        (("--task", "sort"), "a length that the alphabet bounds"),
        (("dyck1", "--lengths", "0"), "use lengths from 1 up"),
    ],
)
def test_what_cannot_be_answered_is_one_line(lengthwise, arguments, said):
    code, out, err = lengthwise("protocol", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_the_exit_code_is_1_where_bob_is_wrong(lengthwise, monkeypatch):
    layout = protocol_of(load("dyck1"), [8]).layout
    wrong = Protocol(layout, (ProtocolRow(8, 12, False),))
    monkeypatch.setattr(protocol_command, "found_protocol", lambda *_, **__: wrong)
    code, out, _ = lengthwise("protocol", "dyck1")
    assert code == 1
    assert "WRONG" in out
