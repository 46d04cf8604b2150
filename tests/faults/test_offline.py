"""The quick start works where there is no network at all, not even loopback."""

import os
import shlex
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


def offline(folder, command):
    """Runs a command of ours in a network of its own, which has no devices."""
    alone = subprocess.run(["unshare", "--net", "true"], check=False)
    if alone.returncode:
        missing("no right to take the network away")
    ours = [sys.executable, "-m", "lengthwise", *shlex.split(command)]
    return subprocess.run(
        ["unshare", "--net", *ours],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
    )


def test_the_quick_start_needs_no_network(tmp_path):
    (tmp_path / "grid.toml").write_text(GRID)
    for command in QUICK:
        done = offline(tmp_path, command)
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout
    assert "2 trials" in offline(tmp_path, "sweep grid.toml --quiet").stdout


@pytest.mark.slow
def test_the_main_job_needs_no_network(tmp_path):
    done = offline(tmp_path, "study simple --quiet")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "study-simple.html").stat().st_size > 10_000
