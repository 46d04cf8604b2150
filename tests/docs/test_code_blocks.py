"""Every command and every script of the manual and the README runs."""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from lengthwise.cli import main
from lengthwise.experiments.spec.schema import grid_of
from tests.cli.test_examples import GRID
from tests.docs.code_blocks import blocks, commands
from tests.models.canonical_net import ENVIRONMENT

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
KINDS = {"console", "python", "pycon", "text", "toml", "json", "bibtex", "crasp"}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SHELL = re.compile(r"[|<>;&]|^(?!lengthwise )")
# Blocks that take long on pages that do not mark them.
SLOW = {"docs/sweeps.md": "python", "docs/studies.md": "console"}
# A script that trains for minutes is run with fewer steps.
SMALLER = {"docs/sweeps.md": ("seed=range(8),", "seed=[0], recipe={'max_steps': 256},")}
AUTOMATON = (
    '{"alphabet": ["a", "b"], "start": 0, "accepting": [0], '
    '"transitions": [[1, null], [null, 0]]}'
)


def runs(block):
    return not block.reason and (
        block.file is not None
        or block.kind == "console"
        or (block.kind == "python" and ">>>" not in block.text)
    )


def in_shell(command, folder):
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | ENVIRONMENT | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def agree(wanted, said, *, measured):
    """Whether a page says what was printed; measured decimals within a tenth.

    A line of three points stands for any lines, also for none.
    """
    wanted = re.sub(r"\n\s*\.\.\.\n\s*", "...", f"\n{wanted}")
    if doctest.OutputChecker().check_output(wanted + "\n", said + "\n", FLAGS):
        return True
    pieces, others = (
        re.split(r"(\d+\.\d+)", " ".join(t.split())) for t in (wanted, said)
    )
    return (
        measured
        and pieces[::2] == others[::2]
        and all(
            abs(float(one) - float(other)) <= 0.1 * abs(float(one)) + 0.01
            for one, other in zip(pieces[1::2], others[1::2], strict=True)
        )
    )


def perform(command, wanted, folder, capsys, *, measured):
    if command.startswith("make "):
        target = command.split()[1]
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
        return
    if SHELL.search(re.sub(r"'[^']*'|\"[^\"]*\"", "", command)):
        code, said = in_shell(command, folder)
    else:
        capsys.readouterr()
        code = main.run(shlex.split(command, comments=True)[1:])
        printed = capsys.readouterr()
        said = printed.out + printed.err
    expects_no = "lengthwise verdict" in command
    assert code == 0 or (code == 1 and expects_no) or wanted.strip(), said
    assert "Traceback" not in said
    assert not wanted.strip() or agree(wanted, said, measured=measured), (
        f"{command}\nsaid:\n{said}\nthe page says:\n{wanted}"
    )


def run_page(page, folder, capsys, *, slow):
    name = str(page.relative_to(ROOT))
    for block in blocks(page):
        if not runs(block) or (
            not slow and (block.slow or SLOW.get(name) == block.kind)
        ):
            continue
        if block.file is not None:
            (folder / block.file).write_text(block.text, "utf-8")
        elif block.kind == "python":
            text = block.text.replace(*SMALLER.get(name, ("", "", 0)))
            (folder / "block.py").write_text(text, "utf-8")
            code, said = in_shell("python block.py", folder)
            assert code == 0, said
        else:
            for command, wanted in commands(block.text):
                perform(command, wanted, folder, capsys, measured=block.measured)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    (tmp_path / "grid.toml").write_text(GRID)
    (tmp_path / "automaton.json").write_text(AUTOMATON)
    (tmp_path / "results").symlink_to(ROOT / "results")
    return tmp_path


with_runs = [
    name
    for name, page in zip(NAMES, PAGES, strict=True)
    if any(map(runs, blocks(page)))
]


@pytest.mark.parametrize("name", with_runs)
def test_the_commands_of_a_page_run(name, folder, capsys):
    run_page(ROOT / name, folder, capsys, slow=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", with_runs)
def test_the_slow_commands_of_a_page_run_too(name, folder, capsys):
    run_page(ROOT / name, folder, capsys, slow=True)


@pytest.mark.parametrize("name", NAMES)
def test_every_block_is_of_a_kind_that_is_tested(name):
    for block in blocks(ROOT / name):
        assert block.kind in KINDS or block.kind.startswith("{"), block.kind
        if block.kind == "toml":
            assert len(grid_of(block.text))
            assert tomllib.loads(block.text)


def test_only_measured_decimals_may_differ_and_only_a_little():
    assert agree("error 0.50 at 64", "error  0.52 at 64", measured=True)
    assert not agree("error 0.50 at 64", "error 0.52 at 64", measured=False)
    assert not agree("error 0.50 at 64", "error 0.58 at 64", measured=True)
    assert not agree("error 0.50 at 64", "error 0.50 at 65", measured=True)
    assert agree("error ... at 64", "error 0.7 at 64", measured=False)
    assert agree("a\n...\nb\n...\n", "a\nb\n", measured=False)


def test_a_block_is_read_as_it_is_written(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- slow -->\n\n```console\n$ a \\\n    b\nc\n$ d\n```\n"
        "```{code-block} python\n:caption: f.py\n\nx = 1\n```\n"
        "<!-- not run: needs a GPU -->\n```console\n$ e\n```\n"
    )
    one, two, three = blocks(page)
    assert one.slow
    assert commands(one.text) == [("a b", "c\n"), ("d", "")]
    assert (two.kind, two.file, two.text) == ("python", "f.py", "x = 1\n")
    assert three.reason == "needs a GPU"
    assert not runs(three)
