"""A Ray actor that holds a worker process on a cluster node.

The worker and its messages are those of the local engine. The actor forwards the
messages, and the checkpoints from a folder on its node.
"""

import os
import select
import shutil
import signal
from collections.abc import Mapping
from pathlib import Path

from lengthwise.experiments.engines._process import (
    BLOCK,
    Process,
    when_parent_ends,
    worker_environment,
)
from lengthwise.experiments.engines._scratch_folders import own_folder

CURRENT = "checkpoint.safetensors"
PREVIOUS = "checkpoint-previous.safetensors"
"""The two generations of `lengthwise.training.checkpoint.Checkpoint`."""

WAIT = 1.0
"""Seconds after which an actor replies that its worker sent nothing."""

WAIT_FOR_REST = 0.01
"""Seconds to wait for the rest of a message."""

MOST = 1 << 23
"""Bytes forwarded at once."""

FOLDER = "lengthwise-actor-"
"""Prefix of an actor's folder, followed by its process id."""

SECRETS = (
    *("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"),
    *("LENGTHWISE_STORE", "PGPASSWORD"),
)
"""Variables that a worker does not need."""


PASSED = ("JAX_", "XLA_", "LENGTHWISE_")
"""Prefixes of the variables that workers inherit from the driver."""

KEPT = ("LENGTHWISE_STORE", "PGPASSWORD")
"""Variables not passed on, because they are or may contain passwords."""


def passed(known: Mapping[str, str]) -> dict[str, str]:
    """Returns the environment variables that workers inherit from the driver.

    Examples:
        >>> passed({"JAX_PLATFORMS": "cpu", "LENGTHWISE_STORE": "xyz", "HOME": "/"})
        {'JAX_PLATFORMS': 'cpu'}
    """
    return {k: v for k, v in known.items() if k.startswith(PASSED) and k not in KEPT}


class WorkerActor:
    """A worker process, and a folder for its checkpoints.

    Args:
        runner: Import path of what does the work.
        variables: Environment variables that the driver sets for the worker.
        gpu: Whether the worker trains on a GPU.
    """

    def __init__(
        self, runner: str, variables: Mapping[str, str], *, gpu: bool = False
    ) -> None:
        when_parent_ends(signal.SIGKILL)  # without its node it is unreachable
        own = {k: v for k, v in os.environ.items() if k not in SECRETS}
        self._folder = own_folder(FOLDER)
        worker_variables = worker_environment(own | dict(variables), gpu=gpu)
        self._process = Process(runner, worker_variables, folder=self._folder)
        self._checkpoint: Path | None = None
        self._seen: tuple[int, int] | None = None

    def begin(self, message: bytes, name: str, files: Mapping[str, bytes]) -> None:
        """Gives work with its checkpoints to the worker, in the folder `name`."""
        self._checkpoint = self._folder / name / CURRENT
        if files:
            unpack(self._checkpoint.parent, files)
        self._seen = self._mark()
        self.send(message)

    def send(self, message: bytes) -> None:
        """Forwards a message to the worker."""
        self._process.send(message)
        self._process.flush()

    def receive(self) -> tuple[bytes | None, bytes | None]:
        """Returns the worker's messages, and a checkpoint written before them.

        The first is ``None`` if it sent nothing, and empty at the end of its messages.
        """
        sent, wait = None, WAIT
        while select.select([self._process], [], [], wait)[0]:
            block = os.read(self._process.fileno(), BLOCK)
            sent, wait = (sent or b"") + block, WAIT_FOR_REST
            if not block or len(sent) > MOST:
                break
        mark = self._mark()
        if mark is None or mark == self._seen:
            return sent, None
        assert self._checkpoint is not None
        self._seen = mark
        return sent, self._checkpoint.read_bytes()

    def end(self) -> str:
        """Returns how a lost worker ended."""
        self.clean_up()
        return self._process.end()

    def clean_up(self) -> None:
        """Removes all files from the node before an idle worker is killed."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _mark(self) -> tuple[int, int] | None:
        """A value that changes with every checkpoint; ``None`` if there is none."""
        try:
            status = None if self._checkpoint is None else self._checkpoint.stat()
        except FileNotFoundError:
            status = None
        return None if status is None else (status.st_ino, status.st_mtime_ns)


def unpack(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes the checkpoints of a bundle to a folder on another computer.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as name:
        ...     unpack(Path(name) / "a", {CURRENT: b"states"})
        ...     (Path(name) / "a" / CURRENT).read_bytes()
        b'states'
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / Path(name).name).write_bytes(content)
