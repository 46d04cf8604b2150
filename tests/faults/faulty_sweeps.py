"""Sweeps in processes of their own, to be harmed from outside, and what must come out.

The sweep is that of `tests.experiments.driver`: real training, checkpoints ten times a
second.
"""

import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from lengthwise.experiments.engines.engine import Here
from lengthwise.experiments.engines.runner import run
from lengthwise.experiments.records.jsonl import Lines
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments.driver import WAITS
from tests.experiments.tiny import tiny_grid

MARK = "LENGTHWISE_TEST_SWEEP"
"""Variable by which the processes of one sweep are known: nobody else's are harmed."""

WORKER = b"lengthwise.experiments.engines.worker"

STARTED = []
"""The sweeps of a test, whose processes end with it."""


class Sweep:
    """A driver in a process of its own.

    Args:
        url: The store.
        seeds: How many trials.
        steps: Steps of each.
        address: Address of a Ray cluster; ``None`` for the local engine.
        variables: More variables of its environment.
        prefix: A command that runs it.
        waits: Whether it begins when it is told to, by `begin`; to import everything
            takes a second, in which another sweep may run.
    """

    def __init__(
        self,
        url,
        seeds,
        steps,
        address=None,
        variables=None,
        prefix=(),
        *,
        waits=False,
    ):
        self.mark = secrets.token_hex(8)
        waiting = {WAITS: "1"} if waits else {}
        command = [sys.executable, "-m", "tests.experiments.driver", url]
        command += [str(seeds), str(steps), *([] if address is None else [address])]
        self.process = subprocess.Popen(
            [*prefix, *command],
            env={**os.environ, MARK: self.mark, **waiting, **(variables or {})},
            stdin=subprocess.PIPE if waits else None,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        STARTED.append(self)
        self._lines = queue.Queue()
        self.acknowledged = set()
        self._last_words = []
        for target in (self._read, self._overhear):
            threading.Thread(target=target, daemon=True).start()

    def begin(self):
        """Lets a sweep that waits begin."""
        with self.process.stdin as told:
            told.write("begin\n")
        return self

    def _read(self):
        with self.process.stdout:
            for line in self.process.stdout:
                self._lines.put(line.strip())
        self._lines.put(None)

    def _overhear(self):
        with self.process.stderr:
            self._last_words += self.process.stderr

    def wait_for_steps(self):
        """Waits until models are trained; says whether the sweep is still running."""
        return self._wait(lambda line: line.startswith("steps") and line != "steps 0")

    def wait_for_record(self):
        """Waits for a record on disk; says whether the sweep is still running."""
        return self._wait(lambda line: len(line) == 64)

    def _wait(self, wanted, seconds=100.0):
        end = time.monotonic() + seconds
        while (line := self._lines.get(timeout=end - time.monotonic())) is not None:
            self._note(line)
            if wanted(line):
                return True
        self._lines.put(None)
        return False

    def _note(self, line):
        if len(line) == 64:
            self.acknowledged.add(line)

    @property
    def workers(self):
        """The worker processes of this sweep, on whichever node."""
        return [pid for pid in marked(self.mark) if WORKER in command_of(pid)]

    def kill(self):
        """Ends the driver at once; its records so far are `acknowledged`."""
        self.process.kill()
        return self.end()

    def end(self, seconds=90.0):
        """Waits for the driver, and returns its exit code and last words."""
        code = self.process.wait(seconds)
        while (line := self._lines.get(timeout=seconds)) is not None:
            self._note(line)
        return code, "".join(self._last_words)


def end_all():
    """Ends what a test that failed has left: it would slow and warn others."""
    while STARTED:
        sweep = STARTED.pop()
        for pid in marked(sweep.mark):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        sweep.process.wait()


def marked(mark):
    """The processes that have `mark` in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            variables = (folder / "environ").read_bytes()
        except OSError:
            continue
        if f"{MARK}={mark}\0".encode() in variables:
            found.append(int(folder.name))
    return found


def command_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def kill_one_worker(sweep):
    """Ends one worker at once; says whether there was one."""
    for pid in sweep.workers:
        os.kill(pid, signal.SIGKILL)
        return True
    return False


def wait_until(true, seconds=60.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@cache
def expected(seeds, steps):
    """Outcome and weights of each trial in a sweep that nothing happened to."""
    return contents("", tiny_grid(seeds, steps))


def contents(url, grid=None):
    """Outcome and weights by key: of a store, or of a grid that is trained here."""
    if grid is not None:
        nowhere = _Nowhere()
        found = run_sweep(grid, grid.evaluation, store=nowhere, engine=Here(run))
        return {one.key: (one.outcome, one.weights) for one in found}
    with Store(url, create=False) as store:
        records = list(store)
        nets = {
            one.key[0]: one.weights for one in store.nets(k.key[0] for k in records)
        }
    return {one.key: (one.outcome, nets.get(one.key[0])) for one in records}


class _Nowhere(Lines):
    """A store that keeps nothing."""

    def __init__(self):
        self._keys = set()

    def add_all(self, records):
        return list(records)
