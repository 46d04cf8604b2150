"""A worker process: it is given work as messages and answers with messages.

Started as ``python -m lengthwise.experiments.engines.worker MODULE:RUNNER``. It hears
three kinds of messages: ``work``, ``kept`` (what was said last is on disk) and
``stop``. When its input ends, whoever started it is gone: it writes its checkpoint and
ends. Whatever it does, compiling too, it says every second that it is alive.
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
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from lengthwise import __version__
from lengthwise.errors import LengthwiseError, MachineError, StoppedError
from lengthwise.experiments.engines._compiled_programs import Compiled, own_programs
from lengthwise.experiments.engines._messages import Frames, Message, frame
from lengthwise.experiments.engines._process import when_parent_ends
from lengthwise.experiments.engines.work import (
    BusyError,
    Runner,
    Step,
    Work,
    read_work,
    records_frame,
)
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import number

INTERVAL = 0.5
"""Seconds between two messages on how far the work is."""

BEAT = 1.0
"""Seconds between two signs of life."""

FULL = (errno.ENOSPC, errno.EDQUOT)
"""Errors of a disk without space."""

BLOCK = 1 << 16
"""Bytes that are read at once."""


class Ears:
    """Messages from whoever started this process.

    Args:
        source: The file descriptor that they come from.
    """

    def __init__(self, source: int) -> None:
        self._source = source
        self._frames = Frames()
        self._heard: deque[Message] = deque()
        self._ended = False
        self._told_to_stop = False

    def stopping(self) -> bool:
        """Whether to stop: it was said, or nobody listens any more."""
        while not self._ended and select.select([self._source], [], [], 0)[0]:
            self._read()
        return self._ended or self._told_to_stop

    def message(self) -> Message | None:
        """Returns the next message, waiting for it; ``None`` if there will be none."""
        while not self._heard and not self._ended:
            self._read()
        return self._heard.popleft() if self._heard else None

    def _read(self) -> None:
        block = os.read(self._source, BLOCK)
        self._ended = not block
        for message in self._frames.feed(block):
            if "stop" in message[0]:
                self._told_to_stop = True
            else:
                self._heard.append(message)


class Voice:
    """Messages to whoever started this process.

    Args:
        target: The file descriptor that they go to.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._speaking = threading.Lock()
        self._said = -INTERVAL
        self._unsaid: Step | None = None

    def say(self, message: bytes) -> None:
        """Says something, and before it how far the work is, if that was not said."""
        self._say_step()
        self._write(message)

    def step(self, step: Step) -> None:
        """Says how far the work is, unless it was said just now."""
        self._unsaid = step
        if time.monotonic() - self._said >= INTERVAL:
            self._said = time.monotonic()
            self._say_step()

    def _say_step(self) -> None:
        step, self._unsaid = self._unsaid, None
        if step is not None:
            plain = asdict(step) | {"loss": number(step.loss)}
            self._write(frame({"step": plain}))

    def live(self) -> None:
        """Says that this process is alive."""
        self._write(frame({"alive": True}))

    def _write(self, message: bytes) -> None:
        data = memoryview(message)
        with self._speaking:
            while data:
                data = data[os.write(self._target, data) :]


def beat(voice: Voice, programs: Compiled | None) -> None:
    """Gives a sign of life every second, as long as somebody listens.

    Programs that were compiled meanwhile are given their digests.
    """
    with suppress(BrokenPipeError):
        while True:
            time.sleep(BEAT)
            voice.live()
            if programs is not None:
                programs.seal()


def sealing(runner: Runner, programs: Compiled) -> Runner:
    """Returns a runner that gives its programs their digests before it is heard."""

    def run(
        work: Work, *, stopping: Callable[[], bool], progress: Callable[[Step], None]
    ) -> Iterator[tuple[Record, ...]]:
        for records in runner(work, stopping=stopping, progress=progress):
            programs.seal()
            yield records

    return run


def serve(runner: Runner, ears: Ears, voice: Voice) -> None:
    """Does one piece of work after the other, until there will be no more."""
    voice.say(frame({"ready": __version__, "worker": _process()}))
    while (message := ears.message()) is not None:
        folder = message[0]["work"]["folder"]
        try:
            work = read_work(message)
            for records in runner(work, stopping=ears.stopping, progress=voice.step):
                voice.say(records_frame(records))
                if ears.message() is None:
                    return
            voice.say(frame({"done": True}))
        except BusyError:
            voice.say(frame({"busy": True}))
        except StoppedError:
            voice.say(frame({"stopped": True}))
        except MemoryError:
            raise
        except Exception as error:  # the driver raises it
            voice.say(frame({"failed": _failure(error, folder)}))
        if ears.stopping():
            return


def _process() -> str:
    """Which process this is, for people."""
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
            text = f"{text}; make space, and run the same sweep again to go on"
        text = f"{place}: {text}" if place else text
        return {"code": MachineError.exit_code, "text": text}
    return {"code": 1, "text": "".join(traceback.format_exception(error))}


def main() -> None:
    """Serves on standard input and output; whatever prints goes to standard error."""
    # A paused worker whose driver has ended must notice, or it keeps its bundle.
    when_parent_ends(signal.SIGCONT)
    target = os.dup(1)
    os.dup2(2, 1)
    warnings.showwarning = lambda message, *_, **__: print(  # noqa: T201
        f"lengthwise: {message}", file=sys.stderr
    )
    voice = Voice(target)
    programs = own_programs(os.environ)
    threading.Thread(target=beat, args=(voice, programs), daemon=True).start()
    runner: Runner = pkgutil.resolve_name(sys.argv[1])
    runner = runner if programs is None else sealing(runner, programs)
    try:
        serve(runner, Ears(0), voice)
    except BrokenPipeError:
        sys.exit(StoppedError.exit_code)
    except MemoryError:
        warnings.warn("a worker has too little memory", stacklevel=1)
        sys.exit(MachineError.exit_code)


if __name__ == "__main__":
    main()
