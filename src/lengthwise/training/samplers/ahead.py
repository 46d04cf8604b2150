"""Prefetched batches: the host draws the next steps while the device trains."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from threading import Event
from types import TracebackType

import jax
import numpy as np

from lengthwise.training.batch import Batch


class Ahead:
    """Draws the batches of the next steps in advance.

    Prefetching never changes a batch: `draw` determines it from its step alone. A
    single thread draws; it ends with `close` or at the end of the ``with`` block.

    Args:
        draw: Returns the batch of a step.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.training.samplers.host_sampler import host_batch
        >>> parity = task("parity_language")
        >>> with Ahead(lambda step: host_batch(parity, (7, step), 4, 1, 6, 8)) as ahead:
        ...     ahead.take(0, 16).inputs.tokens.shape
        (16, 4, 8)
    """

    def __init__(self, draw: Callable[[int], Batch]) -> None:
        self._draw = draw
        self._ended = Event()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="batches")
        self._next: tuple[int, int, Future[Batch]] | None = None
        self._unwanted = Event()

    def take(self, step: int, count: int) -> Batch:
        """Returns the batches of `count` steps from `step` on, stacked.

        It then starts drawing the same number of following steps. An exception in
        `draw` is raised here, when its step is requested.

        Raises:
            ValueError: It is closed, or `count` is not positive.
        """
        if count < 1 or self._ended.is_set():
            raise ValueError(f"{count} steps were asked for, or drawing has ended")
        if self._next is not None and self._next[:2] == (step, count):
            begun = self._next[2]
        else:
            self._forget()
            begun = self._begin(step, count)
        self._next = None
        batches = begun.result()
        self._next = (step + count, count, self._begin(step + count, count))
        return batches

    def close(self) -> None:
        """Ends the thread, after the current batch at most."""
        self._ended.set()
        self._forget()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> "Ahead":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _begin(self, step: int, count: int) -> Future[Batch]:
        self._unwanted = Event()
        return self._pool.submit(self._chunk, step, count, self._unwanted)

    def _forget(self) -> None:
        """Discards batches of steps that were not requested."""
        if self._next is not None:
            self._unwanted.set()
            self._next[2].cancel()
            self._next = None

    def _chunk(self, step: int, count: int, unwanted: Event) -> Batch:
        batches = []
        for one in range(step, step + count):
            if unwanted.is_set() or self._ended.is_set():
                raise CancelledError
            batches.append(self._draw(one))
        stacked: Batch = jax.tree.map(lambda *rows: np.stack(rows), *batches)
        return stacked
