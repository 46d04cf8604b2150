"""The quick start works where there is no network at all, not even loopback."""

import json
import os
import subprocess
import sys

import pytest

import tests.models.canonical_net  # noqa: F401 - the cache of compiled programs
from tests.missing import missing

# In a shape that other tests compile.
GRID = """
train_length = [16]
seed = [0, 1]
[task]
name = "simple"
omega = 2
[model]
width = 4
units = 8
[recipe]
batch = 32
threshold = 0.0
max_steps = 256
[evaluation]
lengths = [64]
words = 64
"""
QUICK = (
    'verdict --regex "(ab|bbaa)*"',
    'crasp compile dyck1 --trace "(())"',
    "bound --tau 1 --delta 1 --L 1 --eps 0.1 --sigma 2 --p 8 --gamma 1",
    "study dyck1 --no-train",
    "sweep grid.toml --quiet",
    "store info",
)


SCRIPT = """
import contextlib, io, json, shlex, sys
from lengthwise.cli.main import run

for command in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = run(shlex.split(command))
    print(json.dumps([code, out.getvalue()]))
"""


def offline(folder, *commands):
    """Runs commands of ours in one process, in a network that has no devices.

    Returns:
        For each its exit code and what it printed; and what they said to a person.
    """
    alone = subprocess.run(["unshare", "--net", "true"], check=False)
    if alone.returncode:
        missing("no right to take the network away")
    done = subprocess.run(
        ["unshare", "--net", sys.executable, "-c", SCRIPT, *commands],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_the_quick_start_needs_no_network(tmp_path):
    (tmp_path / "grid.toml").write_text(GRID)
    found, said = offline(tmp_path, *QUICK, "sweep grid.toml --quiet")
    for command, (code, out) in zip((*QUICK, "again"), found, strict=True):
        assert code == 0, (command, said)
        assert out, command
    assert "2 trials" in found[-1][1]


@pytest.mark.slow
def test_the_main_job_needs_no_network(tmp_path):
    ((code, _),), said = offline(tmp_path, "study simple --quiet")
    assert code == 0, said
    assert (tmp_path / "study-simple.html").stat().st_size > 10_000
