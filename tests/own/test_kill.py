"""kill -9 in the middle of a sweep of a task of one's own, and going on with it."""

import os
import secrets
import signal
import subprocess
import sys

import pytest

from tests.faults.faulty_sweeps import MARK, contents, marked, wait_until
from tests.own.own_texts import FILE, GRID, executions, forget, trials

SCRIPT = """
import sys
from lengthwise.cli.main import main
from lengthwise.experiments.engines.local import Local

Local.every = 0.1  # seconds between checkpoints
main(sys.argv[1:])
"""
SAVED = "checkpoint*.safetensors"
"""The newest checkpoint, or for a moment only the one before it."""
SWEEP = ("sweep", "grid.toml", "--quiet", "--workers", "1")


@pytest.mark.timeout(200)
def test_a_killed_sweep_goes_on_with_the_same_file(folder, command):
    text = GRID.replace("train_length = [6, 9]", "train_length = 6")
    text = text.replace("[recipe]", "[recipe]\nthreshold = 0.0").replace("64", "512", 1)
    (folder / "grid.toml").write_text(text)
    mark = secrets.token_hex(8)
    checkpoints = folder / "lengthwise.db.checkpoints"
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *SWEEP, "--task-file", FILE],
        env={**os.environ, MARK: mark},
        start_new_session=True,
    ) as process:
        try:
            wait_until(
                lambda: process.poll() is not None or list(checkpoints.rglob(SAVED)),
                120,
            )
        finally:
            for pid in marked(mark):
                os.kill(pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert list(checkpoints.rglob(SAVED))
    before = executions(folder)
    code, _, err = command(*SWEEP)
    assert code == 2
    assert err.endswith("; or give its file with --task-file\n")
    assert executions(folder) == before
    code, _, err = command(*SWEEP, "--task-file", FILE)
    assert code == 0, err
    forget()
    assert contents("sqlite:///lengthwise.db") == contents("", trials(folder, text))
