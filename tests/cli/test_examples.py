"""Every command has an example, and every example runs."""

import re
import shlex
from pathlib import Path

import pytest

from lengthwise.cli import main
from lengthwise.cli.examples import EXAMPLES, START

RECORDS = Path(__file__).parents[2] / "results" / "izzo-fig2.jsonl"
GRID = """
train_length = 8
seed = [0, 1]
[task]
name = "simple"
omega = 1
[evaluation]
lengths = [64]
"""


def commands(app=main.app, path=()):
    """Every command that can be called, by its words."""
    for name in app:
        below = app[name]
        if name.startswith("-"):
            continue
        if below.default_command is None:
            yield from commands(below, (*path, name))
        else:
            yield " ".join((*path, name))


ALL = sorted(commands())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what the examples name: a grid, records, and a store of them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    Path("grid.toml").write_text(GRID)
    Path("records.jsonl").write_text("\n".join(RECORDS.read_text().splitlines()[:3]))
    main.run(["store", "import", "records.jsonl"])


def said_in_help(command, capsys):
    assert main.run([*command.split(), "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    return re.search(rf"Example: (lengthwise {command}.*)", shown)


@pytest.mark.parametrize("command", ALL)
def test_the_help_of_every_command_has_an_example(command, capsys):
    assert said_in_help(command, capsys)


def test_every_example_is_of_a_command():
    assert EXAMPLES.keys() <= set(ALL)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_every_example_runs(command, capsys):
    words = shlex.split(EXAMPLES[command])
    if command == "store show":
        capsys.readouterr()
        main.run(["store", "list"])
        words[-1] = capsys.readouterr().out.split()[0][:6]
    assert words[:1] == ["lengthwise"]
    assert main.run(words[1:]) == 0
    assert capsys.readouterr().out


def test_what_to_try_first_are_commands():
    for line in START:
        assert any(line.startswith(f"lengthwise {command} ") for command in ALL)
