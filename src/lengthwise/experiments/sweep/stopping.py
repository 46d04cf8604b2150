"""Handles Ctrl-C: the first stops safely, the second ends at once."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from lengthwise.errors import StoppedError

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopping:
    """A callable that returns whether the user wants to stop.

    Args:
        answer: Text printed on standard error at the first signal.

    Examples:
        >>> Stopping("")()
        False
    """

    def __init__(self, answer: str) -> None:
        self._asked = False
        self._answer = answer

    def __call__(self) -> bool:
        """Returns whether to stop."""
        return self._asked

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Handles a signal; the second one raises a `KeyboardInterrupt`."""
        del number, frame
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True
        os.write(2, self._answer.encode())  # print is not reentrant


@contextmanager
def listening(answer: str = "") -> Iterator[Stopping]:
    """Handles Ctrl-C and termination signals for the duration of the context.

    Outside the main thread there are no signals, so nothing changes.

    Args:
        answer: Text printed on standard error at the first signal.

    Raises:
        StoppedError: At the second signal.
    """
    stopping = Stopping(answer)
    if threading.current_thread() is not threading.main_thread():
        yield stopping
        return
    before = {number: signal.signal(number, stopping.ask) for number in SIGNALS}
    try:
        yield stopping
    except KeyboardInterrupt:
        raise StoppedError(
            "ended at once; the store keeps its records, and the same sweep continues "
            "from the last checkpoints"
        ) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
