"""Ctrl-C once: stop when it is safe. Twice: end at once."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from lengthwise.errors import StoppedError

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopping:
    """Whether the user wants to stop; call it to know.

    Args:
        answer: What is printed on standard error then.

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
        """Takes a signal; the second one is a `KeyboardInterrupt`."""
        del number, frame
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True
        os.write(2, self._answer.encode())  # print could interrupt itself here


@contextmanager
def listening(answer: str = "") -> Iterator[Stopping]:
    """Takes Ctrl-C and requests to terminate, while the context lasts.

    Outside the main thread there are no signals, and nothing is changed.

    Args:
        answer: What is printed on standard error the first time.

    Raises:
        StoppedError: The second time.
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
            "ended at once; what is in the store stays, and the same sweep again goes "
            "on from the last checkpoints"
        ) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
