"""A worker process on a node of a cluster, as an actor of Ray holds it.

The worker is the same as that of the local engine, with the same messages; the actor
passes them on, and the checkpoints, for which it has a folder on its node.
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
"""Seconds after which an actor answers that its worker sent nothing."""

WAIT_FOR_REST = 0.01
"""Seconds within which the rest of a message is waited for."""

MOST = 1 << 23
"""Bytes that are passed on at once."""

FOLDER = "lengthwise-actor-"
"""How the folder of an actor is called; the number of its process follows."""

SECRETS = (
    *("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"),
    *("LENGTHWISE_STORE", "PGPASSWORD"),
)
"""What a worker has no use for."""


PASSED = ("JAX_", "XLA_", "LENGTHWISE_")
"""Beginnings of the variables that workers have from the driver."""

KEPT = ("LENGTHWISE_STORE", "PGPASSWORD")
"""Variables that stay here: they are a password, or may have one."""


def passed(known: Mapping[str, str]) -> dict[str, str]:
    """Returns what workers have in their environment from the driver.

    Examples:
        >>> passed({"JAX_PLATFORMS": "cpu", "LENGTHWISE_STORE": "xyz", "HOME": "/"})
        {'JAX_PLATFORMS': 'cpu'}
    """
    return {k: v for k, v in known.items() if k.startswith(PASSED) and k not in KEPT}


class WorkerActor:
    """A worker process, and a folder for its checkpoints.

    Args:
        runner: Import path of what does the work.
        variables: What the driver wants in the environment of the worker.
        gpu: Whether the worker trains on a GPU.
    """

    def __init__(
        self, runner: str, variables: Mapping[str, str], *, gpu: bool = False
    ) -> None:
        when_parent_ends(signal.SIGKILL)  # without a node nobody can reach it
        own = {k: v for k, v in os.environ.items() if k not in SECRETS}
        self._folder = own_folder(FOLDER)
        worker_variables = worker_environment(own | dict(variables), gpu=gpu)
        self._process = Process(runner, worker_variables, folder=self._folder)
        self._checkpoint: Path | None = None
        self._seen: tuple[int, int] | None = None

    def begin(self, message: bytes, name: str, files: Mapping[str, bytes]) -> None:
        """Gives work to the worker, whose folder is `name`, with its checkpoints."""
        self._checkpoint = self._folder / name / CURRENT
        if files:
            unpack(self._checkpoint.parent, files)
        self._seen = self._mark()
        self.send(message)

    def send(self, message: bytes) -> None:
        """Passes a message on to the worker."""
        self._process.send(message)
        self._process.flush()

    def receive(self) -> tuple[bytes | None, bytes | None]:
        """Returns what the worker sent, and a checkpoint that it wrote before that.

        The first is ``None`` if it sent nothing, and empty if there will be no more.
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
        """Leaves nothing on the node, for an idle worker that is killed next."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _mark(self) -> tuple[int, int] | None:
        """What changes with every checkpoint; ``None`` where there is none."""
        try:
            status = None if self._checkpoint is None else self._checkpoint.stat()
        except FileNotFoundError:
            status = None
        return None if status is None else (status.st_ino, status.st_mtime_ns)


def unpack(folder: Path, files: Mapping[str, bytes]) -> None:
    """Puts the checkpoints of a bundle into a folder, on another computer.

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
