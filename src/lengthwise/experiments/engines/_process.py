"""The driver's side of a worker: a child process and its messages.

This module does not import JAX, which a Ray actor that holds a worker does not need.
"""

import ctypes
import fcntl
import os
import select
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lengthwise.experiments.engines._compiled_programs import is_own, own_programs
from lengthwise.experiments.engines._messages import Decoder, Message
from lengthwise.training.device.threads import environment

if TYPE_CHECKING:
    from lengthwise.experiments.engines.work import Work

BLOCK = 1 << 20
"""Bytes per read, and the size of the pipe's buffer."""

GRACE = 5.0
"""Seconds for an idle worker to exit by itself."""

PARENT_ENDS = 1
"""Linux: the ``prctl`` option for a signal at the end of the parent process."""


def when_parent_ends(number: signal.Signals) -> None:
    """Sends this process a signal when its parent ends."""
    with suppress(OSError, AttributeError):  # not on Linux
        ctypes.CDLL(None).prctl(PARENT_ENDS, number)


def worker_environment(
    inherited: Mapping[str, str] | None = None, *, gpu: bool = False
) -> dict[str, str]:
    """Returns the environment of a worker, with a compilation cache.

    The cache folder is created if necessary. Its programs are run, so nobody else may
    write to it, and damaged programs are removed. If it cannot be created (in a
    read-only home) or others may write to it, there is no cache and each worker
    compiles its own programs.

    Args:
        inherited: The environment to extend. Default: that of this process.
        gpu: Whether the worker trains on a GPU.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     worker_environment({"XDG_CACHE_HOME": folder})["NPROC"]
        '1'
    """
    variables = environment(inherited, gpu=gpu)
    folder = Path(variables["JAX_COMPILATION_CACHE_DIR"])
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        programs = own_programs(variables)
        if programs is not None:
            programs.remove_damaged()
        usable = os.access(folder, os.W_OK) and (programs is None or is_own(folder))
    except OSError:
        usable = False
    if not usable:
        del variables["JAX_COMPILATION_CACHE_DIR"]
    return variables


class Process:
    """A child process that is idle or works on one bundle.

    Args:
        runner: Import path of the runner.
        environment: The environment of the process, with its thread flags.
        folder: Its working directory. Default: the current one.
    """

    def __init__(
        self,
        runner: str,
        environment: Mapping[str, str],
        *,
        folder: Path | None = None,
    ) -> None:
        # -P prevents imports from the working directory, and a separate process group
        # keeps the terminal's Ctrl-C away from the worker.
        self._child = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-m",
                "lengthwise.experiments.engines.worker",
                runner,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=dict(environment),
            cwd=folder,
            bufsize=0,
            process_group=0,
        )
        for pipe in (self._child.stdin, self._child.stdout):
            assert pipe is not None
            with suppress(OSError, AttributeError):  # not on Linux, or not allowed
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, BLOCK)
        assert self._child.stdin is not None
        os.set_blocking(self._child.stdin.fileno(), False)
        self._decoder = Decoder()
        self._unsent: deque[memoryview] = deque()
        self.work: "Work | None" = None
        self.ready = False
        self.silent = 0.0
        self.name = f"process {self._child.pid}"

    def fileno(self) -> int:
        """The file descriptor of incoming messages."""
        assert self._child.stdout is not None
        return self._child.stdout.fileno()

    def begin(self, work: "Work") -> None:
        """Gives work to the worker."""
        self.work = work
        self.send(work.message())

    def send(self, message: bytes) -> None:
        """Sends a message; a lost worker is detected at the next read.

        Bytes that a paused worker does not accept are left to `send_rest`.
        """
        self._unsent.append(memoryview(message))  # no copy, since it may be large
        self.send_rest()

    def send_rest(self) -> bool:
        """Sends pending bytes as far as possible; returns whether none are left."""
        assert self._child.stdin is not None
        try:
            while self._unsent:
                sent = os.write(self._child.stdin.fileno(), self._unsent[0])
                self._unsent[0] = self._unsent[0][sent:]
                if not self._unsent[0]:
                    self._unsent.popleft()
        except BlockingIOError:
            return False
        except BrokenPipeError:
            self._unsent.clear()
        return True

    def flush(self) -> None:
        """Waits until the worker has accepted all messages."""
        while not self.send_rest():
            assert self._child.stdin is not None
            select.select([], [self._child.stdin], [])

    def messages(self) -> Iterator[Message | None]:
        """Yields the messages since the last call, and ``None`` if it is lost."""
        block = os.read(self.fileno(), BLOCK)
        self.silent = 0.0
        yield from self._decoder.feed(block)
        if not block:
            yield None

    def end(self) -> str:
        """Lets an idle worker exit, and returns how a lost one ended."""
        self._close()
        try:
            code = self._child.wait(GRACE)
        except subprocess.TimeoutExpired:
            return self.kill()
        if code < 0:
            return f"was killed by {signal.Signals(-code).name}"
        return f"ended with code {code}"

    def kill(self) -> str:
        """Kills the worker."""
        self._child.kill()
        self._child.wait()
        self._close()
        return "was killed by its driver"

    def _close(self) -> None:
        for pipe in (self._child.stdin, self._child.stdout):
            assert pipe is not None
            pipe.close()
