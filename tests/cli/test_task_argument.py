"""A task on a command line: a name of the catalogue, or a file and a name in it."""

import json

import pytest

from lengthwise.cli.main import run
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.own.task_file import any_task
from tests.tasks.task_texts import COPY, LEAD

LANGUAGE = """\
from lengthwise.automata.regex import regex
from lengthwise.tasks.laws import Balanced
from lengthwise.tasks.outputs import Accept
from lengthwise.tasks.task import Task

DFA = regex("(ab|bbaa)*").dfa
MINE = Task(
    name="mine",
    alphabet=DFA.alphabet,
    output=Accept(),
    format="recognize-end",
    rule="lengthwise.tasks.labels.word_labels:accepts",
    law=Balanced(DFA),
    summary="Blocks ab and bbaa.",
    example=("a", "b"),
    source="lengthwise",
    language=DFA,
)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = {"lead": LEAD, "copies": COPY, "mine": LANGUAGE}
    for stem, text in texts.items():
        (tmp_path / f"{stem}.py").write_text(text)
    return tmp_path


def test_a_name_and_a_file(folder):
    assert any_task("modp:p=7,k=1") == task("modp", p=7, k=1)
    assert any_task("lead.py:TASK").label("0001") == 0.5
    assert any_task(f"{folder}/lead.py:TASK") == any_task("lead.py:TASK")


@pytest.mark.usefixtures("folder")
def test_a_task_in_a_file_is_described(capsys):
    assert run(["tasks", "lead.py:TASK"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("lead\n  How far")
    assert "example       0012 → 0.25" in said
    assert "file          SHA-256" in said
    assert run(["tasks", "copies.py:TASK"]) == 0
    said = capsys.readouterr().out
    assert "parameters    times = 2" in said
    assert "distribution  Instances: drawn by a function of its own" in said
    assert run(["tasks", "lead.py:TASK", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["tasks"]
    assert (found["task"], len(found["origin"])) == ("lead", 64)


@pytest.mark.usefixtures("folder")
def test_a_language_in_a_file_has_a_verdict(capsys):
    assert run(["verdict", "--task", "mine.py:MINE"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "Is length generalization guaranteed for the task mine over {a, b}? Yes"
    )
    assert "C-RASP[], no positions   yes [1]" in said


@pytest.mark.usefixtures("folder")
def test_an_audit_takes_a_task_in_a_file(capsys):
    assert run(["audit", "modp:p=2", "--task", "led.py:TASK"]) == 2
    assert "led.py cannot be read: No such file" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("lead.py", "write file.py:NAME, as in lead.py:TASK"),
        ("lead.py:TSK", "did you mean 'TASK'?"),
        ("json.py:TASK", "json.py cannot be read"),
        ("lead.txt:TASK", "no task is called 'lead.txt'"),
    ],
)
def test_a_wrong_argument_gives_one_line(text, line, capsys):
    assert run(["verdict", "--task", text]) == 2
    said = capsys.readouterr().err
    assert line in said
    assert said.count("\n") == 1
