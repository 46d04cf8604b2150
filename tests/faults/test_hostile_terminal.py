"""No text of others reaches a terminal as it is: names, letters, paths, warnings."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.cli.main import run
from lengthwise.experiments.store.store import Store
from lengthwise.limit.constructions.named_machines import simple_task
from lengthwise.limit.saving import save
from lengthwise.words import Alphabet
from tests.experiments import stub

NASTY = "a\x1b]0;title\x07\x1b[2J\x9b1m\u202eb"
GRID = 'train_length = 8\n[task]\nname = "{}"\n[evaluation]\nlengths = [64]\n'
DFA = {"start": 0, "accepting": [0], "transitions": [[0]]}
JFLAP = (
    "<structure><type>fa</type><automaton><state id='0'><initial/><final/></state>"
    "<transition><from>0</from><to>0</to><read>{}</read></transition></automaton>"
    "</structure>"
)
HOA = 'HOA: v1\nStates: 1\nStart: 0\nAP: 1 "{}"\nAcceptance: 1 Inf(0)\n--BODY--\n'

FILES = {
    "grid.toml": GRID.format("\\u001b[2J"),
    "word.txt": f"{NASTY}\n( {NASTY} )\n",
    "program.crasp": f'alphabet "{NASTY}"\naccept # "{NASTY}" >= 1\n',
    "comment.crasp": f'// {NASTY}\naccept # "a" >= {NASTY}\n',
    "a.json": json.dumps({"alphabet": [NASTY], **DFA}),
    "key.json": json.dumps({"alphabet": ["a"], **DFA, NASTY: 1}),
    "a.att": f"0 0 {NASTY}\n0\n",
    "a.dot": f'digraph {{ x [shape=point]; x -> 0; 0 -> 0 [label="{NASTY}"] }}',
    "a.jff": JFLAP.format("\u202e"),
    "a.hoa": HOA.format(NASTY),
    "verdict.json": json.dumps({"answers": [{"evidence": {"kind": NASTY}}]}),
    "record.jsonl": json.dumps({"format": 1, NASTY: NASTY}) + "\n",
    "task.py": f"raise ValueError({NASTY!r})\n",
}
COMMANDS = [
    *(
        "sweep grid.toml",
        "sweep grid.toml --dry-run",
        "crasp run dyck1 --words word.txt",
    ),
    *(
        f"crasp {one} program.crasp"
        for one in ("check", "facts", "compile", "simplify")
    ),
    *("crasp trace program.crasp a", "crasp check comment.crasp"),
    *("crasp fmt comment.crasp", "verdict --program program.crasp"),
    *(f"verdict --dfa {one}" for one in FILES if one.startswith(("a.", "key"))),
    *("verdict --check verdict.json", "store import record.jsonl"),
    *(
        "study task.py:TASK --no-train",
        "cite record.jsonl",
        "audit machine.safetensors",
    ),
    "report --store sqlite:///s.db",
]
ARGUMENTS = [
    ["verdict", "--regex", NASTY],
    ["verdict", "--regex", "a", "--alphabet", NASTY],
    ["verdict", "--dfa", NASTY],
    ["verdict", "--task", NASTY],
    ["verdict", "--task", f"modp:{NASTY}=3"],
    ["bound", "--tau", NASTY],
    ["crasp", "run", "dyck1", NASTY],
    ["crasp", "check", NASTY],
    ["study", NASTY],
    ["simulate", NASTY],
    ["report", NASTY],
    ["figure", NASTY],
    ["audit", NASTY],
    ["tasks", NASTY],
    ["cite", NASTY],
    ["doctor", NASTY],
    ["sweep", NASTY],
    ["sweep", "grid.toml", "--store", f"sqlite:///{NASTY}/s.db"],
    ["length", NASTY],
    ["completion", NASTY],
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    for name, text in FILES.items():
        Path(name).write_text(text)
    machine = simple_task(omega=4.0)
    letters = Alphabet(["\x1b[2J", "\u202e", "0"])
    save(replace(machine, alphabet=letters), "machine.safetensors")
    record = stub.record(next(iter(stub.small_grid())))
    hosts = replace(record.circumstances, host=NASTY, device=NASTY)
    with Store("sqlite:///s.db") as store:
        store.add_all([replace(record, circumstances=hosts)])
    return tmp_path


def harmless(text):
    return all(line.replace("\t", "").isprintable() for line in text.split("\n"))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS)
def test_what_files_hold_is_shown_as_escapes(command, capsys):
    code = run(command.split())
    found = capsys.readouterr()
    assert code in {0, 1, 2}, found.err
    if "fmt" not in command and "simplify" not in command:  # a text, kept for a file
        assert harmless(found.out)
    assert harmless(found.err)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=lambda one: "-".join(one[:2])[:20])
def test_what_a_command_line_holds_is_shown_as_escapes(arguments, capsys):
    assert run(arguments) in {0, 1, 2}
    found = capsys.readouterr()
    assert harmless(found.out + found.err)


def test_what_a_worker_warns_of_is_shown_as_escapes():
    said = subprocess.run(
        [sys.executable, "-c", WORKER, "warnings:warn"],
        input=b"",
        capture_output=True,
        check=True,
    )
    assert said.stderr == rb"lengthwise: a\x1b[2Jb" + b"\n"


WORKER = """
import warnings
from lengthwise.experiments.engines import worker
worker.serve = lambda *_: warnings.warn("a\\x1b[2Jb")
worker.main()
"""
