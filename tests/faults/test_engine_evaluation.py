"""Fault: an evaluation takes for ever; Ctrl-C ends it, and so does the driver's end."""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

import tests.models.canonical_net  # noqa: F401 - the cache of compiled programs
from lengthwise.experiments.store.store import existing
from tests.faults.faulty_sweeps import MARK, WORKER, command_of, marked, wait_until

SEEDS, STEPS = 8, 256

TEXT = f"""
train_length = 16
seed = {list(range(SEEDS))}
[task]
name = "simple"
omega = 2
[model]
width = 4
units = 8
[recipe]
batch = 32
threshold = 0.0
max_steps = {STEPS}
[evaluation]
lengths = {list(range(64, 1064))}
words = 1_000_000
"""


@contextmanager
def evaluating(folder):
    """A sweep whose nets are trained and evaluated for about an hour."""
    (folder / "grid.toml").write_text(TEXT)
    mark = secrets.token_hex(8)
    store = f"sqlite:///{folder}/s.db"
    command = [sys.executable, "-m", "lengthwise", "sweep", str(folder / "grid.toml")]
    with subprocess.Popen(
        [*command, "--workers", "1", "--store", store],
        stderr=subprocess.PIPE,
        env={**os.environ, MARK: mark, "JAX_PLATFORMS": "cpu"},
        text=True,
        start_new_session=True,
    ) as process:
        try:
            wait_until(lambda: trained(store) or process.poll() is not None)
            assert process.poll() is None, process.stderr.read()
            yield process, mark
        finally:
            process.kill()
            for pid in marked(mark):
                os.kill(pid, signal.SIGKILL)


def trained(url):
    """Whether all steps were made."""
    with existing(url) as store:
        reports = {} if store is None else store.reports()
    return any(json.loads(one)["steps"] == SEEDS * STEPS for one in reports.values())


@pytest.mark.timeout(120)
def test_one_ctrl_c_ends_an_evaluation(tmp_path):
    with evaluating(tmp_path) as (process, mark):
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert time.monotonic() - begun < 15
        assert process.returncode == 3, said
        assert f"stopped with 0 of {SEEDS} trials" in said.splitlines()[-1]
        wait_until(lambda: not marked(mark))


@pytest.mark.timeout(120)
def test_a_worker_that_evaluates_ends_with_its_driver(tmp_path):
    with evaluating(tmp_path) as (process, mark):
        (worker,) = [pid for pid in marked(mark) if WORKER in command_of(pid)]
        process.kill()
        process.wait()
        wait_until(lambda: worker not in marked(mark), 15)
