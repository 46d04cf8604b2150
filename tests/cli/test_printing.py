"""What commands print: plain JSON, and text that does nothing to a terminal."""

import ast
import io
import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.cli import main, printing
from lengthwise.experiments.store.store import Store
from lengthwise.limit.constructions.named_machines import simple_task
from lengthwise.limit.saving import save
from lengthwise.words import Alphabet
from tests.experiments import stub

CLI = Path(main.__file__).parent
EVIL = "a\x1b[2J\u202e"


class Terminal(io.TextIOWrapper):
    """A terminal that remembers what it was sent."""

    def __init__(self):
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self):
        return True

    @property
    def shown(self):
        return self.buffer.getvalue().decode()


def test_no_command_prints_in_another_way():
    for path in CLI.glob("*.py"):
        if path.name in {"printing.py", "main.py"}:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            assert name != "print", f"{path.name}, line {node.lineno}"


@pytest.mark.parametrize("data", ["ä", "\x1b", "\x7f", "\u202e", "\udcff", "\u2028"])
def test_json_is_ascii_and_says_the_same(data, capsys):
    printing.print_json({"text": data})
    said = capsys.readouterr().out
    assert said.isascii()
    assert said.rstrip("\n").isprintable()
    assert json.loads(said) == {"text": data, "sources": ["lengthwise"]}


def test_json_has_no_number_that_json_does_not_have():
    data = {"a": [math.nan, (math.inf, 1.5)], "b": -math.inf, "c": None}
    found = json.loads(printing.json_text(data), parse_constant=pytest.fail)
    assert found == {"a": [None, [None, 1.5]], "b": None, "c": None}


def test_a_text_for_people_has_no_control_characters(capsys):
    printing.print_text(EVIL, "b\tc")
    printing.print_note(EVIL)
    said = capsys.readouterr()
    assert said.out == "a\\x1b[2J\\u202e\nb\tc\n"
    assert said.err == "lengthwise: a\\x1b[2J\\u202e\n"


def test_letters_of_an_automaton_do_nothing_to_the_terminal(tmp_path, capsys):
    letters = [EVIL, "b\x9b"]
    table = {"alphabet": letters, "start": 0, "accepting": [0]}
    table["transitions"] = [[1, 0], [0, 1]]
    path = tmp_path / "dfa.json"
    path.write_text(json.dumps(table))
    for options in ([], ["--json"]):
        assert main.run(["verdict", "--dfa", str(path), *options]) == 2
        said = capsys.readouterr()
        assert not said.out
        assert not set("\x1b\u202e\x9b") & set(said.err)


def test_letters_of_a_machine_do_nothing_to_the_terminal(tmp_path, capsys):
    machine = replace(simple_task(omega=4.0), alphabet=Alphabet([EVIL, "\x9b", "c"]))
    save(machine, tmp_path / "m.safetensors")
    words = tmp_path / "words.txt"
    words.write_text(f"c {EVIL} c\n", "utf-8")
    both = [f"--{name}={tmp_path / 'm.safetensors'}" for name in "fg"]
    assert main.run(["simulate", *both, "--eps=1", f"--words={words}"]) == 0
    assert "z: c a\\x1b[2J\\u202e c" in capsys.readouterr().out
    assert main.run(["simulate", *both, "--eps=1", "--word=\x9b d"]) == 2
    assert not set("\x1b\u202e\x9b") & set(capsys.readouterr().err)


def test_comments_are_escaped_for_a_terminal_only(monkeypatch, capsys):
    text = f"// {EVIL}\naccept true\n"
    assert main.run(["crasp", "fmt", text]) == 0
    assert EVIL in capsys.readouterr().out
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    assert main.run(["crasp", "fmt", text]) == 0
    assert "// a\\x1b[2J\\u202e\n" in terminal.shown


@pytest.fixture
def hostile(tmp_path, monkeypatch):
    """A store with an evil name, in which a host has one too."""
    monkeypatch.chdir(tmp_path)
    address = "sqlite:///evil\x1b[2J.db"
    record = stub.record(next(iter(stub.small_grid())))
    made = replace(record.circumstances, host=EVIL)
    with Store(address) as store:
        store.add_all([replace(record, circumstances=made)])
    return address


def test_paths_do_nothing_to_the_terminal(hostile, capsys):
    for command in ("info", "check", "list", "prune", "migrate"):
        assert main.run(["store", command, "--store", hostile]) in (0, 1)
        said = capsys.readouterr()
        assert not set("\x1b\u202e") & set(said.out + said.err)


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_an_export_does_nothing_to_a_terminal(form, hostile, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    asked = ["store", "export", "-", "--format", form, "--store", hostile]
    assert main.run(asked) == 0
    assert "a\\x1b[2J\\u202e" in terminal.shown or "\\u001b" in terminal.shown
    assert not set("\x1b\u202e") & set(terminal.shown)


def test_a_csv_file_has_no_control_characters_and_a_terminal_gets_no_parquet(
    hostile, tmp_path, monkeypatch, capsys
):
    assert main.run(["store", "export", "all.csv", "--store", hostile]) == 0
    assert not set("\x1b\u202e") & set((tmp_path / "all.csv").read_text("utf-8"))
    monkeypatch.setattr("sys.stdout", Terminal())
    asked = ["store", "export", "-", "--format", "parquet", "--store", hostile]
    assert main.run(asked) == 2
    assert "not text for a terminal" in capsys.readouterr().err
