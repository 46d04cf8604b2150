"""The worker process, which receives work and sends records as messages.

Started as ``python -m lengthwise.experiments.engines.worker MODULE:RUNNER``. It reads
three kinds of messages: ``work``, ``kept`` (its last records are on disk) and ``stop``.
When its input ends, its driver is gone, so it writes a checkpoint and exits. It sends a
heartbeat every second, even while compiling.
"""

import errno
import os
import pkgutil
import select
import signal
import socket
import sys
import threading
import time
import traceback
import warnings
from collections import deque
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from lengthwise import __version__
from lengthwise.errors import HostError, LengthwiseError, StoppedError
from lengthwise.experiments.engines._compiled_programs import (
    CompiledPrograms,
    own_programs,
)
from lengthwise.experiments.engines._messages import Decoder, Message, encoded
from lengthwise.experiments.engines._process import when_parent_ends
from lengthwise.experiments.engines.work import (
    BusyError,
    Runner,
    Step,
    read_work,
    records_message,
)
from lengthwise.experiments.spec.canonical import number
from lengthwise.printable import printable

INTERVAL = 0.5
"""Seconds between progress messages."""

HEARTBEAT = 1.0
"""Seconds between heartbeats."""

FULL = (errno.ENOSPC, errno.EDQUOT)
"""Error codes of a full disk."""

BLOCK = 1 << 16
"""Bytes per read."""


class Inbox:
    """Messages from the driver.

    Args:
        source: The file descriptor to read from.
    """

    def __init__(self, source: int) -> None:
        self._source = source
        self._decoder = Decoder()
        self._messages: deque[Message] = deque()
        self._ended = False
        self._told_to_stop = False

    def stopping(self) -> bool:
        """Whether to stop: on a message, or at the end of the input."""
        while not self._ended and select.select([self._source], [], [], 0)[0]:
            self._read()
        return self._ended or self._told_to_stop

    def next(self) -> Message | None:
        """Waits for the next message and returns it; ``None`` at the end."""
        while not self._messages and not self._ended:
            self._read()
        return self._messages.popleft() if self._messages else None

    def _read(self) -> None:
        block = os.read(self._source, BLOCK)
        self._ended = not block
        for message in self._decoder.feed(block):
            if "stop" in message[0]:
                self._told_to_stop = True
            else:
                self._messages.append(message)


class Outbox:
    """Messages to the driver.

    Args:
        target: The file descriptor to write to.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._writing = threading.Lock()
        self._sent = -INTERVAL
        self._unsent: Step | None = None

    def send(self, message: bytes) -> None:
        """Sends a message, preceded by any unsent progress."""
        self._send_step()
        self._write(message)

    def step(self, step: Step) -> None:
        """Sends the progress of the work, unless it was sent recently."""
        self._unsent = step
        if time.monotonic() - self._sent >= INTERVAL:
            self._sent = time.monotonic()
            self._send_step()

    def heartbeat(self) -> None:
        """Sends a heartbeat."""
        self._write(encoded({"alive": True}))

    def _send_step(self) -> None:
        step, self._unsent = self._unsent, None
        if step is not None:
            measured = {"loss": step.loss, "accuracy": step.accuracy}
            plain = asdict(step) | {name: number(one) for name, one in measured.items()}
            self._write(encoded({"step": plain}))

    def _write(self, message: bytes) -> None:
        data = memoryview(message)
        with self._writing:
            while data:
                data = data[os.write(self._target, data) :]


def send_heartbeats(outbox: Outbox, programs: CompiledPrograms | None) -> None:
    """Sends a heartbeat every second until the driver closes the pipe.

    Also writes the digests of newly compiled programs.
    """
    with suppress(BrokenPipeError):
        while True:
            time.sleep(HEARTBEAT)
            outbox.heartbeat()
            if programs is not None:
                programs.seal()


def serve(
    runner: Runner,
    inbox: Inbox,
    outbox: Outbox,
    programs: CompiledPrograms | None = None,
) -> None:
    """Does work until the input ends.

    Args:
        runner: The runner.
        inbox: The source of work.
        outbox: The destination of records.
        programs: The compilation cache, whose digests are written before records are
            sent.
    """
    outbox.send(encoded({"ready": __version__, "worker": _process()}))
    while (message := inbox.next()) is not None:
        folder = message[0]["work"]["folder"]
        try:
            work = read_work(message)
            for records in runner(work, stopping=inbox.stopping, progress=outbox.step):
                if programs is not None:
                    programs.seal()
                outbox.send(records_message(records))
                if inbox.next() is None:
                    return
            outbox.send(encoded({"done": True}))
        except BusyError:
            outbox.send(encoded({"busy": True}))
        except StoppedError:
            outbox.send(encoded({"stopped": True}))
        except MemoryError:
            raise
        except Exception as error:  # reraised by the driver
            outbox.send(encoded({"failed": _failure(error, folder)}))
        if inbox.stopping():
            return


def _process() -> str:
    """A readable name of this process."""
    return f"process {os.getpid()} on {socket.gethostname()}"


def _failure(error: Exception, folder: str | None) -> dict[str, Any]:
    """An error as data: its exit code and one line, or code 1 and a traceback."""
    if isinstance(error, LengthwiseError):
        return {"code": error.exit_code, "text": str(error)}
    if (
        "RESOURCE_EXHAUSTED" in str(error)
        or getattr(error, "errno", None) == errno.ENOMEM
    ):
        raise MemoryError from error
    if isinstance(error, OSError):
        text = (error.strerror or str(error)).lower()
        place = error.filename
        if error.errno in FULL:
            place = place or folder
            text = f"{text}; free some space, and run the same sweep again to continue"
        text = f"{place}: {text}" if place else text
        return {"code": HostError.exit_code, "text": text}
    return {"code": 1, "text": "".join(traceback.format_exception(error))}


def main() -> None:
    """Serves on standard input and output; whatever prints goes to standard error."""
    # A paused worker must notice that its driver has ended, or it keeps its lock.
    when_parent_ends(signal.SIGCONT)
    target = os.dup(1)
    os.dup2(2, 1)
    warnings.showwarning = lambda message, *_, **__: print(  # noqa: T201
        f"lengthwise: {printable(str(message))}", file=sys.stderr
    )
    outbox = Outbox(target)
    programs = own_programs(os.environ)
    shared = (outbox, programs)
    threading.Thread(target=send_heartbeats, args=shared, daemon=True).start()
    runner: Runner = pkgutil.resolve_name(sys.argv[1])
    try:
        serve(runner, Inbox(0), outbox, programs)
    except BrokenPipeError:
        sys.exit(StoppedError.exit_code)
    except MemoryError:
        warnings.warn("a worker has too little memory", stacklevel=1)
        sys.exit(HostError.exit_code)


if __name__ == "__main__":
    main()
