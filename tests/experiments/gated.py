"""The real runner, which holds work at a checkpoint until it is let go.

So a test harms a sweep in the middle of training, however fast or slow the machine is.
"""

import os
import time
from dataclasses import replace
from pathlib import Path

from lengthwise.experiments.engines import runner

PATH = "tests.experiments.gated:run"

FOLDER = "LENGTHWISE_TEST_GATE"
"""Variable that names a folder: who is held leaves a file there, `OPEN` lets all go."""

FREE = "LENGTHWISE_TEST_FREE"
"""Variable with a number: work with a smaller seed is not held."""

OPEN = "open"


def run(work, *, stopping, progress):
    folder = Path(os.environ[FOLDER])
    free = min(trial.seed for trial in work.trials) < int(os.environ.get(FREE, "0"))

    def held(step):
        progress(step)
        if not free and Path(work.folder, "checkpoint.safetensors").exists():
            (folder / f"{os.getpid()}-{work.attempt}").touch()
            while not (folder / OPEN).exists() and not stopping():
                time.sleep(0.02)

    always = replace(work, every=0.0)  # a checkpoint after every chunk
    yield from runner.run(always, stopping=stopping, progress=held)


class Gate:
    """The gate of a sweep, from outside.

    Args:
        folder: An empty folder.
        free: Work with a smaller seed is not held.
    """

    def __init__(self, folder, free=0):
        folder.mkdir()
        self._folder = folder
        self.variables = {FOLDER: str(folder), FREE: str(free)}

    @property
    def held(self):
        """The processes that were held so far, in order of time."""
        files = sorted(self._folder.glob("*-*"), key=lambda one: one.stat().st_mtime_ns)
        return [int(one.name.split("-")[0]) for one in files]

    def open(self):
        """Lets all go."""
        (self._folder / OPEN).touch()
